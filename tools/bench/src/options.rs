//! The command line.

pub(crate) const HELP: &str = "\
Times the programs of this workspace, from start to exit, and the libraries, compares
them with naive solutions of the same problems, with `cat`, with a process that does
nothing and with other programs, and prints a table. The inputs are generated, and the same in every run. Before two
programs that solve the same problem are timed, their output is compared.

Usage: scripts/bench [--runs N] [--only TEXT]

  --runs N     time each program N times instead of 11 (one board: 101); at
               most 3 times if a run takes more than 2 s
  --only TEXT  measure only the rows whose name contains TEXT
  --help       print this

Exit codes: 0, measured; 2, a program failed or the output of two differs.

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
            let mut value = || arguments.next().ok_or(format!("{argument}: needs a value; see --help"));
            match argument.as_str() {
                "--help" | "-h" => options.help = true,
                "--only" => options.only = value()?,
                "--runs" => {
                    let runs = value()?;
                    let parsed = runs.parse().ok().filter(|&runs: &usize| runs > 0);
                    options.runs = Some(parsed.ok_or(format!("--runs {runs}: expected a whole number, 1 or more"))?);
                }
                _ => return Err(format!("{argument}: no such option; --help lists the options")),
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
    fn options_are_parsed() {
        assert_eq!(parse(&[]), Ok(Options::default()));
        let expected = Options { help: false, runs: Some(5), only: "one board".to_owned() };
        assert_eq!(parse(&["--runs", "5", "--only", "one board"]), Ok(expected));
    }

    #[test]
    fn a_message_names_the_bad_option() {
        for arguments in [&["--runs", "0"][..], &["--runs", "few"], &["--runs"], &["--only"], &["fast"]] {
            let message = parse(arguments).expect_err("a bad command line");
            assert!(message.starts_with(arguments[0]), "{message}");
        }
    }
}
