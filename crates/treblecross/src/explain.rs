//! Explains why a board is won or lost, to a reader who knows nim.
//!
//! It shows no strips where an X completes three. They do not matter there: that move wins, and every other move lets
//! the opponent win.

use problem::{Cell, Page, cell_range, styles};

use crate::analysis::{Analysis, FreeStrip, Move};
use crate::rules::Board;
use crate::solver::{Solver, StripTooLong};

pub(crate) fn explain(board: Board<'_>, page: &mut Page) -> Result<(), StripTooLong> {
    let analysis = Analysis::of(board, &mut Solver::new())?;
    write_verdict(page, &analysis.winning_moves());
    write_board(page, &analysis);
    if analysis.moves.iter().any(|mv| matches!(mv, Move::Completes(_))) {
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

fn write_board(page: &mut Page, Analysis { board, moves, .. }: &Analysis<'_>) {
    let cells = board.cells().iter().map(|&cell| match cell {
        b'X' => Cell { symbol: 'X', style: styles::YELLOW },
        _ => Cell { symbol: '.', style: styles::QUIET },
    });
    let symbols: Vec<Cell> = moves
        .iter()
        .map(|mv| match mv {
            Move::Taken => Cell { symbol: ' ', style: styles::PLAIN },
            mv if mv.wins() => Cell { symbol: '^', style: styles::WIN },
            Move::Suicide => Cell { symbol: '!', style: styles::LOSS },
            _ => Cell { symbol: '-', style: styles::PLAIN },
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
