//! Tests of the game, and of the page that builds it.

use std::collections::HashMap;

use kayles::{Solver, nim_sum};

/// An exhaustive search without any theory. A row is a set of bits: bit `i` is set if pin `i` is standing.
#[derive(Default)]
struct GameTree {
    mover_wins: HashMap<u32, bool>,
}

impl GameTree {
    fn mover_wins(&mut self, row: u32) -> bool {
        if let Some(&known) = self.mover_wins.get(&row) {
            return known;
        }
        let moves = (0..31).flat_map(|at| [1_u32 << at, 3 << at]);
        let mut legal = moves.filter(|&pins| row & pins == pins);
        let wins = legal.any(|pins| !self.mover_wins(row & !pins));
        self.mover_wins.insert(row, wins);
        wins
    }
}

#[test]
fn every_row_of_up_to_14_pins_agrees_with_the_game_tree() {
    let (mut tree, mut solver) = (GameTree::default(), Solver::default());
    for pins in 0..=14 {
        for bits in 0..1_u32 << pins {
            let row: Vec<u8> = (0..pins).map(|pin| if bits >> pin & 1 == 1 { b'I' } else { b'.' }).collect();
            let first_wins = !nim_sum(&mut solver, &row).is_zero();
            assert_eq!(first_wins, tree.mover_wins(bits), "{}", String::from_utf8_lossy(&row));
        }
    }
}

#[test]
fn the_tutorial_shows_these_files_and_what_its_commands_print() {
    testkit::agree_with_tutorial("kayles", env!("CARGO_BIN_EXE_kayles"));
}
