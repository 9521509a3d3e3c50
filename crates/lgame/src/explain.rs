//! Explains the value of a position, and gives an overview of the whole game.

use std::cmp::Reverse;

use problem::{Page, StyledChar, styles};
use retrograde::{Outcome, Value};

use crate::pieces::SYMMETRIES;
use crate::rules::Position;
use crate::solver::{best_line, choose, moves, positions, solution, value};

pub(crate) fn explain_position(position: Position, page: &mut Page) {
    let value = value(position);
    write_verdict(page, value);
    write_moves(page, position);
    if let Some(after) = choose(position) {
        page.heading(match value.outcome() {
            Outcome::Win => "The fastest win",
            Outcome::Loss => "The longest resistance",
            Outcome::Draw => "A move that keeps the draw",
        });
        write_boards(page, &[("before".to_owned(), position), ("after".to_owned(), after)]);
    }
    write_line(page, position);
}

fn write_verdict(page: &mut Page, value: Value) {
    let wins = |winner: char, plies: u16| match plies {
        1 => format!("{winner} wins with this move"),
        plies => format!("{winner} wins in {plies} plies, counting the moves of both players"),
    };
    match value {
        Value::Win(plies) => page.verdict(styles::WIN, "WIN", wins('#', plies)),
        Value::Loss(0) => page.verdict(styles::LOSS, "LOSS", "# has no legal move"),
        Value::Loss(plies) => page.verdict(styles::LOSS, "LOSS", wins('*', plies)),
        Value::Draw => {
            page.verdict(styles::HEADING, "DRAW", "neither player can force a win, and play can go on forever");
        }
    }
}

fn write_moves(page: &mut Page, position: Position) {
    let moves = moves(position);
    let count = |outcome| moves.iter().filter(|(_, value)| value.outcome() == outcome).count();
    let placements = position.own_moves().count_ones();
    page.heading("Moves");
    page.line(format_args!("  {placements:>3} of the L"));
    page.line(format_args!("  {:>3} counting every way to move a neutral piece or none:", moves.len()));
    for (outcome, style, verb) in [
        (Outcome::Win, styles::WIN, "win"),
        (Outcome::Draw, styles::PLAIN, "draw"),
        (Outcome::Loss, styles::LOSS, "lose"),
    ] {
        page.line(format_args!("      {:>3} {style}{verb}{style:#}", count(outcome)));
    }
}

fn write_line(page: &mut Page, position: Position) {
    let line = best_line(position);
    if line.len() <= 1 {
        return;
    }
    page.heading("Best play by both players");
    let boards: Vec<(String, Position)> = (0..)
        .zip(&line)
        .map(|(ply, &seen_by_mover)| {
            // The pieces keep their signs on all boards: # belongs to the player who moves first.
            let shown = if ply % 2 == 0 { seen_by_mover } else { seen_by_mover.swapped() };
            let mover = if ply % 2 == 0 { '*' } else { '#' };
            (if ply == 0 { "now".to_owned() } else { format!("{ply} {mover}") }, shown)
        })
        .collect();
    write_boards(page, &boards);
    let loser = if line.len().is_multiple_of(2) { '*' } else { '#' };
    page.line(format_args!("\n  {loser} cannot move any more."));
}

/// Writes boards side by side, each below its name.
fn write_boards(page: &mut Page, boards: &[(String, Position)]) {
    let cell = |sign: u8| StyledChar {
        symbol: char::from(sign),
        style: match sign {
            b'#' => styles::YELLOW,
            b'*' => styles::CYAN,
            b'x' => styles::MAGENTA,
            _ => styles::QUIET,
        },
    };
    let rows =
        |position: &Position| position.grid().iter().map(|row| row.iter().copied().map(cell).collect()).collect();
    let boards: Vec<_> = boards.iter().map(|(name, position)| (name.clone(), rows(position))).collect();
    page.boards(&boards);
}

/// Writes an overview of the whole game in numbers.
pub(crate) fn explain_the_game(page: &mut Page) {
    let counts = solution().counts();
    let all: u64 = counts.values().sum();
    // No position is symmetric in itself, so every class has the same size.
    let class_size = u64::from(SYMMETRIES);
    page.line(format_args!("The L game: {all} positions in {} classes.", all / class_size));
    page.line("A class contains the positions that are rotations or reflections of one another.");
    page.heading("By value, for the player to move");
    let mut values: Vec<(&Value, &u64)> = counts.iter().collect();
    // Wins, losses, draws, each by distance.
    values.sort_by_key(|(value, _)| (value.plies().is_none(), Reverse(value.outcome()), value.plies()));
    let row = |name: &str, plies: Option<u16>, count: u64| {
        let plies = plies.map_or(String::new(), |plies| plies.to_string());
        [name.to_owned(), plies, count.to_string(), (count / class_size).to_string()]
    };
    let by_value = values.into_iter().map(|(value, &count)| row(&value.outcome().to_string(), value.plies(), count));
    let mut rows: Vec<_> = by_value.collect();
    for (outcome, name) in [(Outcome::Win, "all wins"), (Outcome::Loss, "all losses"), (Outcome::Draw, "all draws")] {
        let of_outcome = counts.iter().filter(|(value, _)| value.outcome() == outcome);
        let count: u64 = of_outcome.map(|(_, count)| count).sum();
        rows.push(row(name, None, count));
    }
    page.table(["value", "plies", "positions", "classes"], &rows);

    let longest = counts.keys().find(|value| value.outcome() == Outcome::Win);
    let first_with =
        |value: &Value| positions().filter(|&p| crate::solver::value(p) == *value).min_by_key(|p| p.grid());
    if let Some((value, position)) = longest.and_then(|value| Some((value, first_with(value)?))) {
        page.heading("The longest win");
        page.line(format_args!("  A {value} plies, one of {}:", counts[value]));
        write_boards(page, &[(String::new(), position)]);
        write_line(page, position);
    }
}
