//! Explaining a position, or the whole game.

use std::io::{self, IsTerminal};
use std::path::Path;

use problem::{Page, Problem};
use terminal_size::{Width, terminal_size_of};

use super::options::Color;
use crate::output::{print, render};
use crate::source;

#[derive(clap::Args)]
pub(super) struct Explain {
    /// The position
    position: Option<String>,
    #[command(flatten)]
    color: Color,
}

impl Explain {
    pub(super) fn run<P: Problem>(self) -> anyhow::Result<()> {
        let Some(explainer) = P::EXPLAINER else { anyhow::bail!("explain: {} cannot explain positions", P::NAME) };
        let mut page = Page::new(width_of_stdout());
        let is_file = self.position.as_ref().is_some_and(|it| it == "-" || Path::new(it).is_file());
        let (name, text) = match self.position {
            // It is not a request for the overview.
            Some(empty) if empty.trim().is_empty() => {
                anyhow::bail!("POSITION:1:1: the position is empty; expected {}", explainer.position)
            }
            Some(position) => ("POSITION".to_owned(), position.into_bytes()),
            None if explainer.overview.is_some() && io::stdin().is_terminal() => Default::default(),
            None => source::read(None, P::NAME, explainer.position, u64::MAX)?,
        };
        let result = explainer.explain_input(&text, &mut page);
        anyhow::ensure!(result.is_ok() || !is_file, "explain takes a position; from a file, write: explain < FILE");
        result.map_err(|error| anyhow::anyhow!("{name}:{error}"))?;
        print(&render(page.text(), self.color.on_stdout()))
    }
}

/// The width of the terminal that is standard output. Elsewhere, or if the terminal does not know its width, it is the
/// usual one: the same command writes the same bytes into every pipe, whatever `COLUMNS` is.
fn width_of_stdout() -> usize {
    const USUAL: usize = 80;
    terminal_size_of(io::stdout()).map_or(USUAL, |(Width(columns), _)| columns.into())
}
