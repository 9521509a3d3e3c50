//! Pictures as text: the few elements of SVG that the atlas draws.

use std::fmt::{self, Write as _};

/// The colour of words and axes.
const INK: &str = "#24292f";
/// The colour of lines behind the points of a chart.
const FAINT: &str = "#e3e7eb";

/// A picture on a light card, which can be read on any background.
pub(crate) struct Svg {
    text: String,
}

/// Where a word stands relative to its place.
#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

impl Svg {
    pub(crate) fn new(width: u32, height: u32) -> Self {
        let mut svg = Self { text: String::new() };
        svg.add(format_args!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="system-ui, 'Segoe UI', Helvetica, Arial, sans-serif" font-size="12" fill="{INK}">
<rect x="0.5" y="0.5" width="{}" height="{}" rx="10" fill="#ffffff" stroke="#d0d7de"/>"##,
            width - 1,
            height - 1
        ));
        svg
    }

    pub(crate) fn finish(mut self) -> String {
        self.add(format_args!("</svg>"));
        self.text
    }

    fn add(&mut self, element: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{element}");
    }

    /// A square, with words that are shown where the mouse is.
    pub(crate) fn square(&mut self, (x, y): (f64, f64), side: f64, colour: &str, words: &str) {
        let title = if words.is_empty() { String::new() } else { format!("<title>{words}</title>") };
        self.add(format_args!(
            r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{colour}">{title}</rect>"#
        ));
    }

    pub(crate) fn circle(&mut self, (x, y): (f64, f64), radius: f64, colour: &str, words: &str) {
        self.add(format_args!(
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" fill="{colour}" fill-opacity="0.8" stroke="{INK}" stroke-opacity="0.5" stroke-width="0.5"><title>{words}</title></circle>"#
        ));
    }

    pub(crate) fn words(&mut self, (x, y): (f64, f64), anchor: Anchor, words: &str) {
        self.add(format_args!(r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{}">{words}</text>"#, anchor.name()));
    }

    pub(crate) fn heading(&mut self, (x, y): (f64, f64), size: u32, words: &str) {
        self.add(format_args!(r#"<text x="{x:.1}" y="{y:.1}" font-size="{size}" font-weight="600">{words}</text>"#));
    }

    /// Words that can be read in front of anything.
    fn label(&mut self, (x, y): (f64, f64), anchor: Anchor, words: &str) {
        self.add(format_args!(
            r##"<text x="{x:.1}" y="{y:.1}" font-size="11" text-anchor="{}" stroke="#ffffff" stroke-width="3" paint-order="stroke">{words}</text>"##,
            anchor.name()
        ));
    }

    fn upwards(&mut self, (x, y): (f64, f64), words: &str) {
        self.add(format_args!(
            r#"<text transform="translate({x:.1} {y:.1}) rotate(-90)" text-anchor="middle">{words}</text>"#
        ));
    }

    fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), colour: &str) {
        self.add(format_args!(r#"<path d="M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}" stroke="{colour}"/>"#));
    }
}

/// Names of points, none in front of another.
#[derive(Default)]
pub(crate) struct Labels {
    /// The corners of those that are there.
    taken: Vec<[(f64, f64); 2]>,
}

impl Labels {
    /// Names a point, beside, above or below it where there is room, or not at all.
    pub(crate) fn add(&mut self, svg: &mut Svg, (x, y): (f64, f64), radius: f64, words: &str) {
        #[expect(clippy::cast_precision_loss, reason = "the width of a word is estimated")]
        let width = 6.5 * words.len() as f64;
        let beside = radius + 3.0;
        let places = [
            (x + beside, y + 4.0),
            (x - beside - width, y + 4.0),
            (x - width / 2.0, y - beside),
            (x - width / 2.0, y + beside + 9.0),
        ];
        let free = places.into_iter().find_map(|place| {
            let corners = [(place.0, place.1 - 10.0), (place.0 + width, place.1 + 2.0)];
            self.taken.iter().all(|other| are_apart(&corners, other)).then_some((place, corners))
        });
        if let Some((place, corners)) = free {
            self.taken.push(corners);
            svg.label(place, Anchor::Start, words);
        }
    }
}

/// Whether two rectangles, each given by its upper left and lower right corner, have no point in common.
fn are_apart([low, high]: &[(f64, f64); 2], [other_low, other_high]: &[(f64, f64); 2]) -> bool {
    high.0 < other_low.0 || other_high.0 < low.0 || high.1 < other_low.1 || other_high.1 < low.1
}

/// A chart with logarithmic axes.
pub(crate) struct Chart {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) horizontal: Axis,
    pub(crate) vertical: Axis,
}

/// A logarithmic axis.
pub(crate) struct Axis {
    pub(crate) name: &'static str,
    /// The powers of ten at both ends.
    pub(crate) from: i32,
    pub(crate) to: i32,
    /// How the power of ten with this exponent is written.
    pub(crate) label: fn(i32) -> String,
}

impl Axis {
    /// The part of the axis, from 0 to 1, that is before this number.
    fn place(&self, number: f64) -> f64 {
        (number.log10() - f64::from(self.from)) / f64::from(self.to - self.from)
    }
}

impl Chart {
    pub(crate) fn place(&self, x: f64, y: f64) -> (f64, f64) {
        (self.left + self.horizontal.place(x) * self.width, self.top + (1.0 - self.vertical.place(y)) * self.height)
    }

    pub(crate) fn draw_axes(&self, svg: &mut Svg) {
        let (right, bottom) = (self.left + self.width, self.top + self.height);
        for power in self.horizontal.from..=self.horizontal.to {
            let (x, _) = self.place(10_f64.powi(power), 1.0);
            svg.line((x, self.top), (x, bottom), FAINT);
            svg.words((x, bottom + 16.0), Anchor::Middle, &(self.horizontal.label)(power));
        }
        for power in self.vertical.from..=self.vertical.to {
            let (_, y) = self.place(1.0, 10_f64.powi(power));
            svg.line((self.left, y), (right, y), FAINT);
            svg.words((self.left - 6.0, y + 4.0), Anchor::End, &(self.vertical.label)(power));
        }
        svg.line((self.left, self.top), (self.left, bottom), INK);
        svg.line((self.left, bottom), (right, bottom), INK);
        svg.words((f64::midpoint(self.left, right), bottom + 34.0), Anchor::Middle, self.horizontal.name);
        svg.upwards((self.left - 52.0, f64::midpoint(self.top, bottom)), self.vertical.name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_are_logarithmic_and_the_vertical_one_goes_up() {
        let axis = || Axis { name: "", from: 0, to: 4, label: |power| power.to_string() };
        let chart = Chart { left: 100.0, top: 50.0, width: 400.0, height: 200.0, horizontal: axis(), vertical: axis() };
        assert_eq!(chart.place(1.0, 1.0), (100.0, 250.0));
        assert_eq!(chart.place(100.0, 10_000.0), (300.0, 50.0));
    }
}
