//! What solved parts are used for: a list, a position, counts, and whether they are right.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::anyhow;
use retrograde::files::Stored;
use retrograde::{ErrorKind, Solver, Summary, Value, Values};

use super::{Notation, parse_parts, print, show_progress, tell};
use crate::text::{HumanCount, plies, table, time};

/// Prints a line for each part that has a file. Only headers are read.
pub(super) fn list<G: Notation>(stored: &Stored<G>, parts: &[String], csv: bool) -> anyhow::Result<()> {
    let heads = ["part", "positions", "won", "lost", "drawn", "longest win", "bits", "checksum"];
    let mut rows = vec![heads.map(|head| if csv { head.replace(' ', "_") } else { head.to_owned() })];
    let number = |number| if csv { format!("{number}") } else { HumanCount(number).to_string() };
    let mut unusable = Vec::new();
    let order = stored.order(parse_parts(stored, parts)?);
    let all = order.len();
    for part in order {
        match stored.header(part) {
            Ok(header) => {
                let Summary { won, lost, drawn, longest_win, .. } = header.canonical;
                let positions = won + lost + drawn;
                let tenths = (80 * header.bytes() + positions / 2) / positions.max(1);
                rows.push([
                    stored.parts()[part].name.clone(),
                    number(positions),
                    number(won),
                    number(lost),
                    number(drawn),
                    longest_win.map_or(if csv { "" } else { "-" }.to_owned(), |plies| plies.to_string()),
                    format!("{}.{}", tenths / 10, tenths % 10),
                    format!("{:016x}", header.checksum),
                ]);
            }
            Err(error) if error.kind() == ErrorKind::NotSolved => {}
            Err(error) => unusable.push(error.to_string()),
        }
    }
    let solved = rows.len() - 1;
    if solved == 0 && unusable.is_empty() {
        return Err(nothing_solved(&stored.path(0)));
    }
    if csv {
        print(&rows.iter().map(|row| row.join(",") + "\n").collect::<String>())?;
    } else {
        print(&table(&rows))?;
        let text = "Symmetric positions are counted once, and wins in plies";
        print(&format!("{solved} of {all} parts are solved. {text}.\n"))?;
    }
    report(unusable)
}

/// The error of a folder without this file or any other one.
pub(super) fn nothing_solved(file: &Path) -> anyhow::Error {
    let folder = file.parent().expect("a part is in a folder").display();
    anyhow!("no part of the game is solved in {folder}; solve some there, or name another folder with --folder")
}

/// The parts with these names; if there are none, all parts that have a file.
fn solved_parts<G: Notation>(stored: &Stored<G>, names: &[String]) -> anyhow::Result<Vec<usize>> {
    let mut parts = parse_parts(stored, names)?;
    if names.is_empty() {
        parts.retain(|part| stored.header(*part).map_or_else(|error| error.kind() != ErrorKind::NotSolved, |_| true));
    }
    if parts.is_empty() { Err(nothing_solved(&stored.path(0))) } else { Ok(parts) }
}

/// Prints what is wrong in a line each, except the last one, which is returned.
fn report(errors: impl IntoIterator<Item = String>) -> anyhow::Result<()> {
    let mut errors: Vec<_> = errors.into_iter().map(|error| anyhow!(error)).collect();
    let last = errors.pop();
    for error in &errors {
        startup::print_error("large-games", error);
    }
    last.map_or(Ok(()), Err)
}

/// Prints the value of a position and of each move, the best ones first.
pub(super) fn probe<G: Notation>(stored: &Stored<G>, text: &str, line: bool) -> anyhow::Result<()> {
    let game = stored.game();
    let position = game.parse_position(text)?;
    let value = stored.value(&position)?;
    let mut page = format!("{}  {}\n", game.position_text(&position), in_words(value));
    let mut moves = BTreeSet::new();
    for (next, worth) in stored.moves(&position)? {
        let name = game.move_text(&position, &next).map_or(String::new(), |name| format!("{name:8}  "));
        moves.insert((Reverse(worth), name + &game.position_text(&next)));
    }
    // One whose value is known before a look at its moves has none here.
    if !moves.is_empty() {
        page.push_str("After each move, and what it is worth to the player who makes it:\n");
    }
    for (Reverse(worth), text) in moves {
        let mark = if worth == value { '*' } else { ' ' };
        writeln!(page, "{mark} {text}  {}", in_words(worth))?;
    }
    if line {
        let end = if value == Value::Draw { ", up to a position that comes back" } else { "" };
        writeln!(page, "Best play{end}:")?;
        let line = stored.line(&position)?;
        for (number, position) in line.iter().enumerate() {
            let name = number.checked_sub(1).and_then(|before| game.move_text(&line[before], position));
            let name = name.map_or(String::new(), |name| format!("  {name}"));
            writeln!(page, "  {}{name}", game.position_text(position))?;
        }
    }
    Ok(print(&page)?)
}

fn in_words(value: Value) -> String {
    value.plies().map_or(value.to_string(), |length| format!("{} in {}", value.outcome(), plies(length)))
}

/// Prints how many positions of each part have each outcome or value, for each side to move.
pub(super) fn count<G: Notation>(
    stored: &Stored<G>,
    parts: &[String],
    by_plies: bool,
    solver: Solver<'_>,
) -> anyhow::Result<()> {
    let (game, parts) = (stored.game(), solved_parts(stored, parts)?);
    let mut rows = vec![["part", "to move", "value", "up to symmetry", "all"].map(str::to_owned)];
    let key = |position: &G::Position, value: Value| (game.side(position), value.outcome(), by_plies.then_some(value));
    let counted = show_progress(solver, |solver, _| {
        for part in parts.iter().map(|number| &stored.parts()[*number]) {
            let kinds = solver.canonical_counts_by(stored, part.ranks.clone(), key)?;
            let all = solver.counts_by(stored, part.ranks.clone(), key)?;
            rows.extend(kinds.iter().zip(all.values()).rev().map(|(((side, outcome, value), kinds), all)| {
                let value = value.map_or(outcome.to_string(), in_words);
                let [kinds, all] = [kinds, all].map(|count| HumanCount(*count).to_string());
                [part.name.clone(), side.clone(), value, kinds, all]
            }));
        }
        Ok(())
    });
    // After an error, what was counted before.
    if rows.len() > 1 {
        print(&table(&rows))?;
    }
    counted
}

/// Verifies parts one by one, and prints a line for each that is right.
pub(super) fn verify<G: Notation>(stored: &Stored<G>, parts: &[String], solver: Solver<'_>) -> anyhow::Result<()> {
    let parts = solved_parts(stored, parts)?;
    let errors = show_progress(solver, |solver, bar| {
        // The parts that are not verified, by the reason, which may be in a part that they lead to.
        let mut errors = BTreeMap::<String, Vec<&str>>::new();
        for part in parts {
            let (name, start) = (&stored.parts()[part].name, Instant::now());
            match solver.verify_part(stored, part) {
                Ok(()) => tell(bar, &format!("{name}: right, verified in {}", time(start.elapsed())))?,
                Err(error) => errors.entry(error.to_string()).or_default().push(name),
            }
        }
        Ok(errors)
    })?;
    report(errors.into_iter().map(|(reason, parts)| format!("{} not verified: {reason}", parts.join(", "))))
}
