//! The program `octal`: from its options to the values, and the line about them.

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, anyhow};
use grundy::Sequence;

use crate::options::{self, Options};
use crate::program::print_line;
use crate::report::Fields;
use crate::store::Store;
use crate::values::Values;
use crate::{compute, play, plot, report, whole_file, windows};

/// Does what the options say.
pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    let line = |fields: &Fields, lists: &[_]| if options.json { fields.json(lists) } else { fields.line() };
    if let Some(folder) = &options.windows {
        return print_line(&line(&windows::run(folder, options)?, &[]));
    }
    options::check_to(options.to())?;
    if !options.winning_moves.is_empty() {
        return play::print_winning_moves(options);
    }
    if options.misere {
        return play::print_lost_heaps(options);
    }
    let (known, mut store) = match &options.checkpoint {
        Some(path) => open(path, options)?,
        None => (Vec::new(), None),
    };
    if let Some(path) = &options.plot {
        whole_file::check(path).with_context(|| format!("{}: cannot write the plot", path.display()))?;
    }
    let before = known.len();
    let mut sequence = Sequence::resume(options.game().clone(), known);
    if let Some(threads) = options.threads {
        sequence = sequence.with_threads(threads);
    }
    let start = Instant::now();
    compute::extend(&mut sequence, options, store.as_mut())?;
    let elapsed = start.elapsed();
    if let Some(path) = &options.plot {
        plot::draw(path, options.game(), Values::up_to(&sequence, options.to()))?;
    }
    if !options.values || options.json {
        let computed = sequence.len() - before;
        let values = Values::up_to(&sequence, options.to()).iter();
        let list = options.values.then(|| ("values", report::list(values)));
        let fields = report::fields(sequence, options.to(), computed, elapsed);
        return print_line(&line(&fields, list.as_slice()));
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let written = Values::up_to(&sequence, options.to()).iter().try_for_each(|value| writeln!(out, "{value}"));
    written.and_then(|()| out.flush()).context("standard output")
}

/// Opens a folder and reads its values, with memory for all that are wanted after them. One that cannot be written is
/// only read if nothing will have to be saved.
fn open(folder: &Path, options: &Options) -> anyhow::Result<(Vec<u16>, Option<Store>)> {
    let mut room = Vec::new();
    room.try_reserve_exact(options.to() + 1).map_err(|_| anyhow!(options.no_memory(None)))?;
    let error = match Store::open(folder, options.game()) {
        Ok(mut store) => return Ok((store.values_into(room)?, Some(store))),
        Err(error) => error,
    };
    let cause = error.downcast_ref().map(io::Error::kind);
    if matches!(cause, Some(io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem))
        && let Ok(values) = Store::read(folder, options.game())?.values()
        && values.len() > options.to()
    {
        return Ok((values, None));
    }
    Err(error)
}
