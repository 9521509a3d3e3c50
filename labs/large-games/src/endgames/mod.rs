//! Chess endgames of a lone king against king and queen, rook or pawn, or king, bishop and knight: mate in at most 10,
//! 16, 28 and 33 moves.

mod game;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use retrograde::{Ranked, Solution, Solver, Value};

pub use self::game::{Endgame, Men, Position};
pub use crate::chess::Piece;
use crate::program::{print, prove, run_program, show_progress};

/// The number of positions by the number of moves to mate, `None` for a draw.
type Moves = BTreeMap<Option<u16>, u64>;

/// Adds up the numbers of positions with each value by the number of moves to mate, `None` for a draw.
#[must_use]
pub fn by_moves(counts: BTreeMap<Value, u64>) -> Moves {
    let mut moves = Moves::new();
    for (value, positions) in counts {
        *moves.entry(value.plies().map(|plies| plies.div_ceil(2))).or_default() += positions;
    }
    moves
}

/// Counts the positions with White to move and with Black to move, symmetric ones once. `white_moves` is `None` for a
/// position that does not count.
pub fn columns<G: Ranked>(
    solver: &Solver<'_>,
    solution: &Solution<G>,
    white_moves: &(dyn Fn(&G::Position) -> Option<bool> + Sync),
) -> [BTreeMap<Value, u64>; 2] {
    let key = |position: &G::Position, value| Some((white_moves(position)?, value));
    let (mut white, mut black) = (BTreeMap::new(), BTreeMap::new());
    for (key, positions) in solver.canonical_counts_by(solution, key) {
        if let Some((white_moves, value)) = key {
            if white_moves { &mut white } else { &mut black }.insert(value, positions);
        }
    }
    [white, black]
}

fn count<const PIECES: usize>(solver: &Solver<'_>, pieces: [Piece; PIECES]) -> anyhow::Result<[Moves; 2]> {
    let solution = prove(solver, Endgame::new(pieces))?;
    Ok(columns(solver, &solution, &|position| position.white_moves_with(pieces)).map(by_moves))
}

/// Count the positions of chess endgames against a lone king by the number of moves to mate
#[derive(Parser)]
#[command(name = "endgames", version = version::version())]
struct Options {
    /// The pieces of White
    #[arg(value_enum, default_value_t = Pieces::One)]
    pieces: Pieces,
}

#[derive(Clone, Copy, ValueEnum)]
enum Pieces {
    /// A queen, a rook or a pawn
    One,
    /// Bishop and knight: 24.5 million positions
    BishopAndKnight,
}

/// Runs the program with the arguments of the process. The exit code is 2 after an error.
#[must_use]
pub fn run() -> ExitCode {
    run_program("endgames", |options: Options| show(options.pieces))
}

fn show(pieces: Pieces) -> anyhow::Result<()> {
    let (names, columns) = show_progress(0, |solver, _| match pieces {
        Pieces::One => {
            let columns = [Piece::Queen, Piece::Rook, Piece::Pawn].map(|piece| count(solver, [piece]));
            Ok((vec!["queen", "rook", "pawn"], columns.into_iter().collect::<Result<Vec<_>, _>>()?))
        }
        Pieces::BishopAndKnight => {
            Ok((vec!["bishop and knight"], vec![count(solver, [Piece::Bishop, Piece::Knight])?]))
        }
    })?;
    let mut page = String::new();
    writeln!(page, "Positions up to symmetry by the number of moves to mate, with White and with Black to move:\n")?;
    let head: Vec<String> = names.iter().map(|name| format!("{name:>20}")).collect();
    writeln!(page, "     {}", head.concat())?;
    writeln!(page, "     {}", "     White     Black".repeat(names.len()))?;
    let longest = columns.iter().flatten().filter_map(|column| *column.last_key_value()?.0).max().unwrap_or(0);
    let mut row = |name: &str, positions: &dyn Fn(&Moves) -> Option<u64>| {
        let cell =
            |column| format!("{:>10}", positions(column).map_or(String::new(), |positions| positions.to_string()));
        let cells: String = columns.iter().flatten().map(cell).collect();
        writeln!(page, "{name:>5}{}", cells.trim_end())
    };
    for moves in 0..=longest {
        row(&moves.to_string(), &|column| column.get(&Some(moves)).copied())?;
    }
    row("won", &|column| {
        Some(column.iter().filter(|(moves, _)| moves.is_some()).map(|(_, positions)| positions).sum())
    })?;
    row("drawn", &|column| column.get(&None).copied())?;
    Ok(print(&page)?)
}
