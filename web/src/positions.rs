//! Positions, who wins them, and why.

use grundy::{Nimber, Strip as FreeStrip};
use lgame::Position;
use nomore_ttt::{End, closed_form};
use problem::{Case, Diagnostic, Explainer, Problem, read_position};
use retrograde::Value;
use serde::Serialize;
use treblecross::{Analysis, Solver};

use crate::{Fault, LONGEST_ROW, with_problem};

/// What there is to see of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Look {
    /// Of Treblecross or No More.
    Row(Row),
    /// Of the L game.
    Square(Square),
}

/// A row of cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// The cells.
    pub cells: String,
    /// Whose turn it is, where players have names.
    pub to_move: Option<String>,
    /// Whether the player to move wins.
    pub wins: bool,
    /// The strips, unless they do not matter.
    pub strips: Vec<Strip>,
    /// The xor of their nimbers.
    pub nim_sum: u32,
    /// All moves, by cell.
    pub moves: Vec<RowMove>,
    /// The index of the move that the perfect player chooses.
    pub choice: Option<usize>,
}

/// A run of empty cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Strip {
    /// Its first cell, counted from 1; 0 for a part of a strip.
    pub first: usize,
    /// Its number of cells.
    pub length: usize,
    /// What is at its ends, in a game where that matters.
    pub ends: Option<Ends>,
    /// Its value.
    pub nimber: u32,
}

/// What is at the ends of a strip: `edge`, `X` or `O`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ends {
    /// Before its first cell.
    pub left: &'static str,
    /// After its last cell.
    pub right: &'static str,
}

/// A mark in an empty cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RowMove {
    /// The cell, counted from 1.
    pub cell: usize,
    /// The mark.
    pub mark: String,
    /// Whether it wins.
    pub wins: bool,
    /// The first of the three X that it completes.
    pub completes: Option<usize>,
    /// What it leaves. A move of Treblecross that neither completes three nor leaves anything is suicide.
    pub leaves: Option<Leaves>,
}

/// What a move makes of the strip that it is made on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Leaves {
    /// The first cell of the strip.
    pub strip: usize,
    /// The two parts that are left of it.
    pub parts: [Strip; 2],
    /// Their xor.
    pub nimber: u32,
    /// The xor of all other strips.
    pub others: u32,
}

/// A position of the L game. In all grids, rows are joined by slashes, and `#` is the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Square {
    /// The position.
    pub grid: String,
    /// Its value.
    #[serde(flatten)]
    pub value: Distance,
    /// All moves: the grid after each, and its value, both for the player who makes it.
    pub moves: Vec<SquareMove>,
    /// The grid after the move that the perfect player chooses.
    pub choice: Option<String>,
    /// Best play by both: the grid after each move. Empty for a draw.
    pub line: Vec<String>,
}

/// A move of the L game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SquareMove {
    /// The grid after it.
    pub grid: String,
    /// Its value.
    #[serde(flatten)]
    pub value: Distance,
}

/// An outcome, and how far away it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Distance {
    /// `win`, `draw` or `loss`.
    pub outcome: String,
    /// The number of moves of both players to the end.
    pub plies: Option<u16>,
}

/// Looks at a position.
///
/// # Errors
///
/// The message of `explain` about a text that is not a position.
pub fn look(game: &str, text: &str) -> Result<Look, Fault> {
    if text.len() > LONGEST_ROW {
        let message = format!("{} characters; this page shows at most {LONGEST_ROW}, the programs more", text.len());
        return Err(Fault::whole(message));
    }
    let position = with_problem!(game, P => position::<P>(text))?;
    match game {
        "lgame" => look_at_l(&position).map(Look::Square),
        "nomore-ttt" => look_at_nomore(position).map(Look::Row),
        _ => look_at_treblecross(position).map(Look::Row),
    }
}

/// The one legal position of a text, its lines joined by slashes.
fn position<P: Problem>(text: &str) -> Result<String, Fault> {
    // Not the whole explainer, so that the page does not contain explanations, of 75 KB.
    let (expected, lines) = const {
        let Explainer { position, lines, .. } = P::EXPLAINER.expect("the page shows positions of each game");
        (position, lines)
    };
    // The module is smaller with one function for all games.
    let read: &mut dyn FnMut(Case<'_>) -> Result<String, Diagnostic> = &mut |case| {
        // All dialects agree on what is legal; the first one has positions as its cases.
        (P::DIALECTS[0].solve)(&mut P::Solver::default(), case)?;
        Ok(case.words().map(|word| String::from_utf8_lossy(word.text()).into_owned()).collect::<Vec<_>>().join("/"))
    };
    Ok(read_position(expected, lines, text.as_bytes(), read)?)
}

fn look_at_treblecross(cells: String) -> Result<Row, Fault> {
    let board = treblecross::Board::parse(cells.as_bytes())?;
    let analysis = Analysis::of(board, &mut Solver::new())?;
    let strip = |first, length, nimber: Nimber| Strip { first, length, ends: None, nimber: nimber.value() };
    let moves = (1..).zip(&analysis.moves).filter(|(_, mv)| **mv != treblecross::Move::Taken);
    let moves = moves.map(|(cell, mv)| RowMove {
        cell,
        mark: "X".to_owned(),
        wins: mv.wins(),
        completes: if let treblecross::Move::Completes(first) = *mv { Some(first) } else { None },
        leaves: if let treblecross::Move::Safe(split) = *mv {
            Some(Leaves {
                strip: split.strip.first,
                parts: split.parts.map(|(length, nimber)| strip(0, length, nimber)),
                nimber: split.nimber().value(),
                others: split.others.value(),
            })
        } else {
            None
        },
    });
    let moves: Vec<RowMove> = moves.collect();
    Ok(Row {
        to_move: None,
        wins: moves.iter().any(|mv| mv.wins),
        strips: analysis.strips.iter().map(|free| strip(free.first, free.length, free.nimber)).collect(),
        nim_sum: analysis.nim_sum().value(),
        choice: choose(&moves),
        moves,
        cells,
    })
}

fn look_at_nomore(cells: String) -> Result<Row, Fault> {
    let board = nomore_ttt::Board::parse(cells.as_bytes())?;
    let sum = board.nim_sum();
    let end = |end| match end {
        End::Edge => "edge",
        End::X => "X",
        End::O => "O",
    };
    let strip = |first, strip: FreeStrip<End>| Strip {
        first,
        length: strip.len,
        ends: Some(Ends { left: end(strip.left), right: end(strip.right) }),
        nimber: closed_form(strip).value(),
    };
    let moves = board.moves().map(|mv| RowMove {
        cell: mv.cell,
        mark: mv.mark.to_string(),
        wins: mv.nim_sum_after(sum).is_zero(),
        completes: None,
        leaves: Some(Leaves {
            strip: mv.strip.0,
            parts: mv.parts.map(|part| strip(0, part)),
            nimber: mv.nimber_after().value(),
            others: (sum + closed_form(mv.strip.1)).value(),
        }),
    });
    let moves: Vec<RowMove> = moves.collect();
    Ok(Row {
        to_move: Some(board.to_move().to_string()),
        wins: board.winner() == board.to_move(),
        strips: board.strips().map(|(first, free)| strip(first, free)).collect(),
        nim_sum: sum.value(),
        choice: choose(&moves),
        moves,
        cells,
    })
}

/// The index of a winning move, else of one that is not suicide, else of any: the middle one of its kind.
fn choose(moves: &[RowMove]) -> Option<usize> {
    let kind = |mv: &RowMove| (mv.wins, mv.leaves.is_some());
    let best = moves.iter().map(kind).max()?;
    let of_best: Vec<usize> = (0..moves.len()).filter(|&index| kind(&moves[index]) == best).collect();
    Some(of_best[of_best.len() / 2])
}

fn look_at_l(text: &str) -> Result<Square, Fault> {
    let cells: Vec<u8> = text.bytes().filter(|&byte| byte != b'/').collect();
    let rows = cells.as_chunks().0.try_into().map_err(|_| Fault::whole("expected four rows of four cells"))?;
    let position = Position::parse(rows)?;
    // The player who moves sees the position after the move the other way round.
    let moves = lgame::moves(position).into_iter();
    let moves = moves.map(|(after, value)| SquareMove { grid: grid(after.swapped()), value: distance(value) });
    let line = (0..).zip(lgame::best_line(position)).skip(1);
    let line = line.map(|(ply, seen)| grid(if ply % 2 == 0 { seen } else { seen.swapped() }));
    Ok(Square {
        grid: grid(position),
        value: distance(lgame::value(position)),
        moves: moves.collect(),
        choice: lgame::choose(position).map(grid),
        line: line.collect(),
    })
}

fn grid(position: Position) -> String {
    String::from_utf8_lossy(&position.grid().join(&b'/')).into_owned()
}

fn distance(value: Value) -> Distance {
    Distance { outcome: value.outcome().to_string(), plies: value.plies() }
}
