//! Explains why a board is won or lost, to a reader who knows nim.
//!
//! It shows no strips where an X completes three. They do not matter there: that move wins, and every other move lets
//! the opponent win.

use grundy::Nimber;
use problem::{Case, Cell, Diagnostic, Explainer, Page, cell_range, styles};

use crate::dialects::{BOARD, read_board, strip_too_long};
use crate::rules::{Board, parts};
use crate::solver::{Solver, StripTooLong};

/// The result of an X in a cell.
#[derive(Clone, Copy, PartialEq)]
enum Move {
    /// The cell already has an X.
    Taken,
    /// The X completes three, or leaves a nim-sum of zero.
    Wins,
    /// The X makes no threat, but loses.
    Safe,
    /// The opponent completes three next.
    Suicide,
}

pub(crate) const EXPLAINER: Explainer = Explainer {
    position: "a board: '.' for an empty cell, 'X' for an X",
    sample: "X.....X..X.............X....X..X",
    lines: BOARD,
    explain,
    overview: None,
};

fn explain(case: Case<'_>, page: &mut Page) -> Result<(), Diagnostic> {
    let word = case.word(0);
    explain_board(read_board(word)?, page).map_err(|error| strip_too_long(word, error))
}

fn explain_board(board: Board<'_>, page: &mut Page) -> Result<(), StripTooLong> {
    let mut solver = Solver::new();
    let winning = solver.winning_moves(board)?;
    let completing = board.completing_cells();
    write_verdict(page, &winning);
    if completing.is_empty() {
        let strips: Vec<Strip> = board
            .strips()
            .into_iter()
            .map(|(first, length)| Strip { first, length, nimber: solver.strip(length) })
            .collect();
        write_board(page, board, &classify(board, &strips, &winning));
        write_strips(page, board, &strips);
        write_winning_moves(page, &solver, &strips, &winning);
    } else {
        write_board(page, board, &classify(board, &[], &winning));
        write_completions(page, board, &completing);
    }
    Ok(())
}

/// A maximal run of safe cells.
struct Strip {
    first: usize,
    length: usize,
    nimber: Nimber,
}

fn write_verdict(page: &mut Page, winning: &[usize]) {
    /// A longer list of winning cells is only counted here; the explanation below names them.
    const MOST_LISTED: usize = 10;
    let list = || winning.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    match winning.len() {
        0 => page.verdict(styles::LOSS, "LOSING", "every move loses"),
        1 => page.verdict(styles::WIN, "WINNING", format_args!("one move wins: cell {}", list())),
        count @ 2..=MOST_LISTED => {
            page.verdict(styles::WIN, "WINNING", format_args!("{count} moves win: cells {}", list()));
        }
        count => page.verdict(styles::WIN, "WINNING", format_args!("{count} moves win")),
    }
}

fn classify(board: Board<'_>, strips: &[Strip], winning: &[usize]) -> Vec<Move> {
    let kind = |&cell: &u8| if cell == b'X' { Move::Taken } else { Move::Suicide };
    let mut moves: Vec<Move> = board.cells().iter().map(kind).collect();
    for strip in strips {
        moves[strip.first - 1..][..strip.length].fill(Move::Safe);
    }
    for &cell in winning {
        moves[cell - 1] = Move::Wins;
    }
    moves
}

fn write_board(page: &mut Page, board: Board<'_>, moves: &[Move]) {
    let cells = board.cells().iter().map(|&cell| match cell {
        b'X' => Cell { symbol: 'X', style: styles::FIRST_MARK },
        _ => Cell { symbol: '.', style: styles::QUIET },
    });
    let symbols = moves.iter().map(|&kind| match kind {
        Move::Taken => Cell { symbol: ' ', style: styles::PLAIN },
        Move::Wins => Cell { symbol: '^', style: styles::WIN },
        Move::Safe => Cell { symbol: '-', style: styles::PLAIN },
        Move::Suicide => Cell { symbol: '!', style: styles::LOSS },
    });
    page.ruled(&[("board", cells.collect()), ("moves", symbols.collect())]);
    let legend = [
        (Move::Wins, "^ wins"),
        (Move::Safe, "- safe, but loses"),
        (Move::Suicide, "! suicide: the opponent completes three"),
    ];
    let shown: Vec<&str> = legend.iter().filter(|(kind, _)| moves.contains(kind)).map(|&(_, text)| text).collect();
    page.legend(&shown);
}

fn write_completions(page: &mut Page, board: Board<'_>, completing: &[usize]) {
    page.heading("Why");
    page.line("Two X are so close together that one more completes three adjacent X and wins:\n");
    for &cell in completing {
        let is_three =
            |first: &usize| (*first..first + 3).all(|at| at == cell || board.cells().get(at - 1) == Some(&b'X'));
        let first = (cell.saturating_sub(2).max(1)..=cell).find(is_three).expect("a completing cell completes three");
        page.line(format_args!("  cell {cell} completes cells {first} to {}", first + 2));
    }
    page.line("\nEvery other move is suicide (!): the opponent completes three instead.");
}

fn write_strips(page: &mut Page, board: Board<'_>, strips: &[Strip]) {
    page.heading("Why");
    page.line(
        "No move completes three yet. An X within two cells of another one lets the opponent complete three next: \
         that is \
         suicide (!). The other empty cells are safe (-, ^) and form strips. A player moves to a safe cell as long as \
         there is one, so the game is played on the strips, and the player who finds no safe cell there loses.\n\
         \n\
         An X on a strip makes its own cell and up to two on either side unsafe, and leaves a shorter strip on the left \
         and on the right. A strip is equivalent to a heap of nim, whose size is the strip's nimber: the smallest number \
         that no move leaves, where a move leaves the xor of the nimbers of its two parts. The xor of the nimbers of all \
         strips is the nim-sum.",
    );
    page.heading("Strips");
    if strips.is_empty() {
        page.line("  none\n\nNo cell is safe: every move is suicide. The player to move loses.");
        return;
    }
    let row = |&Strip { first, length, nimber }: &Strip| {
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
    let sum = nim_sum(strips);
    page.sum("Nim-sum", "xor", &strips.iter().map(|strip| strip.nimber).collect::<Vec<_>>(), sum);
    page.line(if sum.is_zero() {
        "It is zero: after any safe move the opponent can make it zero again, and so takes the last safe cell. The \
         player \
         to move loses."
    } else {
        "It is not zero: the player to move wins with any move that makes it zero."
    });
}

fn nim_sum(strips: &[Strip]) -> Nimber {
    strips.iter().map(|strip| strip.nimber).sum()
}

fn write_winning_moves(page: &mut Page, solver: &Solver, strips: &[Strip], winning: &[usize]) {
    if winning.is_empty() {
        return;
    }
    page.heading("Winning moves");
    let sum = nim_sum(strips);
    let mut rows = Vec::new();
    let mut winning = winning.iter().peekable();
    for &Strip { first, length, nimber } in strips {
        while let Some(cell) = winning.next_if(|&&cell| cell < first + length) {
            let [left, right] = parts(length, cell - first);
            let [left_nimber, right_nimber] = [left, right].map(|part| solver.strip(part));
            rows.push([
                cell.to_string(),
                cell_range(first, length),
                format!("{left} and {right} cells"),
                format!("{left_nimber} xor\u{A0}{right_nimber} =\u{A0}{}", left_nimber + right_nimber),
                (sum + nimber).to_string(),
            ]);
        }
    }
    page.table(["cell", "in strip", "leaves", "nimber", "other strips"], &rows);
    page.line("\nThe parts of the strip then have the same xor as all other strips, so the nim-sum is zero.");
}
