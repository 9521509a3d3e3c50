//! Solving parts, and saying beforehand what it takes.

use std::fmt::Write;
use std::time::Instant;

use retrograde::files::{Header, Stored};
use retrograde::{Ranked, Solver, Summary};

use super::{Notation, parse_parts, print, show_progress};
use crate::text::{count, grouped, plies, size, time};

/// What a part takes, in one line.
fn takes<G: Ranked>(stored: &Stored<G>, number: usize) -> String {
    let part = &stored.parts()[number];
    let mut line = count(part.size(), "rank");
    let others = part.next.iter().filter(|next| **next != number);
    let names: Vec<&str> = others.map(|next| &*stored.parts()[*next].name).collect();
    if !names.is_empty() {
        write!(line, ", reads {}", names.join(" ")).expect("a string takes all");
    }
    let (memory, disk) = (size(stored.bytes(number)), size(2 * part.size()));
    write!(line, "; memory {memory} and what is read, file up to {disk}").expect("a string takes all");
    line
}

/// Prints which parts would be solved, and what each takes, if they can be.
pub(super) fn show_plan<G: Notation>(stored: &Stored<G>, parts: &[String], solver: &Solver<'_>) -> anyhow::Result<()> {
    let order = stored.order(parse_parts(stored, parts)?);
    let left = solver.unsolved(stored, order.iter().copied())?;
    let mut page = String::new();
    for number in left.iter().copied() {
        writeln!(page, "{}: {}", stored.parts()[number].name, takes(stored, number))?;
    }
    let of_all: u64 = left.iter().map(|number| stored.parts()[*number].size()).sum();
    let [is_solved, to_solve] = [order.len() - left.len(), left.len()].map(|parts| count(parts as u64, "part"));
    writeln!(page, "solved: {is_solved}; to solve: {to_solve} with {}", count(of_all, "rank"))?;
    if let Some(memory) = left.iter().map(|number| stored.bytes(*number)).max() {
        let memory = size(memory);
        writeln!(page, "That takes {memory} of memory at least, and up to {} of disk.", size(2 * of_all))?;
    }
    Ok(print(&page)?)
}

/// Solves parts, and prints a line before and after each.
pub(super) fn solve<G: Notation>(stored: &Stored<G>, parts: &[String], solver: Solver<'_>) -> anyhow::Result<()> {
    let (order, start) = (stored.order(parse_parts(stored, parts)?), Instant::now());
    show_progress(solver, |solver, bar| {
        let line = |text: &str| bar.suspend(|| print(&format!("{text}\n")));
        let left = solver.unsolved(stored, order.iter().copied())?;
        if left.len() < order.len() {
            line(&format!("already solved: {}", count((order.len() - left.len()) as u64, "part")))?;
        }
        for number in left.iter().copied() {
            let (part, start) = (&stored.parts()[number], Instant::now());
            line(&format!("{}: {}", part.name, takes(stored, number)))?;
            solver.solve_parts(stored, [number])?;
            line(&format!("{}: {} in {}", part.name, outcome(&stored.header(number)?), time(start.elapsed())))?;
        }
        if !left.is_empty() {
            line(&format!("solved {} in {}", count(left.len() as u64, "part"), time(start.elapsed())))?;
        }
        Ok(())
    })
}

/// The counts of a solved part in one line.
fn outcome(header: &Header) -> String {
    let Summary { won, lost, drawn, longest_win, .. } = header.canonical;
    let [won, lost, drawn] = [won, lost, drawn].map(grouped);
    let longest = longest_win.map_or(String::new(), |length| format!(", longest win {}", plies(length)));
    format!("{won} won, {lost} lost, {drawn} drawn{longest}; file {}", size(header.bytes()))
}
