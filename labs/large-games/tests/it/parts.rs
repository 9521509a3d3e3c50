//! What holds for every game that is solved part by part, and how it is compared with its rules written down a second time.

use large_games::program::Notation;
use oracles::fixpoint::best;
use retrograde::files::Stored;
use retrograde::{Part, Ranked, Solver, Value, Values};
use tempfile::TempDir;

/// A game by the words of its rules: slow and simple, without code of the game.
pub(crate) trait Rules {
    type Position;

    /// Reads a position as the game writes it.
    fn read(&self, text: &str) -> Self::Position;

    /// Writes a position as the game does.
    fn text(&self, position: &Self::Position) -> String;

    /// The value if the game has ended there.
    fn ended(&self, position: &Self::Position) -> Option<Value>;

    /// The positions after each move, seen by the opponent.
    fn moves(&self, position: &Self::Position) -> Vec<Self::Position>;
}

/// The positions of a part up to symmetry.
pub(crate) fn positions<'a, G: Ranked>(game: &'a G, part: &Part) -> impl Iterator<Item = G::Position> + use<'a, G> {
    part.ranks.clone().filter_map(|rank| game.unrank(rank))
}

/// The part with this name.
pub(crate) fn part<G: Ranked>(game: &G, name: &str) -> Part {
    game.parts().into_iter().find(|part| part.name == name).expect("a part")
}

/// Reads the text of a position.
pub(crate) fn parsed<G: Notation>(game: &G, text: &str) -> G::Position {
    game.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Solves parts and all that they depend on, and verifies them. Audits the parts of at most this number of ranks.
pub(crate) fn solved<G: Notation>(game: G, names: &[&str], most: u64) -> (Stored<G>, Vec<usize>, TempDir) {
    let (folder, name) = (tempfile::tempdir().expect("a folder"), game.name());
    let stored = Stored::folder(folder.path(), game, &name).expect("parts in order");
    let solver = Solver::new().threads(0);
    let is_chosen = |part: &usize| names.is_empty() || names.contains(&&*stored.parts()[*part].name);
    let order = stored.order((0..stored.parts().len()).filter(is_chosen));
    solver.solve_parts(&stored, order.iter().copied()).expect("a consistent game");
    for number in order.iter().copied() {
        if stored.parts()[number].size() <= most {
            solver.audit_part(stored.game(), number).expect("a consistent game");
        }
        solver.verify_part(&stored, number).expect("right values");
    }
    (stored, order, folder)
}

/// Checks that a position is read as it is written, and that it has the moves that the rules list. Returns the texts of
/// the positions after them; or the value, if the game has ended.
pub(crate) fn check_moves<G: Notation>(
    game: &G,
    rules: &impl Rules,
    position: &G::Position,
) -> Result<Vec<String>, Value> {
    let text = game.position_text(position);
    assert!(parsed(game, &text) == *position, "{text}");
    let slow = rules.read(&text);
    if let Some(ended) = rules.ended(&slow) {
        return Err(ended);
    }
    let mut expected: Vec<String> = rules.moves(&slow).iter().map(|next| rules.text(next)).collect();
    let mut found: Vec<String> = game.moves(position).iter().map(|next| game.position_text(next)).collect();
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected, "{text}");
    Ok(found)
}

/// The same, and that the value follows from the values after each move. Where that holds for all positions, there are no
/// other values: by induction on the plies, what is won or lost has that value, and all else is drawn.
pub(crate) fn check_value<G: Notation>(stored: &Stored<G>, rules: &impl Rules, position: &G::Position) {
    let game = stored.game();
    let value = |text: &String| stored.value(&parsed(game, text)).expect("a solved position");
    let expected = check_moves(game, rules, position).map_or_else(|ended| ended, |next| best(next.iter().map(value)));
    assert_eq!(stored.value(position), Ok(expected), "{}", game.position_text(position));
}

/// Does so with every position of these parts whose number is a multiple of `every`, and with the one after its last
/// move, which may be symmetric to the one that has a rank.
pub(crate) fn check_values<G: Notation>(stored: &Stored<G>, order: &[usize], rules: &impl Rules, every: usize) {
    for part in order.iter().map(|part| &stored.parts()[*part]) {
        for position in positions(stored.game(), part).step_by(every) {
            check_value(stored, rules, &position);
            if let Some((next, _)) = stored.moves(&position).expect("solved").pop() {
                check_value(stored, rules, &next);
            }
        }
    }
}

/// Checks, for one of `every` ranks, that the positions after its moves have the moves of the symmetric ones that stand
/// for them. An audit compares only moves within a part.
pub(crate) fn check_symmetry<G: Notation>(game: &G, every: usize) {
    let after = |position: &G::Position| {
        let value = |next| game.known_value(next).map(|known| known.to_string());
        let text = |next| value(next).unwrap_or_else(|| game.position_text(&game.canonical(next)));
        let mut texts: Vec<String> = game.moves(position).iter().map(text).collect();
        texts.sort_unstable();
        texts
    };
    for position in (0..game.ranks()).step_by(every).filter_map(|rank| game.unrank(rank)) {
        for next in game.moves(&position) {
            assert_eq!(after(&next), after(&game.canonical(&next)), "{}", game.position_text(&next));
        }
    }
}
