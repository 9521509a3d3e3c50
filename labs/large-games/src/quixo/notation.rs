//! Positions as text.

use anyhow::{Context, ensure};

use super::game::{Position, Quixo};
use super::part::Part;
use crate::sets::{parse_rows, rows};
use crate::tiers::Notation;

/// A position is written row by row: `X` is a cube of the player to move, `O` one of the opponent, and `.` a blank one,
/// such as `X.../..../..../O...`.
impl Notation for Quixo {
    fn name(&self) -> String {
        format!("quixo {0}x{0}, 1", self.board.size())
    }

    fn parse_part(&self, text: &str) -> anyhow::Result<usize> {
        let part = Part::parse(text)?;
        let points = self.board.points();
        let number = self.parts.number(part);
        number.with_context(|| format!("no part {part}: expected at most {points} cubes in all"))
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
