//! The line of fields that summarises a sequence.

use std::fmt::Display;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::Context;
use grundy::{Nimber, Period, Sequence};

use crate::facts::Facts;

/// Fields: for each its name, its value as text, and in JSON.
#[derive(Default)]
pub(crate) struct Fields(Vec<(&'static str, String, String)>);

impl Fields {
    pub(crate) fn add(&mut self, name: &'static str, value: impl Display) {
        let text = value.to_string();
        // No value has a character that JSON would not have in a string.
        let json = match name {
            "code" | "checksum" | "mask" | "play" => format!("\"{text}\""),
            _ => text.clone(),
        };
        self.0.push((name, text, json));
    }

    /// Adds a list of numbers, or of others that are in JSON already and have another text.
    pub(crate) fn add_list(&mut self, name: &'static str, values: impl Iterator<Item: Display>, text: Option<usize>) {
        let list = values.map(|value| value.to_string()).collect::<Vec<_>>().join(",");
        let json = format!("[{list}]");
        self.0.push((name, text.map_or(list, |text| text.to_string()), json));
    }

    /// Formats `key=value` fields, or a JSON object.
    pub(crate) fn format(&self, is_json: bool) -> String {
        let format = |(name, text, json): &(&str, String, String)| {
            if is_json { format!("\"{name}\":{json}") } else { format!("{name}={text}") }
        };
        let all: Vec<String> = self.0.iter().map(format).collect();
        if is_json { format!("{{{}}}", all.join(",")) } else { all.join(" ") }
    }

    /// Adds the time of this run, in which `computed` values were found.
    pub(crate) fn add_time(&mut self, computed: usize, elapsed: Duration) {
        let seconds = elapsed.as_secs_f64();
        self.add("seconds", format_args!("{seconds:.3}"));
        if computed > 0 && seconds > 0.0 {
            #[expect(clippy::cast_precision_loss, reason = "a rate need not be exact")]
            self.add("rate", format_args!("{:.0}", computed as f64 / seconds));
        }
    }
}

/// Finds what is to be said about the heaps from 0 to `to`, without what does not apply. All these are known, or follow
/// from a period that the known ones prove. In this run, which began at `start`, `computed` values were found.
pub(crate) fn fields(sequence: Sequence, to: usize, computed: usize, start: Instant) -> Fields {
    let game = sequence.game().clone();
    let mut packed = sequence.into_packed();
    packed.truncate(to + 1);
    let known = Sequence::resume(game.clone(), packed);
    let facts = Facts::up_to(&known, to);
    // Values grow arithmetically only in games in which a move can leave three heaps.
    let may_grow = facts.period.is_none() && game.digits().iter().any(|digit| digit & 8 != 0);
    let values: Vec<Nimber> = if may_grow { known.iter().collect() } else { Vec::new() };
    let seen = Period::seen(&values);
    // To count what repeats may take longer than to find it.
    fields_of(&facts, seen, computed, start.elapsed())
}

/// Does the same for facts about the heaps from 0 to the largest, and a period and a saltus that are not proven.
/// `docs/octal.md` explains the fields.
pub(crate) fn fields_of(facts: &Facts, seen: Option<(Period, u32)>, computed: usize, elapsed: Duration) -> Fields {
    let mut fields = Fields::default();
    fields.add("code", &facts.code);
    fields.add("n", facts.to);
    fields.add("checksum", &facts.checksum);
    fields.add("max", facts.largest);
    fields.add("max_at", facts.largest_at);
    fields.add("zeros", facts.zeros);
    fields.add("last_zero", facts.last_zero);
    if let Some(rare) = facts.rare {
        fields.add("mask", &facts.mask);
        fields.add("rare", rare);
        facts.last_rare.into_iter().for_each(|heap| fields.add("last_rare", heap));
    }
    if let Some(Period { preperiod, period }) = facts.proven() {
        fields.add("period", period);
        fields.add("preperiod", preperiod);
    }
    if let Some((Period { preperiod, period }, saltus)) = seen {
        fields.add("seen_period", period);
        fields.add("seen_preperiod", preperiod);
        fields.add("seen_saltus", saltus);
    }
    fields.add_time(computed, elapsed);
    fields
}

/// Prints the line that a run ends with. A reader that stops reading does not change the exit code.
pub(crate) fn print_line(line: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match writeln!(out, "{line}").and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("standard output"),
    }
}
