//! How people write the parts and positions of a game.

use retrograde::Ranked;

/// A game that the program `tiers` solves: its parts and positions have texts.
pub trait Notation: Ranked {
    /// The name of the game in its files, with the rules and the version of the code that ranks positions.
    fn name(&self) -> String;

    /// Reads the name of a part, in small or capital letters, and returns its number.
    ///
    /// # Errors
    ///
    /// A line that says what is wrong and what a part looks like.
    fn parse_part(&self, text: &str) -> anyhow::Result<usize>;

    /// Reads a position. Any legal position of the whole game is accepted, whichever side is to move.
    ///
    /// # Errors
    ///
    /// A line that names the place and says what is expected.
    fn parse_position(&self, text: &str) -> anyhow::Result<Self::Position>;

    /// Writes a position in one line as [`parse_position`](Self::parse_position) reads it.
    fn position_text(&self, position: &Self::Position) -> String;

    /// The side to move, where the positions of a part are counted by it: `white`, or how many stones each player has.
    fn side(&self, position: &Self::Position) -> String;
}
