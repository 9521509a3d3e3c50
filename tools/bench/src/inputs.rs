//! Random inputs, the same on every machine and in every run.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use lgame::{LGame, Position};
use problem::Rng;
use retrograde::Ranked;

const SEED: u64 = 1;

/// Writes all inputs into a folder, under the names that `scripts/bench` gives to its rows.
pub(crate) fn write(folder: &Path) -> Result<String> {
    let inputs = [
        ("treblecross-boards", treblecross_boards(20_000)),
        ("nomore-boards", nomore_boards(500_000)),
        // One empty board, valid for both games.
        ("one-board", "1\n.....\n".to_owned()),
        // The judge's first sample, which is won.
        ("one-position", ".***\n#*.x\n###.\nx...\n".to_owned()),
        ("all-positions", all_lgame_positions()),
        ("dense-board", treblecross_board(1_000_000, 20, 60)),
        ("sparse-board", treblecross_board(1_000_000, 100_000, 100_000)),
    ];
    for (name, text) in inputs {
        let path = folder.join(name);
        fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    Ok(format!("inputs are in {}", folder.display()))
}

/// Returns `true` with a probability of `permille` in a thousand.
fn happens(rng: &mut Rng, permille: usize) -> bool {
    rng.below(1000) < permille
}

/// Boards of 3 to 200 cells without `XXX`, each with a density of X of its own, from none to a quarter of the cells.
fn treblecross_boards(count: usize) -> String {
    let mut rng = Rng::new(SEED);
    let mut input = format!("{count}\n");
    for _ in 0..count {
        let cells = rng.between(3, 200);
        let permille = rng.between(0, 250);
        for _ in 0..cells {
            let is_x = happens(&mut rng, permille) && !input.ends_with("XX");
            input.push(if is_x { 'X' } else { '.' });
        }
        input.push('\n');
    }
    input
}

/// Boards of 1 to 100 cells without equal neighbours, where about two fifths of the cells are marks.
fn nomore_boards(count: usize) -> String {
    let mut rng = Rng::new(SEED);
    let mut input = format!("{count}\n");
    for _ in 0..count {
        for _ in 0..rng.between(1, 100) {
            let is_mark = happens(&mut rng, 400);
            let mark_is_x = match input.as_bytes().last() {
                Some(b'X') => false,
                Some(b'O') => true,
                _ => happens(&mut rng, 500),
            };
            input.push(match (is_mark, mark_is_x) {
                (false, _) => '.',
                (true, true) => 'X',
                (true, false) => 'O',
            });
        }
        input.push('\n');
    }
    input
}

/// One Treblecross board of `cells` cells, with one X every `least` to `most` cells.
fn treblecross_board(cells: usize, least: usize, most: usize) -> String {
    let mut rng = Rng::new(SEED);
    let mut input = "1\n".to_owned();
    let mut until_x = rng.between(least, most);
    for _ in 0..cells {
        until_x -= 1;
        input.push(if until_x == 0 { 'X' } else { '.' });
        if until_x == 0 {
            until_x = rng.between(least, most);
        }
    }
    input.push('\n');
    input
}

/// Every position of the L game.
fn all_lgame_positions() -> String {
    let positions = (0..LGame.ranks()).filter_map(|rank| LGame.unrank(rank));
    let rows = positions.flat_map(Position::grid);
    rows.flat_map(|row| [&row[..], b"\n"].concat()).map(char::from).collect()
}
