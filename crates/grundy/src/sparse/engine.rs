//! Chooses how the next values are computed, and computes them.

use std::num::NonZero;

use super::anchors::{Anchor, Anchors};
use super::blocks;
use crate::heap_game::HeapGame;
use crate::nimber::Overflow;
use crate::period::Period;
use crate::plain::{self, room_for};
use crate::stream::Stream;
use crate::tally::Tally;

/// The sparse engine, and what it remembers of a sequence from one call to the next. Only its speed depends on that.
#[derive(Clone, Debug, Default)]
pub(crate) struct SparseEngine {
    tuning: Tuning,
    plan: Option<Plan>,
    /// After a stream has left a heap undecided, the next one starts after at least this number of values.
    no_stream_before: usize,
}

/// When a strategy pays. Any choice gives the same values.
#[derive(Clone, Copy, Debug)]
struct Tuning {
    /// The number of values that the plain engine computes at least as fast as any other.
    plain: usize,
    /// Whether the best sparse space is used even if it costs more than it saves.
    always_sparse: bool,
    /// The number of values from which on a stream may pay.
    stream: usize,
    /// The number of heaps that can be anchors.
    anchors: usize,
}

impl Default for Tuning {
    fn default() -> Self {
        Self { plain: 4097, always_sparse: false, stream: 1 << 17, anchors: Anchor::HEAPS }
    }
}

/// A strategy and how long it is good for.
#[derive(Clone, Debug)]
struct Plan {
    strategy: Strategy,
    /// The number of values in the sequence when the strategy was last used. If it differs, another engine has had its
    /// turn.
    known: usize,
    /// The number of values at which a strategy is chosen again.
    until: usize,
}

/// How the next values are computed.
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
            let is_valid = |plan: &Plan| plan.known == values.len() && values.len() < plan.until;
            let tuning = Tuning { stream: self.tuning.stream.max(self.no_stream_before), ..self.tuning };
            let plan = self.plan.take().filter(is_valid).unwrap_or_else(|| Plan::choose(game, values, tuning));
            let plan = self.plan.insert(plan);
            let extended = plan.strategy.extend(game, values, heap.min(plan.until - 1), &threads);
            plan.known = values.len();
            if matches!(plan.strategy, Strategy::Stream(_)) && values.len() <= heap {
                self.no_stream_before = values.len() + values.len() / 4;
                self.plan = None;
            }
            extended?;
        }
        Ok(())
    }
}

impl Plan {
    fn choose(game: &HeapGame, values: &[u16], tuning: Tuning) -> Self {
        let plan = |strategy, until| Self { strategy, known: values.len(), until };
        // From then on every move that takes a token leaves another.
        let few = tuning.plain.max(game.most_taken() + 3);
        if game.most_left() == 1 {
            return plan(Strategy::Plain, usize::MAX);
        }
        if values.len() < few {
            return plan(Strategy::Plain, few);
        }
        if let Some(Period { period, .. }) = Period::proven(game, values) {
            return plan(Strategy::Copy { period }, usize::MAX);
        }
        if game.most_left() > 2 {
            return plan(Strategy::Plain, values.len() + values.len() / 4);
        }
        let tally: Tally = values.iter().copied().collect();
        if values.len() >= tuning.stream {
            let table = (values.len() / 4).min(1 << 21);
            let stream = Stream::after_values(game, values, tally.clone(), table).ok();
            if let Some(stream) = stream.filter(Stream::is_fast) {
                return plan(Strategy::Stream(Box::new(stream)), usize::MAX);
            }
        }
        if values.len() >= tuning.anchors {
            return plan(Strategy::Plain, usize::MAX);
        }
        // Looking at all pairs takes half as many steps per heap as there are values. Searching for single sums takes
        // time, too, so the anchors must be fewer than that by a margin.
        let affordable = (values.len() * 3 / 8).saturating_sub(Anchors::sample_size(values));
        let best = tally.sparse_space(game);
        let space = best.filter(|(_, rare)| rare.count <= affordable || tuning.always_sparse).map(|(space, _)| space);
        let until = values.len() + values.len() / 4;
        plan(
            Strategy::Blocks { anchors: Anchors::new(space, values), room: room_for(values) },
            until.min(tuning.anchors),
        )
    }
}

impl Strategy {
    /// Computes values up to heap `last`, or at least the next one.
    fn extend(
        &mut self,
        game: &HeapGame,
        values: &mut Vec<u16>,
        last: usize,
        threads: impl Fn() -> NonZero<usize>,
    ) -> Result<(), Overflow> {
        match self {
            Self::Plain => plain::extend(game, values, last),
            Self::Blocks { anchors, room } => {
                let known = values.len();
                let extended = blocks::extend(game, anchors, values, last, *room, threads());
                // To look at all values takes longer the more there are, and steps may be short.
                *room = room_for(&values[known..]).max(*room);
                extended
            }
            Self::Stream(stream) => {
                const STEP: usize = 1 << 14;
                let mut extended = Ok(());
                while values.len() <= last && extended.is_ok() {
                    extended = stream.extend_to(last.min(values.len() + STEP.min(stream.width()) - 1));
                    values.extend(stream.last(stream.len() - values.len()));
                }
                Ok(())
            }
            Self::Copy { period } => {
                while values.len() <= last {
                    values.push(values[values.len() - *period]);
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::SparseSpace;
    use super::*;

    /// Compares the engines on a game from the first heaps on, in uneven steps, so that blocks end anywhere.
    fn check(game: &HeapGame, heap: usize, threads: usize) {
        let mut expected = Vec::new();
        plain::extend(game, &mut expected, heap).unwrap();
        for always_sparse in [false, true] {
            let tuning = Tuning { plain: 41, always_sparse, stream: 600, ..Tuning::default() };
            let mut engine = SparseEngine { tuning, ..SparseEngine::default() };
            let mut values = Vec::new();
            for stop in [10, 50, 51, 300, 301, 777].into_iter().filter(|&stop| stop < heap).chain([heap]) {
                engine.extend(game, &mut values, stop, || NonZero::new(threads).unwrap()).unwrap();
                if let Some(Plan { strategy: Strategy::Blocks { room, .. }, .. }) = engine.plan {
                    assert_eq!(room, room_for(&values), "{game}, {stop}");
                }
            }
            let wrong = values.iter().zip(&expected).position(|(value, expected)| value != expected);
            assert_eq!((values.len(), wrong), (heap + 1, None), "{game}, {always_sparse}");
        }
    }

    #[test]
    fn all_games_of_up_to_three_places_agree_with_the_plain_engine() {
        for first in [0, 4] {
            for places in 0..512 {
                let code: HeapGame = format!("{first}.{places:03o}").parse().unwrap();
                check(&code, 1500, 1);
            }
        }
    }

    #[test]
    fn any_number_of_threads_gives_the_same_values() {
        for code in [".007", ".6", "4.7", ".127", ".0007", ".00704", ".44", "grundy"] {
            for threads in [1, 2, 3, 16, 40] {
                check(&code.parse().unwrap(), 3000, threads);
            }
        }
    }

    /// Where small heaps all have different values, no pair can be skipped unnoticed.
    #[test]
    fn games_that_take_many_tokens_agree_with_the_plain_engine() {
        let different = (20..70).map(|places| (".33333333", places, 1000));
        for (first, places, heap) in different.chain([38, 39, 40, 41, 57, 256, 300].map(|places| (".", places, 2500))) {
            for digit in ['4', '7'] {
                check(&format!("{first}{}{digit}", "0".repeat(places)).parse().unwrap(), heap, 2);
            }
        }
    }

    /// The plan for a game of which this number of values is known.
    fn plan(code: &str, known: usize) -> Plan {
        let game = code.parse().unwrap();
        let mut values = Vec::new();
        if known > 0 {
            plain::extend(&game, &mut values, known - 1).unwrap();
        }
        Plan::choose(&game, &values, Tuning::default())
    }

    #[test]
    fn the_plain_engine_begins_and_computes_games_that_split_no_heap() {
        let is_plain = |code: &str, known, until| {
            let plan = plan(code, known);
            matches!(plan.strategy, Strategy::Plain) && (plan.known, plan.until) == (known, until)
        };
        assert!(is_plain(".007", 0, 4097) && is_plain(".007", 4096, 4097));
        assert!(!is_plain(".007", 4097, 4097));
        assert!(is_plain(&format!(".{}7", "0".repeat(4999)), 100, 5003));
        assert!(is_plain(".3", 10, usize::MAX) && is_plain(".3", 5000, usize::MAX));
    }

    /// Also of a sequence with more values than the engine for blocks can number, as that of a file may be.
    #[test]
    fn a_long_sequence_that_repeats_or_has_few_rare_heaps_is_not_left_to_the_plain_engine() {
        assert!(matches!(plan(".77", 5000).strategy, Strategy::Copy { period: 12 }));
        let tuning = Tuning { anchors: 6000, stream: 6000, ..Tuning::default() };
        let plan = |code: &str| {
            let (game, mut values) = (code.parse().unwrap(), Vec::new());
            plain::extend(&game, &mut values, 9000).unwrap();
            Plan::choose(&game, &values, tuning).strategy
        };
        assert!(matches!(plan(".77"), Strategy::Copy { period: 12 }));
        assert!(matches!(plan(".106"), Strategy::Stream(_)));
        assert!(matches!(plan(".007"), Strategy::Plain));
    }

    /// 8000 invented values below 64, without a pattern, of which the first ones are even and the others odd.
    fn invented(even: usize) -> Vec<u16> {
        let mut state: u32 = 1;
        let random = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            u16::try_from(state >> 26).unwrap()
        });
        random.take(8000).enumerate().map(|(heap, value)| if heap < even { value & !1 } else { value | 1 }).collect()
    }

    #[test]
    fn anchors_are_rare_heaps_and_a_sample_where_these_are_few_and_otherwise_all_heaps() {
        let blocks = |rare| {
            let plan = Plan::choose(&".007".parse().unwrap(), &invented(rare), Tuning::default());
            assert_eq!((plan.known, plan.until), (8000, 10_000));
            let Strategy::Blocks { anchors, .. } = plan.strategy else { panic!("{rare}: {:?}", plan.strategy) };
            (anchors.space.map(SparseSpace::mask), anchors.deciding.count_below(8000), anchors.sample.count_below(8000))
        };
        // Three eighths of the heaps, but for the sample: four for each value that a sum can have.
        let most = 8000 * 3 / 8 - 4 * 64;
        assert_eq!(blocks(most), (Some(1), most - 1, 4 * 64));
        assert_eq!(blocks(most + 1), (None, 7999, 0));
    }

    /// The numbers of values at which a plan is made are 0, 4097, 5121 and 6401.
    #[test]
    fn a_plan_is_kept_until_the_sequence_is_a_quarter_longer_or_another_engine_had_its_turn() {
        let game = ".007".parse().unwrap();
        let (mut engine, mut values) = (SparseEngine::default(), Vec::new());
        let mut extend_to = |values: &mut Vec<u16>, heap| {
            engine.extend(&game, values, heap, || NonZero::<usize>::MIN).unwrap();
            let plan = engine.plan.as_ref().unwrap();
            (plan.known, plan.until)
        };
        assert_eq!(extend_to(&mut values, 6000), (6001, 6401));
        assert_eq!(extend_to(&mut values, 6001), (6002, 6401));
        plain::extend(&game, &mut values, 6099).unwrap();
        assert_eq!(extend_to(&mut values, 6100), (6101, 6100 + 6100 / 4));
    }
}
