//! Compares the solver with the game tree on every short row.

use kayles::{Player, Row, Solver};

use crate::oracle::GameTree;

#[test]
fn every_row_of_up_to_14_pins_agrees_with_the_game_tree() {
    let (mut tree, mut solver) = (GameTree::default(), Solver::default());
    for pins in 0..=14 {
        for bits in 0..1_u32 << pins {
            let row: Vec<u8> = (0..pins).map(|pin| if bits >> pin & 1 == 1 { b'I' } else { b'.' }).collect();
            let winner = solver.winner(Row::parse(&row).unwrap());
            assert_eq!(winner == Player::First, tree.mover_wins(bits), "{}", String::from_utf8_lossy(&row));
        }
    }
}

/// The first player moves in the middle and then mirrors every move.
#[test]
fn the_first_player_wins_every_full_row() {
    let mut solver = Solver::default();
    for pins in (1..=400).chain([100_000]) {
        assert_eq!(solver.winner(Row::parse(&vec![b'I'; pins]).unwrap()), Player::First, "{pins}");
    }
}
