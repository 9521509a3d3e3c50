//! Descriptions: what is accepted, and the errors of the others.

use verdict::Description;

use crate::ALL;

/// Checks the error of a description, as `LINE:COLUMN: message`.
#[track_caller]
fn check(text: &str, error: &str) {
    let refused = text.parse::<Description>().map(|_| ()).unwrap_err();
    assert_eq!(format!("{}: {}", refused.place, refused.message), error);
}

#[test]
fn all_are_read_in_lines_too() {
    for text in ALL {
        let lines =
            format!("# comment\n\n  {}\n", text.replace("; ", "\n").replace('{', "{ ").replace("{ 0..", "{0.."));
        text.parse::<Description>().unwrap();
        lines.parse::<Description>().unwrap();
    }
}

#[test]
fn these_are_no_errors() {
    for text in [
        "n: 1..5; n x x: 0..9",
        "x: 1..5; x x a: 1..x",
        "t: 1..1e4; t x { n: 1..2e5; s: [ab]{n} }; where sum(n) <= 2e5",
        "h: 1..1e6, w: 1..1e6/h; h x row: [.#]{w}",
        "tree: 1..2, sum: 1..3; where tree < sum + 2",
        r#"s: [\]\-\\a-c]{2}, "a \"b\"""#,
    ] {
        text.parse::<Description>().unwrap_or_else(|error| panic!("{text}: {error:?}"));
    }
}

#[test]
fn errors_say_where_and_what_would_be_right() {
    check("", "1:1: the description is empty; expected a line of the input, as in `n: 1..10`");
    check("n: 8..1", "1:4: the range 8..1 is always empty; expected the smaller bound first");
    check("n: 1..5; m: n+1..1", "1:13: the range n+1..1 is always empty; expected the smaller bound first");
    check("a[n]: 1..5", "1:3: n is not known here; expected a name that an earlier item has");
    check("n: 1..5\nn: 1..6", "2:1: n is already a name, at 1:1; expected another one");
    check("n: 1..5; n x n: 1..2", "1:14: n is already a name, at 1:1; expected another one");
    check("2 x \"a\", i: 1..2 | \"b\"; j: 1..i", "1:31: i is not known here; expected a name that an earlier item has");
    check("s: [z-a]{3}", "1:5: the class is written backwards; expected `a-z`");
    check("s: [aba]{3}", "1:7: the class has 'a' twice");
    check("n: 1..1e19", "1:4: a bound can be past 64 bits; expected -2^63 to 2^63 - 1, as by `min(…, 1e18)`");
    check("n: 1..1e99", "1:7: the number is past 64 bits; bounds are from -2^63 to 2^63 - 1");
    check("1e9 x a: 1..2", "1:1: up to 1000000000 rows are possible; expected at most 10000000");
    check("n: 1..1e9; a[n]: 1..2", "1:14: up to 1000000000 values are possible; expected at most 10000000");
    check("2 x \"a\" | \"a\"", "1:11: two alternatives begin with 'a'; expected another literal");
    check("2 x \"a\" | i: 1..2", "1:11: an alternative begins with a literal, as in `\"1\", i: 1..n`");
    let wanted =
        "expected a literal that cannot begin a row after rows that are not announced, or the end of the input";
    check("1..5 x a: 1..2; b: 1..2", &format!("1:1: {wanted}"));
    check("1..5 x a: 0..2; \"0\"", &format!("1:1: a row can begin with '0', which follows the rows; {wanted}"));
    let wanted = "a graph is the first two names of its rows, with the same range, as in `u: 1..n, v: 1..n`";
    check("2 x u: 1..3 where tree", &format!("1:5: {wanted}"));
    check("2 x u: 1..3, v: 1..4 where simple", &format!("1:5: {wanted}"));
    check("2 x s: [a]{2} where connected", &format!("1:5: {wanted}"));
    check(
        "3 x u: 1..1e9, v: 1..1e9 where simple",
        "1:5: up to 1000000000 vertices are possible; expected at most 10000000",
    );
    check(
        "n: 1..5 where tree",
        "1:1: a property is about rows, but this is a single line; expected `n x` before it; \
         of an array, `a[n]: 1..9 distinct`",
    );
    let fix = "expected at most 10000000, as by `where sum(n) <= 2e5` after the rows, or by `w: 1..1e6/h`";
    check("1e5 x {; 1e5 x a: 1..2; }", &format!("1:16: up to 10000000000 values of a are possible; {fix}"));
    let cases = "t: 1..1e4; t x { n: 1..2e5; s: [ab]{n} }";
    check(cases, &format!("1:29: up to 2000000000 values of s are possible; {fix}"));
    check("n: 1..5; k x a: 1..2", "1:10: k is not known here; expected a name that an earlier item has");
    check("n: 1..5; where tree", "1:15: a property belongs to rows; write it on their line, as in `where tree`");
    check(
        "9 x u: 1..3, v: 1..3 where tree",
        "1:1: no graph with this number of rows has the property; expected another number, as `n-1` for a tree",
    );
    check("a[5]: 1..3 distinct", "1:1: 5 different values are wanted, but the range has 3; expected a larger range");
    check(
        "n: 0..5, a[n]: 1..2",
        "1:10: this can be empty, so it must stand alone on its line; expected a length from 1",
    );
    check("n: 0..5; a: 1..9/n", "1:17: the divisor can be 0; expected one that cannot, as in `max(1, …)`");
    check("n: 1..5 distinct", "1:9: this is about several values, but here is one; expected an array or rows");
    check("n: 1..5; 3 x a: 1..n; m: 1..a", "1:29: a has a value in each row; expected sum(a), len(a) or count(a, …)");
    check("a[3]: 1..2; b: 1..a", "1:19: a is not a single number; expected len(a) or another function of it");
    check("n: 1..#", "1:7: `#` is the index in an array or of a row, but here is neither");
    check("n: 1.5..2", "1:4: this has 1 decimals, but the values have 0; expected `places 1`");
    check("n 1..5", "1:3: expected `:`, but found '1'");
    check("n: 1..5 m: 1..5", "1:9: expected `,`, `;` or a new line, but found 'm'");
    check("s: [a-z]", "1:9: the description ends here; expected `{`");
    check("2 x {\nn: 1..2", "2:8: the description ends here; expected `}`");
    check("a: 1..2; where mean(a) = 3", "1:16: unknown function mean; expected min, max, sum, len or count");
}
