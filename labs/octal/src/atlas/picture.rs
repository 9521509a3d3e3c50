//! The picture of the atlas: a square for each game, with words that are shown where the mouse is.

use std::fmt::{self, Write as _};

use grundy::HeapGame;

use crate::atlas::cousins::{PLACES, all_codes, digit};
use crate::atlas::summary::{FamilyList, Structure, grouped, result};
use crate::atlas::table::FactsByGame;
use crate::facts::Facts;

const WIDTH: u32 = 1160;
const HEIGHT: u32 = 474;

/// The side of a game's square, and the distance of two.
const SIDE: u32 = 13;
const STEP: u32 = 14;
/// The distance of two blocks of 64 games.
const BLOCK: [u32; 2] = [8 * STEP + 23, 8 * STEP + 52];
/// Where the first block begins.
const GRID: [u32; 2] = [58, 104];

/// Solved games: those that repeat before 10, 100, … heaps, and those that do later.
const SOLVED: [&str; 6] = ["#d3e3f3", "#a6cbe6", "#6aacd5", "#3885bc", "#155c9c", "#08306b"];
const SPARSE: &str = "#f5a623";
const DENSE: &str = "#c8402f";
const ABSENT: &str = "#eeeeee";

const TITLE: &str = "All octal games of up to three places";

/// Draws what is in the table, on a light card that can be read on any background.
pub(crate) fn draw(summary: &FamilyList<'_>, table: &FactsByGame) -> String {
    let mut svg = Svg(String::new());
    svg.add(format_args!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="system-ui, 'Segoe UI', Helvetica, Arial, sans-serif" font-size="12" fill="#24292f">
<title>{TITLE}</title>
<rect x="0.5" y="0.5" width="{}" height="{}" rx="10" fill="#ffffff" stroke="#d0d7de"/>
<text x="24" y="36" font-size="20" font-weight="600">{TITLE}</text>"##,
        WIDTH - 1,
        HEIGHT - 1
    ));
    let (games, solved) = (summary.games(), summary.solved_games());
    let open = match summary.reach() {
        None => "all are solved".to_owned(),
        Some(heap) => {
            format!("{} are not solved here, to heap {} or further", grouped(games - solved), grouped(heap))
        }
    };
    let title = format!("{} games: {} are proven to repeat forever, {open}", grouped(games), grouped(solved));
    svg.words([24, 58], "start", &title);
    draw_grid(&mut svg, table);
    draw_legend(&mut svg, summary);
    svg.add(format_args!("</svg>"));
    svg.0
}

/// A picture as text.
struct Svg(String);

impl Svg {
    fn add(&mut self, element: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{element}");
    }

    fn square(&mut self, [x, y]: [u32; 2], colour: &str, words: &str) {
        let title = if words.is_empty() { String::new() } else { format!("<title>{words}</title>") };
        self.add(format_args!(
            r#"<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{colour}">{title}</rect>"#
        ));
    }

    /// Words of which the start, the middle or the end is at this place.
    fn words(&mut self, [x, y]: [u32; 2], anchor: &str, words: &str) {
        self.add(format_args!(r#"<text x="{x}" y="{y}" text-anchor="{anchor}">{words}</text>"#));
    }
}

fn colour(kind: Structure) -> &'static str {
    match kind {
        // The number of digits of the last heap of the first period.
        Structure::Solved(length) => SOLVED[(length.saturating_sub(1).max(1).ilog10() as usize).min(SOLVED.len() - 1)],
        Structure::Sparse => SPARSE,
        Structure::Dense => DENSE,
    }
}

/// What is said about a game where the mouse is.
fn description(code: &HeapGame, row: &Facts) -> String {
    let result = result(row);
    match row.rare.filter(|_| row.period.is_none()) {
        Some(rare) => format!("{code}: {result}, {} heaps are rare, largest value {}", grouped(rare), row.largest),
        None => format!("{code}: {result}"),
    }
}

/// Squares in blocks by the first two digits; in a block the next digit goes down and the last one to the right.
fn draw_grid(svg: &mut Svg, table: &FactsByGame) {
    for code in all_codes(PLACES) {
        let [first, block, down, right] = [0, 1, 2, 3].map(|taken| u32::from(digit(&code, taken)));
        let [left, top] = corner(first, block);
        let place = [left + right * STEP, top + down * STEP];
        match table.get(&code) {
            Some(row) => svg.square(place, colour(Structure::of(row)), &description(&code, row)),
            None => svg.square(place, ABSENT, &format!("{code}: not computed")),
        }
    }
    for first in [0, 4] {
        for block in 0..8 {
            let [left, top] = corner(first, block);
            let places = if first == 0 { "" } else { "4" };
            svg.words([left, top - 7], "start", &format!("{places}.{block}yz"));
            for digit in 0..8 {
                svg.words([left + digit * STEP + SIDE / 2, top + 8 * STEP + 12], "middle", &digit.to_string());
            }
            svg.words([left + 4 * STEP, top + 8 * STEP + 26], "middle", "z");
        }
        let [left, top] = corner(first, 0);
        for digit in 0..8 {
            svg.words([left - 5, top + digit * STEP + SIDE - 2], "end", &digit.to_string());
        }
        svg.words([left - 24, top + 4 * STEP + 4], "end", "y");
    }
}

fn corner(first: u32, block: u32) -> [u32; 2] {
    [GRID[0] + block * BLOCK[0], GRID[1] + first / 4 * BLOCK[1]]
}

fn draw_legend(svg: &mut Svg, summary: &FamilyList<'_>) {
    let count = |wanted: &str| {
        let entries = summary.entries.iter().filter(|entry| colour(Structure::of(entry.row)) == wanted);
        entries.map(|entry| entry.games.len()).sum::<usize>()
    };
    let top = GRID[1] + 2 * BLOCK[1];
    let mut item = |x: u32, y: u32, colour: &str, words: &str| {
        svg.square([x, y - 11], colour, "");
        svg.words([x + SIDE + 6, y], "start", &format!("{words}: {}", count(colour)));
    };
    let names = ["repeats within 10 heaps", "within 100", "within 1,000", "within 10,000", "within 100,000", "later"];
    let starts = [0, 210, 340, 480, 630, 785];
    for ((name, start), colour) in names.into_iter().zip(starts).zip(SOLVED) {
        item(GRID[0] + start, top, colour, name);
    }
    item(GRID[0], top + 22, SPARSE, "not solved here, at most one heap in ten is rare");
    item(GRID[0] + 400, top + 22, DENSE, "not solved here, more heaps are rare");
}
