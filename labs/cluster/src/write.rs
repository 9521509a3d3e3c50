//! The end of a run: each worker writes its share.

use retrograde::shares::{ShareFile, SolvedShare};

use crate::ClusterError;
use crate::peers::{Peers, Round, Stopped, damaged};

/// Writes the share of a worker, under its name only when all workers have written theirs.
pub(crate) fn write(
    peers: &mut Peers<'_>,
    solved: &SolvedShare,
    mut file: ShareFile,
    mut round: Round,
) -> Result<(), Stopped> {
    let job = peers.job;
    let io_error = |error: std::io::Error| ClusterError::Worker(error.to_string());
    let nothing = |_, _: &[u8]| Err(damaged());
    let sums = peers.end_round(&[solved.checksum()], round.next(), nothing)?;
    let checksum = sums.into_iter().flatten().fold(0, u64::wrapping_add);
    let header = job.fail_on_error(file.write(job.name, checksum, solved).map_err(io_error))?;
    peers.check()?;
    let longest = header.longest_win().into_iter().chain(header.longest_loss()).max();
    let own = [header.won, header.lost, header.drawn, longest.map_or(0, |plies| u64::from(plies) + 1)];
    let counts = peers.end_round(&own, round.next(), nothing)?;
    let count = |index: usize| counts.iter().filter_map(move |numbers| numbers.get(index).copied());
    peers.statistics.checksum = checksum;
    peers.statistics.outcomes = [0, 1, 2].map(|outcome| count(outcome).sum());
    peers.statistics.longest = count(3).max().and_then(|plies| u16::try_from(plies.checked_sub(1)?).ok());
    job.fail_on_error(file.commit().map_err(io_error))?;
    peers.end_round(&[], round.next(), nothing)?;
    if job.is_first {
        job.fail_on_error(ShareFile::remove_earlier(job.path, solved.partition().workers()).map_err(io_error))?;
    }
    Ok(())
}
