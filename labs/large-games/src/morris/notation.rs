//! Positions as text.

use std::fmt::Write;

use anyhow::{Context, ensure};

use super::game::{Morris, Position};
use super::part::Part;
use crate::sets::{number, parse_rows, rows};
use crate::tiers::Notation;

/// A position is written ring by ring, each from its upper left corner clockwise, the outer ring first: `X` is a stone
/// of the player to move, `O` one of the opponent, and `.` a free point. While stones are placed, `+` and the number of
/// stones in hand of both players together follow: `XX..X.O./O.O.....` has all stones on the board, and
/// `X......./.O......+10` has 10 left.
impl Notation for Morris {
    fn name(&self) -> String {
        match (self.last_part().in_hand() / 2, self.is_flying()) {
            (0, true) => "nine men's morris, all stones placed, flying, 1".to_owned(),
            (0, false) => "nine men's morris, all stones placed, no flying, 1".to_owned(),
            (stones, _) => format!("six men's morris with {stones} stones, 1"),
        }
    }

    fn parse_part(&self, text: &str) -> anyhow::Result<usize> {
        let (part, last) = (Part::parse(text)?, self.last_part());
        self.parts.number(part).with_context(|| {
            format!("no part {part}: expected one that play leads to from {last}, where each player keeps 3 stones")
        })
    }

    fn parse_position(&self, text: &str) -> anyhow::Result<Position> {
        let (board, in_hand) = match text.split_once('+') {
            Some((board, in_hand)) => (board, Some(in_hand)),
            None => (text, None),
        };
        let [own, other] = parse_rows(board.trim_end(), self.board.points(), 8, "rings")?;
        let mut position = Position { own, other, in_hand: 0 };
        if let Some(in_hand) = in_hand {
            let column = board.chars().count() + 2;
            position.in_hand = number(in_hand)
                .with_context(|| format!("column {column}: expected the number of stones in hand after '+'"))?;
        }
        ensure!(
            self.last_part().all_from().contains(&self.part(&position)),
            "{} stones of X, {} of O and {} in hand: expected numbers that play leads to from part {}",
            position.own.count_ones(),
            position.other.count_ones(),
            position.in_hand,
            self.last_part()
        );
        Ok(position)
    }

    fn position_text(&self, position: &Position) -> String {
        let mut text = rows([position.own, position.other], self.board.points(), 8);
        if position.in_hand > 0 {
            let _ = write!(text, "+{}", position.in_hand);
        }
        text
    }

    fn side(&self, position: &Position) -> String {
        format!("{}-{}", position.own.count_ones(), position.other.count_ones())
    }
}
