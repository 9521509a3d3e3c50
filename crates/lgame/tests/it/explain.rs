//! The output of `explain` for each kind of position and for the whole game.

use lgame::LGame;

use crate::cli::subject;

fn explain(arguments: &[&str], stdin: &str) -> String {
    subject().program.run(&[&["explain"], arguments].concat(), stdin.as_bytes()).transcript()
}

#[test]
fn each_kind_of_position_is_explained() {
    for (name, arguments, stdin) in [
        ("a_won_position", &[".***/#*.x/###./x..."][..], ""),
        ("a_position_with_the_longest_win", &["###*/#.x*/..**/...x"], ""),
        ("a_drawn_position", &["...x/###./#***/x..*"], ""),
        ("a_position_without_a_legal_move", &["###./#***/x*../.x.."], ""),
        ("a_lost_position_with_moves", &[], ".###\nx#*x\n***.\n....\n"),
        ("the_whole_game", &[], ""),
    ] {
        insta::assert_snapshot!(name, explain(arguments, stdin));
    }
}

#[test]
fn invalid_positions() {
    let positions =
        ["....", ".***/#*.x/###./x.../....", ".***/#*.x/###/x...", ".***/#*.x/###.?/x...", ".***//#*.x/###./x..."];
    let all = positions.map(|position| format!("{position}\n{}", explain(&[position], ""))).join("\n");
    insta::assert_snapshot!(all);
}

/// All boards of a page, in order: each a row of names above four rows of cells, side by side.
fn boards(lines: &[String]) -> Vec<[&str; 4]> {
    let is_row = |line: &String| {
        let mut words = line.split_whitespace().peekable();
        words.peek().is_some() && words.all(|word| word.len() == 4 && word.bytes().all(|sign| b"#*x.".contains(&sign)))
    };
    let rows: Vec<Vec<&str>> =
        lines.iter().filter(|line| is_row(line)).map(|line| line.split_whitespace().collect()).collect();
    let side_by_side = rows.chunks(4).map(|rows| {
        assert!(rows.len() == 4 && rows.iter().all(|row| row.len() == rows[0].len()), "{rows:?}");
        (0..rows[0].len()).map(|column| [0, 1, 2, 3].map(|row| rows[row][column]))
    });
    side_by_side.flatten().collect()
}

/// `tools/properties` says of pages about positions that they fit, but not that all boards are there.
#[test]
fn pages_fit_every_width_with_all_their_boards() {
    testkit::assert_page_fits::<LGame>("");
    for (position, count) in [("###*/#.x*/..**/...x", 2 + 10), ("", 1 + 1 + 10)] {
        let wide = testkit::page_lines::<LGame>(position, 500);
        assert_eq!(boards(&wide).len(), count);
        for width in [40, 60, 80, 132] {
            assert_eq!(boards(&testkit::page_lines::<LGame>(position, width)), boards(&wide), "at {width} columns");
        }
    }
}

#[test]
fn the_picture_is_up_to_date() {
    let run = subject().program.run(&["explain", "--color=always", ".***/#*.x/###./x..."], b"");
    testkit::agree_with_picture("lgame-explain.svg", &run.stdout);
}
