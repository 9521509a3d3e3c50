//! Verifying a solution together: in rounds, each process asks the others for the values that it needs for its next
//! positions, answers what it is asked, and compares.

use std::path::Path;

use retrograde::progress::{Progress, Stage};
use retrograde::shares::{Batch, Partition, SolutionReader, SolvedShare};
use retrograde::{Ranked, Value};

use crate::moves::{MOST_BYTES, put, take};
use crate::parts::GameError;
use crate::round::{agree, damaged, round, sums};
use crate::solve::{pieces, tell};
use crate::{Cluster, ClusterError, Processes, Report};

/// The most ranks that are verified in a round, as their moves are kept until the answers are there.
const MOST_RANKS: u64 = 1 << 15;

impl Cluster<'_> {
    /// Verifies the solution in a file, which only the first process reads, together with the other processes, by all
    /// moves of all positions: each value must follow from the values of the successors. What the game says of symmetric
    /// positions and ranks is trusted, as by [`Solver::verify`](retrograde::Solver::verify); the solver's code and
    /// predecessors are not used. Takes two bytes for each rank of a process, and 16 for each move of 32,768 positions.
    ///
    /// # Errors
    ///
    /// A wrong value, a file that is missing or damaged, and what ends [`solve`](Self::solve) too.
    pub fn verify<G: Ranked>(
        &self,
        processes: &mut impl Processes,
        game: &G,
        name: &str,
        path: &Path,
    ) -> Result<Report, ClusterError> {
        self.verify_with(processes, game, name, path, &|| Ok(()))
    }

    /// Verifies the solution of a game that may keep an error, which ends the run.
    pub(crate) fn verify_with<G: Ranked>(
        &self,
        processes: &mut impl Processes,
        game: &G,
        name: &str,
        path: &Path,
        error: GameError<'_>,
    ) -> Result<Report, ClusterError> {
        self.meet(processes, &format!("verifying {name}, {} ranks", game.ranks()))?;
        let (share, report) = read(processes, game, name, path)?;
        // A question takes as many bytes as a move.
        let most_questions = (self.bytes_in_round / MOST_BYTES).clamp(1, 1 << 16);
        let (mut next, mut is_left, mut batch) = (0, true, Batch::default());
        while is_left {
            let end = share.ranks().min(next + MOST_RANKS);
            let mut questions = vec![Questions::default(); processes.count()];
            let (mut left, mut gathered) = (most_questions, Ok(()));
            while left > 0 && next < end && gathered.is_ok() {
                gathered = share.gather(game, next, &mut batch, |process, place| {
                    questions[number(process)].places.push(place);
                    left = left.saturating_sub(1);
                });
                next += 1;
            }
            let own = error().map(|()| [next, share.ranks()]);
            let of_all = ask(processes, &share, &mut questions, own)?;
            let [done, total] = sums(&of_all);
            is_left = done < total;
            self.show(processes, Progress { stage: Stage::Verifying, done, total });
            // In this order, for the first error by rank.
            let verified = share.verify(&mut batch, |process, place| questions[number(process)].answer(place));
            agree(processes, verified.and(gathered).map(|()| []).map_err(|error| error.to_string()))?;
        }
        Ok(report)
    }
}

/// The share of this process, of the solution that the first process reads.
fn read<G: Ranked>(
    processes: &mut impl Processes,
    game: &G,
    name: &str,
    path: &Path,
) -> Result<(SolvedShare, Report), ClusterError> {
    let partition = Partition::of_ranks(game.ranks()).among(processes.count() as u64);
    let is_first = processes.number() == 0;
    let reader = if is_first { SolutionReader::open(path, game, name, partition).map(Some) } else { Ok(None) };
    let reader = reader.map_err(|error| error.to_string());
    let header = reader.as_ref().map_err(Clone::clone);
    let header = header.map(|reader| reader.as_ref().map(SolutionReader::header));
    let header = header.map(|header| header.map_or_else(Default::default, |header| (header.checksum, header.summary)));
    let report = tell(processes, header)?;
    let reader = reader.ok().flatten();
    let mut share = SolvedShare::empty(partition, processes.number() as u64).map_err(|error| error.to_string());
    for ranks in pieces(partition.ranks()) {
        let values = reader.as_ref().map_or(Ok(Vec::new()), |reader| reader.read(ranks));
        let own = share.as_ref().map_err(Clone::clone).and_then(|_| values.map_err(|error| error.to_string()));
        let (_, values) = round::<0>(processes, own.map(|values| ([], values)))?;
        share = share.and_then(|mut share| if share.add(&values[0]) { Ok(share) } else { Err(damaged()) });
    }
    let sums = agree(processes, share.as_ref().map(|share| [share.checksum()]).map_err(Clone::clone))?;
    let is_whole = sums.iter().fold(0, |sum: u64, [own]| sum.wrapping_add(*own)) == report.checksum;
    let text = || format!("{}: the values do not have the checksum of the header; solve it again", path.display());
    let share = share.ok().filter(|_| is_whole);
    share.map(|share| (share, report)).ok_or_else(|| ClusterError { process: Some(0), text: text() })
}

/// What a process asks another in a round: indices of ranks, which ascend when they are sent, and the answers to them.
#[derive(Clone, Default)]
struct Questions {
    places: Vec<u64>,
    answers: Vec<u8>,
}

impl Questions {
    fn answer(&self, place: u64) -> Option<Value> {
        let (answers, _) = self.answers.as_chunks();
        SolvedShare::received(*answers.get(self.places.binary_search(&place).ok()?)?)
    }

    /// The differences of the indices.
    fn code(&mut self) -> Vec<u8> {
        self.places.sort_unstable();
        self.places.dedup();
        let (mut code, mut last) = (Vec::new(), 0);
        for place in &self.places {
            put(&mut code, place - last);
            last = *place;
        }
        code
    }
}

/// The indices that another process asks for.
fn places(mut code: &[u8]) -> Option<Vec<u64>> {
    let (mut places, mut place) = (Vec::new(), 0_u64);
    while !code.is_empty() {
        place = place.checked_add(take(&mut code)?)?;
        places.push(place);
    }
    Some(places)
}

/// Asks the other processes, and answers them. Returns the numbers of all.
fn ask(
    processes: &mut impl Processes,
    share: &SolvedShare,
    questions: &mut [Questions],
    own: Result<[u64; 2], String>,
) -> Result<Vec<[u64; 2]>, ClusterError> {
    let asked = questions.iter_mut().map(Questions::code).collect();
    let (of_all, asked) = round(processes, own.map(|own| (own, asked)))?;
    let answer = |code: &Vec<u8>| places(code).map(|places| share.values(places)).ok_or_else(damaged);
    let answers = asked.iter().map(answer).collect::<Result<Vec<_>, _>>();
    let (_, answers) = round(processes, answers.map(|answers| ([], answers)))?;
    questions.iter_mut().zip(answers).for_each(|(questions, answers)| questions.answers = answers);
    Ok(of_all)
}

fn number(process: u64) -> usize {
    usize::try_from(process).expect("the number of a process")
}
