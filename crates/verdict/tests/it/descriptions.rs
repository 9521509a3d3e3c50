//! Descriptions: what is accepted, and the errors of the others.

use verdict::Description;

use crate::some;

#[test]
fn all_are_read_in_lines_too() {
    for text in some() {
        let lines =
            format!("# comment\n\n  {}\n", text.replace("; ", "\n").replace('{', "{ ").replace("{ 0..", "{0.."));
        text.parse::<Description>().unwrap();
        lines.parse::<Description>().unwrap();
    }
}

#[test]
fn what_is_too_deep_is_refused() {
    let deep = [("(", ")"), ("-", ""), ("1+", ""), ("min(1,", ")")]
        .map(|(begin, end)| format!("n: 1..{}5{}", begin.repeat(20_000), end.repeat(20_000)));
    let blocks = format!("{}n: 1..5{}", "1 x {".repeat(20_000), "}".repeat(20_000));
    for (text, wanted) in deep.iter().map(|text| (text, "200 operands")).chain([(&blocks, "20 blocks")]) {
        let error = text.parse::<Description>().expect_err(text);
        assert!(error.message.contains(wanted), "{}", error.message);
    }
}
