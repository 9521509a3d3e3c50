//! Why a board is won or lost, for a reader who knows nim.

use grundy::Nimber;
use judge::{Cell, Page, Table, cell_range, styles};

use crate::rules::{Board, parts};
use crate::solver::{Solver, StripTooLong};

/// What a cell is to the player to move.
#[derive(Clone, Copy, PartialEq)]
enum Move {
    Taken,
    /// The X makes three, or leaves a nim-sum of zero.
    Wins,
    /// The X makes no threat, and yet loses.
    Safe,
    /// The X lets the opponent make three at once.
    Suicide,
    /// The X loses because another cell makes three and the opponent takes it.
    Late,
}

pub(crate) fn explain(board: Board<'_>, page: &mut Page) -> Result<(), StripTooLong> {
    let mut solver = Solver::new();
    let winning = solver.winning_moves(board)?;
    let completing = board.completing_cells();
    write_verdict(page, &winning);
    if completing.is_empty() {
        write_board(page, board, &classify(board, &winning, Move::Suicide));
        write_strips(page, board, &mut solver)?;
        write_winning_moves(page, board, &solver, &winning);
    } else {
        write_board(page, board, &classify(board, &winning, Move::Late));
        write_completions(page, board, &completing);
    }
    Ok(())
}

fn write_verdict(page: &mut Page, winning: &[usize]) {
    /// More than these are counted here, and named further down.
    const NAMED: usize = 10;
    let list = || winning.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    match winning.len() {
        0 => page.verdict(styles::LOSS, "LOSING", "every move of the player to move loses"),
        1 => page.verdict(styles::WIN, "WINNING", format_args!("one move wins, cell {}", list())),
        count @ 2..=NAMED => page.verdict(styles::WIN, "WINNING", format_args!("{count} moves win, cells {}", list())),
        count => page.verdict(styles::WIN, "WINNING", format_args!("{count} moves win")),
    }
}

/// What each cell is, where `other` is what an empty cell is that neither wins nor lies in a strip.
fn classify(board: Board<'_>, winning: &[usize], other: Move) -> Vec<Move> {
    let mut moves: Vec<Move> =
        board.cells().iter().map(|&cell| if cell == b'X' { Move::Taken } else { other }).collect();
    if other == Move::Suicide {
        for (first, length) in board.strips() {
            moves[first - 1..][..length].fill(Move::Safe);
        }
    }
    for &cell in winning {
        moves[cell - 1] = Move::Wins;
    }
    moves
}

fn write_board(page: &mut Page, board: Board<'_>, moves: &[Move]) {
    let cells = board.cells().iter().map(|&cell| match cell {
        b'X' => Cell { sign: 'X', style: styles::FIRST_MARK },
        _ => Cell { sign: '.', style: styles::QUIET },
    });
    let signs = moves.iter().map(|&kind| match kind {
        Move::Taken | Move::Late => Cell { sign: ' ', style: styles::PLAIN },
        Move::Wins => Cell { sign: '^', style: styles::WIN },
        Move::Safe => Cell { sign: '-', style: styles::PLAIN },
        Move::Suicide => Cell { sign: '!', style: styles::LOSS },
    });
    page.ruled(&[("board", cells.collect()), ("moves", signs.collect())]);
    let legend = [(Move::Wins, "^ wins"), (Move::Safe, "- safe, but loses"), (Move::Suicide, "! suicide")];
    let shown: Vec<&str> = legend.iter().filter(|(kind, _)| moves.contains(kind)).map(|&(_, text)| text).collect();
    page.line(format_args!("\n  {}", shown.join("   ")));
}

fn write_completions(page: &mut Page, board: Board<'_>, completing: &[usize]) {
    page.heading("Why");
    page.line("Two X stand close enough that one more makes three in a row, and that wins at once:\n");
    for &cell in completing {
        let is_three =
            |first: &usize| (*first..first + 3).all(|at| at == cell || board.cells().get(at - 1) == Some(&b'X'));
        let first = (cell.saturating_sub(2).max(1)..=cell).find(is_three).expect("a completing cell completes three");
        page.line(format_args!("  cell {cell} completes cells {first} to {}", first + 2));
    }
    page.line("\nEvery other move loses: the opponent makes the three instead.");
}

fn write_strips(page: &mut Page, board: Board<'_>, solver: &mut Solver) -> Result<(), StripTooLong> {
    let sum = solver.nim_sum(board)?;
    page.heading("Why");
    page.line(
        "No X can make three now. An X within two cells of another X would let the opponent make three at once: that is\n\
         suicide (!). The free cells without an X that near form strips. Nobody moves elsewhere by choice, and who finds\n\
         no safe cell left has to commit suicide. So the game is: take turns on the strips, who cannot move loses.\n\
         \n\
         An X on a strip uses up its own cell and two on either side, and leaves a shorter strip left and right. A strip\n\
         plays like a heap of nim; the heap's size, the strip's nimber, is the smallest number that none of its moves\n\
         leaves, where a move leaves the xor of its two parts. Strips add like heaps of nim: by xor, the nim-sum.",
    );
    page.heading("Strips");
    let mut table = Table::new(["cells", "length", "left end", "right end", "nimber"]);
    for (first, length) in board.strips() {
        table.row([
            cell_range(first, length),
            length.to_string(),
            if first == 1 { "edge".to_owned() } else { format!("X in {}", first - 3) },
            if first + length > board.cells().len() {
                "edge".to_owned()
            } else {
                format!("X in {}", first + length + 2)
            },
            solver.strip(length).to_string(),
        ]);
    }
    if board.strips().is_empty() {
        page.line("  none: no safe cell is left");
    } else {
        page.table(&table);
    }
    page.nim_sum(board.strips().iter().map(|&(_, length)| solver.strip(length)), sum);
    page.line(if sum.is_zero() {
        "It is zero: whatever the player to move does, the opponent makes it zero again. The player to move loses."
    } else {
        "It is not zero: the player to move wins with every move that makes it zero."
    });
    Ok(())
}

fn write_winning_moves(page: &mut Page, board: Board<'_>, solver: &Solver, winning: &[usize]) {
    if winning.is_empty() {
        return;
    }
    page.heading("Winning moves");
    let sum: Nimber = board.strips().iter().map(|&(_, length)| solver.strip(length)).sum();
    let mut table = Table::new(["cell", "in strip", "leaves", "worth", "all other strips"]);
    let mut winning = winning.iter().peekable();
    for (first, length) in board.strips() {
        while let Some(cell) = winning.next_if(|&&cell| cell < first + length) {
            let [left, right] = parts(length, cell - first);
            let [left_worth, right_worth] = [left, right].map(|part| solver.strip(part));
            table.row([
                cell.to_string(),
                cell_range(first, length),
                format!("{left} and {right} cells"),
                format!("{left_worth} xor {right_worth} = {}", left_worth + right_worth),
                (sum + solver.strip(length)).to_string(),
            ]);
        }
    }
    page.table(&table);
    page.line("\nWhat the strip becomes equals all the others together, so the nim-sum is zero.");
}
