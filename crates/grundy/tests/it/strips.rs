//! Strip tables of games whose values are also known from their octal codes.

use std::panic::{AssertUnwindSafe, catch_unwind};

use grundy::{End, HeapGame, Sequence, Strip, StripGame, StripTable};

/// A move takes one token, or two adjacent ones, from a row, as in Kayles, `.77`. The token next to a wall may not be
/// taken: each wall shortens the row by one.
struct Walled;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Open,
    Wall,
}

impl End for Side {
    const ALL: &'static [Self] = &[Self::Open, Self::Wall];

    fn index(self) -> usize {
        self as usize
    }
}

impl StripGame for Walled {
    type End = Side;

    fn moves(&self, strip: Strip<Side>) -> impl Iterator<Item = [Strip<Side>; 2]> {
        let Strip { len, left, right } = strip;
        let allowed = usize::from(left == Side::Wall)..len.saturating_sub(usize::from(right == Side::Wall));
        (1..=2).flat_map(move |taken| {
            let allowed = allowed.clone();
            (allowed.start..(allowed.end + 1).saturating_sub(taken)).map(move |from| {
                [Strip::between(left, from, Side::Open), Strip::between(Side::Open, len - from - taken, right)]
            })
        })
    }
}

#[test]
fn each_pair_of_ends_has_values_of_its_own() {
    let mut table = StripTable::new(Walled);
    let game: HeapGame = ".77".parse().expect("an octal code");
    let mut kayles = Sequence::new(game);
    assert_eq!(kayles.extend_to(500), Ok(()));
    for len in 0..=500_usize {
        for (left, right) in Side::ALL.iter().flat_map(|&left| Side::ALL.iter().map(move |&right| (left, right))) {
            let walls = left.index() + right.index();
            let row = kayles.nimber(len.saturating_sub(walls));
            assert_eq!(Some(table.nimber(Strip::between(left, len, right))), row, "{walls} walls, {len} cells");
        }
    }
}

/// The only move takes the first cell: a million moves in a row, but one at a time.
struct OneByOne;

impl StripGame for OneByOne {
    type End = ();

    fn moves(&self, strip: Strip<()>) -> impl Iterator<Item = [Strip<()>; 2]> {
        std::iter::once([0, strip.len - 1].map(Strip::from))
    }
}

#[test]
fn a_strip_of_a_million_cells_does_not_overflow_the_stack() {
    let mut table = StripTable::new(OneByOne);
    assert_eq!([1_000_000, 999_999].map(|len| table.nimber(len).value()), [0, 1]);
}

/// A game without moves where the first end is open, and otherwise without an end.
struct Endless;

impl StripGame for Endless {
    type End = Side;

    fn moves(&self, strip: Strip<Side>) -> impl Iterator<Item = [Strip<Side>; 2]> {
        (strip.left == Side::Wall).then_some([strip, strip]).into_iter()
    }
}

#[test]
fn a_move_that_does_not_shorten_the_strip_panics_and_leaves_the_table_as_it_was() {
    let mut table = StripTable::new(Endless);
    for _ in 0..2 {
        let panicked = catch_unwind(AssertUnwindSafe(|| table.nimber(Strip::between(Side::Wall, 1, Side::Open))));
        let message = panicked.expect_err("the table grew");
        assert_eq!(message.downcast_ref(), Some(&"a move must leave shorter strips"));
    }
}

#[test]
fn the_debug_form_of_a_table_is_short_and_needs_nothing_of_the_game() {
    let mut table = StripTable::new(OneByOne);
    let _ = table.nimber(1000);
    assert_eq!(format!("{table:?}"), "StripTable { longest: 1000, .. }");
}
