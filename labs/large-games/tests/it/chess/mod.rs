//! Moves and symmetries, compared with the rules written down a second time, and the numbers of positions with published
//! ones.

mod oracle;

use std::collections::{BTreeMap, BTreeSet};

use large_games::chess::{Chess, Position};
use large_games::program::Notation;
use retrograde::files::Stored;
use retrograde::{Game, Outcome, Part, Ranked, Solver, Value};

use self::oracle::Chess as Slow;
use crate::parts::{Rules, check_moves, check_value, parsed, solved};

/// Some of the positions of a part, as they have ranks and with the colours exchanged, and for pawns on both sides with
/// rights to capture en passant. The step is odd, because the lowest bit of a rank is the side to move.
fn some(chess: &Chess, part: &Part, count: usize) -> Vec<Position> {
    let (ranks, step) = (&part.ranks, (usize::try_from(part.size()).expect("small") / (3 * count)) | 1);
    let mut found: Vec<Position> = ranks.clone().step_by(step).filter_map(|rank| chess.unrank(rank)).collect();
    if part.name == "KPvKP" {
        found.extend((ranks.end - 28_896..ranks.end).filter_map(|rank| chess.unrank(rank)).step_by(100));
    }
    let exchanged = |position: Position| {
        let text = Slow.text(&Slow.read(&chess.position_text(&position)).image(0, true));
        parsed(chess, &text)
    };
    found.iter().flat_map(|position| [*position, exchanged(*position)]).collect()
}

fn has_twins(part: &str) -> bool {
    ["QQ", "RR", "BB", "NN", "PP"].iter().any(|twins| part.contains(twins))
}

/// Whether two equal men change places, and the kings do not, when rows and files are exchanged.
fn twins_change_places(chess: &Chess, part: &str, position: Position) -> bool {
    if !has_twins(part) || part.contains('P') || chess.orbit(&position) == 16 {
        return false;
    }
    let text = chess.position_text(&position);
    let men = text.chars().filter(|sign| sign.is_ascii_alphabetic() && !sign.eq_ignore_ascii_case(&'k'));
    // The mirror image is the same position; are the men on the diagonal?
    let first = men.take(1).next().expect("a man");
    !Slow.read(&text).is_on_diagonal(first)
}

#[test]
fn the_parts_are_those_with_published_numbers() {
    let rows = include_str!("published.txt").lines().filter_map(|row| row.strip_prefix("outcomes ")?.split(' ').next());
    let names = |chess: Chess| chess.parts().into_iter().map(|part| part.name).collect::<BTreeSet<String>>();
    assert_eq!(names(Chess::default()), rows.map(str::to_owned).collect());
    let three_men = ["KQvK", "KRvK", "KPvK"].map(str::to_owned);
    assert_eq!(names(Chess::new(|name| name == "KPvK")), three_men.into(), "an ending, and those that it leads to");
}

#[test]
fn moves_are_those_by_definition() {
    let chess = Chess::default();
    for part in chess.parts() {
        for position in some(&chess, &part, 40) {
            // A stalemate has ended; a mate has no moves.
            let ending = match check_moves(&chess, &Slow, &position) {
                Ok(moves) if moves.is_empty() => Outcome::Loss,
                Ok(_) => continue,
                Err(ended) => ended.outcome(),
            };
            assert_eq!(chess.ending(&position), ending, "{}", chess.position_text(&position));
        }
    }
}

#[test]
fn symmetric_positions_share_a_canonical_one_and_are_counted_by_the_orbit() {
    let chess = Chess::default();
    for part in chess.parts() {
        let symmetries = if part.name.contains('P') { 2 } else { 8 };
        // Those that stay the same when rows and files are exchanged have fewer symmetric ones.
        let few = part.ranks.clone().step_by(97).take(20_000).filter_map(|rank| chess.unrank(rank));
        let few = few.filter(|at| !part.name.contains('P') && chess.orbit(at) < 16).take(50);
        let has_no_right = |position: &Position| chess.side(position) != "en passant";
        for position in some(&chess, &part, 80).into_iter().chain(few).filter(has_no_right) {
            let (text, canonical) = (chess.position_text(&position), chess.canonical(&position));
            let images = (0..symmetries).flat_map(|symmetry| [false, true].map(|exchange| (symmetry, exchange)));
            let images = images.map(|(symmetry, exchange)| Slow.text(&Slow.read(&text).image(symmetry, exchange)));
            let images: BTreeSet<String> = images.collect();
            assert_eq!(u32::try_from(images.len()), Ok(chess.orbit(&position)), "{text}");
            assert!(images.iter().all(|image| chess.canonical(&parsed(&chess, image)) == canonical), "{text}");
            let rank = chess.rank(&canonical).expect("a position of the part");
            assert!(part.ranks.contains(&rank), "{text}");
            assert_eq!(chess.unrank(rank), Some(canonical), "{text}");
        }
    }
}

#[test]
fn texts_that_are_not_positions_are_refused() {
    let chess = Chess::default();
    let board = "\": the board is invalid; expected a legal one such as '";
    for (text, message) in [
        ("8/8/8/8/8/2k5/8/K1Q5", "the side to move is missing"),
        ("8/8/8/8/8/2k6/8/K1Q5 w", board),
        ("8/8/8/8/8/3k4/8/4K2R w K", "castling: expected '-'"),
        ("8/8/8/8/8/2k5/8/K1Q5 w", board),
        ("8/8/8/8/8/2k5/8/KQQQ4 b", "5 men"),
    ] {
        let error = format!("{:#}", chess.parse_position(text).expect_err(text));
        assert!(error.contains(message), "{text}: {error}");
    }
    // Many programs name the square although no pawn can capture there.
    assert!(chess.parse_position("8/8/8/4k3/3P4/8/8/K7 b - d3 0 1").is_ok());
}

/// The rows of `published.txt` that begin with these words.
fn published(begin: &str) -> Vec<Vec<u64>> {
    let rows = include_str!("published.txt").lines().filter_map(|line| line.strip_prefix(begin)?.strip_prefix(' '));
    rows.map(|row| row.split(' ').map(|text| text.parse().expect("a number")).collect()).collect()
}

/// Compares the counts of a part with the published ones: won, drawn, lost and mated, and by plies.
fn check_counts(stored: &Stored<Chess>, Part { name, ranks, .. }: &Part) {
    let (chess, solver) = (stored.game(), Solver::new().threads(0));
    let key = |at: &Position, value| (chess.side(at), value, twins_change_places(chess, name, *at));
    let counts = solver.canonical_counts_by(stored, ranks.clone(), key).expect("solved");
    let all = solver.counts_by(stored, ranks.clone(), |at, _| chess.side(at)).expect("solved");
    let is_symmetric = name.split_once('v').is_some_and(|(white, black)| white == black);
    let longest = counts.keys().filter_map(|(_, value, _)| value.plies()).max();
    for row in published(&format!("longest {name}")) {
        assert_eq!(longest.map(u64::from), Some(row[0]), "{name}");
    }
    for (place, side) in ["white", "black"].into_iter().enumerate().take(if is_symmetric { 1 } else { 2 }) {
        let mut by_value = BTreeMap::<Value, u64>::new();
        for ((_, value, mirrored), count) in counts.iter().filter(|((of, ..), _)| of == side) {
            // Equal men are told apart.
            *by_value.entry(*value).or_default() += if has_twins(name) && !mirrored { 2 * count } else { *count };
        }
        let of =
            |outcome| by_value.iter().filter(|(value, _)| value.outcome() == outcome).map(|(_, count)| count).sum();
        let mated = by_value.get(&Value::Loss(0)).copied().unwrap_or(0);
        let found: Vec<u64> = vec![of(Outcome::Win), of(Outcome::Draw), of(Outcome::Loss), mated];
        assert_eq!(published(&format!("outcomes {name} {side}")), [found], "{name} {side}");
        let plies = published(&format!("plies {name} {side}"));
        let found = by_value.iter().filter_map(|(value, count)| Some(vec![value.plies()?.into(), *count]));
        assert!(plies.is_empty() || BTreeSet::from_iter(plies) == found.collect(), "{name} {side}");
        for row in published(&format!("legal {name}")) {
            // Either colour can be the stronger side.
            assert_eq!(if has_twins(name) { all[side] } else { all[side] / 2 }, row[place], "{name} {side}");
        }
    }
}

/// Solves and verifies these parts and all that they lead to, and compares them with published numbers.
fn check_parts(names: &[&str], most: u64) {
    let (stored, order, _folder) = solved(Chess::default(), names, most);
    for part in order.into_iter().map(|number| &stored.parts()[number]) {
        check_counts(&stored, part);
        for position in some(stored.game(), part, 50) {
            check_value(&stored, &Slow, &position);
        }
    }
}

#[test]
fn three_men_have_the_published_numbers() {
    check_parts(&["KQvK", "KRvK", "KPvK"], 100_000);
}

#[test]
#[ignore = "takes ten minutes or so"]
fn four_men_have_the_published_numbers() {
    check_parts(&[], 0);
}
