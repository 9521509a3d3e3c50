//! Checks the move of another program: it must be legal, and the position after it lost for the opponent.

use retrograde::Outcome;

use crate::rules::{Grid, Position};
use crate::solver::value;

/// Checks the lines that show the position after a move, still seen by the player who makes it. Returns the reason why
/// the move is illegal or does not win.
pub(crate) fn check_move(before: Position, lines: &[u8]) -> Result<(), String> {
    if lines.starts_with(b"No") {
        return Err("there is a winning move".to_owned());
    }
    let grid = read_grid(lines).ok_or("expected the position after a move: four rows of four cells")?;
    let after = Position::parse(grid).map_err(|error| error.message)?;
    require_legal(before, after)?;
    match value(after.swapped()).outcome() {
        Outcome::Loss => Ok(()),
        Outcome::Draw => Err("this move only draws".to_owned()),
        Outcome::Win => Err("this move loses".to_owned()),
    }
}

fn read_grid(lines: &[u8]) -> Option<Grid> {
    let mut grid = [[b'.'; 4]; 4];
    let mut rows = lines.split_inclusive(|&byte| byte == b'\n');
    for row in &mut grid {
        let [cells @ .., b'\n'] = rows.next()? else { return None };
        *row = cells.try_into().ok()?;
    }
    rows.next().is_none().then_some(grid)
}

fn require_legal(before: Position, after: Position) -> Result<(), String> {
    if before.moves().any(|next| next.swapped() == after) {
        return Ok(());
    }
    let moved_neutrals = (after.neutrals() & !before.neutrals()).count_ones();
    Err(if after.other() != before.other() {
        "the L of '*' has been moved"
    } else if after.own() == before.own() {
        "the L of '#' did not move"
    } else if moved_neutrals > 1 {
        "both neutral pieces have been moved"
    } else {
        // No pieces overlap after the move, so the L was moved onto the neutral piece that was moved away only
        // afterwards.
        "the L of '#' has been moved to a cell where a neutral piece was"
    }
    .to_owned())
}
