//! The programs of the problem package judge and answer as this project does.

mod output_validator;
mod submissions;

use lgame::{LGame, Position};
use problem::{Comparison, Dialect, Layout, Package, Problem, Solution, compare, solve};
use retrograde::Ranked;

use crate::cli::subject;

testkit::package_tests!(subject());

fn package() -> &'static Package {
    let [package] = LGame::PACKAGES else { panic!("there is one package") };
    package
}

fn dialect() -> &'static Dialect<LGame> {
    LGame::dialect(package().judge).expect("the package is for a judge")
}

/// The input that holds one case, given in one line.
fn input(case: &str) -> Vec<u8> {
    dialect().format.input(&[case.as_bytes().to_vec()])
}

/// The rows of a position, which are an input or an output.
fn rows(position: Position) -> Vec<u8> {
    [position.grid().join(&b'\n'), b"\n".to_vec()].concat()
}

pub(crate) fn positions() -> impl Iterator<Item = Position> {
    (0..LGame.ranks()).filter_map(|rank| LGame.unrank(rank))
}

/// The solution of an input that the judge could give.
fn solution(input: &[u8]) -> Solution<LGame> {
    solve(dialect(), Layout::Exact, input).expect("the judge could give this")
}

/// Whether this project accepts an output.
fn accepts(solution: &Solution<LGame>, output: &[u8]) -> bool {
    assert_eq!(dialect().output.comparison, Comparison::Lines);
    compare(solution, output, Comparison::Lines).is_ok()
}
