//! The engines against each other, and what a sequence promises.

use std::num::NonZero;

use grundy::{Engine, HeapGame, Nimber, Octal, Overflow, Sequence};

fn extended(game: &HeapGame, engine: Engine, heap: usize) -> Sequence {
    let mut sequence = Sequence::new(game.clone()).with_engine(engine);
    sequence.extend_to(heap).expect("values of 16 bits");
    sequence
}

#[test]
fn both_engines_give_the_same_values() {
    for code in [".007", ".6", ".127", ".16", ".56", ".4", "4.7", ".0137", ".1234567", ".054", ".324", "grundy"] {
        let game: HeapGame = code.parse().expect("a game");
        let [plain, sparse] = [Engine::Plain, Engine::Sparse].map(|engine| extended(&game, engine, 20_000));
        assert!(plain.values() == sparse.values(), "{code}");
    }
}

#[test]
fn it_does_not_matter_where_a_sequence_was_interrupted() {
    let game: HeapGame = ".007".parse().expect("a game");
    let whole = extended(&game, Engine::Sparse, 30_000);
    for stop in [0, 1, 2, 4095, 4096, 4097, 5000, 20_001] {
        let mut resumed = Sequence::resume(game.clone(), whole.values()[..stop].to_vec());
        resumed.extend_to(30_000).expect("values of 16 bits");
        assert!(resumed.values() == whole.values(), "{stop}");
    }
}

#[test]
fn engines_can_take_turns() {
    let game: HeapGame = ".007".parse().expect("a game");
    let mut sequence = Sequence::new(game.clone());
    for (heap, engine) in
        [(9000, Engine::Sparse), (9500, Engine::Plain), (9600, Engine::Sparse), (12_000, Engine::Sparse)]
    {
        sequence = sequence.with_engine(engine);
        sequence.extend_to(heap).expect("values of 16 bits");
    }
    assert!(sequence.values() == extended(&game, Engine::Plain, 12_000).values());
}

#[test]
fn extending_to_what_is_known_changes_nothing() {
    let game: HeapGame = ".77".parse().expect("a game");
    let mut sequence = extended(&game, Engine::Sparse, 10_000).with_threads(NonZero::<usize>::MIN);
    sequence.extend_to(17).expect("values of 16 bits");
    assert_eq!(sequence.values().len(), 10_001);
    assert_eq!(sequence.game(), &game);
}

/// A game in which every value but one that is stored can be made, by one pair of heaps each: what would come next is not
/// stored any more.
#[test]
fn a_value_of_more_than_16_bits_is_an_error_that_names_its_heap() {
    let splitting: HeapGame = "4.".parse().expect("a game");
    // Not what the game would give: whoever resumes a sequence is believed.
    let values: Vec<u16> = (0..=u16::MAX).chain(std::iter::repeat_n(0, 65_536)).collect();
    for engine in [Engine::Plain, Engine::Sparse] {
        let mut sequence = Sequence::resume(splitting.clone(), values.clone()).with_engine(engine);
        let overflow = sequence.extend_to(200_000);
        assert_eq!(overflow, Err(Overflow { heap: 131_072 }), "{engine:?}");
        assert_eq!(sequence.values().len(), 131_072, "{engine:?}");
    }
    let message = Overflow { heap: 7 }.to_string();
    assert_eq!(message, "the heap of 7 tokens is worth more than 65535, the most that is stored");
}

#[test]
fn values_come_one_by_one_as_well() {
    let kayles: Octal = ".77".parse().expect("a code");
    let one_by_one: Vec<Nimber> = kayles.nimbers().take(6000).collect();
    let at_once = extended(&kayles.into(), Engine::Plain, 5999);
    assert!(one_by_one.iter().zip(at_once.values()).all(|(one, &other)| one.value() == u32::from(other)));
}
