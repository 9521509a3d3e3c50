//! Why a board is won or lost: as data, and explained to a reader who knows nim.

use grundy::Nimber;
use problem::{Diagnostic, Page, StyledChar, cell_range, styles};

use crate::rules::{Board, parts};
use crate::solver::Solver;

/// A board, its strips and its moves.
///
/// ```
/// use treblecross::{Analysis, Board, Move, Solver};
///
/// let board = Board::parse(b"X......").expect("a legal board");
/// let analysis = Analysis::of(board, &mut Solver::new()).expect("a short board");
/// assert_eq!(analysis.nim_sum(), grundy::Nimber::new(2));
/// assert_eq!(analysis.moves[1], Move::Suicide);
/// assert!(analysis.moves[4].wins());
/// ```
#[derive(Clone, Debug)]
pub struct Analysis<'a> {
    /// The board.
    pub board: Board<'a>,
    /// The free strips of a board where no X completes three. Where one does, they do not matter: that move wins, and
    /// every other move lets the opponent win.
    pub strips: Vec<FreeStrip>,
    /// What an X leads to, for each cell of the board.
    pub moves: Vec<Move>,
}

/// A maximal run of cells where an X makes no threat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeStrip {
    /// Its first cell, counted from 1.
    pub first: usize,
    /// Its number of cells.
    pub length: usize,
    /// Its value.
    pub nimber: Nimber,
}

/// The result of an X in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// The cell already has an X.
    Taken,
    /// The X completes three adjacent ones, of which this is the first, counted from 1. It wins.
    Completes(usize),
    /// The X makes no threat.
    Safe(Split),
    /// The opponent completes three next.
    Suicide,
}

/// What an X without a threat makes of the strips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The strip that it is put on.
    pub strip: FreeStrip,
    /// The lengths of the parts that are left of it, and their nimbers.
    pub parts: [(usize, Nimber); 2],
    /// The xor of the nimbers of all other strips.
    pub others: Nimber,
}

impl Split {
    /// The nimber of what is left of the strip.
    pub fn nimber(self) -> Nimber {
        self.parts.into_iter().map(|(_, nimber)| nimber).sum()
    }
}

impl Move {
    /// Whether the player who makes the move wins.
    pub fn wins(self) -> bool {
        match self {
            Self::Completes(_) => true,
            Self::Safe(split) => split.nimber() == split.others,
            Self::Taken | Self::Suicide => false,
        }
    }
}

impl<'a> Analysis<'a> {
    /// Analyses a board.
    ///
    /// # Errors
    ///
    /// If a strip is too long for the solver.
    pub fn of(board: Board<'a>, solver: &mut Solver) -> Result<Self, Diagnostic> {
        let cells = board.cells();
        let completed = |cell: usize| {
            let is_three = |first: &usize| (*first..first + 3).all(|at| at == cell || cells.get(at) == Some(&b'X'));
            (cell.saturating_sub(2)..=cell).find(is_three)
        };
        let move_to = |(cell, &sign)| match completed(cell) {
            _ if sign == b'X' => Move::Taken,
            Some(first) => Move::Completes(first + 1),
            None => Move::Suicide,
        };
        let mut moves: Vec<Move> = cells.iter().enumerate().map(move_to).collect();
        let mut strips = Vec::new();
        if !board.has_two_near {
            solver.extend_table(board.strips().max_by_key(|(_, length)| *length).unwrap_or_default())?;
            let strip = |(first, length)| FreeStrip { first, length, nimber: solver.strip(length) };
            strips = board.strips().map(strip).collect();
        }
        let sum: Nimber = strips.iter().map(|strip| strip.nimber).sum();
        for &strip in &strips {
            for (at, mv) in moves[strip.first - 1..][..strip.length].iter_mut().enumerate() {
                let parts = parts(strip.length, at).map(|length| (length, solver.strip(length)));
                *mv = Move::Safe(Split { strip, parts, others: sum + strip.nimber });
            }
        }
        Ok(Self { board, strips, moves })
    }

    /// The cells where an X wins, counted from 1, in ascending order.
    pub fn winning_moves(&self) -> Vec<usize> {
        (1..).zip(&self.moves).filter(|(_, mv)| mv.wins()).map(|(cell, _)| cell).collect()
    }

    /// The xor of the nimbers of all strips.
    pub fn nim_sum(&self) -> Nimber {
        self.strips.iter().map(|strip| strip.nimber).sum()
    }
}

pub(crate) fn explain(board: Board<'_>, page: &mut Page) -> Result<(), Diagnostic> {
    let analysis = Analysis::of(board, &mut Solver::new())?;
    write_verdict(page, &analysis.winning_moves());
    write_board(page, &analysis);
    if analysis.board.has_two_near {
        write_completions(page, &analysis.moves);
    } else {
        write_strips(page, &analysis);
        write_winning_moves(page, &analysis);
    }
    Ok(())
}

fn write_verdict(page: &mut Page, winning: &[usize]) {
    /// A longer list of winning cells is only counted here; the explanation below names them.
    const MOST_LISTED: usize = 10;
    let list = winning.iter().take(MOST_LISTED).map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let reason = match winning.len() {
        0 => return page.verdict(styles::LOSS, "LOSING", "every move loses"),
        1 => format!("one move wins: cell {list}"),
        count @ 2..=MOST_LISTED => format!("{count} moves win: cells {list}"),
        count => format!("{count} moves win"),
    };
    page.verdict(styles::WIN, "WINNING", reason);
}

fn write_board(page: &mut Page, Analysis { board, moves, .. }: &Analysis<'_>) {
    let cells = board.cells().iter().map(|&cell| match cell {
        b'X' => StyledChar { symbol: 'X', style: styles::YELLOW },
        _ => StyledChar { symbol: '.', style: styles::QUIET },
    });
    let symbols: Vec<StyledChar> = moves
        .iter()
        .map(|mv| match mv {
            Move::Taken => StyledChar { symbol: ' ', style: styles::PLAIN },
            mv if mv.wins() => StyledChar { symbol: '^', style: styles::WIN },
            Move::Suicide => StyledChar { symbol: '!', style: styles::LOSS },
            _ => StyledChar { symbol: '-', style: styles::PLAIN },
        })
        .collect();
    let legend = ["^ wins", "- safe, but loses", "! suicide: the opponent completes three"];
    page.ruled(&[("board", cells.collect()), ("moves", symbols)], &legend);
}

fn write_completions(page: &mut Page, moves: &[Move]) {
    page.heading("Why");
    page.line("Two X are so close together that one more completes three adjacent X and wins:\n");
    for (cell, mv) in (1..).zip(moves) {
        if let Move::Completes(first) = mv {
            page.line(format_args!("  cell {cell} completes cells {first} to {}", first + 2));
        }
    }
    if moves.contains(&Move::Suicide) {
        page.line("\nEvery other move is suicide (!): the opponent completes three instead.");
    }
}

fn write_strips(page: &mut Page, analysis: &Analysis<'_>) {
    let Analysis { board, strips, .. } = analysis;
    page.heading("Why");
    page.line(
        "No move completes three yet. An X within two cells of another one lets the opponent complete three next: \
         that is suicide (!). The other empty cells are safe (-, ^) and form strips. A player moves to a safe cell \
         as long as there is one, so the game is played on the strips, and the player who finds no safe cell there \
         loses.\n\
         \n\
         An X on a strip makes its own cell and up to two on either side unsafe, and leaves a shorter strip on the \
         left and on the right. A strip is equivalent to a heap of nim, whose size is the strip's nimber: the \
         smallest number that no move leaves, where a move leaves the xor of the nimbers of its two parts. The xor \
         of the nimbers of all strips is the nim-sum.",
    );
    page.heading("Strips");
    if strips.is_empty() {
        page.line("  none\n\nNo cell is safe: every move is suicide. The player to move loses.");
        return;
    }
    let row = |&FreeStrip { first, length, nimber }: &FreeStrip| {
        let last = first + length - 1;
        [
            cell_range(first, length),
            length.to_string(),
            if first == 1 { "edge".to_owned() } else { format!("X at {}", first - 3) },
            if last == board.cells().len() { "edge".to_owned() } else { format!("X at {}", last + 3) },
            nimber.to_string(),
        ]
    };
    let rows: Vec<_> = strips.iter().map(row).collect();
    page.table(["cells", "length", "left end", "right end", "nimber"], &rows);
    let sum = analysis.nim_sum();
    page.sum("Nim-sum", "xor", &strips.iter().map(|strip| strip.nimber).collect::<Vec<_>>(), sum);
    page.line(if sum.is_zero() {
        "It is zero: after any safe move the opponent can make it zero again, and so takes the last safe cell. The \
         player to move loses."
    } else {
        "It is not zero: the player to move wins with any move that makes it zero."
    });
}

fn write_winning_moves(page: &mut Page, analysis: &Analysis<'_>) {
    let row = |(cell, mv): (usize, &Move)| {
        let Move::Safe(split) = mv else { return None };
        let [(left, left_nimber), (right, right_nimber)] = split.parts;
        mv.wins().then(|| {
            [
                cell.to_string(),
                cell_range(split.strip.first, split.strip.length),
                format!("{left} and {right} cells"),
                format!("{left_nimber} xor\u{A0}{right_nimber} =\u{A0}{}", split.nimber()),
                split.others.to_string(),
            ]
        })
    };
    let rows: Vec<_> = (1..).zip(&analysis.moves).filter_map(row).collect();
    if rows.is_empty() {
        return;
    }
    page.heading("Winning moves");
    page.table(["cell", "in strip", "leaves", "nimber", "other strips"], &rows);
    page.line("\nThe parts of the strip then have the same xor as all other strips, so the nim-sum is zero.");
}
