//! The command line.

pub(crate) const HELP: &str = "\
Times the programs of this workspace as whole processes against plain solutions
of the same problems, against `cat` and against a process that does nothing, and
prints a table. Inputs are made anew, always the same. Before programs that solve
the same problem are compared, their output must be the same byte for byte.

Usage: scripts/bench [--runs N] [--only TEXT]

  --runs N     time each program N times instead of 11 times (one board: 101
               times); one that takes more than 2 s a run at most 3 times
  --only TEXT  measure only the rows whose name contains TEXT
  --help       print this

Exit codes: 0, measured; 2, something could not be run, or answers differ.

Rows:
";

#[derive(Debug, Default, PartialEq)]
pub(crate) struct Options {
    pub(crate) help: bool,
    pub(crate) runs: Option<usize>,
    pub(crate) only: String,
}

impl Options {
    pub(crate) fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self::default();
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument}: needs a value; --help shows which"));
            match argument.as_str() {
                "--help" | "-h" => options.help = true,
                "--only" => options.only = value()?,
                "--runs" => {
                    let runs = value()?;
                    let parsed = runs.parse().ok().filter(|&runs: &usize| runs > 0);
                    options.runs = Some(parsed.ok_or(format!("--runs {runs}: give a whole number from 1 on"))?);
                }
                _ => return Err(format!("{argument}: no such option; --help lists them")),
            }
        }
        Ok(options)
    }

    pub(crate) fn wants(&self, name: &str) -> bool {
        name.to_lowercase().contains(&self.only.to_lowercase())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Result<Options, String> {
        Options::parse(arguments.iter().map(|&argument| argument.to_owned()))
    }

    #[test]
    fn options_are_read() {
        assert_eq!(parse(&[]), Ok(Options::default()));
        let expected = Options { help: false, runs: Some(5), only: "one board".to_owned() };
        assert_eq!(parse(&["--runs", "5", "--only", "one board"]), Ok(expected));
    }

    #[test]
    fn a_bad_option_is_named() {
        for arguments in [&["--runs", "0"][..], &["--runs", "few"], &["--runs"], &["--only"], &["fast"]] {
            let message = parse(arguments).expect_err("a bad command line");
            assert!(message.starts_with(arguments[0]), "{message}");
        }
    }
}
