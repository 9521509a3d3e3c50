//! The program `octal`: from its options to the values, and the line about them.

use std::io::{self, BufWriter, Write};
use std::time::Instant;

use anyhow::{Context, anyhow};
use grundy::Sequence;

use crate::options::{self, Options};
use crate::report::{self, print_line};
use crate::store::Store;
use crate::values::values_up_to;
use crate::{compute, play, plot, whole_file, windows};

/// Does what the options say.
pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    if let Some(folder) = &options.windows {
        return print_line(&windows::run(folder, options)?.format(options.json));
    }
    options::check_to(options.to())?;
    if !options.winning_moves.is_empty() {
        return play::print_winning_moves(options);
    }
    if options.misere {
        return play::print_lost_heaps(options);
    }
    let (mut known, mut store) = (Vec::new(), None);
    if let Some(folder) = &options.checkpoint {
        // With memory for all values that are wanted, before the folder is there.
        known.try_reserve_exact(options.to() + 1).map_err(|_| anyhow!(options.no_memory(None)))?;
        known = store.insert(Store::open(folder, options.game())?).values_into(known)?;
    }
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
    if let Some(path) = &options.plot {
        plot::draw(path, &sequence, options.to())?;
    }
    if !options.values || options.json {
        let computed = sequence.len() - before;
        let values = options.values.then(|| values_up_to(&sequence, options.to()).collect::<Vec<_>>());
        let mut fields = report::fields(sequence, options.to(), computed, start);
        if let Some(values) = values {
            fields.add_list("values", values.iter(), None);
        }
        return print_line(&fields.format(options.json));
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let written = values_up_to(&sequence, options.to()).try_for_each(|value| writeln!(out, "{value}"));
    written.and_then(|()| out.flush()).context("standard output")
}
