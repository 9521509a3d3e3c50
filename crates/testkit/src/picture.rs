//! Renders the output on a terminal as a picture for the documents.

use std::fmt::Write as _;

/// Renders styled text as an SVG. Supports the escape codes that the programs use: bold, dim, underlined, and colours.
#[must_use]
pub(crate) fn picture(text: &str) -> String {
    const LINE_HEIGHT: usize = 18;
    const CHARACTER_WIDTH: f64 = 8.4;
    const MARGIN: usize = 16;
    let lines: Vec<Vec<Piece<'_>>> = lines(text);
    let columns = lines.iter().map(|line| line.iter().map(|piece| piece.text.chars().count()).sum()).max().unwrap_or(0);
    let columns = u32::try_from(columns).expect("a terminal's line is not that long");
    let width = f64::from(columns) * CHARACTER_WIDTH + 2.0 * 16.0;
    let height = lines.len() * LINE_HEIGHT + 2 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height}\" width=\"{width:.0}\" \
         height=\"{height}\">\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#1b1f27\"/>\n\
         <g font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"14\" \
         fill=\"#d8dee9\" xml:space=\"preserve\">\n"
    );
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
        let baseline = MARGIN + (index + 1) * LINE_HEIGHT - 5;
        write!(svg, "<text x=\"{MARGIN}\" y=\"{baseline}\">").expect(MEMORY);
        for piece in line {
            let text = piece.text.replace('&', "&amp;").replace('<', "&lt;");
            match piece.codes.iter().filter_map(|code| attribute(code)).collect::<Vec<_>>().join(" ") {
                plain if plain.is_empty() => svg.push_str(&text),
                attributes => write!(svg, "<tspan {attributes}>{text}</tspan>").expect(MEMORY),
            }
        }
        svg.push_str("</text>\n");
    }
    svg.push_str("</g>\n</svg>\n");
    svg
}

const MEMORY: &str = "memory takes every write";

/// Text with the escape codes that apply to it.
struct Piece<'t> {
    text: &'t str,
    codes: Vec<&'t str>,
}

fn lines(text: &str) -> Vec<Vec<Piece<'_>>> {
    let mut codes = Vec::new();
    text.lines().map(|line| pieces(line, &mut codes)).collect()
}

fn pieces<'t>(line: &'t str, codes: &mut Vec<&'t str>) -> Vec<Piece<'t>> {
    let mut pieces = Vec::new();
    for (index, part) in line.split("\x1B[").enumerate() {
        let mut text = part;
        if index > 0 {
            let (code, rest) = part.split_once('m').expect("the programs style text and do nothing else to a terminal");
            if code == "0" {
                codes.clear();
            } else {
                codes.extend(code.split(';'));
            }
            text = rest;
        }
        if !text.is_empty() {
            pieces.push(Piece { text, codes: codes.clone() });
        }
    }
    pieces
}

fn attribute(code: &str) -> Option<&'static str> {
    Some(match code {
        "1" => "font-weight=\"bold\"",
        "2" => "fill-opacity=\"0.55\"",
        "4" => "text-decoration=\"underline\"",
        "31" => "fill=\"#f2777a\"",
        "32" => "fill=\"#99cc99\"",
        "33" => "fill=\"#ffcc66\"",
        "35" => "fill=\"#cc99cc\"",
        "36" => "fill=\"#66cccc\"",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::picture;

    #[test]
    fn text_is_escaped_and_styled() {
        let svg = picture("a \x1B[1m\x1B[32m<b>\x1B[0m & c\n\nd\n");
        assert!(svg.contains(">a <tspan font-weight=\"bold\" fill=\"#99cc99\">&lt;b></tspan> &amp; c</text>"), "{svg}");
        assert_eq!(svg.matches("<text ").count(), 2);
    }
}
