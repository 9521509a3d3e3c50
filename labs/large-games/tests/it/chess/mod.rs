//! Moves and symmetries, compared with the moves of another library, and the numbers of positions with published ones.

mod oracle;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use large_games::chess::{Chess, Part, Position};
use large_games::tiers::Notation;
use retrograde::files::Stored;
use retrograde::{Game, Outcome, Ranked, Solver, Value, Values};

use self::oracle::Diagram;
use crate::fixpoint::best;
use crate::parts::solved;

const THREE_MEN: [&str; 3] = ["KQvK", "KRvK", "KPvK"];

fn pseudo_random(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *seed >> 33
}

fn all_parts(chess: &Chess) -> impl Iterator<Item = Part> {
    (0..chess.parts().len()).map(|number| chess.part(number))
}

fn ranks(chess: &Chess, part: Part) -> Range<u64> {
    chess.parts().into_iter().find(|listed| listed.name == part.to_string()).expect("a part").ranks
}

/// Some of the positions of a part, as they have ranks and with the colours exchanged, and for pawns on both sides with
/// rights to capture en passant.
fn some(chess: &Chess, part: Part, count: usize) -> Vec<Position> {
    let ranks = ranks(chess, part);
    let total = ranks.end - ranks.start;
    let mut seed = total;
    let drawn = std::iter::repeat_with(|| ranks.start + pseudo_random(&mut seed) % total);
    let mut found: Vec<Position> = drawn.filter_map(|rank| chess.unrank(rank)).take(count).collect();
    if part.to_string() == "KPvKP" {
        found.extend((ranks.end - 28_896..ranks.end).filter_map(|rank| chess.unrank(rank)).step_by(100));
    }
    found.iter().flat_map(|position| [*position, with_colours_exchanged(chess, position)]).collect()
}

/// The position with the rows in the opposite order and the colours exchanged, also of the player to move.
fn with_colours_exchanged(chess: &Chess, position: &Position) -> Position {
    let text = Diagram::read(&chess.position_text(position)).image(0, true).text();
    let exchanged = chess.parse_position(&text).expect("a position");
    assert_eq!(chess.position_text(&exchanged), text);
    exchanged
}

/// The squares of the men besides the kings after rows and files are exchanged, if both kings stay where they are.
fn across_kings(position: &Position) -> Option<[u8; 2]> {
    let squares = position.occupied();
    let [white, black, men @ ..] = squares.map(|square| if square < 64 { square % 8 * 8 + square / 8 } else { square });
    squares.starts_with(&[white, black]).then_some(men)
}

/// Whether the position stays the same when rows and files are exchanged.
fn is_kept_across_kings(part: Part, position: &Position) -> bool {
    let [.., one, other] = position.occupied();
    across_kings(position) == Some([one, other]) || twins_change_places(part, position)
}

/// Whether two equal men change places then, and the kings do not. With pawns that is not a symmetry.
fn twins_change_places(part: Part, position: &Position) -> bool {
    let [.., one, other] = position.occupied();
    part.has_twins() && !part.has_pawn() && across_kings(position) == Some([other, one])
}

#[test]
fn the_parts_have_up_to_two_men_that_can_mate() {
    let chess = Chess::default();
    let names: BTreeSet<String> = all_parts(&chess).map(|part| part.to_string()).collect();
    let mut expected: BTreeSet<String> = THREE_MEN.map(str::to_owned).into();
    let pieces: Vec<char> = "QRBNP".chars().collect();
    for (place, one) in pieces.iter().enumerate() {
        expected
            .extend(pieces[place..].iter().flat_map(|other| [format!("K{one}{other}vK"), format!("K{one}vK{other}")]));
    }
    assert_eq!(names, expected);
}

#[test]
fn successors_and_endings_agree_with_another_library() {
    let chess = Chess::default();
    for part in all_parts(&chess) {
        for position in some(&chess, part, 40) {
            let text = chess.position_text(&position);
            let diagram = Diagram::read(&text);
            let mut expected: Vec<String> = diagram.moves().iter().map(Diagram::text).collect();
            let nexts = chess.moves(&position);
            let mut found: Vec<String> = nexts.iter().map(|next| chess.position_text(next)).collect();
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{part}: {text}");
            let mated = if diagram.mover_in_check() { Outcome::Loss } else { Outcome::Draw };
            assert!(!nexts.is_empty() || chess.ending(&position) == mated, "{part}: {text}");
            assert_eq!(chess.parse_position(&text).expect("a position"), position, "{text}");
        }
    }
}

#[test]
fn symmetric_positions_share_a_canonical_one_and_are_counted_by_the_orbit() {
    let chess = Chess::default();
    for part in all_parts(&chess) {
        let positions = some(&chess, part, 200);
        // Those with the kings on a long diagonal have fewer symmetric ones.
        let ranks = ranks(&chess, part);
        let some_ranks = ranks.clone().step_by(97).take(20_000);
        let on_diagonal = some_ranks.filter_map(|rank| chess.unrank(rank)).filter(|at| is_kept_across_kings(part, at));
        let has_no_right = |position: &Position| chess.side(position) != "en passant";
        for position in positions.into_iter().chain(on_diagonal.take(50)).filter(has_no_right) {
            let text = chess.position_text(&position);
            let (diagram, symmetries) = (Diagram::read(&text), if part.has_pawn() { 2 } else { 8 });
            let images = (0..symmetries).flat_map(|symmetry| [false, true].map(|exchange| (symmetry, exchange)));
            let all: BTreeSet<String> =
                images.map(|(symmetry, exchange)| diagram.image(symmetry, exchange).text()).collect();
            assert_eq!(u32::try_from(all.len()), Ok(chess.orbit(&position)), "{text}");
            let canonical = chess.canonical(&position);
            for symmetric in all {
                let position = chess.parse_position(&symmetric).expect("a position");
                assert_eq!(chess.canonical(&position), canonical, "{text}: {symmetric}");
            }
            let rank = chess.rank(&canonical).expect("a position of the part");
            assert!(ranks.contains(&rank), "{text}");
            assert_eq!(chess.unrank(rank), Some(canonical), "{text}");
        }
    }
}

#[test]
fn a_pawn_is_captured_en_passant() {
    let chess = Chess::default();
    let texts = |text: &str| -> Vec<String> {
        let position = chess.parse_position(text).expect("a position");
        chess.moves(&position).iter().map(|next| chess.position_text(next)).collect()
    };
    // The only move out of check by the pawn.
    assert!(texts("8/8/8/4k3/3Pp3/8/8/K7 b - d3").contains(&"8/8/8/4k3/8/3p4/8/K7 w - -".to_owned()));
    assert!(!texts("8/8/8/4k3/3Pp3/8/8/K7 b - -").contains(&"8/8/8/4k3/8/3p4/8/K7 w - -".to_owned()));
    // After two rows there is a right if the other pawn can use it.
    assert!(texts("8/8/8/4k3/4p3/8/3P4/K7 w").contains(&"8/8/8/4k3/3Pp3/8/8/K7 b - d3".to_owned()));
    assert!(texts("8/8/8/4k3/5p2/8/3P4/K7 w").contains(&"8/8/8/4k3/3P1p2/8/8/K7 b - -".to_owned()));
}

#[test]
fn texts_that_are_not_positions_are_refused() {
    let chess = Chess::default();
    for (text, message) in [
        ("8/8/8/8/8/2k5/8/K1Q5", "1 field:"),
        ("8/8/8/8/8/2k5/K1Q5 w", "7 rows"),
        ("8/8/8/8/8/2k6/8/K1Q5 w", "row 3, '2k6': 9 squares"),
        ("8/8/8/8/8/2k4/8/K1Q5 w", "row 3, '2k4': 7 squares"),
        ("8/8/8/8/8/2kx4/8/K1Q5 w", "invalid piece 'x'"),
        ("8/8/8/8/8/2k5/8/K1Q5 x", "side to move 'x'"),
        ("8/8/8/8/8/2k5/8/KQ6 w KQ", "castling 'KQ'"),
        ("8/8/8/8/8/3k4/8/K1Q5 w - e3", "en passant square 'e3'"),
        ("8/8/8/8/8/3k4/8/K1Q5 w - - x", "'x' where a number"),
        ("8/8/8/8/8/2k5/8/2Q5 w", "White has no king"),
        ("8/8/8/8/8/2k5/8/K1Q1K3 w", "a second king 'K'"),
        ("8/8/8/8/8/2k5/8/K1P5 w", "a pawn on c1"),
        ("8/8/8/8/8/8/1k6/K1Q5 w", "adjacent"),
        ("8/8/8/8/8/2k5/8/K1Q5 w", "Black is in check"),
        ("8/8/8/8/8/2k5/8/KQQQ4 b", "5 men"),
    ] {
        let error = format!("{:#}", chess.parse_position(text).expect_err(text));
        assert!(error.contains(message), "{text}: {error}");
    }
    // Many programs name the square although no pawn can capture there.
    assert!(chess.parse_position("8/8/8/4k3/3P4/8/8/K7 b - d3 0 1").is_ok());
}

#[test]
fn parts_are_read_in_either_order() {
    let chess = Chess::default();
    for (text, name) in [("KQvKR", "KQvKR"), ("krvkq", "KQvKR"), ("KvKPQ", "KQPvK"), ("knvkb", "KBvKN")] {
        assert_eq!(chess.part(chess.parse_part(text).expect("a part")).to_string(), name);
    }
    for text in ["KQKR", "KvK", "KBvK", "KQQvKR", "QvK", "KXvK", ""] {
        assert!(chess.parse_part(text).is_err(), "{text}");
    }
}

/// The rows of `published.txt` that begin with these words.
pub(crate) fn published(begin: &str) -> Vec<Vec<&'static str>> {
    let rows = include_str!("published.txt").lines().filter_map(|line| line.strip_prefix(begin)?.strip_prefix(' '));
    rows.map(|row| row.split(' ').collect()).collect()
}

pub(crate) fn number(text: &str) -> u64 {
    text.parse().expect("a number")
}

/// How a position is counted: the side to move, its value, and whether two equal men are each other's mirror images.
type Key = (String, Value, bool);

fn key(chess: &Chess, part: Part, position: &Position, value: Value) -> Key {
    (chess.side(position), value, twins_change_places(part, position))
}

/// Compares the counts of an endgame and a side to move with the published ones: won, drawn, lost and mated, and by
/// plies. `count` counts the positions whose values are wanted.
pub(crate) fn check_side(side: &str, count: impl Fn(&dyn Fn(Value) -> bool) -> u64, plies: impl Iterator<Item = u16>) {
    let is = |outcome: Outcome| move |value: Value| value.outcome() == outcome;
    let found = [
        count(&is(Outcome::Win)),
        count(&is(Outcome::Draw)),
        count(&is(Outcome::Loss)),
        count(&|value| value == Value::Loss(0)),
    ];
    let numbers = |row: &[&str]| row.iter().map(|text| number(text)).collect::<Vec<_>>();
    let rows = published(&format!("outcomes {side}"));
    assert_eq!([found.to_vec()], rows.iter().map(|row| numbers(row)).collect::<Vec<_>>()[..], "{side}");
    let by_plies: BTreeMap<u64, u64> =
        published(&format!("plies {side}")).iter().map(|row| (number(row[0]), number(row[1]))).collect();
    if !by_plies.is_empty() {
        let found: BTreeMap<u64, u64> =
            plies.map(|plies| (u64::from(plies), count(&|value| value.plies() == Some(plies)))).collect();
        assert_eq!(found, by_plies, "{side}");
    }
}

/// Compares the counts of a part with the published ones: won, drawn, lost and mated, and by plies.
fn check_counts(stored: &Stored<&Chess>, part: Part) {
    let (chess, solver, ranks) = (stored.game(), Solver::new().threads(0), ranks(stored.game(), part));
    let key = |position: &Position, value| key(chess, part, position, value);
    let counts = solver.canonical_counts_by(stored, ranks.clone(), key).expect("solved");
    let all = solver.counts_by(stored, ranks, key).expect("solved");
    let sides = if part.is_symmetric() { vec!["white"] } else { vec!["white", "black"] };
    let longest = counts.keys().filter_map(|(_, value, _)| value.plies()).max();
    // The longest with four men.
    assert!(longest <= Some(85), "{part}: {longest:?}");
    for row in published(&format!("longest {part}")) {
        assert_eq!(longest.map(u64::from), Some(number(row[0])), "{part}");
    }
    for (place, side) in sides.into_iter().enumerate() {
        let count = |wanted: &dyn Fn(Value) -> bool| -> u64 {
            let of_side = counts.iter().filter(|((of, value, _), _)| of == side && wanted(*value));
            of_side.map(|((.., mirrored), count)| if part.has_twins() && !mirrored { 2 * count } else { *count }).sum()
        };
        let plies = counts.keys().filter(|(of, ..)| of == side).filter_map(|(_, value, _)| value.plies());
        check_side(&format!("{part} {side}"), count, plies);

        for row in published(&format!("legal {part}")) {
            let positions: u64 = all.iter().filter(|((of, ..), _)| of == side).map(|(_, count)| count).sum();
            // Either colour can be the stronger side; equal men are told apart.
            let positions = if part.has_twins() { positions } else { positions / 2 };
            assert_eq!(positions, number(row[place]), "{part} {side}");
        }
    }
}

/// Checks that some values follow from those after each move of the other library.
fn check_values(stored: &Stored<&Chess>, part: Part, count: usize) {
    let chess = stored.game();
    for position in some(chess, part, count) {
        let text = chess.position_text(&position);
        let diagram = Diagram::read(&text);
        let after = |next: &Diagram| {
            let position = chess.parse_position(&next.text()).expect("a position");
            stored.value(&position).expect("a solved position")
        };
        let moves = diagram.moves();
        let is_stalemate = moves.is_empty() && !diagram.mover_in_check();
        let expected = if is_stalemate { Value::Draw } else { best(moves.iter().map(after)) };
        assert_eq!(stored.value(&position), Ok(expected), "{text}");
    }
}

/// Solves and verifies these parts and all that they lead to, and compares them with published numbers.
fn check_parts(names: &[&str], most: u64) {
    let chess = Chess::default();
    let (stored, order, _folder) = solved(&chess, names, most);
    for part in order.into_iter().map(|number| chess.part(number)) {
        check_counts(&stored, part);
        check_values(&stored, part, 50);
    }
}

#[test]
fn three_men_have_the_published_numbers() {
    check_parts(&THREE_MEN, 100_000);
}

#[test]
#[ignore = "takes ten minutes or so"]
fn four_men_have_the_published_numbers() {
    check_parts(&[], 0);
}
