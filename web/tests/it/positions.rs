//! Positions: who wins and why.

use testkit::fixtures;
use web::{Ends, LONGEST_ROW, Look, Row, Square, look};

fn row(game: &str, cells: &str) -> Row {
    match look(game, cells) {
        Ok(Look::Row(row)) => row,
        other => panic!("{cells}: {other:?}"),
    }
}

fn square(grid: &str) -> Square {
    match look("lgame", grid) {
        Ok(Look::Square(square)) => square,
        other => panic!("{grid}: {other:?}"),
    }
}

fn fault(game: &str, text: &str) -> (usize, usize, String) {
    let fault = look(game, text).expect_err(text);
    fault.place.map_or((0, 0, fault.message.clone()), |place| (place.line, place.column, fault.message))
}

/// The inputs and answers of the groups `sample`, `edge` and `stress` of a judge, as lines.
fn cases(game: &str, judge: &str) -> impl Iterator<Item = (Vec<String>, Vec<String>)> {
    let groups = |group: &str| ["sample", "edge", "stress"].contains(&group);
    let found = fixtures(game).into_iter().filter(move |fixture| fixture.judge == judge && groups(&fixture.group));
    let lines = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text").lines().map(str::to_owned).collect();
    found.collect::<Vec<_>>().into_iter().map(move |fixture| (lines(fixture.input()), lines(fixture.answer())))
}

#[test]
fn rows_of_treblecross_are_won_where_the_fixtures_say() {
    let mut boards = 0;
    for (input, answer) in cases("treblecross", "uva") {
        for (cells, answer) in input[1..].iter().zip(answer.chunks(2)) {
            let seen = row("treblecross", cells);
            let winning: Vec<_> = seen.moves.iter().filter(|mv| mv.wins).map(|mv| mv.cell.to_string()).collect();
            assert_eq!([if seen.wins { "WINNING" } else { "LOSING" }, &winning.join(" ")], [&*answer[0], &*answer[1]]);
            boards += 1;
        }
    }
    assert!(boards > 50, "only {boards} boards");
}

#[test]
fn rows_of_no_more_are_won_by_whom_the_fixtures_say() {
    let mut boards = 0;
    for (input, answer) in cases("nomore-ttt", "uva") {
        for (cells, answer) in input[1..].iter().zip(answer) {
            let seen = row("nomore-ttt", cells);
            assert_eq!(seen.wins, seen.moves.iter().any(|mv| mv.wins), "{cells}");
            let alice_wins = seen.wins == (seen.to_move.as_deref() == Some("Alice"));
            assert_eq!(if alice_wins { "Possible." } else { "Impossible." }, answer, "{cells}");
            boards += 1;
        }
    }
    assert!(boards > 50, "only {boards} boards");
}

#[test]
fn positions_of_the_l_game_have_the_choice_and_the_outcome_that_the_fixtures_say() {
    let mut positions = 0;
    for (input, answer) in cases("lgame", "boi") {
        let seen = square(&input.join("/"));
        let best = match &*answer[0] {
            "No winning move" if answer[1] == "Draw" => "draw",
            "No winning move" => "loss",
            _ => "win",
        };
        assert_eq!(seen.value.outcome, best, "{input:?}");
        if best == "win" {
            assert_eq!(seen.choice, Some(answer.join("/")), "{input:?}");
        }
        positions += 1;
    }
    assert!(positions > 50, "only {positions} positions");
}

#[test]
fn a_row_shows_its_strips_and_what_each_move_leaves() {
    assert_eq!(row("treblecross", "X....X").strips, [], "all cells are within two of an X");
    // Here cells 4 to 6 and 12 are free: each strip has the nimber 1, as every X on it leaves no free cell.
    let seen = row("treblecross", "X.......X...");
    let strips: Vec<_> = seen.strips.iter().map(|strip| (strip.first, strip.length, strip.nimber)).collect();
    assert_eq!((strips, seen.nim_sum), (vec![(4, 3, 1), (12, 1, 1)], 0));
    assert!(!seen.wins && seen.moves.iter().all(|mv| !mv.wins));
    let safe = |cell: usize| seen.moves.iter().any(|mv| mv.cell == cell && mv.leaves.is_some());
    assert_eq!([2, 4, 5, 7, 11, 12].map(safe), [false, true, true, false, false, true]);
    let leaves = row("treblecross", ".......").moves[3].leaves.clone().expect("a safe cell");
    assert_eq!(leaves.parts.map(|part| (part.length, part.nimber)), [(1, 1), (1, 1)]);
    assert_eq!((leaves.strip, leaves.nimber, leaves.others), (1, 0, 0));
}

#[test]
fn where_three_can_be_completed_no_strip_matters() {
    let seen = row("treblecross", ".XX......");
    assert!(seen.strips.is_empty() && seen.wins);
    let completing: Vec<_> = seen.moves.iter().filter_map(|mv| Some((mv.cell, mv.completes?))).collect();
    assert_eq!(completing, [(1, 1), (4, 2)]);
    assert_eq!(seen.choice.map(|index| seen.moves[index].wins), Some(true));
}

#[test]
fn a_cell_between_x_and_o_has_no_move() {
    let seen = row("nomore-ttt", "X.O..");
    assert_eq!(seen.moves.iter().map(|mv| mv.cell).min(), Some(4));
    let ends: Vec<_> = seen.strips.iter().map(|strip| (strip.ends.clone(), strip.nimber)).collect();
    let between = |left, right| Some(Ends { left, right });
    assert_eq!(ends, [(between("X", "O"), 0), (between("O", "edge"), 2)]);
    let full = row("nomore-ttt", "XO");
    assert_eq!((full.wins, full.choice, full.to_move.as_deref()), (false, None, Some("Alice")));
}

/// The position of the game's statement that is won in five moves by both players, counted in `crates/lgame`.
#[test]
fn a_won_position_shows_the_way_to_the_end() {
    let seen = square(".***/#*.x/###./x...");
    assert_eq!((&*seen.value.outcome, seen.value.plies, seen.line.len()), ("win", Some(5), 5));
    assert_eq!(seen.line.first(), seen.choice.as_ref());
    let won: Vec<_> = seen.moves.iter().filter(|mv| mv.value.outcome == "win").collect();
    assert!(
        won.iter().all(|mv| mv.value.plies >= Some(5)) && won.iter().any(|mv| Some(&mv.grid) == seen.choice.as_ref())
    );
    // Pieces keep their signs: after each move, that of one L is elsewhere.
    let end = seen.line.last().expect("a line").replace(['#', '*'], "");
    assert_eq!(end.matches('x').count(), 2);
    assert_eq!(square(&seen.line[4].replace('#', "o").replace('*', "#").replace('o', "*")).moves, []);
}

/// The position that Edward de Bono's game begins with.
#[test]
fn the_game_begins_with_a_draw() {
    let seen = square("x##.\n.*#.\n.*#.\n.**x");
    assert_eq!((&*seen.value.outcome, seen.value.plies, seen.line.len()), ("draw", None, 0));
    assert_eq!(seen.grid, "x##./.*#./.*#./.**x");
}

#[test]
fn a_text_that_is_not_a_position_gets_the_message_of_explain() {
    for (game, text, place, beginning) in [
        ("treblecross", " ..x.", (1, 4), "invalid character 'x': expected "),
        ("treblecross", "..XXX", (1, 3), "cells 3 to 5 are XXX"),
        ("nomore-ttt", "..\n.O", (2, 1), "the position ended before this"),
        ("lgame", ".***\n#*.x\n###.\nx..", (4, 1), "a row of "),
        ("treblecross", " \n", (1, 1), "the position is empty; expected a"),
        ("nomore-ttt", " \n", (1, 1), "the position is empty; expected a"),
        ("lgame", " \n", (1, 1), "the position is empty; expected a"),
    ] {
        let (line, column, message) = fault(game, text);
        assert!((line, column) == place && message.starts_with(beginning), "{text}: {line}:{column}: {message}");
    }
}

#[test]
fn any_text_gets_an_answer() {
    let mut rng = problem::Rng::new(1);
    for round in 0..20_000 {
        let length = rng.below(24);
        let text: String =
            (0..length).map(|_| [".", "X", "O", "#", "*", "x", "/", "\n", " ", "é", "\0"][rng.below(11)]).collect();
        let _ = look(["treblecross", "nomore-ttt", "lgame"][round % 3], &text);
    }
    let longest = ".".repeat(LONGEST_ROW);
    assert_eq!(row("treblecross", &longest).moves.len(), LONGEST_ROW);
    assert_eq!(row("nomore-ttt", &longest).moves.len(), 2 * LONGEST_ROW);
    assert!(fault("treblecross", &".".repeat(LONGEST_ROW + 1)).2.contains("1001 characters"));
    assert!(look("chess", "").is_err());
}
