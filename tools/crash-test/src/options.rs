//! The command line.

pub(crate) const HELP: &str = "\
Kills the programs at random moments and runs them with too little of everything, and
checks that no file is left in part under its final name, that nothing is lost that was
reported as written, that every failure is one line that names what failed, and that the
next run continues.

Usage: scripts/crash-test [OPTIONS] [KILLS]

  KILLS         how many runs to kill, of all kinds together [default: 1000]; 0 for none
  --seed N      repeat the random choices of another run, as far as the machine allows
  --only TEXT   try only the kinds and limits whose name contains TEXT, as the tables show them
  --kills-only  do not try limits
  --quick       try few values of each limit
  --help        print this

Exit codes: 0, no violation; 1, some violation, whose folder is kept; 2, wrong usage, or a
program that fails without being disturbed; 3, no violation, but some limit cannot be tried.
";

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Options {
    pub(crate) help: bool,
    pub(crate) kills: usize,
    pub(crate) seed: Option<u64>,
    pub(crate) only: String,
    pub(crate) starves: bool,
    pub(crate) is_quick: bool,
}

impl Options {
    pub(crate) fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options =
            Self { help: false, kills: 1000, seed: None, only: String::new(), starves: true, is_quick: false };
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument}: needs a value; see --help"));
            match argument.as_str() {
                "--help" | "-h" => options.help = true,
                "--only" => options.only = value()?,
                "--kills-only" => options.starves = false,
                "--quick" => options.is_quick = true,
                "--seed" => {
                    let seed = value()?;
                    options.seed = Some(seed.parse().map_err(|_| format!("--seed {seed}: expected a whole number"))?);
                }
                number if number.starts_with(|first: char| first.is_ascii_digit()) => {
                    options.kills = number.parse().map_err(|_| format!("{number}: expected a number of kills"))?;
                }
                _ => return Err(format!("{argument}: no such option; --help lists the options")),
            }
        }
        Ok(options)
    }

    /// An error if there is nothing to try: none of these kinds of kills and of these limits.
    pub(crate) fn check_choice(&self, kills: &[&str], limits: &[&str]) -> Result<(), String> {
        let kills = kills.iter().filter(|_| self.kills > 0);
        let names: Vec<&str> = kills.chain(limits.iter().filter(|_| self.starves)).copied().collect();
        if names.is_empty() {
            return Err(
                "there is nothing to try without kills and limits; leave out --kills-only, or name a number of kills"
                    .to_owned(),
            );
        }
        if names.iter().any(|name| name.contains(&self.only)) {
            return Ok(());
        }
        Err(format!("--only {}: expected a part of one of these names: {}", self.only, names.join(", ")))
    }

    pub(crate) fn thoroughness(&self) -> crate::starved::Thoroughness {
        if self.is_quick { crate::starved::Thoroughness::Quick } else { crate::starved::Thoroughness::Full }
    }
}

/// A seed that is another one in each process.
pub(crate) fn random_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    // Short enough to be typed.
    RandomState::new().hash_one(0) % 1_000_000
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Result<Options, String> {
        Options::parse(arguments.iter().map(|&argument| argument.to_owned()))
    }

    #[test]
    fn options_are_parsed() {
        let none = parse(&[]).expect("nothing is wrong");
        assert_eq!((none.kills, none.seed, none.starves), (1000, None, true));
        let some =
            parse(&["20", "--seed", "7", "--only", "octal", "--kills-only", "--quick"]).expect("nothing is wrong");
        let expected =
            Options { kills: 20, seed: Some(7), only: "octal".to_owned(), starves: false, is_quick: true, help: false };
        assert_eq!(some, expected);
    }

    #[test]
    fn a_choice_of_nothing_is_an_error() {
        let chosen = |arguments: &[&str]| parse(arguments)?.check_choice(&["octal", "save"], &["memory", "file size"]);
        for arguments in
            [&[][..], &["--only", "e"], &["0", "--only", "size"], &["--kills-only", "--only", "save"], &["0"]]
        {
            assert_eq!(chosen(arguments), Ok(()), "{arguments:?}");
        }
        assert!(chosen(&["0", "--kills-only"]).is_err());
        let choices =
            |arguments: &[&str]| chosen(arguments).expect_err("no such name").split(": ").last().map(str::to_owned);
        assert_eq!(choices(&["--only", "typo"]).as_deref(), Some("octal, save, memory, file size"));
        assert_eq!(choices(&["0", "--only", "save"]).as_deref(), Some("memory, file size"));
        assert_eq!(choices(&["--kills-only", "--only", "memory"]).as_deref(), Some("octal, save"));
    }

    #[test]
    fn a_message_names_the_bad_option() {
        for arguments in [&["--seed", "x"][..], &["--seed"], &["--only"], &["1x"], &["-1"], &["fast"]] {
            let message = parse(arguments).expect_err("a bad command line");
            assert!(message.starts_with(arguments[0]), "{message}");
        }
    }
}
