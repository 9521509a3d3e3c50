//! The options that say what is right, for problems that come without a solver.

use problem::Comparison;

use super::options::Running;
use crate::answers::{Checker, CheckerStyle, Helper, Programs};
use crate::candidate::Supervisor;

/// The programs that know the right answers. Without any, the answer files do.
#[derive(clap::Args, Debug)]
pub struct AnswerOptions {
    /// This program writes the right answers, within the same time limit
    #[arg(long, value_name = "CMD")]
    pub answer: Option<String>,
    /// This program judges outputs, where several may be right
    #[arg(long, value_name = "CMD")]
    pub checker: Option<String>,
    /// The program talks with this one, which judges it
    #[arg(long, value_name = "CMD")]
    pub interactor: Option<String>,
    /// How checkers and interactors are called, and answer: `testlib` by exit code 0, accepted, 1, wrong answer, or 2,
    /// presentation error; `kattis` by 42, accepted, or 43
    #[arg(long, value_name = "STYLE", value_enum, ignore_case = true, default_value_t = CheckerStyle::Testlib)]
    pub checker_style: CheckerStyle,
}

impl AnswerOptions {
    /// The programs.
    ///
    /// # Errors
    ///
    /// If a command is none.
    pub fn programs<'a>(&self, running: &Running, supervisor: &'a Supervisor) -> anyhow::Result<Programs<'a>> {
        let helper = |option, name, command: &Option<String>, limit| {
            command.as_ref().map(|command| Helper::parse(option, name, command, limit)).transpose()
        };
        let checker = |option, name, command| {
            let helper = helper(option, name, command, running.time_limit().max(Helper::LEAST_TIME))?;
            anyhow::Ok(helper.map(|helper| Checker { helper, style: self.checker_style, flags: Vec::new() }))
        };
        Ok(Programs {
            supervisor,
            answer: helper("--answer", "the answering program", &self.answer, running.time_limit())?,
            checker: checker("--checker", "the checker", &self.checker)?,
            interactor: checker("--interactor", "the interactor", &self.interactor)?,
            comparison: running.compare.unwrap_or(Comparison::Tokens),
        })
    }
}
