//! Positions as text.

use anyhow::ensure;

use super::game::{Position, Quixo};
use super::part::Part;
use crate::sets::{parse_rows, rows};
use crate::tiers::Notation;

/// A position is written row by row: `X` is a cube of the player to move, `O` one of the opponent, and `.` a blank one,
/// such as `X.../..../..../O...`.
impl Notation for Quixo {
    fn last_parts(&self) -> Vec<Part> {
        vec![Part::new([0, 0])]
    }

    fn parse_part(&self, text: &str) -> anyhow::Result<Part> {
        let part = Part::parse(text)?;
        let cubes: usize = part.cubes().into_iter().map(usize::from).sum();
        let points = self.board.points();
        ensure!(cubes <= points, "no part {part}: expected at most {points} cubes in all");
        Ok(part)
    }

    fn parse_position(&self, text: &str) -> anyhow::Result<Position> {
        let [own, other] = parse_rows(text, self.board.points(), self.board.size(), "rows")?;
        let position = Position { own, other };
        ensure!(self.contains(position), "no O on the border: expected the one that was moved last");
        Ok(position)
    }

    fn position_text(&self, position: &Position) -> String {
        rows([position.own, position.other], self.board.points(), self.board.size())
    }

    fn side(&self, position: &Position) -> String {
        format!("{}-{}", position.own.count_ones(), position.other.count_ones())
    }
}
