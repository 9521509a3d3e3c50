//! How a program has ended, also in words.

use super::{Candidate, in_mib};

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It exited with this code.
    Exit(i32),
    /// This signal ended it, which the harness did not send.
    Signal(i32),
    /// It was killed at its time limit, or ended after it.
    OutOfTime,
    /// It took more than its memory limit. It was killed, or had ended.
    OutOfMemory,
    /// It was killed at its time limit, and this signal, such as one from the terminal, had suspended it.
    Suspended(i32),
    /// It was killed because it wrote too much.
    TooMuchOutput,
}

impl Ending {
    /// How this candidate ended.
    pub(crate) fn in_words(self, candidate: &Candidate) -> String {
        match self {
            Self::Exit(code) => exit_code(code),
            Self::Signal(number) => format!("ended by {}", signal(number)),
            Self::Suspended(number) => {
                let how = match number {
                    // The first numbers are those on macOS.
                    17 | 19 => "it stopped itself (SIGSTOP)".to_owned(),
                    18 | 20 => "it stopped itself (SIGTSTP)".to_owned(),
                    _ => format!("suspended by {}", signal(number)),
                };
                format!("{how}, and was ended at the time limit")
            }
            Self::OutOfTime => format!("stopped after {} s", candidate.time_limit.as_secs_f64()),
            Self::OutOfMemory => format!("more than {} MiB of memory", in_mib(candidate.memory_limit.unwrap_or(0))),
            Self::TooMuchOutput => "stopped after too much output".to_owned(),
        }
    }
}

/// An exit code in words. Windows ends a program that has crashed with an error code of its own, known as hexadecimal.
fn exit_code(code: i32) -> String {
    let meaning = match code.cast_unsigned() {
        0xC000_0005 => " (access violation)",
        0xC000_0094 => " (division by zero)",
        0xC000_00FD => " (stack overflow)",
        _ => "",
    };
    if code < -0xFFFF { format!("exit code 0x{code:08X}{meaning}") } else { format!("exit code {code}") }
}

fn signal(number: i32) -> String {
    let meaning = match number {
        4 => " (illegal instruction)",
        6 => " (aborted)",
        8 => " (arithmetic error)",
        9 => " (killed, perhaps because memory ran out)",
        11 => " (segmentation fault)",
        15 => " (terminated)",
        21 => " (as it reads from the terminal)",
        22 => " (as it writes to the terminal)",
        _ => "",
    };
    format!("signal {number}{meaning}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_codes_are_shown_as_people_know_them() {
        let shown = [-0x3FFF_FFFB, -1, 3].map(exit_code);
        assert_eq!(shown, ["exit code 0xC0000005 (access violation)", "exit code -1", "exit code 3"]);
    }
}
