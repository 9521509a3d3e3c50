//! Judging, solving and making inputs.

use testkit::fixtures;
use web::{LARGEST_NUMBER, LONGEST_TEXT, Place, games, generate, judge, solve};

const COMPARISONS: [&str; 3] = ["exact", "lines", "tokens"];

/// All fixtures with an answer: the game, the judge, the input and the answer.
fn answered() -> impl Iterator<Item = (String, String, Vec<u8>, Vec<u8>)> {
    games().into_iter().flat_map(|game| {
        let found = fixtures(game.name).into_iter().filter(testkit::Fixture::has_answer);
        found.map(move |fixture| (game.name.to_owned(), fixture.judge.clone(), fixture.input(), fixture.answer()))
    })
}

#[test]
fn every_fixture_is_solved_and_its_answer_accepted() {
    let mut count = 0;
    for (game, name, input, answer) in answered() {
        assert_eq!(solve(&game, &name, &input).map(String::into_bytes), Ok(answer.clone()));
        let verdict = |comparison| judge(&game, &name, comparison, &input, &answer).map(|judged| judged.verdict);
        assert_eq!(COMPARISONS.map(verdict), [(); 3].map(|()| Ok("AC".to_owned())));
        count += 1;
    }
    assert!(count > 200, "only {count} fixtures");
}

#[test]
fn an_answer_without_its_last_word_is_wrong() {
    for (game, name, input, answer) in answered().filter(|(.., answer)| !answer.is_empty()) {
        let words = answer.trim_ascii_end();
        let cut = &words[..words.iter().rposition(u8::is_ascii_whitespace).unwrap_or(0)];
        let judged = judge(&game, &name, "tokens", &input, cut).expect("a judgement");
        assert_eq!(judged.verdict, "WA", "{judged:?}");
        assert!(judged.in_output.is_some() && judged.details.contains("the output ends here"), "{judged:?}");
    }
}

#[test]
fn a_wrong_case_is_shown_as_check_shows_it() {
    let judged =
        judge("treblecross", "uva", "exact", b"2\n.....\n......\n", b"WINNING\n2\nLOSING\n\n").expect("a judgement");
    assert_eq!((&*judged.verdict, judged.words), ("WA", "wrong answer"));
    assert_eq!(judged.message, "case 1 of 2, line 2, column 1: the answer differs from the right one");
    assert_eq!((judged.in_output, judged.in_input), (Some(Place { line: 2, column: 1 }), None));
    for part in ["case", ".....", "expected", "WINNING↵", "3↵", "got", "2↵", "^"] {
        assert!(judged.details.contains(part), "{part} is missing: {}", judged.details);
    }
    assert!(judged.notes.is_empty());
}

#[test]
fn white_space_counts_as_the_comparison_says() {
    let verdict = |comparison, output: &[u8]| {
        judge("treblecross", "uva", comparison, b"1\n......X\n", output)
            .map(|judged| judged.verdict)
            .expect("a judgement")
    };
    // Cells 1 to 4 are a strip: an X in cell 2 or 3 leaves nothing of it.
    assert_eq!(COMPARISONS.map(|comparison| verdict(comparison, b"WINNING\n2 3\n")), ["AC"; 3]);
    assert_eq!(COMPARISONS.map(|comparison| verdict(comparison, b"WINNING\r\n2 3 ")), ["PE", "AC", "AC"]);
    assert_eq!(COMPARISONS.map(|comparison| verdict(comparison, b"WINNING 2\n3")), ["PE", "PE", "AC"]);
}

#[test]
fn an_output_for_another_judge_gets_a_hint() {
    let judged = judge("treblecross", "uva", "exact", b"1\n.....\n", b"Case 1: 3\n").expect("a judgement");
    assert!(judged.message.ends_with("; it has the form of answers for lightoj: try --judge lightoj"), "{judged:?}");
}

#[test]
fn an_invalid_input_is_not_judged_and_its_place_is_named() {
    let judged = judge("nomore-ttt", "uva", "exact", b"2\n..\n.0\n", b"").expect("a judgement");
    assert_eq!((&*judged.verdict, judged.in_input), ("IE", Some(Place { line: 3, column: 2 })));
    let message =
        "the input is invalid: 3:2: invalid character '0': expected '.', 'X' or 'O'; write the letter O, not the digit";
    assert_eq!(judged.message, message);
    let fault = solve("nomore-ttt", "uva", b"2\n..\n.0\n").expect_err("invalid");
    assert_eq!(fault.place, Some(Place { line: 3, column: 2 }));
}

#[test]
fn what_check_would_not_give_is_noted() {
    let notes = |input: &[u8]| judge("treblecross", "uva", "exact", input, b"").expect("a judgement").notes;
    assert!(notes(b" 1\n...\n").is_empty());
    assert_eq!(notes(b"0\n"), ["check would leave this input out: 0 boards; this judge gives 1 to 99"]);
}

#[test]
fn what_is_too_long_is_rejected() {
    let long = vec![b'.'; LONGEST_TEXT + 1];
    for (input, output) in [(&long[..], &b""[..]), (b"", &long)] {
        assert!(
            judge("treblecross", "uva", "exact", input, output)
                .expect_err("too long")
                .message
                .contains("1048577 bytes")
        );
    }
    assert!(solve("lgame", "boi", &long).is_err());
}

#[test]
fn a_number_that_would_take_too_long_is_rejected() {
    assert_eq!(solve("treblecross", "poj", format!("6\n{LARGEST_NUMBER}\n").as_bytes()), Ok("2\n1\n".to_owned()));
    let input = b"\xEF\xBB\xBF1000000000 6\r\n";
    let fault = solve("treblecross", "poj", input).expect_err("too large");
    let message = "1000000000 is too large: this page takes numbers up to 20000; for more, use the program treblecross";
    assert_eq!(fault.message, message);
    assert_eq!(judge("treblecross", "poj", "exact", input, b""), Err(fault.clone()));
    for blank in *b" \t\n\x0B\x0C\r" {
        let input = [b"6", &[blank][..], b"1000000000", &[blank], b"6"].concat();
        assert_eq!(solve("treblecross", "poj", &input), Err(fault.clone()), "white space {blank}");
    }
    // A number that no program takes gets the message of the programs.
    let input = b"99999999999999999999999\n";
    assert_eq!(judge("treblecross", "poj", "exact", input, b"").map(|judged| judged.verdict), Ok("IE".to_owned()));
}

#[test]
fn any_megabyte_gets_an_answer() {
    for byte in *b".X1 \n\xFF" {
        let bytes = vec![byte; LONGEST_TEXT];
        for game in games() {
            for name in game.judges.iter().map(|judge| judge.name) {
                assert!(judge(game.name, name, "exact", &bytes, &bytes).is_ok());
            }
        }
    }
}

#[test]
fn random_inputs_are_legal_and_keep_the_limits_of_the_judge() {
    for game in games() {
        for judge in &game.judges {
            for seed in 0..5 {
                for size in [None, Some(0), Some(usize::MAX)] {
                    let input = generate(game.name, judge.name, 3, size, seed).expect("an input");
                    let judged =
                        web::judge(game.name, judge.name, "exact", input.as_bytes(), b"").expect("a judgement");
                    assert!(judged.notes.is_empty() && judged.verdict != "IE", "{} {input}: {judged:?}", judge.name);
                }
            }
        }
    }
}

#[test]
fn unknown_names_are_faults() {
    assert!(solve("chess", "uva", b"").is_err());
    assert!(solve("lgame", "uva", b"").is_err());
    assert!(generate("treblecross", "boi", 1, None, 1).is_err());
    assert!(judge("lgame", "boi", "loosely", b"", b"").is_err());
}
