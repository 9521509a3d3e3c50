//! Explaining a position, or the whole game.

use std::io::{self, IsTerminal};

use super::options::Color;
use crate::output::{painted, to_stdout};
use crate::page::Page;
use crate::problem::Problem;
use crate::scan::{Layout, Scanner};
use crate::source::{Source, blame};

#[derive(clap::Args)]
pub(super) struct Explain {
    /// The position
    position: Option<String>,
    #[command(flatten)]
    color: Color,
}

impl Explain {
    pub(super) fn run<P: Problem>(self) -> anyhow::Result<()> {
        let mut page = Page::default();
        match (self.position, P::OVERVIEW) {
            (Some(text), _) => explain_position::<P>(Source::argument("POSITION", text), None, &mut page)?,
            (None, Some(overview)) if io::stdin().is_terminal() => overview(&mut page),
            (None, overview) => explain_position::<P>(Source::open(None, P::NAME, P::POSITION)?, overview, &mut page)?,
        }
        to_stdout(|out| out.write_all(&painted(page.text(), self.color.on_stdout())))
    }
}

/// Explains the position that `source` holds. Where it holds none, `overview` serves instead if there is one.
fn explain_position<P: Problem>(
    mut source: Source,
    overview: Option<fn(&mut Page)>,
    page: &mut Page,
) -> anyhow::Result<()> {
    let name = source.name().to_owned();
    let mut input = Scanner::new(source.reader(), Layout::Free);
    let explained = match overview {
        Some(overview) if input.is_at_end().map_err(|error| blame(&name, error))? => {
            overview(page);
            Ok(())
        }
        _ => P::explain(&mut input, page),
    };
    let rest = explained.and_then(|()| input.finish()).map_err(|error| blame(&name, error))?;
    rest.map_or(Ok(()), |place| {
        Err(anyhow::anyhow!("{name}:{place}: the position ended before this; explain takes one, so remove the rest"))
    })
}
