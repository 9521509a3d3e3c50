//! Chooses how the next values are computed, and computes them.

use std::num::NonZero;

use super::blocks::{self, Anchor, Anchors};
use crate::heap_game::HeapGame;
use crate::nimber::Overflow;
use crate::period::Period;
use crate::plain::{self, room_for};
use crate::stream::Stream;
use crate::tally::Tally;

/// The sparse engine, and what it remembers of a sequence from one call to the next. Only its speed depends on that.
#[derive(Clone, Debug)]
pub(crate) struct SparseEngine {
    /// The number of values that the plain engine computes at least as fast as any other.
    plain: usize,
    /// The number of values from which on a stream may pay. Larger after one has left a heap undecided.
    stream: usize,
    /// Whether the best sparse space is used even if it costs more than it saves: for tests.
    always_sparse: bool,
    /// The strategy, and the number of values at which one is chosen again.
    plan: Option<(Strategy, usize)>,
}

impl Default for SparseEngine {
    fn default() -> Self {
        Self { plain: 4097, stream: 1 << 17, always_sparse: false, plan: None }
    }
}

/// How the next values are computed. Any choice gives the same values.
#[derive(Clone, Debug)]
enum Strategy {
    /// By looking at every move of one heap after another: while values are few, and where moves leave at most one heap,
    /// or three.
    Plain,
    /// By marking the splits into an anchor and another heap, for many heaps at once, with [room](plain::room_for) for
    /// the values.
    Blocks { anchors: Anchors, room: usize },
    /// From a window of the last values, as no rare heap has come for long.
    Stream(Box<Stream>),
    /// By copying the value that is a period before, as the sequence is proven to repeat.
    Copy { period: usize },
}

impl SparseEngine {
    /// Computes the values of all heaps up to `heap` that are not known yet, on this number of threads as
    /// `threads` says, which is called only if there is work for several.
    pub(crate) fn extend(
        &mut self,
        game: &HeapGame,
        values: &mut Vec<u16>,
        heap: usize,
        threads: impl Fn() -> NonZero<usize>,
    ) -> Result<(), Overflow> {
        values.reserve(heap.saturating_add(1).saturating_sub(values.len()));
        while values.len() <= heap {
            let plan = self.plan.take().filter(|plan| values.len() < plan.1);
            let plan = plan.unwrap_or_else(|| self.choose(game, values));
            let (strategy, until) = self.plan.insert(plan);
            let last = heap.min(*until - 1);
            match strategy {
                Strategy::Plain => plain::extend(game, values, last)?,
                Strategy::Blocks { anchors, room } => {
                    let known = values.len();
                    let extended = blocks::extend(game, anchors, values, last, *room, threads());
                    // To look at all values takes longer the more there are, and steps may be short.
                    *room = room_for(&values[known..]).max(*room);
                    extended?;
                }
                Strategy::Stream(stream) => {
                    const STEP: usize = 1 << 14;
                    let mut extended = Ok(());
                    while values.len() <= last && extended.is_ok() {
                        extended = stream.extend_to(last.min(values.len() + STEP.min(stream.width()) - 1));
                        values.extend(stream.last(stream.len() - values.len()));
                    }
                    if extended.is_err() {
                        self.stream = values.len() + values.len() / 4;
                        self.plan = None;
                    }
                }
                Strategy::Copy { period } => {
                    while values.len() <= last {
                        values.push(values[values.len() - *period]);
                    }
                }
            }
        }
        Ok(())
    }

    /// The best strategy after these values, and how long it is good for.
    fn choose(&self, game: &HeapGame, values: &[u16]) -> (Strategy, usize) {
        // From then on every move that takes a token leaves another.
        let few = self.plain.max(game.most_taken() + 3);
        let until = values.len() + values.len() / 4;
        if game.most_left() == 1 {
            return (Strategy::Plain, usize::MAX);
        }
        if values.len() < few {
            return (Strategy::Plain, few);
        }
        if let Some(Period { period, .. }) = Period::proven(game, values) {
            return (Strategy::Copy { period }, usize::MAX);
        }
        if game.most_left() > 2 {
            return (Strategy::Plain, until);
        }
        let tally: Tally = values.iter().copied().collect();
        if values.len() >= self.stream {
            let table = (values.len() / 4).min(1 << 21);
            let stream = Stream::after(game, values, table).ok();
            if let Some(stream) = stream.filter(Stream::is_fast) {
                return (Strategy::Stream(Box::new(stream)), usize::MAX);
            }
        }
        if values.len() >= Anchor::HEAPS {
            return (Strategy::Plain, usize::MAX);
        }
        // Looking at all pairs takes half as many steps per heap as there are values. Searching for single sums takes
        // time, too, so the anchors must be fewer than that by a margin.
        let affordable = (values.len() * 3 / 8).saturating_sub(Anchors::sample_size(values));
        let best = tally.sparse_space(game);
        let space = best.filter(|(_, rare)| rare.count <= affordable || self.always_sparse).map(|(space, _)| space);
        let anchors = Anchors::new(space, values);
        (Strategy::Blocks { anchors, room: room_for(values) }, until.min(Anchor::HEAPS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the engines on a game from the first heaps on, in uneven steps, so that blocks end anywhere.
    fn check(code: &str, heap: usize, threads: usize) {
        let (game, mut expected) = (code.parse().unwrap(), Vec::new());
        plain::extend(&game, &mut expected, heap).unwrap();
        for always_sparse in [false, true] {
            let mut engine = SparseEngine { plain: 41, stream: 600, always_sparse, plan: None };
            let mut values = Vec::new();
            for stop in [10, 50, 51, 300, 301, 777].into_iter().filter(|&stop| stop < heap).chain([heap]) {
                engine.extend(&game, &mut values, stop, || NonZero::new(threads).unwrap()).unwrap();
                if let Some((Strategy::Blocks { room, .. }, _)) = engine.plan {
                    assert_eq!(room, room_for(&values), "{code}, {stop}");
                }
            }
            let wrong = values.iter().zip(&expected).position(|(value, expected)| value != expected);
            assert_eq!((values.len(), wrong), (heap + 1, None), "{code}, {always_sparse}");
        }
    }

    #[test]
    fn all_games_of_up_to_three_places_agree_with_the_plain_engine() {
        for first in [0, 4] {
            for places in 0..512 {
                check(&format!("{first}.{places:03o}"), 1500, 1);
            }
        }
    }

    #[test]
    fn any_number_of_threads_gives_the_same_values() {
        for code in [".007", ".6", "4.7", ".127", ".0007", ".00704", ".44", "grundy"] {
            for threads in [1, 2, 3, 16, 40] {
                check(code, 3000, threads);
            }
        }
    }

    /// Where small heaps all have different values, no pair can be skipped unnoticed.
    #[test]
    fn games_that_take_many_tokens_agree_with_the_plain_engine() {
        let different = (20..70).map(|places| (".33333333", places, 1000));
        for (first, places, heap) in different.chain([38, 39, 40, 41, 57, 256, 300].map(|places| (".", places, 2500))) {
            for digit in ['4', '7'] {
                check(&format!("{first}{}{digit}", "0".repeat(places)), heap, 2);
            }
        }
    }

    #[test]
    fn strategies_follow_from_the_game_and_the_number_of_values() {
        let chosen = |code: &str, known: usize| {
            let (game, mut values) = (code.parse().unwrap(), Vec::new());
            plain::extend(&game, &mut values, known).unwrap();
            let (strategy, until) = SparseEngine { stream: 6000, ..SparseEngine::default() }.choose(&game, &values);
            let name = match strategy {
                Strategy::Plain => "plain",
                Strategy::Blocks { .. } => "blocks",
                Strategy::Stream(_) => "stream",
                Strategy::Copy { .. } => "copy",
            };
            (name, until)
        };
        assert_eq!([1, 4095].map(|known| chosen(".007", known)), [("plain", 4097); 2]);
        assert_eq!(chosen(&format!(".{}7", "0".repeat(4999)), 100), ("plain", 5003));
        assert_eq!(chosen(".3", 5000), ("plain", usize::MAX));
        assert_eq!(chosen(".77", 5000), ("copy", usize::MAX));
        assert_eq!(chosen(".106", 9000), ("stream", usize::MAX));
        assert_eq!([7999, 8999].map(|known| chosen(".007", known)), [("blocks", 10_000), ("blocks", 11_250)]);
    }
}
