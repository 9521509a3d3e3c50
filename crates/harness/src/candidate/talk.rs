//! Two programs that talk to each other: each reads what the other one writes, and all of it is written down.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use problem::{count_of, visible_line};

use super::RunResult;
use super::streams::read_all;

/// What two programs did that have talked.
pub(crate) struct Conversation {
    pub(crate) candidate: RunResult,
    pub(crate) interactor: RunResult,
    /// Whether the interactor was the first that had nothing more to say.
    pub(crate) interactor_was_first: bool,
    /// Who said what, a line each.
    pub(crate) transcript: Vec<String>,
}

/// One side of a conversation.
pub(super) struct Side {
    speaker: Speaker,
    hears: Receiver<Vec<u8>>,
    says: SyncSender<Vec<u8>>,
    transcript: Arc<Transcript>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Speaker {
    Candidate,
    Interactor,
}

/// Both sides, the candidate's first, and what will be written down.
pub(super) fn sides() -> ([Side; 2], Arc<Transcript>) {
    /// How much may be on its way, like in a pipe.
    const WAITING: usize = 16;
    let transcript = Arc::<Transcript>::default();
    let ((to_interactor, from_candidate), (to_candidate, from_interactor)) =
        (sync_channel(WAITING), sync_channel(WAITING));
    let side = |speaker, hears, says| Side { speaker, hears, says, transcript: Arc::clone(&transcript) };
    let sides = [
        side(Speaker::Candidate, from_interactor, to_interactor),
        side(Speaker::Interactor, from_candidate, to_candidate),
    ];
    (sides, transcript)
}

impl Side {
    /// Splits it into what passes on what the other says, and what passes on what this one says. Each takes until that
    /// ends, or forever.
    pub(super) fn split(self) -> (impl FnOnce(&mut dyn Write), impl FnOnce(&mut dyn Read)) {
        let Self { speaker, hears, says, transcript } = self;
        // Input for a program that has already ended is dropped without an error.
        let hear = move |stdin: &mut dyn Write| hears.into_iter().for_each(|bytes| drop(stdin.write_all(&bytes)));
        let say = move |stdout: &mut dyn Read| {
            read_all(stdout, |bytes| {
                transcript.add(speaker, bytes);
                says.send(bytes.to_vec()).is_ok()
            });
            transcript.end(speaker);
        };
        (hear, say)
    }
}

/// The first and the last lines of what was said.
#[derive(Default)]
pub(super) struct Transcript(Mutex<Lines>);

#[derive(Default)]
struct Lines {
    first: Vec<String>,
    left_out: usize,
    last: VecDeque<String>,
    /// What each has said since its last newline.
    unfinished: [Vec<u8>; 2],
    /// Who was the first that had nothing more to say.
    ended: Option<Speaker>,
}

impl Transcript {
    fn add(&self, speaker: Speaker, bytes: &[u8]) {
        /// How much of a line is kept.
        const KEPT: usize = 400;
        self.with(|lines| {
            for part in bytes.split_inclusive(|&byte| byte == b'\n') {
                let line = &mut lines.unfinished[speaker as usize];
                line.extend(part.iter().take(KEPT.saturating_sub(line.len())));
                if part.ends_with(b"\n") {
                    lines.end_line(speaker, "");
                }
            }
        });
    }

    fn end(&self, speaker: Speaker) {
        self.with(|lines| {
            if !lines.unfinished[speaker as usize].is_empty() {
                lines.end_line(speaker, " (without a newline)");
            }
            lines.ended.get_or_insert(speaker);
        });
    }

    /// The lines, and whether the interactor was the first to end.
    pub(super) fn finish(&self) -> (Vec<String>, bool) {
        self.with(|lines| {
            let left_out = (lines.left_out > 0).then(|| format!("… {} …", count_of(lines.left_out, "line")));
            let all = lines.first.iter().cloned().chain(left_out).chain(lines.last.iter().cloned());
            (all.collect(), lines.ended == Some(Speaker::Interactor))
        })
    }

    fn with<R>(&self, action: impl FnOnce(&mut Lines) -> R) -> R {
        action(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Lines {
    fn end_line(&mut self, speaker: Speaker, end: &str) {
        /// How many lines are kept of the beginning, and of the end.
        const EACH: usize = 12;
        let text = std::mem::take(&mut self.unfinished[speaker as usize]);
        let name = if speaker == Speaker::Candidate { "candidate" } else { "interactor" };
        let line = format!("{name}: {}{end}", visible_line(text.trim_ascii_end()).replace('␣', " "));
        if self.first.len() < EACH {
            self.first.push(line);
            return;
        }
        self.last.push_back(line);
        if self.last.len() > EACH {
            self.last.pop_front();
            self.left_out += 1;
        }
    }
}
