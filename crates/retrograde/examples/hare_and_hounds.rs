//! Hare and hounds, also called the French military game: three hounds, which never go back, chase a hare, which wins
//! if it gets to the end that the hounds come from. A hare that cannot move has lost.

use std::error::Error;
use std::io::{self, Write as _};

use retrograde::{Explored, Game, Solution, Solver, Value, Values};

struct HareAndHounds;

/// A point by its column, from the left, and its row. The middle row has columns 0 to 4, and the others 1 to 3.
type Point = (i8, i8);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Chase {
    /// In order.
    hounds: [Point; 3],
    hare: Point,
    hounds_move: bool,
}

/// The points that lines connect with this one. From every second point there are diagonal ones too.
fn beside((column, row): Point) -> impl Iterator<Item = Point> {
    let steps = [(-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)];
    let lines = steps.into_iter().take(if (column + row) % 2 == 0 { 8 } else { 4 });
    let points = lines.map(move |(right, down)| (column + right, row + down));
    points.filter(|(column, row)| row.abs() <= 1 && (row.abs()..=4 - row.abs()).contains(column))
}

impl Game for HareAndHounds {
    type Position = Chase;

    fn successors(&self, at: &Chase, visit: &mut impl FnMut(Chase)) {
        let is_free = |point: &Point| *point != at.hare && !at.hounds.contains(point);
        if !at.hounds_move {
            let hares = beside(at.hare).filter(is_free);
            return hares.for_each(|hare| visit(Chase { hare, hounds_move: true, ..at.clone() }));
        }
        for (number, from) in at.hounds.into_iter().enumerate() {
            for to in beside(from).filter(|to| to.0 >= from.0).filter(is_free) {
                let mut hounds = at.hounds;
                hounds[number] = to;
                hounds.sort_unstable();
                visit(Chase { hounds, hare: at.hare, hounds_move: false });
            }
        }
    }

    fn known_value(&self, at: &Chase) -> Option<Value> {
        let value = if at.hounds_move { Value::Loss(0) } else { Value::Win(0) };
        (at.hare == (0, 0)).then_some(value)
    }
}

/// The hounds at the left end and the hare at the right one.
fn start(hounds_move: bool) -> Chase {
    Chase { hounds: [(0, 0), (1, -1), (1, 1)], hare: (4, 0), hounds_move }
}

fn solved() -> Result<Solution<Explored<HareAndHounds>>, retrograde::Error> {
    let solver = Solver::new();
    solver.solve(solver.explore(HareAndHounds, [start(true), start(false)])?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let (solution, mut out) = (solved()?, io::stdout());
    for (name, hounds_move) in [("the hounds", true), ("the hare", false)] {
        writeln!(out, "{name} to move first: {}", solution.value(&start(hounds_move))?)?;
    }
    for Chase { hounds, hare, .. } in solution.line(&start(true))? {
        writeln!(out, "  hounds {hounds:?}, hare {hare:?}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// E. Annunziata, *A study of Hare and Hounds*, 2024, <https://github.com/edoannunziata/jardin>: the hounds win in 23
    /// plies, and in 24 if the hare begins; and in the second position the player to move loses.
    #[test]
    fn the_hounds_win_in_the_published_numbers_of_plies() {
        let solution = solved().expect("a consistent game");
        assert_eq!(solution.value(&start(true)), Ok(Value::Win(23)));
        assert_eq!(solution.value(&start(false)), Ok(Value::Loss(24)));
        let opposition = |hounds_move| Chase { hounds: [(1, -1), (1, 1), (2, 0)], hare: (2, -1), hounds_move };
        assert_eq!(solution.value(&opposition(false)), Ok(Value::Loss(18)));
        assert_ne!(solution.value(&opposition(true)).map(Value::outcome), Ok(retrograde::Outcome::Win));
    }
}
