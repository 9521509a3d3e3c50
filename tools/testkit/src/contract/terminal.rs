//! The contract on terminals: hints, colours and widths.

use problem::Problem;

use super::Subject;
use crate::page::{page_lines, without_styles};
use crate::program::{Program, Run};
use crate::skip::skip;

impl<P: Problem> Subject<P> {
    /// Runs a command line on a terminal, types `typed` there, and returns everything that the terminal shows. `None`,
    /// and the test is skipped, if there is no `script` of util-linux, which provides the terminal.
    pub(crate) fn run_on_a_terminal(&self, line: &str, typed: &[u8]) -> Option<Run> {
        let script = Program::at("script");
        let version = script.command(&["--version"]).output();
        if !version.is_ok_and(|version| String::from_utf8_lossy(&version.stdout).contains("util-linux")) {
            skip("there is no 'script' of util-linux");
            return None;
        }
        let program = self.program.command(&[]).get_program().to_string_lossy().into_owned();
        let line = format!("stty -echo; {}", line.replace("PROGRAM", &format!("'{program}'")));
        Some(script.run(&["-qec", &line, "/dev/null"], typed))
    }
}

/// Each name is the promise.
impl<P: Problem> Subject<P> {
    pub(super) fn colours_are_shown_only_on_demand(&self) {
        let explain = |color| self.run(&["explain", color, Self::explainer().sample], b"").stdout;
        let (plain, coloured) = (explain("--color=never"), explain("--color=always"));
        assert!(coloured.contains(&0x1B) && !plain.contains(&0x1B));
        // A pipe is no terminal.
        assert_eq!(explain("--color=auto"), plain);
        assert_eq!(without_styles(&coloured), plain);
    }

    pub(super) fn a_terminal_gets_a_hint_that_input_is_expected(&self) {
        let mut typed = Self::sample_bytes();
        typed.push(0x04);
        // A program that needed a second Ctrl-D would read the last line itself.
        let Some(run) =
            self.run_on_a_terminal("PROGRAM; read -r line; echo \"left: $line\"", &[&typed[..], b"goodbye\n"].concat())
        else {
            return;
        };
        let shown = String::from_utf8_lossy(&run.stdout);
        let hints = shown.matches(&format!("{}: type ", P::NAME)).count();
        assert_eq!((run.code, hints), (Some(0), 1), "{shown}");
        assert!(shown.contains("Ctrl-D"), "{shown}");
        assert!(shown.contains("left: goodbye"), "one Ctrl-D is not enough: {shown}");
        assert!(!shown.contains('\x1B'), "an answer is never coloured: {shown}");
    }

    pub(super) fn a_terminal_shows_colours_unless_they_are_turned_off(&self) {
        // If CI is set, as on build machines, every terminal counts as one with colours.
        for (environment, coloured) in [("TERM=xterm", true), ("TERM=xterm NO_COLOR=1", false), ("TERM=dumb", false)] {
            let line = format!("env -u CI {environment} PROGRAM explain '{}'", Self::explainer().sample);
            let Some(run) = self.run_on_a_terminal(&line, b"") else { return };
            assert_eq!(run.stdout.contains(&0x1B), coloured, "{environment}");
        }
    }

    pub(super) fn an_explanation_is_as_wide_as_the_terminal(&self) {
        let sample = Self::explainer().sample;
        assert_ne!(page_lines::<P>(sample, 50), page_lines::<P>(sample, 80), "the sample fits into 50 columns");
        // A terminal of no columns is one that does not know its size.
        for (size, into, width) in [
            ("rows 24 cols 50", "", 50),
            ("rows 24 cols 132", "", 132),
            ("rows 24 cols 20", "", 40),
            ("rows 0 cols 0", "", 80),
            ("rows 24 cols 50", " | cat", 80),
        ] {
            let line = format!("stty {size}; env COLUMNS=66 PROGRAM explain '{sample}'{into}");
            let Some(run) = self.run_on_a_terminal(&line, b"") else { return };
            let shown = String::from_utf8_lossy(&without_styles(&run.stdout)).replace("\r\n", "\n");
            assert_eq!(shown.lines().collect::<Vec<_>>(), page_lines::<P>(sample, width), "stty {size}{into}");
        }
    }
}
