//! Solving parts, and saying beforehand what it takes.

use std::fmt::Write;
use std::time::Instant;

use retrograde::files::{Header, Stored};
use retrograde::{Ranked, Solver, Summary};

use super::{Notation, parse_parts, show_progress, tell};
use crate::text::{HumanBytes, HumanCount, count, plies, time};

/// What a part takes, in one line.
fn takes<G: Ranked>(stored: &Stored<G>, number: usize) -> String {
    let part = &stored.parts()[number];
    let mut line = format!("{}: {}", part.name, count(part.size(), "rank"));
    let others = part.next.iter().filter(|next| **next != number);
    let names: Vec<&str> = others.map(|next| &*stored.parts()[*next].name).collect();
    if !names.is_empty() {
        write!(line, ", reads {}", names.join(" ")).expect("a string takes all");
    }
    let (memory, disk) = (HumanBytes(stored.bytes(number)), HumanBytes(2 * part.size()));
    write!(line, "; memory {memory} and what is read, file up to {disk}").expect("a string takes all");
    line
}

/// Prints what each part takes that is not solved, and solves it, with what came of it. A dry run prints what all take
/// instead.
pub(super) fn solve<G: Notation>(
    stored: &Stored<G>,
    parts: &[String],
    solver: Solver<'_>,
    dry_run: bool,
) -> anyhow::Result<()> {
    let (order, start) = (stored.order(parse_parts(stored, parts)?), Instant::now());
    show_progress(solver, |solver, bar| {
        let line = |text: &str| tell(bar, text);
        let left = solver.unsolved(stored, order.iter().copied())?;
        let ranks: u64 = left.iter().map(|number| stored.parts()[*number].size()).sum();
        let [is_solved, to_solve] = [order.len() - left.len(), left.len()].map(|parts| count(parts as u64, "part"));
        if left.len() < order.len() {
            line(&format!("already solved: {is_solved}"))?;
        }
        let Some(memory) = left.iter().map(|number| stored.bytes(*number)).max() else { return Ok(()) };
        for number in left {
            let (name, start) = (&stored.parts()[number].name, Instant::now());
            line(&takes(stored, number))?;
            if !dry_run {
                solver.solve_parts(stored, [number])?;
                line(&format!("{name}: {} in {}", outcome(&stored.header(number)?), time(start.elapsed())))?;
            }
        }
        let text = if dry_run {
            let (memory, disk, ranks) = (HumanBytes(memory), HumanBytes(2 * ranks), count(ranks, "rank"));
            format!(
                "to solve: {to_solve} with {ranks}\n\
                 That takes {memory} of memory at least, and up to {disk} of disk."
            )
        } else {
            format!("solved {to_solve} in {}", time(start.elapsed()))
        };
        Ok(line(&text)?)
    })
}

/// The counts of a solved part in one line.
fn outcome(header: &Header) -> String {
    let Summary { won, lost, drawn, longest_win, .. } = header.canonical;
    let [won, lost, drawn] = [won, lost, drawn].map(HumanCount);
    let longest = longest_win.map_or(String::new(), |length| format!(", longest win {}", plies(length)));
    format!("{won} won, {lost} lost, {drawn} drawn{longest}; file {}", HumanBytes(header.bytes()))
}
