//! Explains why a board is won or lost, to a reader who knows nim.

use grundy::{Nimber, Strip};
use problem::{Page, StyledChar, cell_range, count_of, styles};

use crate::rules::{Board, End, Move, Player};
use crate::solver::closed_form;

pub(crate) fn explain(board: Board<'_>, page: &mut Page) {
    let moves: Vec<Move> = board.moves().collect();
    let sum = board.nim_sum();
    let wins = |mv: &Move| mv.nim_sum_after(sum).is_zero();
    write_verdict(page, board, !moves.is_empty());
    write_board(page, board, &moves, wins);
    write_strips(page, board, sum, !moves.is_empty());
    write_winning_moves(page, sum, moves.iter().filter(|mv| wins(mv)));
}

fn write_verdict(page: &mut Page, board: Board<'_>, can_move: bool) {
    let (verdict, style) = match board.winner() {
        Player::Alice => ("Alice wins", styles::WIN),
        Player::Bob => ("Alice loses", styles::LOSS),
    };
    let mover = board.to_move();
    let (marks, parity) = (board.marks(), if mover == Player::Alice { "even" } else { "odd" });
    let outlook = match (can_move, mover == board.winner()) {
        (false, _) => "cannot move",
        (true, true) => "has a winning move",
        (true, false) => "loses whatever the move",
    };
    let marks = count_of(marks, "mark");
    page.verdict(style, verdict, format_args!("{marks}, {parity}, so {mover} is to move and {outlook}"));
}

fn write_board(page: &mut Page, board: Board<'_>, moves: &[Move], wins: impl Fn(&Move) -> bool) {
    let cells = board.cells().iter().map(|&sign| {
        let style = match sign {
            b'X' => styles::YELLOW,
            b'O' => styles::CYAN,
            _ => styles::QUIET,
        };
        StyledChar { symbol: sign.into(), style }
    });
    let blank = StyledChar { symbol: ' ', style: styles::PLAIN };
    let dead = StyledChar { symbol: '!', style: styles::LOSS };
    let mut rows = End::MARKS
        .map(|_| board.cells().iter().map(|&sign| if sign == b'.' { dead } else { blank }).collect::<Vec<_>>());
    for mv in moves {
        let (symbol, style) = if wins(mv) { ('^', styles::WIN) } else { ('-', styles::PLAIN) };
        rows[usize::from(mv.mark == End::O)][mv.cell - 1] = StyledChar { symbol, style };
    }
    let [x_row, o_row] = rows;
    let legend = ["^ wins", "- allowed, but loses", "! not allowed"];
    page.ruled(&[("board", cells.collect()), ("X there", x_row), ("O there", o_row)], &legend);
}

fn write_strips(page: &mut Page, board: Board<'_>, sum: Nimber, can_move: bool) {
    page.heading("Why");
    page.line(
        "A cell beside an X cannot take an X, one beside an O no O; between an X and an O a cell is dead: nothing \
         fits. \
         The marks cut the free cells into strips, and what happens on one changes nothing on another. The player who \
         cannot move on any strip loses. A strip plays like a heap of nim; the heap's size, the strip's nimber, is the \
         smallest number that none of its moves leaves, where a move leaves the xor of the two parts that it cuts the \
         strip into. Here that comes to:\n",
    );
    let nimbers = [
        ["both ends at the edge (no mark yet)", "1 if the length is odd, else 0"],
        ["one end at the edge", "the length"],
        ["between equal marks", "1"],
        ["between an X and an\u{A0}O", "0"],
    ];
    page.table(["a strip", "has the nimber"], &nimbers.map(|row| row.map(str::to_owned)));
    page.line("\nStrips add like heaps of nim: by xor, the nim-sum.");
    page.heading("Strips");
    let row = |(first, strip): (usize, Strip<End>)| {
        [
            cell_range(first, strip.len),
            strip.len.to_string(),
            strip.left.to_string(),
            strip.right.to_string(),
            closed_form(strip).to_string(),
        ]
    };
    let rows: Vec<_> = board.strips().map(row).collect();
    if rows.is_empty() {
        page.line("  none: the board is full");
    } else {
        page.table(["cells", "length", "left end", "right end", "nimber"], &rows);
    }
    let values: Vec<Nimber> = board.strips().map(|(_, strip)| closed_form(strip)).collect();
    page.sum("Nim-sum", "xor", &values, sum);
    let (mover, opponent) = (board.to_move(), board.to_move().opponent());
    page.line(match (can_move, sum.is_zero()) {
        (false, _) => format!("{mover} cannot move, and so loses."),
        (true, true) => {
            format!("It is zero: after any move of {mover}, {opponent} makes it zero again. {mover} loses.")
        }
        (true, false) => format!("It is not zero: {mover} wins with every move that makes it zero."),
    });
}

fn write_winning_moves<'a>(page: &mut Page, sum: Nimber, winning: impl Iterator<Item = &'a Move>) {
    let row = |mv: &Move| {
        let [left, right] = mv.parts;
        let (first, strip) = mv.strip;
        [
            mv.cell.to_string(),
            mv.mark.to_string(),
            cell_range(first, strip.len),
            format!("{} and {}", describe(left), describe(right)),
            format!("{} xor\u{A0}{} =\u{A0}{}", closed_form(left), closed_form(right), mv.nimber_after()),
            (sum + closed_form(strip)).to_string(),
        ]
    };
    let rows: Vec<_> = winning.map(row).collect();
    if rows.is_empty() {
        return;
    }
    page.heading("Winning moves");
    page.table(["cell", "mark", "in strip", "leaves", "worth", "all other strips"], &rows);
    page.line("\nA strip is written as its length between its ends, and | is the edge: X2| has two cells between an X and the edge. What the strip becomes equals all the others together, so the nim-sum is zero.");
}

/// Formats a strip as its left end, its number of cells and its right end, such as `X2|`.
fn describe(Strip { left, len, right }: Strip<End>) -> String {
    format!("{left}{len}{right}").replace("edge", "|")
}
