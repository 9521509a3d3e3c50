//! Numbers and positions as people read and write them.

use std::time::Duration;

use large_games::dobutsu::Dobutsu;
use large_games::l_game::LGame;
use large_games::morris::{self, Morris};
use large_games::program::Notation;
use large_games::quixo::Quixo;
use large_games::text::{parse_size, time};
use retrograde::Game;

#[test]
fn sizes_are_read_with_or_without_a_unit() {
    let cases = [
        ("0", 0),
        ("123", 123),
        ("123B", 123),
        ("4k", 4 << 10),
        ("500M", 500 << 20),
        ("3 GiB", 3 << 30),
        ("8gb", 8 << 30),
        ("2T", 2 << 40),
    ];
    for (text, bytes) in cases {
        assert_eq!(parse_size(text), Ok(bytes), "{text}");
    }
    for text in ["", "G", "1.5G", "-1", "8X", "1e9", "99999999999T", " 8G", "8 G 5", "é"] {
        let error = parse_size(text).expect_err(text);
        assert!(error.contains(&format!("{text:?}")), "{error}");
    }
}

#[test]
fn times_are_written_with_a_unit_that_fits() {
    let cases = [(0.04, "0.0 s"), (59.5, "59.5 s"), (61.0, "1:01 min"), (3_660.0, "1:01 h")];
    for (seconds, text) in cases {
        assert_eq!(time(Duration::from_secs_f64(seconds)), text);
    }
}

fn dobutsu() -> Dobutsu {
    Dobutsu::new([true, false, false])
}

#[test]
fn positions_are_read_in_all_their_forms() {
    let nine = Morris::nine(true).parse_position("xxx...../..o.O.../.......O").expect("a position");
    assert_eq!(nine, morris::Position { own: 0b111, other: 1 << 10 | 1 << 12 | 1 << 23, in_hand: 0 });
    for text in ["X......./.......O+10", "x......./.......o +10"] {
        let six = Morris::six().parse_position(text).expect("a position");
        assert_eq!(six, morris::Position { own: 1, other: 1 << 15, in_hand: 10 });
    }
    let named = [("a7,d5,f4 d1,c3 +12", "X....O../...X..../.X....O.+12"), ("- a1+17", "......O./......../........+17")];
    for (names, rows) in named {
        let position = Morris::nine(true).parse_position(names).expect("a position");
        assert_eq!(Morris::nine(true).position_text(&position), rows, "{names}");
    }
    let corner = Morris::six().parse_position("e5 b2 +10").expect("a position");
    assert_eq!(Morris::six().position_text(&corner), "..X...../......O.+10");
    let turn = LGame::new(4, 5).parse_position("XXXOO/X...O/N...O/N.... neutral").expect("a position");
    assert_eq!(LGame::new(4, 5).position_text(&turn), "XXXOO/X...O/N...O/N.... neutral");
    let start = dobutsu().parse_position(".l./.c./.C./.L.").expect("a position");
    assert_eq!(start, dobutsu().start());
}

/// A stone is placed, and captures one; a stone moves along a line, and one flies and captures.
#[test]
fn moves_of_morris_have_their_names() {
    let nine = Morris::nine(true);
    for (from, name, to) in [
        ("a1,a4 d6,f6 +14", "a7xd6", "f6 a1,a4,a7 +13"),
        ("a1,a4,d6,f4 b2,b4,d2,g7", "d6-d5", "b2,b4,d2,g7 a1,a4,d5,f4"),
        ("a1,a4,d6 b2,b4,d2,g7", "d6-a7xg7", "b2,b4,d2 a1,a4,a7"),
    ] {
        let [from, to] = [from, to].map(|text| nine.parse_position(text).expect("a position"));
        assert!(nine.moves(&from).contains(&to), "{name}");
        assert_eq!(nine.move_text(&from, &to).as_deref(), Some(name));
    }
}

#[test]
fn what_is_wrong_in_a_position_is_named() {
    fn check<G: Notation>(game: &G, text: &str, expected: &str) {
        assert_eq!(game.parse_position(text).expect_err("not a position").to_string(), expected);
    }
    let (nine, six, quixo) = (Morris::nine(true), Morris::six(), Quixo::new(3));
    check(&nine, "XX?...../", "column 3: expected 'X', 'O' or '.', found '?'");
    check(&nine, "XXX.....OOO", "column 9: expected '/' between two rings, found 'O'");
    check(&nine, "XXX...../OO", "column 12: expected 'X', 'O' or '.', found the end");
    check(&nine, "XXX...../OOO...../......../", "column 27: expected the end after 24 points, found '/'");
    let of_numbers = "expected numbers that play leads to from part";
    let few = "X......./......../........";
    check(&nine, few, &format!("1 stones of X, 0 of O and 0 in hand: {of_numbers} h18-0-0"));
    let many = "XXXXXXXX/XXXXXXXX/XXXXXXXX";
    check(&nine, many, &format!("24 stones of X, 0 of O and 0 in hand: {of_numbers} h18-0-0"));
    check(&six, "X......./........+12", &format!("1 stones of X, 0 of O and 12 in hand: {of_numbers} h12-0-0"));
    for text in ["X......./........+x", "X......./........++9"] {
        check(&six, text, "column 19: expected the number of stones in hand after '+'");
    }
    check(&nine, "a1,d4 g7", "invalid point \"d4\": expected one from a1 to g7, where lines meet");
    check(&six, "a1,d6 g7", "invalid point \"d6\": expected one from a1 to e5, where lines meet");
    check(&nine, "a1 b2,a1", "point a1 is named twice");
    check(&six, "a1", "expected the points of X, and then of O: 'a1,c5 e5', '-' for none");
    check(&quixo, "X..O", "column 4: expected '/' between two rows, found 'O'");
    check(&quixo, "X../.O./...", "no O on the border: expected the one that was moved last");
    check(&dobutsu(), ".l./.c./.../.L. CC", "3 pieces 'C' on the board and in the hands: expected 2");
    check(&dobutsu(), ".l./.c./.C./...", "expected one 'L' on the board");
    check(&LGame::new(3, 4), "XXXO/XOOO/N...", "1 neutral pieces: expected two");
}
