//! Where outputs are wrong, how that is shown, and which ones with other words are right. `tools/properties` checks by definition which
//! changed outputs each comparison accepts.

use problem::{
    CaseAnswers, Comparison, Count, Dialect, Field, Format, Layout, OutputRule, Problem, Verdict, compare,
    compare_text, solve, visible_line,
};
use testkit::Anagrams;

const INPUT: &str = "4\nab\naa\nabc\nc\n";
const RIGHT: &str = "YES\nba\nNONE\n\nYES\nbac\nNONE\n\n";

/// `AC`, or the verdict, the place and the reason.
fn verdict(output: &str) -> String {
    match compare(&Anagrams::solution(INPUT), output.as_bytes(), Comparison::Exact) {
        Ok(()) => Verdict::Accepted.to_string(),
        Err(difference) => format!("{} {difference}", difference.verdict()),
    }
}

/// Each line is a text of the right output, what stands there instead, and the verdict on it.
#[test]
fn the_first_error_is_reported_with_its_case_and_place() {
    for (right, wrong, expected) in [
        ("bac", "abc", "WA case 3 of 4, line 6, column 1: the order is the same"),
        ("bac", "bab", "WA case 3 of 4, line 6, column 1: these are other letters"),
        ("NONE\n\n", "YES\naa\n", "WA case 2 of 4, line 3, column 1: no other order is possible"),
        ("YES\nba\n", "NONE\n\n", "WA case 1 of 4, line 1, column 1: there is another order"),
        ("NONE", "none", "WA case 2 of 4, line 3, column 1: expected 'NONE', got 'none': only capitals differ"),
        ("NONE", "NONE.", "WA case 2 of 4, line 3, column 1: expected exactly 'NONE', got 'NONE.'"),
        // A line that is too long belongs to its own case.
        ("ba\n", "ba ab\n", "WA case 1 of 4, line 2, column 4: the line should end before this"),
        ("bac\nNONE\n\n", "bac\nNONE x\n\n", "WA case 4 of 4, line 7, column 6: the line should end before this"),
        // The output ends early, or continues.
        (RIGHT, "", "WA case 1 of 4, line 1, column 1: the output ends too early"),
        (RIGHT, "YES\nba\n", "WA case 2 of 4, line 3, column 1: the output ends too early"),
        (RIGHT, "YES\n", "WA case 1 of 4, line 2, column 1: the output ends too early"),
        (
            "YES\nbac\nNONE\n\n",
            "YES\nbac\nNONE\n\nNONE\n\n",
            "WA after case 4, line 9, column 1: the output continues after the last answer",
        ),
        // White space, before another right answer too. A wrong word is reported before white space that precedes it.
        ("YES\n", "YES \n", "PE case 1 of 4, line 1, column 4: 1 space too many"),
        ("ba\n", "ba\r\n", "PE case 1 of 4, line 2, column 3: 1 carriage return too many"),
        ("NONE\n\n", "NONE\n", "PE case 2 of 4, line 4, column 1: 1 newline missing"),
        ("NONE\n\n", "NONE\n\n\n\n", "PE case 2 of 4, line 5, column 1: 2 newlines too many"),
        ("YES\nba", "YES\tba", "PE case 1 of 4, line 1, column 4: a tab instead of a newline"),
        ("bac\nNONE\n\n", "bac\nNONE", "PE case 4 of 4, line 7, column 5: 2 newlines missing"),
        ("YES\nba\n", " YES\nba\n", "PE case 1 of 4, line 1, column 1: 1 space too many"),
        ("bac\nNONE\n\n", "bac\nNONE\n\n\n", "PE case 4 of 4, line 9, column 1: 1 newline too many"),
        ("bac\n", "cab \n", "PE case 3 of 4, line 6, column 4: 1 space too many"),
        ("YES\nbac", "YES\r\n xyz", "WA case 3 of 4, line 6, column 2: these are other letters"),
    ] {
        assert_eq!(verdict(&RIGHT.replacen(right, wrong, 1)), expected, "{right:?} {wrong:?}");
    }
}

/// Each line is a right text, an output, and what is said of it: nothing if it is accepted.
#[test]
fn numbers_may_be_a_little_wrong_and_other_words_never() {
    let float = |error| Comparison::Float(error);
    for (comparison, right, output, expected) in [
        (float(1e-6), "0.333333333\n", "0.3333333\n", ""),
        (float(1e-6), "1000000", "1000001.0", ""),
        (float(1e-6), "1e9 2", "1000000999\n\n  2.0", ""),
        (float(0.1), "0.3 0", "0.4 -0.1", ""),
        (float(0.0), "2", "2.000", ""),
        (
            float(1e-6),
            "x 1 2.5",
            "x 1 2.51",
            "line 1, column 5: expected '2.5', got '2.51': the error is 4.0e-3, but at most 1e-6 is accepted",
        ),
        (float(1e-6), "0.5", "nan", "line 1, column 1: expected '0.5', got 'nan', which is not a number"),
        (float(1e-6), "0.5", "inf", "line 1, column 1: expected '0.5', got 'inf', which is not a number"),
        (float(1e-6), "YES 1", "NO 1", "line 1, column 1: expected 'YES', got 'NO'"),
        (float(1e-6), "YES 1", "yes 1", "line 1, column 1: expected 'YES', got 'yes': only capitals differ"),
        (float(1e-6), "1 2", "1", "line 1, column 2: the output ends too early"),
        (Comparison::Tokens, "1\n2\n", "1 2.0", "line 1, column 3: expected '2', got '2.0'"),
        (Comparison::Lines, "1\n2\n", "1 2\n", "line 1, column 2: a space instead of a newline"),
    ] {
        let said = compare_text(right.as_bytes(), output.as_bytes(), comparison).map_err(|why| why.to_string());
        assert_eq!(said.err().unwrap_or_default(), expected, "{right:?} {output:?}");
    }
    let long = [b'0'; 60];
    let said = compare_text(&long, &long[1..], Comparison::Tokens).unwrap_err().reason;
    assert_eq!(said, "expected '000000000000000000000000…', got '000000000000000000000000…'");
}

#[test]
fn a_line_that_is_too_long_belongs_to_its_own_case_even_if_the_output_ends_in_the_next_one() {
    let difference = compare(&Anagrams::solution("2\nab\nabc\n"), b"YES\nba x\n", Comparison::Exact).unwrap_err();
    assert_eq!(difference.to_string(), "case 1 of 2, line 2, column 4: the line should end before this");
    assert_eq!((difference.expected, difference.got), (b"YES\nba\n".to_vec(), b"YES\nba x\n".to_vec()));
}

#[test]
fn a_line_that_is_too_short_is_reported_at_its_end() {
    let difference =
        compare(&Texts::solution(PATHS), b"2 steps\n1 3\n2 steps\n1 \n1 step\n3\n", Comparison::Exact).unwrap_err();
    assert_eq!(difference.to_string(), "case 2 of 3, line 4, column 2: the line ends too early");
}

#[test]
fn only_white_space_that_counts_is_reported() {
    let output = RIGHT.replace('\n', " \r\n").replace("YES \r\nbac", "YES\r\n bac");
    let difference = compare(&Anagrams::solution(INPUT), output.as_bytes(), Comparison::Lines).unwrap_err();
    assert_eq!(difference.to_string(), "case 3 of 4, line 6, column 1: 1 space too many");
    assert_eq!((difference.expected, difference.got), (b"YES\nbac\n".to_vec(), b"YES\r\n bac \r\n".to_vec()));
}

/// What is shown of a wrong output.
fn shown(input: &str, output: &[u8]) -> String {
    let mut difference = compare(&Anagrams::solution(input), output, Comparison::Exact).unwrap_err();
    difference.input = Some(b"abc".to_vec());
    anstream::adapter::strip_str(&difference.to_text(["expected", "got"])).to_string()
}

#[test]
fn a_difference_is_shown_with_its_case_and_a_mark() {
    let answers = "    case      abc\n    expected  YES↵\n              bac↵\n";
    let wrong = shown(INPUT, b"YES\nba\nNONE\n\nYES\nbac\t\nNONE\n\n");
    assert_eq!(wrong, format!("{answers}    got       YES↵\n              bac\\t↵\n                 ^\n"));
    let early = shown(INPUT, b"YES\nba\nNONE\n\n");
    assert_eq!(early, format!("{answers}    got       ^ the output ends here\n"));
    assert!(shown(INPUT, format!("{RIGHT}x").as_bytes()).contains("expected  (nothing)\n"));
}

#[test]
fn a_mark_is_below_its_character_and_many_lines_are_cut() {
    for (output, expected) in [
        (&b"YES\nba\x0B\t\xFF"[..], "ba\\u{b}\\t\\xFF\n                       ^\n"),
        ("YES\n\u{e9}1".as_bytes(), "\u{e9}1\n              ^\n"),
        (&[b"YES", &b"\n".repeat(1000)[..], b"xx\n"].concat(), "… 976 lines …\n"),
    ] {
        let text = shown("1\nab\n", output);
        assert!(text.contains(&format!("\n              {expected}")), "{text}");
    }
}

#[test]
fn a_line_shows_what_cannot_be_seen() {
    assert_eq!(visible_line(b"1 2\t3\r\n"), "1␣2\\t3\\r↵");
    assert_eq!(visible_line(b"\xEF\xBB\xBFa\0\xFFb\x1B\\"), "\\u{feff}a\\0\\xFFb\\u{1b}\\");
    assert_eq!(visible_line(&[b'x'; 73]), "x".repeat(72) + "…");
}

/// The right word and the wrong one are both seen.
#[test]
fn long_lines_are_shown_around_the_difference() {
    for (before, after) in [(60, 60), (999, 999), (999, 9), (9, 999)] {
        let line = |word: &str| format!("{}1_{word}_1{}", "\u{1F3B2}_".repeat(before), "_\u{1F3B2}".repeat(after));
        let output = format!("{}\n", line("wrong").replace('_', " "));
        let difference = compare(&Texts::solution(&line("right")), output.as_bytes(), Comparison::Exact).unwrap_err();
        let text = difference.to_text(["expected", "got"]);
        assert!(text.contains("1␣right␣1") && text.contains("1␣wrong␣1"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() < 100), "{text}");
    }
}

#[test]
fn each_kind_of_white_space_is_counted() {
    let reason = |expected: &str, got: &str| {
        let solution = Texts::solution(&format!("a{expected}b"));
        let difference = compare(&solution, format!("a{got}b\n").as_bytes(), Comparison::Exact).unwrap_err();
        assert_eq!(difference.verdict(), Verdict::PresentationError);
        difference.reason
    };
    assert_eq!(reason("/", "\r\n"), "1 carriage return too many");
    assert_eq!(reason("//", " "), "2 newlines missing, 1 space too many");
    assert_eq!(reason("/", "\t\t "), "1 newline missing, 1 space too many, 2 tabs too many");
    assert_eq!(reason("_", "\x0B\x0C"), "1 space missing, 2 other white-space characters too many");
    assert_eq!(reason("_/", "\n "), "white space in the wrong order");
}

/// Asks for a text: a word with `_` for a space and `/` for a newline, or another way to the same end.
struct Texts;

/// Asks three times for one of three paths, which differ in the number of their words.
const PATHS: &str = "2_steps/1_3 2_steps/1_3 2_steps/1_3";

impl Problem for Texts {
    type Solver = ();
    type Answer = String;

    const NAME: &'static str = "texts";
    const ABOUT: &'static str = "Writes texts";
    const DIALECTS: &'static [Dialect<Self>] = &[Dialect {
        name: "all",
        title: "texts",
        aliases: &[],
        format: Format {
            noun: "text",
            unit: "byte",
            count: Count::ToTheEnd(1..=9),
            case: &[&[Field::Word { name: "a text", length: 1..=20, check: None }]],
        },
        solve: |(), case| Ok(String::from_utf8_lossy(case.word(0).text()).replace('_', " ").replace('/', "\n") + "\n"),
        write: |_, text, out| out.extend_from_slice(text.as_bytes()),
        output: OutputRule::EXACT,
        generator: None,
    }];

    fn accepts(_: &String, output: &[u8]) -> Result<(), String> {
        let right = [&b"2 steps\n1 3\n"[..], b"3 steps\n1 2 3\n", b"1 step\n3\n"];
        if right.contains(&output) { Ok(()) } else { Err("not a path".to_owned()) }
    }
}

impl Texts {
    fn solution(texts: &str) -> CaseAnswers<Self> {
        solve(&Self::DIALECTS[0], Layout::Free, texts.as_bytes()).expect("a valid input")
    }
}

/// Empty lines, lines of a space and others, of up to four cases: the output is right if it is the same.
#[test]
fn an_answer_may_have_no_word() {
    let mut all = vec![String::new()];
    for from in 0..85 {
        let longer = ["b ", "/ ", "x_y ", "_ "].map(|text| all[from].clone() + text);
        all.extend(longer);
    }
    let solutions: Vec<_> = all[1..].iter().map(|texts| Texts::solution(texts)).collect();
    for (texts, solution) in all[1..].iter().zip(&solutions) {
        for output in solutions.iter().map(CaseAnswers::to_bytes) {
            let is_right = compare(solution, &output, Comparison::Exact).is_ok();
            assert_eq!(is_right, output == solution.to_bytes(), "{texts}: {}", String::from_utf8_lossy(&output));
        }
    }
}
