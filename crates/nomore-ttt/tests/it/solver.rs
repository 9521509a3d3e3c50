//! The solver against the oracles: every short board, many long ones, every strip.

use grundy::{Strip, Table};
use nomore_ttt::{Board, End, NoMore, Player, closed_form};
use problem::{Layout, Problem, Rng, solve};
use testkit::counted;

use crate::oracle::{self, GameTree, Naive, is_legal};

/// All legal boards with this number of cells.
fn boards(cells: u32) -> impl Iterator<Item = Vec<u8>> {
    (0..3_usize.pow(cells))
        .map(move |number| (0..cells).map(|cell| b".XO"[number / 3_usize.pow(cell) % 3]).collect::<Vec<u8>>())
        .filter(|board| is_legal(board))
}

/// The number of boards of 1 to 10 cells without equal neighbours: 3 + 7 + 17 + … + 8,119, where each term is twice the
/// term before it plus the term before that.
const BOARDS_OF_1_TO_10_CELLS: usize = 13_858;

#[test]
fn every_board_of_1_to_10_cells_agrees_with_the_game_tree() {
    let (mut tree, mut naive, mut count) = (GameTree::default(), Naive::default(), 0);
    for board in (1..=10).flat_map(boards) {
        let text = String::from_utf8_lossy(&board);
        let alice_wins = Board::parse(&board).unwrap().winner() == Player::Alice;
        assert_eq!(alice_wins, tree.alice_wins(&board), "{text}");
        assert_eq!(naive.alice_wins(&board), tree.alice_wins(&board), "the oracles differ: {text}");
        count += 1;
    }
    assert_eq!(count, BOARDS_OF_1_TO_10_CELLS);
}

#[test]
fn the_closed_form_is_the_mex_of_all_moves_for_every_strip_of_up_to_200_cells() {
    let mut table = Table::new(NoMore);
    for left in [End::Edge, End::X, End::O] {
        for right in [End::Edge, End::X, End::O] {
            for len in 0..=200 {
                let strip = Strip::between(left, len, right);
                assert_eq!(closed_form(strip), table.nimber(strip), "{strip:?}");
            }
        }
    }
}

fn answer(input: &[u8]) -> Result<Vec<u8>, String> {
    let solution = solve(NoMore::dialect("lightoj").unwrap(), Layout::Free, input);
    solution.map(|solution| solution.to_bytes()).map_err(|error| error.to_string())
}

/// A legal board with this number of cells and a random density of marks.
pub(crate) fn random_board(rng: &mut Rng, cells: usize) -> Vec<u8> {
    let one_in = 1 + rng.below(30);
    let mut board = vec![b'.'; cells];
    for cell in 0..cells {
        let mark = [b'X', b'O'][rng.below(2)];
        if rng.below(one_in) == 0 && (cell == 0 || board[cell - 1] != mark) {
            board[cell] = mark;
        }
    }
    board
}

/// The solver looks at 64 cells at a time. `tools/properties` puts other white space between the boards.
#[test]
fn inputs_of_many_boards_agree_with_the_oracle() {
    let mut rng = Rng::new(4);
    let random = (0..20_000).map(|_| {
        let longest = [3, 20, 70, 140, 300][rng.below(5)];
        let cells = 1 + rng.below(longest);
        random_board(&mut rng, cells)
    });
    let at_every_offset =
        (0..64).flat_map(|offset| [vec![b'.'; offset + 1]].into_iter().chain((1..=5).flat_map(boards)));
    for all in [random.collect(), at_every_offset.collect::<Vec<_>>()] {
        let input = counted(&all);
        assert_eq!(answer(&input), Ok(oracle::answer("lightoj", &input)));
    }
}

#[test]
fn an_error_is_found_in_every_place_of_a_board() {
    let board = |cells: usize| ".".repeat(cells);
    for before in 0..140 {
        for wrong in ["XX..", "OO..", "x...", "#...", "\0..."] {
            let text = format!("3\n...\n{}{wrong}{}\n...\n", board(before), board(150 - before));
            let place = format!("3:{}:", before + 1);
            assert!(answer(text.as_bytes()).is_err_and(|error| error.starts_with(&place)), "{before}, {wrong:?}");
        }
    }
}
