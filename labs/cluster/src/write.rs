//! The end of a run: each worker writes its share.

use retrograde::{Deal, NewShare, SolvedShare};

use crate::ClusterError;
use crate::message::Kind;
use crate::moves::{put, take};
use crate::peers::{Peers, Round, Stopped, damaged};

/// Writes the share of a worker, under its name only when all workers have written theirs.
pub(crate) fn write(
    peers: &mut Peers<'_>,
    deal: Deal,
    solved: &SolvedShare,
    file: NewShare,
    mut round: Round,
) -> Result<(), Stopped> {
    let job = peers.job;
    let own = checksum_by_turns(peers, deal, solved)?;
    let nothing = |_, _: &[u8]| Err(damaged());
    let checksums = peers.end_round(&own.into_iter().collect::<Vec<_>>(), round.next(), nothing)?;
    let checksum = job.fail_on_error(checksums.into_iter().flatten().next().ok_or_else(damaged))?;
    let prepared = solved.prepare(job.name, checksum, file).map_err(|error| ClusterError::Worker(error.to_string()));
    let prepared = job.fail_on_error(prepared)?;
    peers.check()?;
    let header = prepared.header();
    let longest = header.longest_win().into_iter().chain(header.longest_loss()).max();
    let own = [header.won, header.lost, header.drawn, longest.map_or(0, |plies| u64::from(plies) + 1)];
    let counts = peers.end_round(&own, round.next(), nothing)?;
    let count = |index: usize| counts.iter().filter_map(move |numbers| numbers.get(index).copied());
    peers.statistics.checksum = checksum;
    peers.statistics.outcomes = [0, 1, 2].map(|outcome| count(outcome).sum());
    peers.statistics.longest = count(3).max().and_then(|plies| u16::try_from(plies.checked_sub(1)?).ok());
    job.fail_on_error(prepared.commit().map_err(|error| ClusterError::Worker(error.to_string())))?;
    peers.end_round(&[], round.next(), nothing)?;
    if job.is_first {
        job.fail_on_error(solved.remove_earlier(job.path).map_err(|error| ClusterError::Worker(error.to_string())))?;
    }
    Ok(())
}

/// Computes the checksum of the whole solution: each worker adds its blocks when it is their turn. Returns it on the
/// worker that has the last one.
fn checksum_by_turns(peers: &mut Peers<'_>, deal: Deal, solved: &SolvedShare) -> Result<Option<u64>, Stopped> {
    let (workers, own) = (deal.workers(), peers.worker.index() as u64);
    // A game without ranks has the checksum of an empty block.
    let blocks = deal.blocks().max(1);
    let mut left = (own..blocks).step_by(peers.count()).count();
    let mut turn = (own == 0).then_some((0, 0));
    while left > 0 {
        let Some((block, so_far)) = turn.take() else {
            peers.step(|kind, mut content| match (kind, take(&mut content), take(&mut content)) {
                (Kind::Checksum, Some(block), Some(so_far)) if block % workers == own => {
                    turn = Some((block, so_far));
                    Ok(())
                }
                _ => Err(damaged()),
            })?;
            continue;
        };
        left -= 1;
        let (next, sum) = (block + 1, solved.add_to_checksum(block, so_far));
        if next == blocks {
            return Ok(Some(sum));
        }
        if next % workers == own {
            turn = Some((next, sum));
            continue;
        }
        let mut content = Vec::new();
        put(&mut content, next);
        put(&mut content, sum);
        peers.send(usize::try_from(next % workers).expect("the number of a worker"), Kind::Checksum, content);
        // Without a step it would lie here until this worker has waited for something.
        peers.worker.step();
    }
    Ok(None)
}
