//! Outputs as people see them.

use problem::{Comparison, compare, visible_line};
use testkit::Anagrams;

/// How many characters of a line are shown.
const WIDTH: usize = 72;

#[test]
fn nothing_is_hidden() {
    assert_eq!(visible_line(b"1 2\t3\r\n"), "1␣2\\t3\\r↵");
    assert_eq!(visible_line(b"\xEF\xBB\xBFa\0\xFFb\x1B\\"), "\\u{feff}a\\0\\xFFb\\u{1b}\\");
    assert_eq!(visible_line(&[b'x'; 73]), "x".repeat(WIDTH) + "…");
}

/// The lines of a wrong output with its mark, where `YES` and `ba` are right.
fn marked(output: &[u8]) -> Vec<String> {
    let difference = compare(&Anagrams::solution("1\nab\n"), output, Comparison::Exact).unwrap_err();
    let text = anstream::adapter::strip_str(&difference.to_text(["", ""])).to_string();
    text.lines().skip(2).map(|line| line[14..].to_owned()).collect()
}

#[test]
fn a_mark_is_below_its_character_even_after_escaped_ones() {
    assert_eq!(marked(b"YES\nba\x0B\t\xFF"), ["YES↵", "ba\\u{b}\\t\\xFF", "         ^"]);
    assert_eq!(marked("YES\né1".as_bytes()), ["YES↵", "é1", "^"]);
    assert_eq!(marked(b""), ["^ the output ends here"]);
}

#[test]
fn a_long_line_is_shown_around_the_mark() {
    for count in [500, 1000] {
        let spaces: String = " ".repeat(count);
        let line = marked(format!("YES\nba{spaces}x{spaces}\n").as_bytes());
        let at = line[2].find('^').unwrap();
        assert!(line[1].starts_with('…') && line[1].ends_with('…'), "{line:?}");
        assert_eq!((line[1].chars().count(), line[1].chars().nth(at)), (WIDTH + 2, Some('x')));
    }
}

#[test]
fn many_lines_are_cut_in_the_middle() {
    let lines = marked(format!("YES{}xx\n", "\n".repeat(1000)).as_bytes());
    assert_eq!((lines.len(), lines[0].as_str(), lines[25].as_str()), (27, "YES↵", "xx↵"), "{lines:?}");
    assert_eq!(lines[12], "… 976 lines …");
}
