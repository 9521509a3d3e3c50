//! Connect four on small boards: players drop stones into columns, and four of one's own in a line win. A full board is
//! a draw.

use std::error::Error;
use std::io::{self, Write as _};

use retrograde::{Explored, Game, Outcome, Solution, Solver, Values};

struct ConnectFour {
    columns: u32,
    rows: u32,
}

/// The stones of the player to move and of the other, a bit for each cell, column by column and in each from the bottom
/// up, with a bit between two columns that is never set.
type Stones = [u64; 2];

impl ConnectFour {
    fn has_line(&self, set: u64) -> bool {
        // Up, along the row, and along both diagonals.
        [1, self.rows + 1, self.rows, self.rows + 2].iter().any(|step| {
            let pairs = set & set >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }
}

impl Game for ConnectFour {
    type Position = Stones;

    fn successors(&self, &[own, other]: &Stones, visit: &mut impl FnMut(Stones)) {
        if self.has_line(other) {
            return;
        }
        for column in 0..self.columns {
            let bottom = 1 << (column * (self.rows + 1));
            let stones = (own | other) & ((bottom << self.rows) - bottom);
            // The lowest cell that is free, which is above the others of the column.
            let cell = if stones == 0 { bottom } else { 1 << (u64::BITS - stones.leading_zeros()) };
            if cell != bottom << self.rows {
                visit([other, own | cell]);
            }
        }
    }

    fn ending(&self, &[_, other]: &Stones) -> Outcome {
        if self.has_line(other) { Outcome::Loss } else { Outcome::Draw }
    }
}

const EMPTY: Stones = [0, 0];

fn solved(columns: u32, rows: u32) -> Result<Solution<Explored<ConnectFour>>, retrograde::Error> {
    let solver = Solver::new().threads(0);
    solver.solve(solver.explore(ConnectFour { columns, rows }, [EMPTY])?)
}

fn main() -> Result<(), Box<dyn Error>> {
    for (columns, rows) in [(4, 4), (4, 5), (5, 4)] {
        let solution = solved(columns, rows)?;
        let (positions, first) = (solution.counts().values().sum::<u64>(), solution.value(&EMPTY)?);
        writeln!(io::stdout(), "{columns} columns, {rows} rows: {positions} positions; the first player: {first}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use retrograde::Value;

    use super::*;

    /// The numbers of positions and the values in J. Tromp, *John's Connect Four Playground*,
    /// <https://tromp.github.io/c4/c4.html>.
    #[test]
    fn small_boards_have_the_published_numbers_of_positions_and_are_draws() {
        let solution = solved(4, 4).expect("a consistent game");
        assert_eq!(solution.counts().values().sum::<u64>(), 161_029);
        assert_eq!(solution.value(&EMPTY), Ok(Value::Draw));
    }
}
