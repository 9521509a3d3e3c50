//! Verifying a solution together: in rounds, each process asks the others for the values that it needs for its next
//! positions, answers what it is asked, and compares.

use retrograde::files::Stored;
use retrograde::progress::{Progress, Stage};
use retrograde::shares::{Partition, Region, ShareMove, SolvedShare};
use retrograde::{Error, Ranked};

use crate::moves::{decode, encode};
use crate::round::{agree, round, sums};
use crate::{Cluster, ClusterError, Processes, Report};

/// The most ranks that are verified in a round, and the most questions, as moves are kept until the answers are there.
const MOST_RANKS: u64 = 1 << 15;
const MOST_QUESTIONS: u64 = 1 << 16;

impl Cluster<'_> {
    pub(crate) fn verify<G: Ranked>(
        &self,
        processes: &mut impl Processes,
        stored: &Stored<G>,
        part: usize,
        region: &Region<'_, G>,
    ) -> Result<Option<Report>, ClusterError> {
        let partition = Partition::new(region.ranks(), processes.count() as u64);
        let read = || Ok::<_, Error>((stored.header(part)?, stored.share(part, partition, processes.number() as u64)?));
        let own = read();
        let (header, mut share) = agree(processes, own)?;
        let (mut next, mut is_left, mut so_far) = (0, true, Ok(()));
        while is_left {
            let end = share.ranks().min(next + MOST_RANKS);
            // A question is coded as a move that wins.
            let mut questions = vec![Vec::new(); processes.count()];
            let (mut room, mut gathered) = (self.moves_in_round.clamp(1, MOST_QUESTIONS), Ok(()));
            while room > 0 && next < end && gathered.is_ok() {
                gathered = share.gather(region, next, |process, place| {
                    questions[number(process)].push(ShareMove { index: place, wins: true, weight: 1 });
                    room = room.saturating_sub(1);
                });
                next += 1;
            }
            let asked: Vec<_> = questions.into_iter().map(encode).collect();
            let places: Vec<Vec<u64>> = asked.iter().map(|code| indices(code).collect()).collect();
            let own = so_far.map(|()| ([next, share.ranks(), 0, 0], asked));
            let (of_all, asked) = round(processes, own)?;
            let answers = asked.iter().map(|code| share.values(indices(code))).collect();
            let (_, answers) = round(processes, Ok((Default::default(), answers)))?;
            let [done, total, ..] = sums(&of_all);
            is_left = done < total;
            (self.on_progress)(Progress { stage: Stage::Verifying, done, total });
            let answer = |process, place| {
                let process = number(process);
                let at = places[process].binary_search(&place).ok()?;
                SolvedShare::received(answers[process].as_chunks().0[at])
            };
            // In this order, for the first error by rank.
            so_far = share.verify(region, answer).and(gathered).map_err(|error| error.to_string());
        }
        agree(processes, so_far)?;
        Ok((processes.number() == 0).then_some(Report { header, continued_from: None }))
    }
}

/// The ranks that a message asks for, ascending.
fn indices(code: &[u8]) -> impl Iterator<Item = u64> {
    decode(code).map(|question| question.index)
}

fn number(process: u64) -> usize {
    usize::try_from(process).expect("the number of a process")
}
