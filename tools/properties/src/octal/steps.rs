//! Computing values in steps that end anywhere.

use std::num::NonZero;

use grundy::{Engine, HeapGame, Nimber, Sequence};

use crate::bytes::Bytes;

/// Computes the values after the first ones, in some steps with any engine and number of threads.
pub(super) fn check(game: &HeapGame, expected: &[u16], start: usize, bytes: &mut Bytes<'_>) {
    let mut sequence = Sequence::resume(game.clone(), expected[..start].to_vec());
    let mut steps = Vec::new();
    for steps_left in (0..=bytes.below(5)).rev() {
        let (choice, known) = (bytes.byte(), sequence.len());
        let (engine, threads) = (
            if choice & 1 == 0 { Engine::Sparse } else { Engine::Plain },
            NonZero::new(usize::from(choice >> 1 & 3) + 1).expect("one or more"),
        );
        if choice & 8 != 0 {
            // As after a checkpoint.
            sequence = Sequence::resume(game.clone(), sequence.into_packed());
        }
        sequence = sequence.with_engine(engine).with_threads(threads);
        let last = expected.len() - 1;
        let to = if steps_left == 0 { last } else { (known + bytes.below(300)).min(last) };
        sequence.extend_to(to).expect("values of 16 bits");
        steps.push((engine, threads, to));
        assert_eq!((sequence.game(), sequence.len()), (game, known.max(to + 1)), "{game} from {start} by {steps:?}");
        let wrong = sequence.packed().iter().zip(expected).position(|(value, expected)| value != expected);
        assert_eq!(wrong, None, "{game} from {start} by {steps:?}");
    }
    let last = expected.len() - 1;
    assert!(sequence.iter().eq(expected.iter().copied().map(Nimber::from)));
    assert_eq!([sequence.nimber(last), sequence.nimber(last + 1)], [Some(Nimber::from(expected[last])), None]);
}
