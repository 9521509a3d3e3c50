//! The games by their names on a command line, and how people write their positions.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::builder::PossibleValue;
use retrograde::files::Stored;
use retrograde::{Ranked, Solver, Subset};

use crate::chess::Chess;
use crate::dobutsu::Dobutsu;
use crate::l_game::LGame;
use crate::morris::Morris;
use crate::quixo::Quixo;

/// A game that the program solves: it has a name, and its positions have texts.
pub trait Notation: Ranked {
    /// The name of the game in files, with all that tells its solutions from others: the rules, and the version of the
    /// code that ranks positions.
    fn name(&self) -> String;

    /// Reads a position. Any legal position of the whole game is accepted, whichever side is to move.
    ///
    /// # Errors
    ///
    /// A line that names the place and says what is expected.
    fn parse_position(&self, text: &str) -> anyhow::Result<Self::Position>;

    /// Writes a position in one line as [`parse_position`](Self::parse_position) reads it.
    fn position_text(&self, position: &Self::Position) -> String;

    /// How players write the move from a position to one of its successors, if they do so shortly.
    fn move_text(&self, from: &Self::Position, to: &Self::Position) -> Option<String> {
        let _ = (from, to);
        None
    }

    /// What positions of a part are counted by: the side to move, or how many stones each player has.
    fn side(&self, position: &Self::Position) -> String;
}

impl<G: Notation> Notation for Subset<G> {
    fn name(&self) -> String {
        self.game().name()
    }

    fn parse_position(&self, text: &str) -> anyhow::Result<Self::Position> {
        self.game().parse_position(text)
    }

    fn position_text(&self, position: &Self::Position) -> String {
        self.game().position_text(position)
    }

    fn side(&self, position: &Self::Position) -> String {
        self.game().side(position)
    }
}

/// What is done with a game, whose type depends on its name.
pub trait WithGame {
    /// What is wrong already before a game takes a minute to find its positions: nothing is solved, or `parse` refuses
    /// the text of a position.
    fn check(&self, parse: impl Fn(&str) -> anyhow::Result<()>) -> anyhow::Result<()> {
        let _ = parse;
        Ok(())
    }

    /// Runs the work on this game.
    fn run<G: Notation>(self, game: G) -> anyhow::Result<()>;
}

/// The names of all games.
pub fn game_names() -> impl Iterator<Item = PossibleValue> {
    let games = [
        ("six-mens-morris", "Six men's morris, from the empty board on"),
        (
            "nine-mens-morris",
            "Nine men's morris, from the empty board on; 9-9 is the last part of those without placing",
        ),
        ("nine-mens-morris-no-flying", "The same, but three stones do not fly"),
        ("chess", "Chess endgames of three and four pieces, by material: KQvK, KBNvK, KPvKP"),
        ("quixo-4x4", "Quixo on 4x4 cubes, from the blank board on"),
        ("quixo-3x3", "Quixo on 3x3 cubes"),
        ("dobutsu", "Dobutsu shogi; each run first finds the positions that play can reach"),
    ];
    let games = games.into_iter().map(|(name, help)| PossibleValue::new(name).help(help));
    let sizes = (3..=8).flat_map(|height| (height..=8).map(move |width| (height, width)));
    let boards = sizes.skip(1).map(|(height, width)| format!("l-game-{height}x{width}"));
    // Not a name itself: what help and errors show of all these.
    let l_games = PossibleValue::new("l-game-3x4 to l-game-8x8, the smaller number first");
    games.chain([l_games.aliases(boards).help("The L game on a board of this size: l-game-5x5")])
}

/// Calls `work` with the game of one of the [`game_names`].
pub fn with_game(name: &str, work: impl WithGame) -> anyhow::Result<()> {
    match name {
        "six-mens-morris" => work.run(Morris::six()),
        "nine-mens-morris" => work.run(Morris::nine(true)),
        "nine-mens-morris-no-flying" => work.run(Morris::nine(false)),
        "chess" => work.run(Chess::default()),
        "quixo-4x4" => work.run(Quixo::new(4)),
        "quixo-3x3" => work.run(Quixo::new(3)),
        "dobutsu" => {
            let game = Dobutsu::new([true; 3]);
            work.check(|text| game.parse_position(text).map(drop))?;
            let start = game.start();
            work.run(super::show_progress(Solver::new().threads(0), |solver, _| Ok(solver.reachable(game, [start])?))?)
        }
        _ => {
            let sides = name.strip_prefix("l-game-").and_then(|size| size.split_once('x'));
            let sides = sides.and_then(|(height, width)| height.parse().ok().zip(width.parse().ok()));
            let (height, width) = sides.with_context(|| format!("no game {name:?}"))?;
            work.run(LGame::new(height, width))
        }
    }
}

/// The folder of a game's files if no other one is named.
#[must_use]
pub fn folder(name: &str, folder: Option<&Path>) -> PathBuf {
    folder.map_or_else(|| ["solved", name].iter().collect(), Path::to_owned)
}

/// The numbers of the parts with these names, in small or capital letters; all parts if there are none.
pub fn parse_parts<G>(stored: &Stored<G>, names: &[String]) -> anyhow::Result<Vec<usize>> {
    let parts = stored.parts();
    let number = |name: &String| {
        let number = parts.iter().position(|part| part.name.eq_ignore_ascii_case(name));
        let last = parts.last().map_or("", |part| &part.name);
        number.with_context(|| {
            format!("invalid part {name:?}: expected one such as {last}; list and solve --dry-run show them")
        })
    };
    if names.is_empty() { Ok((0..parts.len()).collect()) } else { names.iter().map(number).collect() }
}
