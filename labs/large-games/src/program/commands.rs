//! What solved parts are used for: a list, a position, counts, and whether they are right.

use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::anyhow;
use retrograde::files::Stored;
use retrograde::{ErrorKind, Solver, Summary, Value, Values};

use super::{Notation, parse_parts, print, show_progress};
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
            Err(error) => unusable.push(error.into()),
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
    sum_up(&unusable)
}

/// The error of a folder without this file or any other one.
pub(super) fn nothing_solved(file: &Path) -> anyhow::Error {
    let folder = file.parent().expect("a part is in a folder").display();
    anyhow!("no part of the game is solved in {folder}; solve some there, or name another folder with --folder")
}

/// Makes one error of the errors of several parts.
fn sum_up(errors: &[anyhow::Error]) -> anyhow::Result<()> {
    if errors.is_empty() {
        return Ok(());
    }
    Err(anyhow!(errors.iter().map(|error| format!("{error:#}")).collect::<Vec<_>>().join("; ")))
}

/// Prints the value of a position and of each move, the best ones first.
pub(super) fn probe<G: Notation>(stored: &Stored<G>, text: &str, line: bool) -> anyhow::Result<()> {
    let game = stored.game();
    let position = game.parse_position(text)?;
    let value = stored.value(&position)?;
    let mut page = format!("{}  {}\n", game.position_text(&position), in_words(value));
    let mut moves: Vec<(Value, String)> = Vec::new();
    for (next, worth) in stored.moves(&position)? {
        let name = game.move_text(&position, &next).map_or(String::new(), |name| format!("{name:8}  "));
        moves.push((worth, name + &game.position_text(&next)));
    }
    moves.sort_by(|(one, one_text), (other, other_text)| other.cmp(one).then_with(|| one_text.cmp(other_text)));
    moves.dedup();
    // One whose value is known before a look at its moves has none here.
    if !moves.is_empty() {
        page.push_str("After each move, and what it is worth to the player who makes it:\n");
    }
    for (worth, text) in moves {
        let mark = if worth == value { '*' } else { ' ' };
        writeln!(page, "{mark} {text}  {}", in_words(worth))?;
    }
    if line {
        page.push_str(if value == Value::Draw {
            "Best play, up to a position that comes back:\n"
        } else {
            "Best play:\n"
        });
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
    let (game, parts) = (stored.game(), parse_parts(stored, parts)?);
    let key = |position: &G::Position, value: Value| (game.side(position), value.outcome(), by_plies.then_some(value));
    show_progress(solver, |solver, bar| {
        for part in parts.iter().map(|number| &stored.parts()[*number]) {
            let kinds = solver.canonical_counts_by(stored, part.ranks.clone(), key)?;
            let all = solver.counts_by(stored, part.ranks.clone(), key)?;
            let mut rows = vec![["part", "to move", "value", "up to symmetry", "all"].map(str::to_owned)];
            rows.extend(kinds.iter().zip(all.values()).rev().map(|(((side, outcome, value), kinds), all)| {
                let value = value.map_or(outcome.to_string(), in_words);
                let [kinds, all] = [kinds, all].map(|count| HumanCount(*count).to_string());
                [part.name.clone(), side.clone(), value, kinds, all]
            }));
            bar.suspend(|| print(&table(&rows)))?;
        }
        Ok(())
    })
}

/// Verifies parts one by one, and prints a line for each that is right.
pub(super) fn verify<G: Notation>(stored: &Stored<G>, parts: &[String], solver: Solver<'_>) -> anyhow::Result<()> {
    let mut chosen = parse_parts(stored, parts)?;
    if parts.is_empty() {
        chosen.retain(|part| stored.header(*part).map_or_else(|error| error.kind() != ErrorKind::NotSolved, |_| true));
    }
    if chosen.is_empty() {
        return Err(nothing_solved(&stored.path(0)));
    }
    let errors = show_progress(solver, |solver, bar| {
        let mut errors = Vec::new();
        for part in chosen {
            let (name, start) = (&stored.parts()[part].name, Instant::now());
            match solver.verify_part(stored, part) {
                Ok(()) => bar.suspend(|| print(&format!("{name}: right, verified in {}\n", time(start.elapsed()))))?,
                // It may be about a part that moves lead to.
                Err(error) => errors.push(anyhow::Error::from(error).context(format!("{name} is not verified"))),
            }
        }
        Ok(errors)
    })?;
    sum_up(&errors)
}
