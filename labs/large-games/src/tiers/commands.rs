//! What solved parts are used for: a list, a position, counts, and whether they are right.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Instant;

use anyhow::anyhow;
use retrograde::tiers::{PartPlan, TierError, Tiers};
use retrograde::{Outcome, Summary, Value};

use super::Notation;
use super::solve::parse_parts;
use crate::program::{print, show_progress};
use crate::text::{grouped, plies, table, time};

/// Prints a line for each part that has a file. Only headers are read.
pub(super) fn list<G: Notation>(tiers: &Tiers<G>, parts: &[String]) -> anyhow::Result<()> {
    let heads = ["part", "positions", "won", "lost", "drawn", "longest win", "bytes", "checksum"];
    let mut rows = vec![heads.map(str::to_owned)];
    let mut unusable = Vec::new();
    let plan = tiers.plan(parse_parts(tiers, parts)?)?;
    let all = plan.len();
    for PartPlan { part, header, most_disk, .. } in plan {
        let part = tiers.game().part_name(&part);
        match header {
            Ok(header) => {
                let Summary { won, lost, drawn, longest_win, .. } = header.summary;
                rows.push([
                    part,
                    grouped(won + lost + drawn),
                    grouped(won),
                    grouped(lost),
                    grouped(drawn),
                    longest_win.map_or("-".to_owned(), |plies| plies.to_string()),
                    grouped(most_disk),
                    format!("{:016x}", header.checksum),
                ]);
            }
            Err(error @ TierError::Load { .. }) => unusable.push(error.into()),
            Err(_) => {}
        }
    }
    let solved = rows.len() - 1;
    if solved == 0 && unusable.is_empty() {
        return Err(nothing_solved(tiers));
    }
    print(&table(&rows))?;
    print(&format!("{solved} of {all} parts are solved. Symmetric positions are counted once.\n"))?;
    sum_up(&unusable)
}

fn nothing_solved<G: Notation>(tiers: &Tiers<G>) -> anyhow::Error {
    let folder = tiers.folder().display();
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
pub(super) fn probe<G: Notation>(tiers: &Tiers<G>, text: &str, line: bool) -> anyhow::Result<()> {
    let game = tiers.game();
    let position = game.parse_position(text)?;
    let value = tiers.value(&position)?;
    let mut page = format!("{}  {}\n", game.position_text(&position), in_words(value));
    let moves = tiers.moves(&position)?.into_iter().map(|(next, value)| (value, game.position_text(&next)));
    let mut moves: Vec<(Value, String)> = moves.collect();
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
        let line = tiers.principal_line(&position)?;
        page.push_str(if value == Value::Draw { "A draw has no line to the end.\n" } else { "Best play:\n" });
        for position in line.iter().filter(|_| value != Value::Draw) {
            writeln!(page, "  {}", game.position_text(position))?;
        }
    }
    Ok(print(&page)?)
}

fn in_words(value: Value) -> String {
    match value {
        Value::Win(length) => format!("win in {}", plies(length)),
        Value::Loss(length) => format!("loss in {}", plies(length)),
        Value::Draw => "draw".to_owned(),
    }
}

/// The positions of a side with each outcome, and the longest win and loss.
#[derive(Default)]
struct SideCounts {
    positions: BTreeMap<Outcome, u64>,
    longest: BTreeMap<Outcome, u16>,
}

/// Prints how many positions of each part are won, drawn and lost for each side to move.
pub(super) fn count<G: Notation>(tiers: &Tiers<G>, parts: &[String], threads: usize) -> anyhow::Result<()> {
    let (game, parts) = (tiers.game(), parse_parts(tiers, parts)?);
    let key = |position: &G::Position, value| (game.side(position), value);
    show_progress(threads, |solver, bar| {
        for part in parts {
            let (name, solution) = (game.part_name(&part), tiers.load(&part)?);
            let [kinds, all] = [solver.canonical_counts_by(&solution, key), solver.counts_by(&solution, key)];
            let page = format!("up to symmetry:\n{}all:\n{}", by_side(&name, kinds), by_side(&name, all));
            bar.suspend(|| print(&page))?;
        }
        Ok(())
    })
}

/// The numbers of positions of a part with each side to move and each value, as a table.
fn by_side(part: &str, counts: BTreeMap<(String, Value), u64>) -> String {
    let mut sides = BTreeMap::<String, SideCounts>::new();
    for ((side, value), positions) in counts {
        let counts = sides.entry(side).or_default();
        *counts.positions.entry(value.outcome()).or_default() += positions;
        let longest = counts.longest.entry(value.outcome()).or_default();
        *longest = (*longest).max(value.plies().unwrap_or(0));
    }
    let heads = ["part", "to move", "positions", "won", "drawn", "lost", "longest win", "longest loss"];
    let mut rows = vec![heads.map(str::to_owned)];
    rows.extend(sides.iter().rev().map(|(side, counts)| {
        let of = |outcome| counts.positions.get(&outcome).copied().unwrap_or(0);
        let longest = |outcome| counts.longest.get(&outcome).map_or("-".to_owned(), ToString::to_string);
        let [won, drawn, lost] = [Outcome::Win, Outcome::Draw, Outcome::Loss].map(of);
        let numbers = [won + drawn + lost, won, drawn, lost].map(grouped);
        let [all, won, drawn, lost] = numbers;
        [part.to_owned(), side.clone(), all, won, drawn, lost, longest(Outcome::Win), longest(Outcome::Loss)]
    }));
    table(&rows)
}

/// Verifies parts one by one, and prints a line for each that is right.
pub(super) fn verify<G: Notation>(tiers: &Tiers<G>, parts: &[String], threads: usize) -> anyhow::Result<()> {
    let mut chosen = parse_parts(tiers, parts)?;
    if parts.is_empty() {
        let plan = tiers.plan(chosen)?.into_iter();
        chosen = plan
            .filter(|part| matches!(part.header, Ok(_) | Err(TierError::Load { .. })))
            .map(|part| part.part)
            .collect();
    }
    if chosen.is_empty() {
        return Err(nothing_solved(tiers));
    }
    let errors = show_progress(threads, |solver, bar| {
        let mut errors = Vec::new();
        for part in chosen {
            let (name, start) = (tiers.game().part_name(&part), Instant::now());
            match tiers.verify(solver, &part) {
                Ok(_) => bar.suspend(|| print(&format!("{name}: right, verified in {}\n", time(start.elapsed()))))?,
                // It may be about a part that moves lead to.
                Err(error) => errors.push(anyhow::Error::from(error).context(format!("{name} is not verified"))),
            }
        }
        Ok(errors)
    })?;
    sum_up(&errors)
}
