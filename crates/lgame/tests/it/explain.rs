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

/// `tools/properties` has the pages about positions.
#[test]
fn the_overview_fits_every_width() {
    testkit::assert_page_fits::<LGame>("");
}

#[test]
fn the_picture_is_up_to_date() {
    let run = subject().program.run(&["explain", "--color=always", ".***/#*.x/###./x..."], b"");
    testkit::agree_with_picture("lgame-explain.svg", &run.stdout);
}
