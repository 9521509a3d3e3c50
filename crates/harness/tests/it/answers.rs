//! What is right by other programs: answers, checkers, interactors. Whichever of them fails is named, and never the
//! program that is judged.

use std::time::Duration;

use harness::{
    Candidate, Checker, Chosen, Clock, Helper, Judgement, Limits, Outcome, Programs, Search, Style, Supervisor,
    TooLarge, find_fixtures,
};
use problem::{CaseInputs, Comparison, Problem, Verdict};
use testkit::{Anagrams, TemporaryFolder};

use crate::judging::{judge_with, shell};

const LIMIT: Duration = Duration::from_secs(20);

fn helper(name: &'static str, script: &str) -> Helper {
    let time_limit = if script.contains("sleep") { Duration::from_millis(300) } else { LIMIT };
    let command = format!("{} {}", shell(script), "sh");
    Helper { option: "--helper", name, program: Candidate::parse(&command, time_limit).unwrap() }
}

fn checker(name: &'static str, style: Style, script: &str) -> Checker {
    Checker { helper: helper(name, script), style, flags: vec!["flag".into()] }
}

/// Nobody knows anything.
fn nobody(supervisor: &Supervisor) -> Programs<'_> {
    Programs { supervisor, answer: None, checker: None, interactor: None, comparison: Comparison::Tokens }
}

/// Judges a script on the input `3 4`, with this answer file unless it is empty.
fn judge(answer_file: &str, script: &str, change: impl Fn(&mut Programs<'_>)) -> Judgement {
    let folder = TemporaryFolder::with(&[("1.in", "3 4\n"), ("1.out", answer_file)]);
    if answer_file.is_empty() {
        std::fs::remove_file(folder.path("1.out")).unwrap();
    }
    let supervisor = Supervisor::default();
    let mut programs = nobody(&supervisor);
    change(&mut programs);
    let choose = |_: &_| Chosen { answers: &programs, name: "programs".to_owned(), reason: "by a test".to_owned() };
    let fixtures = find_fixtures(&[folder.root().to_owned()], None, choose).unwrap().fixtures;
    let time_limit = if script.contains("sleep") { Duration::from_millis(300) } else { LIMIT };
    let candidate = Candidate::parse(&shell(script), time_limit).unwrap();
    judge_with(&supervisor, &candidate, &fixtures, Clock::System).unwrap().remove(0)
}

/// The verdict and the message of a judgement.
fn said(judgement: &Judgement) -> String {
    format!("{} {}", judgement.verdict, judgement.message).trim_end().to_owned()
}

#[test]
fn an_answering_program_is_right_unless_it_fails() {
    const SUM: &str = "read a b; echo $((a + b))";
    for (answer_file, answer, script, expected) in [
        ("", SUM, SUM, "AC"),
        ("", SUM, "echo 12", "WA line 1, column 1: expected '7', got '12'"),
        ("7\r\n", SUM, SUM, "AC"),
        ("8\n", SUM, "echo 8", "IE the answer file is wrong: line 1, column 1: expected '7', got '8'"),
        ("", "echo x >&2; exit 3", SUM, "IE the answering program failed: exit code 3; stderr: x"),
        ("", "kill -SEGV $$", SUM, "IE the answering program failed: ended by signal 11 (segmentation fault)"),
        ("", "true", "true", "AC"),
        ("", "true", "echo 7", "WA line 1, column 1: the output continues after the last answer"),
        ("", "sleep 100", SUM, "IE the answering program was stopped after 0.3 s"),
    ] {
        let judgement = judge(answer_file, script, |programs| {
            programs.answer = Some(helper("the answering program", answer));
        });
        assert_eq!(said(&judgement), expected, "{answer}");
    }
    assert_eq!(said(&judge("7", SUM, |_| ())), "AC");
    let close = judge("7.000001", SUM, |programs| programs.comparison = Comparison::Float(1e-5));
    assert_eq!(said(&close), "AC");
}

/// Accepts two numbers that have the sum of the input: `$1` has the input, and `$2` the output.
const SPLITS: &str = r#"read a b <"$1"; read c d <"$2"; [ $((c + d)) = $((a + b)) ] && exit 0; echo "wrong answer sum $((c + d))" >&2; exit 1"#;

#[test]
fn a_checker_judges_outputs_unless_it_fails() {
    let kattis = r#"read a b <"$1"; read c d; [ $((c + d)) = $((a + b)) ] && exit 42; echo "bad sum" >"$3judgemessage.txt"; exit 43"#;
    for (style, script, output, expected) in [
        (Style::Testlib, SPLITS, "6 1", "AC"),
        (Style::Testlib, SPLITS, "6 2", "WA checker: wrong answer sum 8"),
        (Style::Testlib, "exit 1", "6 2", "WA the checker does not accept it"),
        (Style::Testlib, "echo format; exit 2", "x", "PE checker: format"),
        (Style::Testlib, "echo points 0.5 half >&2; exit 7", "x", "AC"),
        (Style::Testlib, "echo points 0 none >&2; exit 7", "x", "WA checker: points 0 none"),
        (Style::Testlib, "echo no answer >&2; exit 3", "x", "IE the checker failed: exit code 3; stderr: no answer"),
        (Style::Testlib, "kill -ABRT $$", "x", "IE the checker failed: ended by signal 6 (aborted)"),
        (Style::Testlib, "sleep 100", "x", "IE the checker was stopped after 0.3 s"),
        (Style::Testlib, "exit 42", "x", "IE the checker failed: exit code 42; --checker-style kattis takes 42 and 43"),
        (
            Style::Testlib,
            "printf 'Traceback (most recent call last):\\nKeyError: 1\\n' >&2; exit 1",
            "x",
            "IE the checker failed: exit code 1; stderr: KeyError: 1",
        ),
        (Style::Kattis, kattis, "6 1", "AC"),
        (Style::Kattis, kattis, "6 2", "WA checker: bad sum"),
        (Style::Kattis, r#"[ "$4" = flag ] && [ ! -s "$2" ] && exit 42"#, "x", "AC"),
        (Style::Kattis, "exit 0", "x", "IE the checker failed: exit code 0; --checker-style testlib takes 0 and 1"),
    ] {
        let judgement = judge("", &format!("echo {output}"), |programs| {
            programs.checker = Some(checker("the checker", style, script));
        });
        assert_eq!(said(&judgement), expected, "{script}");
        let is_shown = judgement.verdict == Verdict::WrongAnswer || judgement.verdict == Verdict::PresentationError;
        let outputs = is_shown.then(|| [Vec::new(), format!("{output}\n").into_bytes()]);
        assert_eq!(judgement.outputs, outputs, "{script}");
    }
}

#[test]
fn nobody_is_blamed_if_the_checker_rejects_the_right_answer_too() {
    let judged = |output: &str, answer: &str| {
        let judgement = judge("", &format!("echo {output}"), |programs| {
            programs.answer = Some(helper("the answering program", answer));
            programs.checker = Some(checker("the checker", Style::Testlib, SPLITS));
        });
        said(&judgement)
    };
    assert_eq!(judged("2 5", "echo 0 7"), "AC");
    assert_eq!(judged("2 6", "echo 0 7"), "WA checker: wrong answer sum 8");
    let message = "IE the checker rejects what the answering program wrote: checker: wrong answer sum 9";
    assert_eq!(judged("2 6", "echo 0 9"), message);
}

#[test]
fn a_program_without_any_right_answer_is_not_judged() {
    let folder = TemporaryFolder::with(&[("1.in", "3 4\n")]);
    let supervisor = Supervisor::default();
    let programs = nobody(&supervisor);
    let choose = |_: &_| Chosen { answers: &programs, name: "programs".to_owned(), reason: "by a test".to_owned() };
    let fixtures = find_fixtures(&[folder.root().to_owned()], None, choose).unwrap().fixtures;
    let candidate = Candidate::parse("true", LIMIT).unwrap();
    let plan = harness::CheckPlan {
        subject: harness::Subject::Candidates(std::slice::from_ref(&candidate), harness::Given::All),
        supervisor: &supervisor,
        clock: Clock::System,
        comparison: None,
        threads: 1,
    };
    harness::check(&fixtures, &plan, |_, outcome| {
        let why = "no answer file lies beside it, and neither --answer nor --checker says what is right";
        assert!(matches!(outcome, harness::CaseOutcome::NotRead(ref said) if said == why), "{outcome:?}");
        Ok(std::ops::ControlFlow::Continue(()))
    })
    .unwrap();
}

/// Has a number in mind, and answers 20 questions. `$2` gets the number of questions, which a checker may judge.
const GUESSED: &str = r#"
    questions=0
    while read guess; do
        questions=$((questions + 1))
        if [ "$guess" = 7 ]; then echo right; echo $questions >"$2"; exit 0; fi
        if [ "$guess" -lt 7 ]; then echo more; else echo less; fi
        if [ $questions = 3 ]; then echo "wrong answer too many questions" >&2; exit 1; fi
    done
    echo "wrong answer no guess" >&2; exit 1"#;

#[test]
fn a_program_talks_with_an_interactor() {
    let guess = |guesses: &str| format!("for g in {guesses}; do echo $g; read reply; done");
    for (script, expected, talk) in [
        (guess("5 7"), "AC", ""),
        (
            guess("5 9 6 8 7"),
            "WA interactor: wrong answer too many questions",
            "candidate: 5|interactor: more|candidate: 9|interactor: less|candidate: 6|interactor: more",
        ),
        // After that it may hang, or fail as nobody answers.
        (guess("1 2 3") + "; while :; do :; done", "WA interactor: wrong answer too many questions", ""),
        (guess("1 2 3") + "; read reply || exit 9", "WA interactor: wrong answer too many questions", ""),
        (guess("5"), "WA interactor: wrong answer no guess", "candidate: 5|interactor: more"),
        (guess("5") + "; exit 9", "RE exit code 9", "candidate: 5|interactor: more"),
        // It hangs, as both wait.
        ("printf 5; sleep 100".to_owned(), "TLE", "candidate: 5 (without a newline)"),
        ("read reply; sleep 100".to_owned(), "TLE", ""),
        (guess("7") + "; exit 1", "RE exit code 1, but its output is right", "candidate: 7|interactor: right"),
    ] {
        let judgement = judge("", &script, |programs| {
            programs.interactor = Some(checker("the interactor", Style::Testlib, GUESSED));
        });
        assert!(said(&judgement).starts_with(expected), "{script}: {judgement:?}");
        assert!(judgement.transcript.join("|").starts_with(talk), "{script}: {:?}", judgement.transcript);
    }
}

#[test]
fn an_interactor_that_fails_is_named_and_a_long_talk_is_cut() {
    for (interactor, script, expected) in [
        ("read x; exit 3", "echo 1; read reply; exit 9", "IE the interactor failed: exit code 3"),
        (
            "read x; kill -SEGV $$",
            "echo 1; read reply",
            "IE the interactor failed: ended by signal 11 (segmentation fault)",
        ),
        ("read x; sleep 100", "echo 1", "IE the interactor did not end; the program had ended before"),
    ] {
        let judgement = judge("", script, |programs| {
            programs.interactor = Some(checker("the interactor", Style::Testlib, interactor));
        });
        assert_eq!(said(&judgement), expected);
    }
    let kattis = r#"while read x; do echo $x; done; echo "said enough" >"$3judgemessage.txt"; exit 43"#;
    let judgement = judge("", "for i in $(seq 30); do echo $i; read reply; done", |programs| {
        programs.interactor = Some(checker("the interactor", Style::Kattis, kattis));
    });
    assert_eq!(said(&judgement), "WA interactor: said enough");
    let talk = &judgement.transcript;
    assert_eq!((talk[0].as_str(), talk[12].as_str(), talk.len()), ("candidate: 1", "… 36 lines …", 25));
    assert_eq!(talk[23..], ["candidate: 30", "interactor: 30"]);
    let checked = |most| {
        judge("", "for g in 5 7; do echo $g; read reply; done", |programs| {
            programs.interactor = Some(checker("the interactor", Style::Testlib, GUESSED));
            programs.checker = Some(checker("the checker", Style::Testlib, &format!("read n <$2; [ $n -le {most} ]")));
        })
    };
    assert_eq!([2, 1].map(|most| said(&checked(most))), ["AC", "WA the checker does not accept it"]);
}

/// Looks for the smallest word on which a script is wrong.
fn search(answer: &str, script: &str, time: Option<Duration>) -> Outcome<Vec<u8>> {
    let dialect = &Anagrams::DIALECTS[1];
    let inputs = &CaseInputs { format: &dialect.format, generator: dialect.generator.unwrap(), largest: 6 };
    let supervisor = &Supervisor::default();
    let programs = Programs { answer: Some(helper("the answering program", answer)), ..nobody(supervisor) };
    let candidate = &Candidate::parse(&shell(script), LIMIT).unwrap();
    let limits = Limits { cases: if time.is_some() { usize::MAX } else { 60 }, time };
    let (answers, clock, too_large) = (&programs, Clock::System, TooLarge::default());
    let search = Search { inputs, answers, limits, seed: 1, threads: 2, candidate, supervisor, clock, too_large };
    match search.run(|_, _| {}).unwrap() {
        Outcome::Difference(found) => Outcome::Difference(Box::new(search.shrink(*found))),
        other => other,
    }
}

#[test]
fn stress_finds_where_the_answering_program_fails_and_tolerates_that_it_is_slow_on_large_inputs() {
    const ECHO: &str = "read w; echo $w";
    const SLOW: &str = "read w; [ ${#w} -gt 2 ] && sleep 100; echo $w";
    let found = |answer: &str, script: &str| match search(answer, script, None) {
        Outcome::Difference(found) => {
            format!("{}: {}", String::from_utf8_lossy(&found.input).trim(), said(&found.judgement))
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(found(ECHO, "read w; echo ${w%b}"), "b: WA line 2, column 1: the output ends too early");
    assert_eq!(found(SLOW, "read w; [ ${#w} -lt 5 ] && echo $w"), "aaaaa: RE exit code 1");
    let failing = "read w; [ $w = ba ] && exit 9; echo $w";
    assert_eq!(found(failing, ECHO), "ba: IE the answering program failed: exit code 9");
    let message = "a: IE the answering program was stopped after 0.3 s on the smallest input";
    assert_eq!(found("sleep 100", ECHO), message);
    // Nobody knows that it is wrong.
    match search(SLOW, "read w; echo ${w%????}", None) {
        Outcome::Agreement(tried) => assert!(tried.unanswered > 20 && tried.complete == Some((2, 12)), "{tried:?}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_search_ends_in_time() {
    let start = std::time::Instant::now();
    match search("cat", "cat", Some(Duration::from_secs(1))) {
        Outcome::Agreement(tried) => assert!(tried.complete.is_some() && tried.random > 0, "{tried:?}"),
        other => panic!("{other:?}"),
    }
    assert!((1..10).contains(&start.elapsed().as_secs()), "{:?}", start.elapsed());
}
