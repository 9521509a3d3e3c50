//! The solver against the oracles, and against published numbers.

use problem::{Layout, Problem, Rng, solve};
use testkit::{Program, counted};
use treblecross::{Analysis, Board, LONGEST_STRIP, Solver, Treblecross};

use crate::oracle::{self, GameTree, LONGEST, NAIVE, bits, has_three};

fn answer(input: &[u8]) -> Result<Vec<u8>, String> {
    let solution = solve(Treblecross::dialect("uva").unwrap(), Layout::Free, input);
    solution.map(|solution| solution.to_bytes()).map_err(|error| error.to_string())
}

/// Asserts that the solver and the oracle give the same answers.
fn check(boards: &[Vec<u8>]) {
    let input = counted(boards);
    assert!(answer(&input) == Ok(oracle::answer("uva", &input)), "{}", String::from_utf8_lossy(&input));
}

/// The number of boards of 3 to 16 cells without three adjacent X: the sum of the tribonacci numbers
/// 7 + 13 + 24 + … + 19,513.
const BOARDS_OF_3_TO_16_CELLS: usize = 42_754;

#[test]
fn every_board_of_3_to_16_cells_agrees_with_the_game_tree() {
    let (mut solver, mut boards) = (Solver::new(), 0);
    for cells in 3..=16 {
        let mut tree = GameTree::new(cells);
        for board in (0..1_u32 << cells).filter(|&board| !has_three(board)) {
            let text: Vec<u8> = (0..cells).map(|cell| if board >> cell & 1 == 1 { b'X' } else { b'.' }).collect();
            assert_eq!(bits(&text), board);
            let parsed = Board::parse(&text).unwrap();
            let moves = solver.winning_moves(&parsed).unwrap();
            assert_eq!(Analysis::of(parsed, &mut solver).unwrap().winning_moves(), moves);
            assert_eq!(moves, tree.winning_cells(board), "{}", String::from_utf8_lossy(&text));
            // It takes longer on longer boards.
            assert!(cells > 11 || NAIVE.winning_cells(&text) == moves, "the oracles differ");
            boards += 1;
        }
    }
    assert_eq!(boards, BOARDS_OF_3_TO_16_CELLS);
}

/// The solver looks at 64 cells at a time: here there are threats and strips at the ends and where words meet.
#[test]
fn threats_and_strips_are_found_where_words_meet() {
    for cells in [3_usize, 4, 63, 64, 65, 66, 67, 127, 128, 129, 130, 191, 192, 193, 200, 255, 256, 257] {
        let mut boards = Vec::new();
        for pattern in [&b"X"[..], b"XX", b"X.X", b"X..X", b"X...X", b"X.....X", b"XX.X", b"XX.XX"] {
            let last = cells.saturating_sub(pattern.len());
            for at in (0..=last).filter(|at| (at + 8) % 64 < 16 || at + 8 > last) {
                let mut board = vec![b'.'; cells];
                let end = cells.min(at + pattern.len());
                board[at..end].copy_from_slice(&pattern[..end - at]);
                boards.push(board);
            }
        }
        check(&boards);
    }
}

/// A random board. On most boards no X is within two cells of another; on some there are a few `XX` or `X.X`.
pub(crate) fn random_board(rng: &mut Rng, cells: usize) -> Vec<u8> {
    let mut board = vec![b'.'; cells];
    let typical_gap = 3 + rng.below(40);
    let mut cell = rng.below(typical_gap);
    while cell < cells {
        board[cell] = b'X';
        let is_threat = rng.below(60) == 0;
        cell += if is_threat { 1 + rng.below(2) } else { 3 + rng.below(typical_gap) };
    }
    if board.windows(3).any(|three| three == b"XXX") { random_board(rng, cells) } else { board }
}

#[test]
fn random_boards_and_one_of_40_000_strips_agree_with_the_oracle() {
    let mut rng = Rng::new(1);
    let mut board = |_| {
        let longest = [8, 40, 130, 300, 600][rng.below(5)];
        let cells = rng.between(3, longest);
        random_board(&mut rng, cells)
    };
    check(&(0..1000).map(&mut board).collect::<Vec<_>>());
    // All strips have three cells, and any X uses up a whole one, so an even number of them is lost.
    let board_of = |strips: usize| format!(".....X{}.....", ".......X".repeat(strips - 2));
    let cells = (0..40_001).flat_map(|strip| (1..=3).map(move |at| (8 * strip + at).to_string()));
    let expected = format!("LOSING\n\nWINNING\n{}\n", cells.collect::<Vec<_>>().join(" "));
    let input = format!("2\n{}\n{}\n", board_of(40_000), board_of(40_001));
    assert!(answer(input.as_bytes()) == Ok(expected.into_bytes()));
}

#[test]
fn an_error_is_found_in_every_place_of_a_board() {
    let board = |cells: usize| ".".repeat(cells);
    for before in 0..140 {
        for wrong in ["XXX....", "x...", "#...", "\0..."] {
            let text = format!("3\n...\n{}{wrong}{}\n...\n", board(before), board(150 - before));
            let place = format!("3:{}:", before + 1);
            assert!(answer(text.as_bytes()).is_err_and(|error| error.starts_with(&place)), "{before}, {wrong:?}");
        }
    }
}

/// The lengths of empty strips, up to the judge's limit of POJ 3537, that the second player wins. Computed by two programs
/// that share no code with each other or with this one; the first one is the second case of the judge's statement.
const LOST: [usize; 25] =
    [6, 12, 22, 30, 32, 44, 54, 64, 76, 86, 98, 110, 118, 130, 132, 162, 170, 184, 194, 202, 282, 290, 302, 356, 1046];

/// The largest values of boards of up to 200 and 2000 cells are known from the same programs.
#[test]
fn empty_strips_of_up_to_2000_cells_have_their_known_values() {
    let (mut solver, board, mut largest) = (Solver::new(), [b'.'; LONGEST], [0; 2]);
    for cells in 3..=LONGEST {
        let value = solver.empty_strip(cells).unwrap();
        assert_eq!(Analysis::of(Board::parse(&board[..cells]).unwrap(), &mut solver).unwrap().nim_sum(), value);
        assert_eq!((value.value() as usize, value.is_zero()), (NAIVE.strip(cells), LOST.contains(&cells)), "{cells}");
        largest = [if cells > 200 { largest[0] } else { largest[0].max(value.value()) }, largest[1].max(value.value())];
    }
    assert_eq!(largest, [17, 89]);
}

#[test]
fn a_strip_longer_than_the_limit_or_the_memory_is_an_error_with_its_place() {
    let program = env!("CARGO_BIN_EXE_treblecross");
    let check = |script: &str, cells: usize| {
        let script = format!("{script}exec {program} --judge poj");
        let run = Program::at("sh").run(&["-c", &script], format!("7\n{cells}\n").as_bytes());
        let reason = "up to 1073741824 are solved, with two bytes of memory for each";
        let message = format!("treblecross: stdin:2:1: a free strip of {cells} cells; {reason}\n");
        assert_eq!((run.code, String::from_utf8_lossy(&run.stderr)), (Some(2), message.into()));
        assert!(run.stdout.is_empty());
    };
    check("", LONGEST_STRIP + 1);
    if cfg!(target_os = "linux") {
        // The program itself needs a quarter of these 100 MB.
        check("ulimit -c 0; ulimit -v 100000; ", LONGEST_STRIP);
    }
}
