//! A plot of a sequence: heaps on the horizontal axis, values on the vertical one.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, anyhow};
use grundy::Sequence;
use plotters::prelude::*;

use crate::values::values_up_to;
use crate::whole_file;

const WIDTH: u32 = 1200;
const HEIGHT: u32 = 700;

/// Draws the values of the heaps from 0 to `to` into an SVG file, which replaces another one when it is whole. Values that fall on
/// the same pixel are drawn once.
pub(crate) fn draw(path: &Path, known: &Sequence, to: usize) -> anyhow::Result<()> {
    let context = || format!("{}: cannot draw the plot", path.display());
    let svg = svg(known, to).map_err(|error| anyhow!("{error}")).with_context(context)?;
    // As text, since `startup::run_program` takes a broken pipe for a closed standard output.
    whole_file::replace(path, svg.as_bytes()).map_err(|error| anyhow!("{error}")).with_context(context)
}

fn svg(known: &Sequence, to: usize) -> Result<String, Box<dyn std::error::Error>> {
    let mut svg = String::new();
    let count = to + 1;
    let values_of_heaps = || values_up_to(known, to).map(usize::from).enumerate();
    let height = values_of_heaps().map(|(_, value)| value + 1).max().unwrap_or(1);
    let root = SVGBackend::with_string(&mut svg, (WIDTH, HEIGHT)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(format!("G(n) of {}", known.game()), ("sans-serif", 24))
        .margin(16)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(0..count, 0..height)?;
    chart.configure_mesh().x_desc("n").y_desc("G(n)").light_line_style(TRANSPARENT).draw()?;
    let column = count.div_ceil(WIDTH as usize);
    let row = height.div_ceil(HEIGHT as usize);
    let points: BTreeSet<(usize, usize)> =
        values_of_heaps().map(|(heap, value)| (heap / column * column, value / row * row)).collect();
    chart.draw_series(points.into_iter().map(|point| Pixel::new(point, BLUE)))?;
    root.present()?;
    drop((chart, root));
    Ok(svg)
}
