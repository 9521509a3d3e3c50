//! The output of `explain` for each kind of position and for the whole game.

use crate::cli::subject;

fn explain(arguments: &[&str], stdin: &str) -> String {
    subject().program.run(&[&["explain"], arguments].concat(), stdin.as_bytes()).transcript()
}

#[test]
fn a_won_position() {
    insta::assert_snapshot!(explain(&[".***/#*.x/###./x..."], ""));
}

#[test]
fn a_position_with_the_longest_win() {
    insta::assert_snapshot!(explain(&["###*/#.x*/..**/...x"], ""));
}

#[test]
fn a_drawn_position() {
    insta::assert_snapshot!(explain(&["...x/###./#***/x..*"], ""));
}

#[test]
fn a_position_without_a_legal_move() {
    insta::assert_snapshot!(explain(&["###./#***/x*../.x.."], ""));
}

#[test]
fn a_lost_position_with_moves() {
    insta::assert_snapshot!(explain(&[], ".###\nx#*x\n***.\n....\n"));
}

#[test]
fn the_whole_game() {
    insta::assert_snapshot!(explain(&[], ""));
}

#[test]
fn colours() {
    insta::assert_snapshot!(explain(&["--color=always", ".***/#*.x/###./x..."], ""));
}

#[test]
fn invalid_positions() {
    let positions =
        ["....", ".***/#*.x/###./x.../....", ".***/#*.x/###/x...", ".***/#*.x/###.?/x...", ".***//#*.x/###./x..."];
    let all = positions.map(|position| format!("{position}\n{}", explain(&[position], ""))).join("\n");
    insta::assert_snapshot!(all);
}

#[test]
fn the_picture_is_up_to_date() {
    let run = subject().program.run(&["explain", "--color=always", ".***/#*.x/###./x..."], b"");
    testkit::agree_with_picture("lgame-explain.svg", &run.stdout);
}
