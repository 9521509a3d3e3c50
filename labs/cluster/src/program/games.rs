//! The games that the program solves.

use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use retrograde::Ranked;

use large_games::dobutsu::Dobutsu;
use large_games::endgames::{Endgame, Piece};
use large_games::l_game::LGame;
use large_games::tiers::GameName;

/// A game on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    Whole(WholeName),
    Tiered(GameName),
}

/// A game that is solved in one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum WholeName {
    /// King, bishop and knight against king: 24.5 million positions
    BishopAndKnight,
    /// King and queen against king
    KingAndQueen,
    /// King and pawn against king
    KingAndPawn,
    /// The L game on 4x4 cells
    #[value(name = "l-game-4x4")]
    LGame,
    /// Dobutsu shogi, all positions, whether play reaches them or not
    Dobutsu,
}

/// What is done with a game, whose type depends on its name.
pub(super) trait WithWholeGame {
    fn run<G: Ranked>(self, game: G) -> anyhow::Result<()>;
}

impl WholeName {
    pub(super) fn with_game(self, work: impl WithWholeGame) -> anyhow::Result<()> {
        match self {
            Self::BishopAndKnight => work.run(Endgame::new([Piece::Bishop, Piece::Knight])),
            Self::KingAndQueen => work.run(Endgame::new([Piece::Queen])),
            Self::KingAndPawn => work.run(Endgame::new([Piece::Pawn])),
            Self::LGame => work.run(LGame::new(4, 4)),
            Self::Dobutsu => work.run(Dobutsu::new([true; 3])),
        }
    }
}

impl ValueEnum for Name {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Name>> = LazyLock::new(|| {
            let whole = WholeName::value_variants().iter().map(|name| Name::Whole(*name));
            whole.chain(GameName::value_variants().iter().map(|name| Name::Tiered(*name))).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Whole(name) => name.to_possible_value(),
            Self::Tiered(name) => name.to_possible_value(),
        }
    }
}
