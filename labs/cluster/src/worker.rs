//! A worker: solves its share, in rounds that all workers take together.

use retrograde::Ranked;
use retrograde::shares::{Partition, Portion, Share, ShareFile, SolvedShare};
use timely::communication::Allocator;

use crate::ClusterError;
use crate::message::Kind;
use crate::moves::{Damaged, MOST_BYTES, Outbox, decode};
use crate::peers::{Job, Peers, Round, Stopped, damaged};
use crate::progress::{Progress, Statistics};
use crate::write::write;

/// Solves the share of a worker together with all others, and writes it.
pub(crate) fn solve<G: Ranked>(allocator: Allocator, game: &G, job: &Job<'_>) -> Result<Statistics, Stopped> {
    let mut peers = Peers::new(allocator, job);
    let partition = Partition::of_ranks(game.ranks()).among(peers.count() as u64);
    let worker = peers.worker.index() as u64;
    // A share that cannot be written is not solved in vain.
    let file = ShareFile::create(job.path, partition, worker).map_err(|error| ClusterError::Worker(error.to_string()));
    let file = job.fail_on_error(file)?;
    let share = job.fail_on_error(Share::new(game, partition, worker).map_err(solve_error))?;
    let (solved, round) = work_backwards(&mut peers, share)?;
    write(&mut peers, &solved, file, round)?;
    peers.close()
}

fn solve_error(error: retrograde::SolveError) -> ClusterError {
    ClusterError::Worker(error.to_string())
}

/// The number of positions that are looked at before a look at whether the run has failed.
const POSITIONS: u64 = 1 << 10;

/// The moves for each worker that are not sent yet, and how many may be sent at once and in a round.
struct Outboxes {
    by_worker: Vec<Outbox>,
    most_in_message: usize,
    most_in_round: u64,
}

impl Outboxes {
    fn new(workers: usize, bytes_in_flight: u64) -> Self {
        /// A message of this number of moves is long enough to be sorted well, and moves are close to one another in
        /// it.
        const MOST_IN_MESSAGE: usize = 1 << 16;
        /// All messages of a worker that are not sent yet have at most this number of moves.
        const MOST_UNSENT: usize = 1 << 20;
        Self {
            by_worker: (0..workers).map(|_| Outbox::default()).collect(),
            most_in_message: (MOST_UNSENT / workers).clamp(1 << 8, MOST_IN_MESSAGE),
            most_in_round: (bytes_in_flight / MOST_BYTES / workers as u64).max(1),
        }
    }
}

fn work_backwards<G: Ranked>(peers: &mut Peers<'_>, mut share: Share<G>) -> Result<(SolvedShare, Round), Stopped> {
    let job = peers.job;
    while job.fail_on_error(share.enumerate(POSITIONS).map_err(solve_error))? {
        peers.check()?;
    }
    let mut outboxes = Outboxes::new(peers.count(), job.bytes_in_flight);
    let nothing = |_, _: &[u8]| Err(damaged());
    let mut round = Round { ply: 0, number: 0 };
    loop {
        let next_plies =
            peers.end_round(&[share.next_ply().map_or(0, |ply| u64::from(ply) + 1)], round.next(), nothing)?;
        let Some(ply) = next_plies.into_iter().flatten().filter_map(|ply| ply.checked_sub(1)).min() else { break };
        let ply = u16::try_from(ply).expect("a distance");
        share.begin_ply(ply);
        let mut is_left = true;
        while is_left {
            let own_is_left = send_moves(peers, &mut share, &mut outboxes)?;
            let (done, positions) = share.progress();
            let take_in = |kind, content: &[u8]| {
                if kind == Kind::Moves { receive(&mut share, content) } else { Err(damaged()) }
            };
            let of_all = peers.end_round(&[own_is_left.into(), done, positions], round.next(), take_in)?;
            let sum = |index: usize| of_all.iter().filter_map(|numbers| numbers.get(index)).sum::<u64>();
            is_left = sum(0) > 0;
            if let Some(on_progress) = job.on_progress {
                on_progress(Progress { ply, done: sum(1), positions: sum(2) });
            }
        }
        share.end_ply();
        round = Round { ply: u32::from(ply) + 1, number: 0 };
    }
    Ok((share.finish(), round))
}

/// Sends the moves of a round. Returns whether the worker has more in this ply.
fn send_moves<G: Ranked>(
    peers: &mut Peers<'_>,
    share: &mut Share<G>,
    outboxes: &mut Outboxes,
) -> Result<bool, Stopped> {
    let Outboxes { by_worker, most_in_message, most_in_round } = outboxes;
    let sent_before = peers.statistics.bytes_of_moves;
    let send_one = |peers: &mut Peers<'_>, to: usize, outbox: &mut Outbox| {
        let mut content = Vec::with_capacity(2 * outbox.len());
        peers.statistics.moves_sent += outbox.len() as u64;
        outbox.encode(&mut content);
        peers.statistics.bytes_of_moves += content.len() as u64;
        peers.send(to, Kind::Moves, content);
    };
    let (mut is_left, mut left) = (true, *most_in_round);
    while is_left && left > 0 {
        peers.check()?;
        let result = share.send(Portion { positions: POSITIONS, moves: left }, |to, decided| {
            let to = usize::try_from(to).expect("the number of a worker");
            let outbox = &mut by_worker[to];
            outbox.push(decided);
            left = left.saturating_sub(1);
            if outbox.len() >= *most_in_message {
                send_one(peers, to, outbox);
            }
        });
        is_left = peers.job.fail_on_error(result.map_err(solve_error))?;
    }
    for (to, outbox) in by_worker.iter_mut().enumerate().filter(|(_, outbox)| outbox.len() > 0) {
        send_one(peers, to, outbox);
    }
    let statistics = &mut peers.statistics;
    statistics.largest_round = statistics.largest_round.max(statistics.bytes_of_moves - sent_before);
    statistics.rounds += 1;
    Ok(is_left)
}

fn receive<G: Ranked>(share: &mut Share<G>, content: &[u8]) -> Result<(), ClusterError> {
    let mut moves = decode(content);
    share.receive(moves.by_ref()).map_err(solve_error)?;
    moves.finish().map_err(|Damaged| damaged())
}
