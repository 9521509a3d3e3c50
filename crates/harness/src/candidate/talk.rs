//! Two programs that talk to each other: each reads what the other one writes, and all of it is written down.

use problem::{count_of, plain_line};

use super::RunResult;

/// What two programs did that have talked.
pub(crate) struct Conversation {
    pub(crate) candidate: RunResult,
    pub(crate) interactor: RunResult,
    /// Whether the interactor was the first that had nothing more to say.
    pub(crate) interactor_was_first: bool,
    /// Who said what, a line each.
    pub(crate) transcript: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speaker {
    Candidate,
    Interactor,
}

/// How many lines are kept of the beginning of what was said, and of the end.
const EACH: usize = 12;

/// The first and the last lines of what was said.
#[derive(Default)]
pub(super) struct Transcript {
    /// Without those in the middle, if they are many.
    lines: Vec<String>,
    left_out: usize,
    /// What each has said since its last newline.
    unfinished: [Vec<u8>; 2],
    /// Who was the first to have nothing more to say.
    pub(super) first_silent: Option<Speaker>,
    /// Whether the interactor has stopped reading, and so has made up its mind.
    pub(super) has_decided: bool,
}

impl Transcript {
    pub(super) fn add(&mut self, speaker: Speaker, bytes: &[u8]) {
        /// How much of a line is kept.
        const KEPT: usize = 400;
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            let line = &mut self.unfinished[speaker as usize];
            line.extend(part.iter().take(KEPT.saturating_sub(line.len())));
            if part.ends_with(b"\n") {
                self.end_line(speaker, "");
            }
        }
    }

    pub(super) fn end(&mut self, speaker: Speaker) {
        if !self.unfinished[speaker as usize].is_empty() {
            self.end_line(speaker, " (without a newline)");
        }
        self.first_silent.get_or_insert(speaker);
    }

    /// The lines, with a count of those that are left out.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = self.lines.clone();
        if self.left_out > 0 {
            lines.insert(EACH, format!("… {} …", count_of(self.left_out, "line")));
        }
        lines
    }

    fn end_line(&mut self, speaker: Speaker, end: &str) {
        let text = std::mem::take(&mut self.unfinished[speaker as usize]);
        let name = if speaker == Speaker::Candidate { "candidate" } else { "interactor" };
        self.lines.push(format!("{name}: {}{end}", plain_line(text.trim_ascii_end(), 160)));
        if self.lines.len() > 2 * EACH {
            self.lines.remove(EACH);
            self.left_out += 1;
        }
    }
}
