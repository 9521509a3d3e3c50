//! Explains why a board is won or lost, to a reader who knows nim.

use grundy::Nimber;
use problem::{Case, Cell, Diagnostic, Explainer, Field, Page, Table, cell_range, styles};

use crate::dialects::{read_board, strip_too_long};
use crate::rules::{Board, parts};
use crate::solver::{Solver, StripTooLong};

/// What a move to a cell means for the player to move.
#[derive(Clone, Copy, PartialEq)]
enum Move {
    Taken,
    /// The X makes three, or leaves a nim-sum of zero.
    Wins,
    /// The X makes no threat, and yet loses.
    Safe,
    /// The opponent answers by making three.
    Suicide,
}

pub(crate) const EXPLAINER: Explainer = Explainer {
    position: "a board: '.' for an empty cell, 'X' for an X",
    sample: "X.....X..X.............X....X..X",
    lines: &[&[Field::Word { name: "a board", length: 3..=200, check: None }]],
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
            .map(|(first, length)| Strip { first, length, worth: solver.strip(length) })
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

/// A run of safe cells.
struct Strip {
    first: usize,
    length: usize,
    worth: Nimber,
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
        (Move::Suicide, "! suicide: the opponent makes three"),
    ];
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
    page.line("\nEvery other move is suicide (!): the opponent makes the three instead.");
}

fn write_strips(page: &mut Page, board: Board<'_>, strips: &[Strip]) {
    page.heading("Why");
    page.line(
        "No X makes three now. But an X within two cells of another lets the opponent make three next: that is suicide\n\
         (!). The other free cells are safe (-, ^) and form strips. As long as there is a safe cell, nobody commits\n\
         suicide; a player without one must. So the game is: take turns on the strips, and whoever is first without a\n\
         move there loses.\n\
         \n\
         An X on a strip uses up its own cell and two on either side, and leaves a shorter strip left and right. A strip\n\
         plays like a heap of nim; the heap's size, the strip's nimber, is the smallest number that none of its moves\n\
         leaves, where a move leaves the xor of its two parts. Strips add like heaps of nim: by xor, the nim-sum.",
    );
    page.heading("Strips");
    if strips.is_empty() {
        page.line("  none\n\nNo safe cell is left: every move is suicide, and the opponent makes three. The player to move loses.");
        return;
    }
    let mut table = Table::new(["cells", "length", "left end", "right end", "nimber"]);
    for &Strip { first, length, worth } in strips {
        let last = first + length - 1;
        table.row([
            cell_range(first, length),
            length.to_string(),
            if first == 1 { "edge".to_owned() } else { format!("X in {}", first - 3) },
            if last == board.cells().len() { "edge".to_owned() } else { format!("X in {}", last + 3) },
            worth.to_string(),
        ]);
    }
    page.table(&table);
    let sum = nim_sum(strips);
    page.sum("Nim-sum", "xor", &strips.iter().map(|strip| strip.worth).collect::<Vec<_>>(), sum);
    page.line(if sum.is_zero() {
        "It is zero: after any safe move the opponent makes it zero again, and so takes the last safe cell. The player to\n\
         move loses."
    } else {
        "It is not zero: the player to move wins with every move that makes it zero."
    });
}

fn nim_sum(strips: &[Strip]) -> Nimber {
    strips.iter().map(|strip| strip.worth).sum()
}

fn write_winning_moves(page: &mut Page, solver: &Solver, strips: &[Strip], winning: &[usize]) {
    if winning.is_empty() {
        return;
    }
    page.heading("Winning moves");
    let sum = nim_sum(strips);
    let mut table = Table::new(["cell", "in strip", "leaves", "worth", "all other strips"]);
    let mut winning = winning.iter().peekable();
    for &Strip { first, length, worth } in strips {
        while let Some(cell) = winning.next_if(|&&cell| cell < first + length) {
            let [left, right] = parts(length, cell - first);
            let [left_worth, right_worth] = [left, right].map(|part| solver.strip(part));
            table.row([
                cell.to_string(),
                cell_range(first, length),
                format!("{left} and {right} cells"),
                format!("{left_worth} xor {right_worth} = {}", left_worth + right_worth),
                (sum + worth).to_string(),
            ]);
        }
    }
    page.table(&table);
    page.line("\nWhat the strip becomes equals all the others together, so the nim-sum is zero.");
}
