//! The games by their names on a command line.

use std::path::PathBuf;

use clap::ValueEnum;

use super::Notation;
use crate::chess::Chess;
use crate::morris::Morris;
use crate::quixo::Quixo;

/// A game that is solved part by part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GameName {
    /// Six men's morris, from the empty board on
    SixMensMorris,
    /// Nine men's morris after all stones are placed; 9-9 is the last part
    NineMensMorris,
    /// The same, but three stones do not fly
    NineMensMorrisNoFlying,
    /// Chess endgames of three and four pieces, by material: `KQvK`, `KBNvK`, `KPvKP`
    Chess,
    /// Quixo on 4x4 cubes, from the blank board on
    #[value(name = "quixo-4x4")]
    Quixo4,
    /// Quixo on 3x3 cubes
    #[value(name = "quixo-3x3")]
    Quixo3,
}

/// What is done with a game, whose type depends on its name.
pub trait WithGame {
    /// Runs the work on this game.
    fn run<G: Notation>(self, game: G) -> anyhow::Result<()>;
}

impl GameName {
    /// Calls `work` with the game of this name.
    pub fn with_game(self, work: impl WithGame) -> anyhow::Result<()> {
        match self {
            Self::SixMensMorris => work.run(Morris::six(6)),
            Self::NineMensMorris => work.run(Morris::nine(true)),
            Self::NineMensMorrisNoFlying => work.run(Morris::nine(false)),
            Self::Chess => work.run(Chess::default()),
            Self::Quixo4 => work.run(Quixo::new(4)),
            Self::Quixo3 => work.run(Quixo::new(3)),
        }
    }
}

/// The folder of a game's files if no other one is named.
pub(super) fn default_folder(game: &impl ValueEnum) -> PathBuf {
    ["solved", &text_of(game)].iter().collect()
}

/// A name as it stands on the command line.
pub(super) fn text_of(name: &impl ValueEnum) -> String {
    name.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}
