//! Pictures as text: the few elements of SVG that the atlas draws.

use std::fmt::{self, Write as _};

/// The colour of words and axes.
const INK: &str = "#24292f";
/// The colour of lines behind the points of a chart.
const FAINT: &str = "#e3e7eb";
/// The colour of lines between points and their names.
const LEADER: &str = "#8c959f";

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
    /// A card of this size; the title is for those who do not see it.
    pub(crate) fn new(width: u32, height: u32, title: &str) -> Self {
        let mut svg = Self { text: String::new() };
        svg.add(format_args!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" font-family="system-ui, 'Segoe UI', Helvetica, Arial, sans-serif" font-size="12" fill="{INK}">
<title>{title}</title>
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

/// The upper left and the lower right corner of a rectangle.
type Corners = [(f64, f64); 2];

/// Names of points in a chart, none in front of another, and where there is room not in front of points either.
pub(crate) struct Labels {
    area: Corners,
    /// Around the circles.
    points: Vec<Corners>,
    /// Around the names that are there.
    names: Vec<Corners>,
}

impl Labels {
    /// There are circles with these centres and radii.
    pub(crate) fn new(chart: &Chart, circles: impl IntoIterator<Item = ((f64, f64), f64)>) -> Self {
        let around = |((x, y), radius): ((f64, f64), f64)| [(x - radius, y - radius), (x + radius, y + radius)];
        // Not on the axes.
        let area = [(chart.left + 0.5, chart.top), (chart.left + chart.width, chart.top + chart.height - 2.0)];
        Self { area, points: circles.into_iter().map(around).collect(), names: Vec::new() }
    }

    /// Names a point, near it if there is room, or else with a line to it.
    pub(crate) fn add(&mut self, svg: &mut Svg, (x, y): (f64, f64), radius: f64, words: &str) {
        const DIRECTIONS: [(f64, f64); 8] =
            [(1.0, 0.0), (-1.0, 0.0), (0.0, -1.0), (0.0, 1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, -1.0), (-1.0, 1.0)];
        const HEIGHT: f64 = 12.0;
        /// Between two names that are side by side.
        const SPACE: f64 = 3.0;
        /// How far the name is from the circle.
        const GAPS: [f64; 8] = [3.0, 8.0, 14.0, 22.0, 32.0, 44.0, 58.0, 74.0];
        #[expect(clippy::cast_precision_loss, reason = "the width of a word is estimated")]
        let width = 6.2 * words.len() as f64;
        let spaced = |[low, high]: &Corners| [(low.0 - SPACE, low.1), (high.0 + SPACE, high.1)];
        let places = GAPS.iter().flat_map(|gap| DIRECTIONS.map(|direction| (*gap, direction)));
        let best = places
            .map(|(gap, (right, down))| {
                let away = if right == 0.0 || down == 0.0 { radius + gap } else { 0.7 * (radius + gap) };
                let near = (x + right * away, y + down * away);
                let left = near.0 - width * (1.0 - right) / 2.0;
                let top = near.1 - HEIGHT * (1.0 - down) / 2.0;
                (near, gap > GAPS[0], [(left, top), (left + width, top + HEIGHT)])
            })
            .filter(|(.., corners)| contains(&self.area, corners) && is_free(&spaced(corners), &self.names))
            // The first one, if possible of those that hide no point.
            .min_by_key(|(.., corners)| !is_free(corners, &self.points));
        if let Some((near, is_far, corners)) = best {
            self.names.push(corners);
            if is_far {
                svg.line((x, y), near, LEADER);
            }
            svg.label((corners[0].0, corners[1].1 - 2.0), Anchor::Start, words);
        }
    }
}

/// Whether a rectangle has no point in common with the others.
fn is_free(new: &Corners, others: &[Corners]) -> bool {
    others.iter().all(|other| are_apart(new, other))
}

/// Whether two rectangles have no point in common.
fn are_apart([low, high]: &Corners, [other_low, other_high]: &Corners) -> bool {
    high.0 < other_low.0 || other_high.0 < low.0 || high.1 < other_low.1 || other_high.1 < low.1
}

/// Whether the second rectangle is in the first.
fn contains([low, high]: &Corners, [inner_low, inner_high]: &Corners) -> bool {
    low.0 <= inner_low.0 && low.1 <= inner_low.1 && inner_high.0 <= high.0 && inner_high.1 <= high.1
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
            svg.words((x, bottom + 16.0), Anchor::Middle, &power_of_ten(power));
        }
        for power in self.vertical.from..=self.vertical.to {
            let (_, y) = self.place(1.0, 10_f64.powi(power));
            svg.line((self.left, y), (right, y), FAINT);
            svg.words((self.left - 6.0, y + 4.0), Anchor::End, &power_of_ten(power));
        }
        svg.line((self.left, self.top), (self.left, bottom), INK);
        svg.line((self.left, bottom), (right, bottom), INK);
        svg.words((f64::midpoint(self.left, right), bottom + 34.0), Anchor::Middle, self.horizontal.name);
        svg.upwards((self.left - 52.0, f64::midpoint(self.top, bottom)), self.vertical.name);
    }
}

/// A power of ten, short enough for its neighbours on an axis.
fn power_of_ten(exponent: i32) -> String {
    let superscript = |sign: char| match sign {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '0' => '⁰',
        _ => char::from_u32(u32::from('⁴') + u32::from(sign) - u32::from('4')).unwrap_or(sign),
    };
    match exponent {
        0 => "1".to_owned(),
        1 => "10".to_owned(),
        _ => format!("10{}", exponent.to_string().chars().map(superscript).collect::<String>()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_are_logarithmic_and_the_vertical_one_goes_up() {
        let axis = || Axis { name: "", from: 0, to: 4 };
        let chart = Chart { left: 100.0, top: 50.0, width: 400.0, height: 200.0, horizontal: axis(), vertical: axis() };
        assert_eq!(chart.place(1.0, 1.0), (100.0, 250.0));
        assert_eq!(chart.place(100.0, 10_000.0), (300.0, 50.0));
    }

    /// Points in a row, so near to each other and to the edges that not all names can be beside them.
    #[test]
    fn names_are_inside_of_the_chart_and_apart() {
        let axis = || Axis { name: "", from: 0, to: 4 };
        let chart = Chart { left: 100.0, top: 50.0, width: 120.0, height: 80.0, horizontal: axis(), vertical: axis() };
        let points: Vec<(f64, f64)> = (0..6_u8).map(|index| (102.0 + 15.0 * f64::from(index), 128.0)).collect();
        let mut labels = Labels::new(&chart, points.iter().map(|point| (*point, 4.0)));
        let mut svg = Svg::new(400, 300, "");
        for point in &points {
            labels.add(&mut svg, *point, 4.0, "4.406");
        }
        assert_eq!(labels.names.len(), points.len());
        for (index, name) in labels.names.iter().enumerate() {
            assert!(contains(&[(100.0, 50.0), (220.0, 130.0)], name), "{name:?}");
            assert!(labels.names[..index].iter().all(|other| are_apart(name, other)), "{name:?}");
        }
    }

    #[test]
    fn a_picture_has_a_title_for_readers_of_the_screen() {
        let picture = Svg::new(400, 300, "All games").finish();
        let document = roxmltree::Document::parse(&picture).unwrap();
        let root = document.root_element();
        assert_eq!(root.attribute("role"), Some("img"));
        assert_eq!(
            root.first_element_child().map(|child| (child.tag_name().name(), child.text())),
            Some(("title", Some("All games")))
        );
    }

    #[test]
    fn powers_of_ten_have_superscripts() {
        let texts = [-12, -1, 0, 1, 2, 3, 4, 8, 9, 10].map(power_of_ten);
        assert_eq!(texts, ["10⁻¹²", "10⁻¹", "1", "10", "10²", "10³", "10⁴", "10⁸", "10⁹", "10¹⁰"]);
    }
}
