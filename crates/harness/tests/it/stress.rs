//! Finding the smallest input on which a program is wrong.

use std::time::Duration;

use harness::{Candidate, Clock, Counterexample, Outcome, Search, Supervisor};
use problem::{Dialect, Problem, Verdict};
use testkit::Anagrams;

const MANY: &Dialect<Anagrams> = &Anagrams::DIALECTS[0];
const ONE: &Dialect<Anagrams> = &Anagrams::DIALECTS[1];

fn search<'a>(candidate: &'a Candidate, supervisor: &'a Supervisor) -> Search<'a, Anagrams> {
    let generator = MANY.generator.unwrap();
    let (cases, seed, largest, threads, clock) = (1000, 1, 20, 2, CLOCK);
    Search { dialect: MANY, generator, cases, seed, largest, threads, candidate, supervisor, clock }
}

/// A program that answers each word correctly, except for those that `bug` handles, a part of an awk script.
fn program(dialect: &Dialect<Anagrams>, bug: &str) -> Candidate {
    program_within(Duration::from_secs(60), dialect, bug)
}

fn program_within(time_limit: Duration, dialect: &Dialect<Anagrams>, bug: &str) -> Candidate {
    let script = format!(
        r#"
        function answer(word,    at, a, b) {{
            for (at = 1; at < length(word); at++) {{
                a = substr(word, at, 1); b = substr(word, at + 1, 1)
                if (a != b) return "YES\n" substr(word, 1, at - 1) b a substr(word, at + 2)
            }}
            return "NONE\n"
        }}
        NR == 1 && counted {{ next }}
        {bug}
        {{ print answer($1) }}
        "#
    );
    let counted = u8::from(dialect == MANY);
    let command = format!("awk -v counted={counted} {}", shlex::try_quote(&script).unwrap());
    Candidate::parse(&command, time_limit).unwrap()
}

/// By this clock the time for shrinking is never over, also on a busy machine.
const CLOCK: Clock = Clock::Fixed(Duration::from_millis(5));

fn outcome(change: impl Fn(&mut Search<'_, Anagrams>), candidate: &Candidate) -> Outcome {
    let supervisor = Supervisor::default();
    let mut search = search(candidate, &supervisor);
    change(&mut search);
    match search.run(|_| {}).unwrap() {
        Outcome::Difference(found) => Outcome::Difference(Box::new(search.shrink(*found))),
        other => other,
    }
}

fn found(change: impl Fn(&mut Search<'_, Anagrams>), bug: &str) -> Counterexample {
    difference(outcome(change, &program(MANY, bug)))
}

fn difference(outcome: Outcome) -> Counterexample {
    match outcome {
        Outcome::Difference(found) => *found,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_right_program_agrees_in_all_cases() {
    let some = outcome(|_| {}, &program(MANY, ""));
    assert!(matches!(some, Outcome::Agreement { cases: 1000, all: false }), "{some:?}");
    // 3 + 9 + 27 words.
    let all = outcome(|search| search.largest = 3, &program(MANY, ""));
    assert!(matches!(all, Outcome::Agreement { cases: 39, all: true }), "{all:?}");
    let all_but_one = outcome(|search| (search.cases, search.largest) = (38, 3), &program(MANY, ""));
    assert!(matches!(all_but_one, Outcome::Agreement { cases: 38, all: false }), "{all_but_one:?}");
}

#[test]
fn the_smallest_failing_case_of_a_batch_is_found() {
    for threads in [1, 2, 5] {
        let wrong = found(|search| search.threads = threads, r#"/bc.a/ { print "NONE\n"; next }"#);
        assert_eq!((wrong.cases, wrong.input.as_slice()), (vec![b"bcaa".to_vec()], &b"1\nbcaa\n"[..]));
        assert_eq!((wrong.expected.as_slice(), wrong.judgement.verdict), (&b"YES\ncbaa\n"[..], Verdict::WrongAnswer));
        // 39 shorter words, 27 words on `a` and 18 from `baaa` to `bbcc` come before it, so it is in the second batch
        // of 50.
        assert_eq!((wrong.tried, wrong.remarks.len()), (100, 0));
    }
}

#[test]
fn words_are_dropped_and_shrunk_as_far_as_possible() {
    let (crash, wrong) = (Verdict::RuntimeError, Verdict::WrongAnswer);
    for (bug, smallest, verdict) in [
        ("/cbbc/ { exit 1 }", "cbbc", crash),
        // Wrong on all words with a `c` except the first.
        (r#"/c/ && seen++ { print "NO"; next }"#, "c c", wrong),
        // None of the short words that are enumerated has seven `c`.
        (r#"gsub(/c/, "c") >= 7 { print "NO"; next }"#, "ccccccc", wrong),
        // Wrong on every word after a longer one, although short words come first.
        (r#"length($1) < longest { print "NO"; next } { longest = length($1) }"#, "aa a", wrong),
    ] {
        let found = found(|_| {}, bug);
        assert_eq!(String::from_utf8_lossy(&found.cases.join(&b' ')), smallest, "{bug}");
        assert_eq!((found.judgement.verdict, found.remarks.len()), (verdict, 0), "{bug}");
    }
}

#[test]
fn a_judge_of_one_case_is_given_one_at_a_time() {
    let program = program(ONE, r#"NR > 1 || $1 == "ca" { exit 1 }"#);
    let wrong = difference(outcome(|search| (search.dialect, search.cases) = (ONE, 40), &program));
    assert_eq!((wrong.input.as_slice(), wrong.tried), (&b"ca\n"[..], 10));
}

#[test]
fn a_hang_is_shrunk() {
    let hanging = program_within(Duration::from_secs(2), MANY, "/cb/ { system(\"sleep 60\") }");
    // Few words, as each run that hangs takes a while.
    let wrong = difference(outcome(|search| search.largest = 2, &hanging));
    assert_eq!((wrong.cases, wrong.judgement.verdict), (vec![b"cb".to_vec()], Verdict::TimeLimitExceeded));
}

/// Shrinking a hang waits less long than the time limit, so `a`, which is only slow, seems to hang as well.
#[test]
fn a_word_on_which_the_program_is_only_slow_is_not_taken_for_a_hang() {
    let bug = r#"$1 == "a" { system("sleep 0.5") } $1 == "b" { system("sleep 60") }"#;
    let slow = program_within(Duration::from_secs(2), MANY, bug);
    let wrong = difference(outcome(|search| (search.cases, search.largest) = (2, 1), &slow));
    assert_eq!((wrong.cases, wrong.judgement.verdict), (vec![b"b".to_vec()], Verdict::TimeLimitExceeded));
    assert!(wrong.judgement.message.starts_with("stopped after 2 s ("), "{}", wrong.judgement.message);
}

#[test]
fn the_seed_determines_the_cases() {
    // Wrong on few words, so the random cases determine which one is found.
    let tried = |seed| found(|search| search.seed = seed, r#"length($1) > 9 && /bcb/ { print "NO"; next }"#).tried;
    assert_eq!(tried(7), tried(7));
    assert!((0..5).any(|seed| tried(seed) != tried(7)));
}

#[test]
fn a_failure_that_does_not_repeat_is_told_so() {
    let folder = testkit::TemporaryFolder::default();
    let mark = folder.root().join("mark");
    let bug =
        format!(r#"NR == 2 && (getline line < "{0}") < 0 {{ print "" > "{0}"; print "NO"; next }}"#, mark.display());
    let wrong = difference(outcome(|search| search.threads = 1, &program(MANY, &bug)));
    assert_eq!((wrong.judgement.verdict, wrong.remarks.len()), (Verdict::WrongAnswer, 1));
    assert!(
        wrong.to_text().contains("\non the same input the answer was right the next time: "),
        "{}",
        wrong.to_text()
    );
}
