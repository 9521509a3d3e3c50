//! Pong Hau K'i: five points, two stones of each player. The player who cannot move loses; play need not end.

use retrograde::{Game, Ranked};

/// Five points, two stones of each player, one empty point.
#[derive(Clone, Copy, Debug)]
struct Pong;

/// The five points, each `.`, `o` or `x`.
type Board = [u8; 5];

const SIGNS: &[u8] = b".ox";
const LINES: [(usize, usize); 7] = [(0, 2), (0, 3), (1, 2), (1, 4), (2, 3), (2, 4), (3, 4)];

impl Game for Pong {
    type Position = Board;

    fn successors(&self, board: &Board, visit: &mut impl FnMut(Board)) {
        for (from, to) in LINES.into_iter().flat_map(|(one, other)| [(one, other), (other, one)]) {
            if board[from] == b'o' && board[to] == b'.' {
                let mut after = *board;
                after.swap(from, to);
                visit(after.map(|sign| match sign {
                    b'o' => b'x',
                    b'x' => b'o',
                    empty => empty,
                }));
            }
        }
    }
}

impl Ranked for Pong {
    fn ranks(&self) -> u64 {
        3_u64.pow(5)
    }

    fn rank(&self, board: &Board) -> Option<u64> {
        let digit = |sign: &u8| (0..).zip(SIGNS).find(|(_, known)| *known == sign).map_or(0, |(digit, _)| digit);
        Some(board.iter().fold(0, |rank, sign| 3 * rank + digit(sign)))
    }

    fn unrank(&self, mut rank: u64) -> Option<Board> {
        let mut board = Board::default();
        for point in board.iter_mut().rev() {
            *point = SIGNS[usize::try_from(rank % 3).expect("a digit in base 3")];
            rank /= 3;
        }
        is_legal(board).then_some(board)
    }
}

fn is_legal(mut board: Board) -> bool {
    board.sort_unstable();
    board == *b".ooxx"
}

use std::sync::LazyLock;

use problem::{
    Case, Count, Diagnostic, Dialect, Explainer, Field, Format, Generator, Line, OutputRule, Page, Problem, Shape,
    styles,
};
use retrograde::{Outcome, Solution, Solver, Value, Values};

static SOLUTION: LazyLock<Solution<Pong>> = LazyLock::new(|| Solver::new().solve(Pong).expect("a small game"));

const POINTS: &[Line] = &[&[Field::Word { name: "a position of five points", length: 5..=5, check: None }]];

impl Problem for Pong {
    type Solver = ();
    type Answer = Value;

    const NAME: &'static str = "pong";
    const ABOUT: &'static str = "Solves Pong Hau K'i: five points, two stones each";
    const DIALECTS: &'static [Dialect<Self>] = &[Dialect {
        name: "village",
        title: "an invented judge: N, then N positions",
        aliases: &[],
        format: Format { noun: "position", unit: "point", count: Count::Announced(1..=50), case: POINTS },
        solve: |(), case| Ok(value(read_board(case)?)),
        write: |_, value, out| out.extend_from_slice(format!("{value}\n").as_bytes()),
        output: OutputRule::LINES,
        generator: Some(Generator {
            enumerate: |points| Box::new(all_boards().filter(move |_| points == 5).map(|board| board.to_vec())),
            shapes: &[Shape {
                name: "any",
                about: "any position",
                make: |_, rng| all_boards().nth(rng.below(30)).expect("there are 30 positions").to_vec(),
            }],
            shrink: |_| Vec::new(), // all positions have the same size
        }),
    }];
    const EXPLAINER: Option<Explainer> = Some(Explainer {
        position: "a position: 'o' for the stones of the player to move, 'x' for the other's, '.' for the empty point",
        sample: "ox.ox",
        lines: POINTS,
        explain,
        overview: None,
    });
}

fn value(board: Board) -> Value {
    SOLUTION.get(&board).expect("a position of the game")
}

fn all_boards() -> impl Iterator<Item = Board> + Send {
    (0..Pong.ranks()).filter_map(|rank| Pong.unrank(rank))
}

fn read_board(case: Case<'_>) -> Result<Board, Diagnostic> {
    let word = case.word(0);
    word.check_characters(SIGNS, &[])?;
    let board = Board::try_from(word.text()).ok().filter(|board| is_legal(*board));
    board.ok_or_else(|| word.error("a position has five points: two 'o', two 'x' and one '.'"))
}

fn explain(case: Case<'_>, page: &mut Page) -> Result<(), Diagnostic> {
    let board = read_board(case)?;
    let value = value(board);
    let (style, reason) = match value.outcome() {
        Outcome::Win => (styles::WIN, "some move leaves a lost position"),
        Outcome::Loss => (styles::LOSS, "every move leaves a won position, or there is none"),
        Outcome::Draw => (styles::HEADING, "neither player can force a win"),
    };
    page.verdict(style, &value.to_string(), reason);
    page.heading("Best play by both players");
    let line = SOLUTION.line(&board).expect("a position of the game");
    for (ply, board) in line.iter().enumerate() {
        page.line(format_args!("  {ply}  {}", String::from_utf8_lossy(board)));
    }
    Ok(())
}

fn main() -> std::process::ExitCode {
    harness::run::<Pong>()
}
