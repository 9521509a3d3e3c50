//! Whether a move that somebody else found is as good as any: legal, and lost for the opponent.

use retrograde::Outcome;

use crate::rules::{Grid, Position};
use crate::solver::Solver;

/// Judges the lines that show a position after a move, as the player sees it who makes the move. Says what is wrong with
/// it if it does not win.
pub(crate) fn judge_move(before: Position, lines: &[u8]) -> Result<(), String> {
    if lines.starts_with(b"No") {
        return Err("there is a winning move".to_owned());
    }
    let grid = read_grid(lines).ok_or("a move is shown as four rows of four cells")?;
    let after = Position::parse(grid).map_err(|error| error.to_string())?;
    require_legal(before, after)?;
    match Solver::shared().value(after.swapped()).outcome() {
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
        "the L of '#' has not been moved"
    } else if moved_neutrals > 1 {
        "both neutral pieces have been moved"
    } else {
        // Two L and the neutral piece that stays overlap nowhere afterwards, so the move of the L went through the other one.
        "the L of '#' has been moved to where a neutral piece was"
    }
    .to_owned())
}
