//! Solving parts, and saying beforehand what it takes.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Instant;

use indicatif::ProgressBar;
use retrograde::files::Header;
use retrograde::tiers::{PartPlan, TierError, TierEvent, Tiers};
use retrograde::{Solver, Summary};

use super::Notation;
use crate::program::{print, progress_bar};
use crate::text::{count, grouped, plies, size, time};

/// The parts with these names, or all.
pub(super) fn parse_parts<G: Notation>(tiers: &Tiers<G>, names: &[String]) -> anyhow::Result<Vec<G::Part>> {
    if names.is_empty() {
        return Ok(tiers.game().last_parts());
    }
    names.iter().map(|name| tiers.game().parse_part(name)).collect()
}

/// What a part takes, in one line.
fn takes<G: Notation>(game: &G, plan: &PartPlan<G::Part>) -> String {
    let mut line = count(plan.ranks, "rank");
    if !plan.next_parts.is_empty() {
        let names: Vec<String> = plan.next_parts.iter().map(|part| game.part_name(part)).collect();
        write!(line, ", reads {}", names.join(" ")).expect("a string takes all");
    }
    let (least, most) = (size(plan.least_memory), size(plan.most_memory));
    let memory = if least == most { least } else { format!("{least} to {most}") };
    write!(line, "; memory {memory}, file up to {}", size(plan.most_disk)).expect("a string takes all");
    line
}

/// Prints which parts would be solved, and what each takes.
pub(super) fn show_plan<G: Notation>(tiers: &Tiers<G>, parts: &[String]) -> anyhow::Result<()> {
    let (game, plan) = (tiers.game(), tiers.plan(parse_parts(tiers, parts)?)?);
    let mut page = String::new();
    for part in &plan {
        let line = match &part.header {
            Ok(_) => "solved".to_owned(),
            Err(TierError::Load { error, .. }) => error.to_string(),
            Err(_) => takes(game, part),
        };
        writeln!(page, "{}: {line}", game.part_name(&part.part))?;
    }
    let fits = tiers.check_memory(&plan);
    let open: Vec<_> = plan.iter().filter(|part| part.header.is_err()).collect();
    let [ranks, disk] = [open.iter().map(|part| part.ranks).sum(), open.iter().map(|part| part.most_disk).sum()];
    let memory = open.iter().map(|part| part.least_memory).max().unwrap_or(0);
    let [solved, to_solve] = [plan.len() - open.len(), open.len()].map(|parts| parts as u64);
    writeln!(
        page,
        "solved: {}; to solve: {} with {}",
        count(solved, "part"),
        count(to_solve, "part"),
        count(ranks, "rank")
    )?;
    if to_solve > 0 {
        writeln!(page, "That takes {} of memory at least, and up to {} of disk.", size(memory), size(disk))?;
    }
    print(&page)?;
    let mut unusable = plan.into_iter().filter_map(|part| part.header.err());
    if let Some(error) = unusable.find(|error| matches!(error, TierError::Load { .. })) {
        return Err(error.into());
    }
    Ok(fits?)
}

/// Solves parts, and prints a line before and after each.
pub(super) fn solve<G: Notation>(tiers: &Tiers<G>, parts: &[String], threads: usize) -> anyhow::Result<()> {
    let parts = parse_parts(tiers, parts)?;
    let plan = tiers.plan(parts.iter().cloned())?;
    let to_solve = plan.iter().filter(|part| part.header.is_err()).count();
    let mut reporter = Reporter::new(tiers.game(), to_solve)?;
    if to_solve < plan.len() {
        reporter.line(&format!("already solved: {}", count((plan.len() - to_solve) as u64, "part")));
    }
    let result = tiers.solve(&Solver::new().threads(threads), parts, |event| reporter.event(&event));
    reporter.bar.finish_and_clear();
    result?;
    if to_solve > 0 {
        let elapsed = time(reporter.start.elapsed());
        reporter.line(&format!("solved {} in {elapsed}", count(to_solve as u64, "part")));
    }
    match reporter.failure {
        Some(error) => Err(error.into()),
        None => Ok(()),
    }
}

/// Says how far the work is: lines on standard output, a bar on standard error if that is a terminal.
struct Reporter<'a, G> {
    game: &'a G,
    bar: ProgressBar,
    start: Instant,
    starts: BTreeMap<String, Instant>,
    done: usize,
    parts: usize,
    /// Standard output could not be written.
    failure: Option<std::io::Error>,
}

impl<'a, G: Notation> Reporter<'a, G> {
    fn new(game: &'a G, parts: usize) -> anyhow::Result<Self> {
        let (bar, start, starts) = (progress_bar()?, Instant::now(), BTreeMap::new());
        Ok(Self { game, bar, start, starts, done: 0, parts, failure: None })
    }

    fn line(&mut self, line: &str) {
        let result = self.bar.suspend(|| print(&format!("{line}\n")));
        self.failure = self.failure.take().or(result.err());
    }

    fn event(&mut self, event: &TierEvent<'_, G::Part>) {
        match event {
            TierEvent::Starting { plan, memory } => {
                let part = self.game.part_name(&plan.part);
                self.line(&format!("{part}: {}; given {}", takes(self.game, plan), size(*memory)));
                self.starts.insert(part, Instant::now());
            }
            TierEvent::Working { part, progress } => {
                self.bar.set_length(progress.total);
                self.bar.set_position(progress.done);
                let (number, parts) = (self.done + 1, self.parts);
                let part = self.game.part_name(part);
                self.bar.set_message(format!("part {part} ({number} of {parts}), {progress}"));
            }
            TierEvent::Writing { part } => {
                self.bar.set_message(format!("part {}, writing", self.game.part_name(part)));
            }
            TierEvent::Solved { part, header } => {
                self.done += 1;
                let part = self.game.part_name(part);
                let seconds = self.starts.remove(&part).map(|start| start.elapsed()).unwrap_or_default();
                self.line(&format!("{part}: {} in {}", outcome(header), time(seconds)));
            }
            _ => {}
        }
    }
}

/// The counts of a solved part in one line.
fn outcome(header: &Header) -> String {
    let Summary { won, lost, drawn, longest_win, .. } = header.summary;
    let [won, lost, drawn] = [won, lost, drawn].map(grouped);
    let longest = longest_win.map_or(String::new(), |length| format!(", longest win {}", plies(length)));
    format!("{won} won, {lost} lost, {drawn} drawn{longest}; file {}", size(header.bytes()))
}
