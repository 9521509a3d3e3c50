//! The output of `explain` for each kind of position and for the whole game.

use lgame::LGame;

use crate::cli::subject;

#[test]
fn each_kind_of_position_is_explained() {
    subject().positions_are_explained(&[
        ("a_won_position", &[".***/#*.x/###./x..."], ""),
        ("a_position_with_the_longest_win", &["###*/#.x*/..**/...x"], ""),
        ("a_drawn_position", &["...x/###./#***/x..*"], ""),
        ("a_position_without_a_legal_move", &["###./#***/x*../.x.."], ""),
        ("a_lost_position_with_moves", &[], ".###\nx#*x\n***.\n....\n"),
        ("the_whole_game", &[], ""),
        ("invalid_one_row", &["...."], ""),
        ("invalid_five_rows", &[".***/#*.x/###./x.../...."], ""),
        ("invalid_short_row", &[".***/#*.x/###/x..."], ""),
        ("invalid_character", &[".***/#*.x/###.?/x..."], ""),
        ("invalid_empty_row", &[".***//#*.x/###./x..."], ""),
    ]);
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
