//! The picture of the atlas: a square for each game, and charts of those that are solved here and of the others.

use std::collections::BTreeMap;

use crate::atlas::cousins::{Code, PLACES};
use crate::atlas::summary::{Entry, Kind, Summary, grouped, result};
use crate::atlas::svg::{Anchor, Axis, Chart, Labels, Svg};
use crate::atlas::table::Table;
use crate::facts::Facts;

const WIDTH: u32 = 1160;
const HEIGHT: u32 = 836;

/// The side of a game's square, and the distance of two.
const SIDE: f64 = 13.0;
const STEP: f64 = 14.0;
/// The distance of two blocks of 64 games.
const BLOCK: (f64, f64) = (8.0 * STEP + 23.0, 8.0 * STEP + 52.0);
/// Where the first block begins.
const GRID: (f64, f64) = (58.0, 104.0);

/// Solved games: those that repeat before 10, 100, … heaps, and those that do later.
const SOLVED: [&str; 6] = ["#d3e3f3", "#a6cbe6", "#6aacd5", "#3885bc", "#155c9c", "#08306b"];
const SPARSE: &str = "#f5a623";
const DENSE: &str = "#c8402f";
const ABSENT: &str = "#eeeeee";

/// How many solved games are named for the size of one of their numbers.
const NAMED: usize = 7;
/// How many other games are named for their few rare heaps.
const SPARSEST: usize = 5;

const TITLE: &str = "All octal games of up to three places";

/// Draws what is in the table.
pub(crate) fn draw(summary: &Summary<'_>, table: &Table) -> String {
    let mut svg = Svg::new(WIDTH, HEIGHT, TITLE);
    svg.heading((24.0, 36.0), 20, TITLE);
    let (games, solved) = (summary.games(), summary.solved_games());
    let open = match games - solved {
        0 => "all are solved".to_owned(),
        open => format!("{} are not solved here, to heap {} or further", grouped(open), grouped(summary.reach())),
    };
    let title = format!("{} games: {} are proven to repeat forever, {open}", grouped(games), grouped(solved));
    svg.words((24.0, 58.0), Anchor::Start, &title);
    draw_grid(&mut svg, table);
    draw_legend(&mut svg, summary);
    draw_solved(&mut svg, summary);
    draw_open(&mut svg, summary);
    svg.finish()
}

fn colour(kind: Kind) -> &'static str {
    match kind {
        // The number of digits of the last heap of the first period.
        Kind::Solved(length) => SOLVED[(length.saturating_sub(1).max(1).ilog10() as usize).min(SOLVED.len() - 1)],
        Kind::Sparse => SPARSE,
        Kind::Dense => DENSE,
    }
}

/// What is said about a game where the mouse is.
fn description(code: &Code, row: &Facts) -> String {
    let result = result(row);
    match row.rare.as_ref().filter(|_| row.period.is_none()) {
        Some(rare) => {
            format!("{code}: {result}, {} heaps are rare, largest value {}", grouped(rare.count), row.largest)
        }
        None => format!("{code}: {result}"),
    }
}

/// Squares in blocks by the first two digits; in a block the next digit goes down and the last one to the right.
fn draw_grid(svg: &mut Svg, table: &Table) {
    for code in Code::all(PLACES) {
        let [first, block, down, right] = [0, 1, 2, 3].map(|taken| code.digit(taken));
        let (left, top) = corner(first, block);
        let place = (left + f64::from(right) * STEP, top + f64::from(down) * STEP);
        match table.get(&code) {
            Some(row) => svg.square(place, SIDE, colour(Kind::of(row)), &description(&code, row)),
            None => svg.square(place, SIDE, ABSENT, &format!("{code}: not computed")),
        }
    }
    for first in [0, 4] {
        for block in 0..8 {
            let (left, top) = corner(first, block);
            let places = if first == 0 { "" } else { "4" };
            svg.words((left, top - 7.0), Anchor::Start, &format!("{places}.{block}yz"));
            for digit in 0..8 {
                let x = left + f64::from(digit) * STEP + SIDE / 2.0;
                svg.words((x, top + 8.0 * STEP + 12.0), Anchor::Middle, &digit.to_string());
            }
            svg.words((left + 4.0 * STEP, top + 8.0 * STEP + 26.0), Anchor::Middle, "z");
        }
        let (left, top) = corner(first, 0);
        for digit in 0..8 {
            let y = top + f64::from(digit) * STEP + SIDE - 2.0;
            svg.words((left - 5.0, y), Anchor::End, &digit.to_string());
        }
        svg.words((left - 24.0, top + 4.0 * STEP + 4.0), Anchor::End, "y");
    }
}

fn corner(first: u8, block: u8) -> (f64, f64) {
    let row = if first == 0 { 0.0 } else { 1.0 };
    (GRID.0 + f64::from(block) * BLOCK.0, GRID.1 + row * BLOCK.1)
}

fn draw_legend(svg: &mut Svg, summary: &Summary<'_>) {
    let count = |wanted: &str| {
        let entries = summary.entries.iter().filter(|entry| colour(Kind::of(entry.row)) == wanted);
        entries.map(|entry| entry.games.len()).sum::<usize>()
    };
    let top = GRID.1 + 2.0 * BLOCK.1;
    let mut item = |x: f64, y: f64, colour: &str, words: &str| {
        svg.square((x, y - 11.0), SIDE, colour, "");
        svg.words((x + SIDE + 6.0, y), Anchor::Start, &format!("{words}: {}", count(colour)));
    };
    let names = ["repeats within 10 heaps", "within 100", "within 1,000", "within 10,000", "within 100,000", "later"];
    let starts = [0.0, 210.0, 340.0, 480.0, 630.0, 785.0];
    for ((name, start), colour) in names.into_iter().zip(starts).zip(SOLVED) {
        item(GRID.0 + start, top, colour, name);
    }
    item(GRID.0, top + 22.0, SPARSE, "not solved here, at most one heap in ten is rare");
    item(GRID.0 + 400.0, top + 22.0, DENSE, "not solved here, more heaps are rare");
}

#[expect(clippy::cast_precision_loss, reason = "a place in a picture need not be exact")]
fn draw_solved(svg: &mut Svg, summary: &Summary<'_>) {
    let largest =
        |number: fn(&grundy::Period) -> usize| power_above(summary.solved().map(|(_, found)| number(&found)).max());
    let chart = Chart {
        left: 90.0,
        top: 520.0,
        width: 440.0,
        height: 260.0,
        horizontal: Axis { name: "preperiod (0 drawn as 1)", from: 0, to: largest(|found| found.preperiod) },
        vertical: Axis { name: "period", from: 0, to: largest(|found| found.period) },
    };
    svg.heading((58.0, 495.0), 14, "When the solved games repeat");
    chart.draw_axes(svg);
    // Games at one place are drawn as one circle.
    let mut points: BTreeMap<(usize, usize), Vec<&Entry<'_>>> = BTreeMap::new();
    for (entry, found) in summary.solved() {
        points.entry((found.preperiod.max(1), found.period)).or_default().push(entry);
    }
    let named = |number: fn(&(usize, usize)) -> usize| {
        let mut places: Vec<_> = points.keys().copied().collect();
        places.sort_by_key(|place| std::cmp::Reverse(number(place)));
        places.truncate(NAMED);
        places
    };
    let named = [named(|place| place.0), named(|place| place.1)].concat();
    let (mut circles, mut labels) = (Vec::new(), Vec::new());
    for (&(preperiod, period), entries) in &points {
        let games: usize = entries.iter().map(|entry| entry.games.len()).sum();
        let place = chart.place(preperiod as f64, period as f64);
        let colour = colour(Kind::Solved(preperiod + period));
        let code = entries[0].code;
        let words = format!("{code}: period {period}, preperiod {preperiod}, {games} games");
        let radius = radius(games);
        circles.push((place, radius));
        svg.circle(place, radius, colour, &words);
        if named.contains(&(preperiod, period)) {
            labels.push((place, radius, code.to_string()));
        }
    }
    name(svg, Labels::new(&chart, circles), labels);
}

/// The least power of ten, 10 at least, that is not below a number.
fn power_above(number: Option<usize>) -> i32 {
    number.map_or(1, |number| (number.max(2) - 1).ilog10().cast_signed() + 1)
}

/// The radius of the circle for this many games.
#[expect(clippy::cast_precision_loss, reason = "a radius need not be exact")]
fn radius(games: usize) -> f64 {
    2.5 + (games as f64).sqrt().min(9.0)
}

/// Names points when all are drawn, as names should be in front.
fn name(svg: &mut Svg, mut labels: Labels, points: Vec<((f64, f64), f64, String)>) {
    for (place, radius, words) in points {
        labels.add(svg, place, radius, &words);
    }
}

/// How many heaps of a game are rare, which is drawn as 1 if it is none; all, if there is no sparse space.
fn rare(row: &Facts) -> usize {
    row.rare.as_ref().map_or(row.to + 1, |rare| rare.count).max(1)
}

#[expect(clippy::cast_precision_loss, reason = "a place in a picture need not be exact")]
fn draw_open(svg: &mut Svg, summary: &Summary<'_>) {
    let rare_heaps = || summary.open().map(|entry| rare(entry.row));
    let from = rare_heaps().min().unwrap_or(1).ilog10().cast_signed();
    let to = power_above(rare_heaps().max()).max(from + 1);
    let largest = summary.open().map(|entry| entry.row.largest as usize).max();
    let chart = Chart {
        left: 660.0,
        top: 520.0,
        width: 440.0,
        height: 260.0,
        horizontal: Axis { name: "rare heaps", from, to },
        vertical: Axis { name: "largest value", from: 0, to: power_above(largest) },
    };
    svg.heading((628.0, 495.0), 14, "How sparse the games not solved here are");
    chart.draw_axes(svg);
    let mut places: Vec<_> = summary.open().collect();
    places.sort_by_key(|entry| rare(entry.row));
    let (mut circles, mut labels) = (Vec::new(), Vec::new());
    for (index, entry) in places.iter().enumerate() {
        let place = chart.place(rare(entry.row) as f64, f64::from(entry.row.largest.max(1)));
        let radius = radius(entry.games.len());
        circles.push((place, radius));
        svg.circle(place, radius, colour(Kind::of(entry.row)), &description(entry.code, entry.row));
        if index < SPARSEST || entry.code.to_string() == ".007" || Some(entry.row.largest as usize) == largest {
            labels.push((place, radius, entry.code.to_string()));
        }
    }
    name(svg, Labels::new(&chart, circles), labels);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solved_game_has_the_colour_of_its_length() {
        let class = |length| SOLVED.iter().position(|&known| known == colour(Kind::Solved(length))).unwrap();
        assert_eq!([1, 10, 11, 100, 101, 100_000, 100_001, 100_000_000].map(class), [0, 0, 1, 1, 2, 4, 5, 5]);
    }
}
