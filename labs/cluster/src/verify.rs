//! A worker that verifies its share of a solution, in rounds that all workers take together: each asks the others for
//! the values that it needs for its next positions, answers what it is asked, and compares.

use std::fs;
use std::path::Path;

use large_games::text::count;
use retrograde::files::LoadErrorKind;
use retrograde::progress::{Progress, Stage};
use retrograde::shares::{Batch, Partition, ShareFile, SolvedShare};
use retrograde::{Outcome, Ranked, Value, VerifyError};

use crate::ClusterError;
use crate::checkpoint::folder_of;
use crate::job::Stopped;
use crate::moves::{MOST_BYTES, put, take};
use crate::peers::{Peers, damaged, sums};
use crate::report::Report;

/// Verifies the share of a worker together with all others.
pub(crate) fn verify<G: Ranked>(mut peers: Peers<'_>, game: &G) -> Result<Report, Stopped> {
    let share = read(&mut peers, game)?;
    // A question takes as many bytes as a move, and all that go to one worker are a message.
    let most_in_round = peers.job.cluster.bytes_in_flight / MOST_BYTES / peers.count() as u64;
    let most_questions = most_in_round.clamp(1, 1 << 16);
    let (mut next, mut is_left, mut batch) = (0, true, Batch::default());
    let failed = |error: VerifyError| ClusterError::Worker(error.to_string());
    while is_left {
        let end = share.ranks().min(next + MOST_RANKS);
        let mut questions = vec![Questions::default(); peers.count()];
        let (mut left, mut gathered) = (most_questions, Ok(()));
        while left > 0 && next < end && gathered.is_ok() {
            gathered = share.gather(game, next, &mut batch, |worker, place| {
                questions[number(worker)].places.push(place);
                left = left.saturating_sub(1);
            });
            next += 1;
            if next.is_multiple_of(1 << 10) {
                peers.check()?;
            }
        }
        is_left = ask(&mut peers, &share, &mut questions, next)?;
        let verified = share.verify(&mut batch, |worker, place| questions[number(worker)].answer(place));
        // In this order, for the first error by rank.
        peers.job.fail_on_error(verified.and(gathered).map_err(failed))?;
    }
    // Nobody says that all is right before everybody has looked.
    peers.agree(&[])?;
    Ok(peers.report)
}

/// The most ranks that are verified in a round, as their moves are kept until the answers are there.
const MOST_RANKS: u64 = 1 << 15;

/// Reads the share of the worker, and makes sure that all shares belong together.
fn read<G: Ranked>(peers: &mut Peers<'_>, game: &G) -> Result<SolvedShare, Stopped> {
    let job = peers.job;
    let partition = Partition::of_ranks(game.ranks()).among(peers.count() as u64);
    let read = ShareFile::read(job.path, partition, peers.worker as u64, game, job.name);
    let (share, header) = job.fail_on_error(read.map_err(|error| {
        let is_missing = matches!(error.kind(), LoadErrorKind::MissingShare { .. });
        ClusterError::Worker(if is_missing { missing(job.path, partition.workers()) } else { error.to_string() })
    }))?;
    let of_all = peers.agree(&[share.checksum(), header.checksum])?;
    let checksum = of_all.iter().fold(0, |sum: u64, numbers| sum.wrapping_add(numbers[0]));
    let belong_together = share.partition() == partition && of_all.iter().all(|numbers| numbers[1] == checksum);
    let other = || {
        ClusterError::Worker(format!(
            "the shares of {} are not of one solution; solve it again, or put the right ones in their place",
            job.path.display()
        ))
    };
    job.fail_on_error(belong_together.then_some(()).ok_or_else(other))?;
    peers.report.checksum = checksum;
    peers.add_up(header.summary)?;
    Ok(share)
}

/// What to do where a share of this process is not there.
fn missing(path: &Path, workers: u64) -> String {
    if path.exists() {
        return format!("{} is one file, not shares; verify it on one machine", path.display());
    }
    let entries = fs::read_dir(folder_of(path)).into_iter().flatten().flatten();
    let shares = entries.filter_map(|entry| ShareFile::numbers(path, &entry.file_name()));
    let of = shares.map(|(_, of)| of).min_by_key(|&of| (of != workers, of));
    let path = path.display();
    match of {
        Some(others) if others != workers => format!(
            "{path} was solved by {}, not {workers}; start as many: processes (-n) times threads (-w)",
            count(others, "worker")
        ),
        Some(_) => format!("a share of {path} is missing; copy the shares of each process to its machine"),
        None => format!("{path} has no shares; solve it first, or name another folder"),
    }
}

/// What a worker asks another in a round: indices of ranks, which ascend when they are sent, and the answers to them.
#[derive(Clone, Default)]
struct Questions {
    places: Vec<u64>,
    answers: Vec<Option<Value>>,
}

impl Questions {
    fn answer(&self, place: u64) -> Option<Value> {
        self.answers.get(self.places.binary_search(&place).ok()?).copied().flatten()
    }
}

/// Asks the other workers for what is needed for the ranks before `next`, and answers them. Returns whether some worker
/// has ranks left after that.
fn ask(peers: &mut Peers<'_>, share: &SolvedShare, questions: &mut [Questions], next: u64) -> Result<bool, Stopped> {
    for (worker, Questions { places, .. }) in questions.iter_mut().enumerate() {
        places.sort_unstable();
        places.dedup();
        peers.report.moves_sent += places.len() as u64;
        peers.report.bytes_of_moves += send(peers, worker, differences(places));
    }
    let mut asked = Vec::new();
    let left = u64::from(next < share.ranks());
    let of_all = peers.end_round(&[left, next, share.ranks()], |from, code| {
        let mut place = 0_u64;
        let mut answer = |step: Option<u64>| {
            place = place.checked_add(step?)?;
            Some(share.value(place))
        };
        let values: Option<Vec<_>> = numbers(code).map(&mut answer).collect();
        asked.push((from, values.ok_or_else(damaged)?));
        Ok(())
    })?;
    for (from, values) in asked {
        send(peers, from, values.into_iter().map(code_of_value));
    }
    peers.end_round(&[], |from, code| {
        let values: Option<Vec<_>> = numbers(code).map(|code| value_of_code(code?)).collect();
        let is_complete = |values: &Vec<_>| values.len() == questions[from].places.len();
        questions[from].answers = values.filter(is_complete).ok_or_else(damaged)?;
        Ok(())
    })?;
    peers.report.rounds += 1;
    let [left, done, total] = sums(&of_all);
    peers.show(Progress { stage: Stage::Verifying, done, total });
    Ok(left > 0)
}

/// Each number as the difference to the one before. They ascend.
fn differences(numbers: &[u64]) -> impl Iterator<Item = u64> {
    let before = [0].iter().chain(numbers);
    numbers.iter().zip(before).map(|(number, before)| number - before)
}

/// Sends numbers to a worker, unless there are none. Returns the bytes that they take.
fn send(peers: &Peers<'_>, to: usize, numbers: impl Iterator<Item = u64>) -> u64 {
    let mut code = Vec::new();
    numbers.for_each(|number| put(&mut code, number));
    let bytes = code.len() as u64;
    if bytes > 0 {
        peers.send(to, code);
    }
    bytes
}

/// The numbers of a message; `None` where it is damaged.
fn numbers(mut code: &[u8]) -> impl Iterator<Item = Option<u64>> {
    std::iter::from_fn(move || {
        let is_over = code.is_empty();
        let number = take(&mut code);
        if number.is_none() {
            code = &[];
        }
        (!is_over).then_some(number)
    })
}

fn code_of_value(value: Option<Value>) -> u64 {
    let Some(value) = value else { return 0 };
    let is_won = value.outcome() == Outcome::Win;
    value.plies().map_or(1, |plies| 2 * u64::from(plies) + if is_won { 2 } else { 3 })
}

/// The value of a code, or that there is none; `None` if the code is none.
#[expect(clippy::option_option, reason = "a question about a rank without a position has an answer too")]
fn value_of_code(code: u64) -> Option<Option<Value>> {
    Some(match code {
        0 => None,
        1 => Some(Value::Draw),
        _ => {
            let plies = u16::try_from((code - 2) / 2).ok()?;
            Some(if code.is_multiple_of(2) { Value::Win(plies) } else { Value::Loss(plies) })
        }
    })
}

fn number(worker: u64) -> usize {
    usize::try_from(worker).expect("the number of a worker")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_ascending_numbers_are_read_as_they_were_written() {
        let values = [None, Some(Value::Draw), Some(Value::Win(0)), Some(Value::Loss(0)), Some(Value::Win(u16::MAX))];
        for value in values {
            assert_eq!(value_of_code(code_of_value(value)), Some(value));
        }
        assert_eq!(value_of_code(1 << 40), None);
        assert_eq!(differences(&[0, 3, 3, 1 << 40]).collect::<Vec<_>>(), [0, 3, 0, (1 << 40) - 3]);
        let mut code = Vec::new();
        for number in [0, 127, 128, 1 << 40] {
            put(&mut code, number);
        }
        assert_eq!(numbers(&code).collect::<Option<Vec<_>>>(), Some(vec![0, 127, 128, 1 << 40]));
        assert_eq!(numbers(&code[..code.len() - 1]).collect::<Option<Vec<_>>>(), None);
    }
}
