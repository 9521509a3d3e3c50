//! Printing a manual page.

use std::io;

use anyhow::Context;
use clap::builder::Resettable;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use problem::Problem;

use crate::output::print;
use crate::source::display_name;

#[derive(clap::Args)]
pub(super) struct Manual {
    /// The command to describe [default: the program, with its commands in brief]
    command: Option<String>,
}

impl Manual {
    /// Prints the page that describes `parser`, the parser of the problem's command line, or a command of it.
    pub(super) fn run<P: Problem>(self, parser: clap::Command) -> anyhow::Result<()> {
        let mut program = parser.disable_help_subcommand(true);
        // So that the commands know their full names.
        program.build();
        let exit_codes = exit_codes(self.command.as_deref());
        let described = match self.command {
            None => program,
            Some(name) => {
                let command = program.find_subcommand(&name).filter(|command| !command.is_hide_set()).cloned();
                let command = command.with_context(|| {
                    let name = display_name(&name);
                    format!("manual: there is no command '{name}'; `--help` lists them")
                })?;
                command.display_name(format!("{}-{name}", P::NAME))
            }
        };
        let mut page = Vec::new();
        render(described, exit_codes, &mut page)?;
        print(&page)
    }
}

fn render(command: clap::Command, exit_codes: &str, page: &mut Vec<u8>) -> io::Result<()> {
    let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let man = Man::new(command.after_help(Resettable::Reset).after_long_help(Resettable::Reset));
    man.source(concat!("version ", env!("CARGO_PKG_VERSION"))).render(page)?;
    let mut rest = Roff::new();
    for (section, text) in [("EXIT STATUS", exit_codes), ("EXAMPLES", examples.as_str())] {
        // The lines of a text stay lines.
        rest.control("SH", [section]).control("nf", []);
        for line in text.lines().filter(|line| *line != "Examples:") {
            rest.text([roman(line)]);
        }
        rest.control("fi", []);
    }
    rest.to_writer(page)
}

/// The exit codes of a command, or of solving, a line for each.
pub(super) fn exit_codes(command: Option<&str>) -> &'static str {
    match command {
        None => {
            "0  solved\n2  bad usage, an invalid input, or an error in reading or writing; commands have more codes"
        }
        Some("check") => {
            "0  all cases accepted\n1  some case not accepted\n2  bad usage, an IE, or no case found\n\
             129 to 143  interrupted by signal 1 to 15"
        }
        Some("stress") => {
            "0  no difference found\n1  a difference found\n\
             2  bad usage, or a program that cannot be run or measured\n\
             129 to 143  interrupted by signal 1 to 15 before a difference was found"
        }
        Some("checker" | "validate") => "see --style; 3 without a verdict, for instance after bad usage",
        Some("explain") => "0  success\n2  bad usage, an invalid position, or an error in reading or writing",
        Some(_) => "0  success\n2  bad usage, or an error in writing",
    }
}
