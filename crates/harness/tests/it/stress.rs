//! Finding the smallest input on which a program is wrong.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use harness::{
    Answers, Candidate, Counterexample, Fault, Judgement, Limits, Programs, Search, SearchOutcome, Supervisor, Tried,
};
use problem::{CaseInputs, Comparison, Dialect, Expected, Generator, Problem, Verdict};
use testkit::{Anagrams, TemporaryFolder};

use crate::candidates::helper;
use crate::judging::shell;

const MANY: &Dialect<Anagrams> = &Anagrams::DIALECTS[0];
const ONE: &Dialect<Anagrams> = &Anagrams::DIALECTS[1];

/// The cases of a dialect up to a number of letters.
fn words(dialect: &'static Dialect<Anagrams>, largest: usize) -> CaseInputs {
    CaseInputs { format: &dialect.format, generator: dialect.generator.unwrap(), largest }
}

/// What a test changes of a search.
struct Changes<'a> {
    answers: &'a dyn Answers,
    dialect: &'static Dialect<Anagrams>,
    limits: Limits,
    seed: u64,
    largest: usize,
    threads: usize,
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

fn outcome<'a>(change: impl Fn(&mut Changes<'a>), candidate: &Candidate) -> SearchOutcome<Vec<u8>> {
    let limits = Limits { cases: 1000, time: None };
    let mut changes = Changes { answers: MANY, dialect: MANY, limits, seed: 1, largest: 20, threads: 2 };
    change(&mut changes);
    let Changes { answers, dialect, limits, seed, largest, threads } = changes;
    // By a fixed clock the time for shrinking is never over, also on a busy machine.
    let fixed = || Supervisor::with_fixed_clock(Duration::from_millis(5));
    let supervisor = &limits.time.map_or_else(fixed, |_| Supervisor::default());
    let (inputs, too_large) = (&words(dialect, largest), Mutex::default());
    let search = Search { inputs, answers, comparison: None, limits, seed, threads, candidate, supervisor, too_large };
    match search.run(|_, _| {}).unwrap() {
        SearchOutcome::Difference(found) => SearchOutcome::Difference(Box::new(search.shrink(*found))),
        other => other,
    }
}

fn found(change: impl Fn(&mut Changes<'_>), bug: &str) -> Counterexample<Vec<u8>> {
    difference(outcome(change, &program(MANY, bug)))
}

fn difference(outcome: SearchOutcome<Vec<u8>>) -> Counterexample<Vec<u8>> {
    match outcome {
        SearchOutcome::Difference(found) => *found,
        other => panic!("{other:?}"),
    }
}

fn agreement(outcome: SearchOutcome<Vec<u8>>) -> Tried {
    match outcome {
        SearchOutcome::Agreement(tried) => tried,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_right_program_agrees_in_all_cases() {
    let agreement = |change: &dyn Fn(&mut Changes<'_>)| {
        let tried = agreement(outcome(change, &program(MANY, "")));
        (tried.complete, tried.partial, tried.random)
    };
    // 3 + 9 + 27 + 81 + 243 words of up to five letters are fewer than half of these; those of six are more.
    assert_eq!(agreement(&|_| {}), (Some((5, 363)), 137, 500));
    assert_eq!(agreement(&|search| search.largest = 3), (Some((3, 39)), 0, 0));
    assert_eq!(agreement(&|search| (search.limits.cases, search.largest) = (38, 3)), (Some((2, 12)), 7, 19));
    assert_eq!(agreement(&|search| (search.limits.cases, search.largest) = (2, 3)), (None, 1, 1));
}

#[test]
fn an_invalid_case_of_a_generator_is_named() {
    let enumerate = |size| Box::new(std::iter::once(b"a?".repeat(size))) as Box<dyn Iterator<Item = _> + Send>;
    let inputs = &CaseInputs { generator: Generator { enumerate, ..MANY.generator.unwrap() }, ..words(MANY, 3) };
    let (candidate, supervisor) = (&program(MANY, ""), &Supervisor::default());
    let (limits, too_large) = (Limits { cases: 10, time: None }, Mutex::default());
    let (answers, comparison, seed, threads) = (MANY, None, 1, 1);
    let search = Search { inputs, answers, comparison, limits, seed, threads, candidate, supervisor, too_large };
    let error = search.run(|_, _| {}).unwrap_err().to_string();
    assert_eq!(
        error,
        "the input is invalid: 2:2: invalid character '?': expected 'a', 'b' or 'c'; the generator made 1↵a?↵"
    );
}

/// A program that fails at the largest size alone is found with any seed, and early.
#[test]
fn the_largest_size_is_always_tried() {
    for (seed, cases) in [(1, 300), (2, 300), (3, 1000), (4, 40)] {
        let wrong = found(|search| (search.seed, search.limits.cases) = (seed, cases), "length($1) >= 20 { exit 1 }");
        assert_eq!((wrong.cases[0].len(), wrong.judgement.verdict), (20, Verdict::RuntimeError));
        assert!(wrong.tried <= 150, "after {}", wrong.tried);
    }
}

#[test]
fn the_smallest_failing_case_of_a_batch_is_found() {
    for threads in [1, 2, 5] {
        let wrong = found(|search| search.threads = threads, r#"/bc.a/ { print "NONE\n"; next }"#);
        assert_eq!((wrong.cases, wrong.input.as_slice()), (vec![b"bcaa".to_vec()], &b"1\nbcaa\n"[..]));
        assert_eq!(
            (wrong.expected.as_deref(), wrong.judgement.verdict),
            (Some(&b"YES\ncbaa\n"[..]), Verdict::WrongAnswer)
        );
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
    let cases = Limits { cases: 40, time: None };
    let wrong =
        difference(outcome(|search| (search.answers, search.dialect, search.limits) = (ONE, ONE, cases), &program));
    assert_eq!((wrong.input.as_slice(), wrong.tried), (&b"ca\n"[..], 10));
}

/// Shrinking a hang waits less long than the time limit, so `a`, which is only slow, seems to hang as well.
#[test]
fn a_hang_is_shrunk_to_the_word_on_which_the_program_is_not_only_slow() {
    let bug = r#"$1 == "a" { system("sleep 0.5") } $1 == "b" { system("sleep 60") }"#;
    let slow = program_within(Duration::from_secs(2), MANY, bug);
    let wrong = difference(outcome(|search| (search.limits.cases, search.largest) = (2, 1), &slow));
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
fn a_failure_that_does_not_repeat_is_reported_as_such() {
    let folder = TemporaryFolder::default();
    let bug = r#"NR == 2 && (getline line < "MARK") < 0 { print "" > "MARK"; print "NO"; next }"#;
    let bug = bug.replace("MARK", &folder.path("mark"));
    let wrong = difference(outcome(|search| search.threads = 1, &program(MANY, &bug)));
    let text = wrong.to_text();
    assert_eq!((wrong.judgement.verdict, wrong.remarks.len()), (Verdict::WrongAnswer, 1));
    assert!(text.contains("\non the same input the answer was right the next time: "), "{text}");
}

/// Looks for the smallest word on which a script is wrong that must echo it, as the script of `answer` says.
fn echo(answer: &str, script: &str, limits: Limits) -> SearchOutcome<Vec<u8>> {
    let programs = Programs {
        supervisor: &Supervisor::default(),
        answer: Some(helper("the answering program", answer)),
        checker: None,
        interactor: None,
        comparison: Comparison::Tokens,
    };
    let candidate = crate::candidates::program(&shell(script));
    // In three seconds not all of nine letters can be tried.
    let settings = (&programs as &dyn Answers, ONE, limits, if limits.time.is_some() { 9 } else { 6 });
    outcome(|search| (search.answers, search.dialect, search.limits, search.largest) = settings, &candidate)
}

#[test]
fn an_answering_program_that_fails_is_found_and_one_that_is_slow_on_large_inputs_is_tolerated() {
    const ECHO: &str = "read w; echo $w";
    const SLOW: &str = "read w; [ ${#w} -gt 2 ] && sleep 100; echo $w";
    const LIMITS: Limits = Limits { cases: 60, time: None };
    for (answer, script, expected) in [
        (ECHO, "read w; echo ${w%b}", "b: WA line 2, column 1: the output ends too early"),
        (SLOW, "read w; [ ${#w} -lt 5 ] && echo $w", "aaaaa: RE exit code 1"),
        ("read w; [ $w = ba ] && exit 9; echo $w", ECHO, "ba: IE the answering program failed: exit code 9"),
        ("sleep 100", ECHO, "a: IE the answering program was stopped after 0.3 s on the smallest input"),
    ] {
        let Counterexample { input, judgement, .. } = difference(echo(answer, script, LIMITS));
        let Judgement { verdict, message, .. } = judgement;
        assert_eq!(format!("{}: {verdict} {message}", String::from_utf8_lossy(&input).trim()), expected);
    }
    // Nobody knows that it is wrong.
    let tried = agreement(echo(SLOW, "read w; echo ${w%????}", LIMITS));
    assert!(tried.unanswered > 20 && tried.complete == Some((2, 12)), "{tried:?}");
}

/// A solver that gives no answer in time once.
#[derive(Debug)]
struct Pausing(AtomicUsize);

impl Answers for Pausing {
    fn ask(&self, input: &[u8], answer_file: Option<&[u8]>) -> Result<Box<dyn Expected + '_>, Fault> {
        if self.0.fetch_add(1, Ordering::Relaxed) == 3 {
            Err(Fault::Slow(String::new()))
        } else {
            ONE.ask(input, answer_file)
        }
    }
}

#[test]
fn one_pause_of_a_program_or_of_an_answering_program_hides_nothing_and_blames_nobody() {
    let pausing = Pausing(AtomicUsize::new(0));
    let wrong = difference(outcome(
        |search| (search.answers, search.dialect, search.limits.cases) = (&pausing, ONE, 20),
        &program(ONE, r#"$1 == "ba" { print "NO"; next }"#),
    ));
    assert_eq!(wrong.input, b"ba\n");
    let folder = TemporaryFolder::default();
    let once = r#"$1 == "ba" && (getline line < "MARK") < 0 { print "" > "MARK"; close("MARK"); system("sleep 9") }"#;
    let once = program_within(Duration::from_secs(1), ONE, &once.replace("MARK", &folder.path("mark")));
    let tried =
        agreement(outcome(|search| (search.answers, search.dialect, search.limits.cases) = (ONE, ONE, 20), &once));
    assert!(tried.pauses >= 1 && tried.unanswered == 0, "{tried:?}");
}

#[test]
fn a_search_ends_in_time() {
    let start = Instant::now();
    let tried = agreement(echo("cat", "cat", Limits { cases: usize::MAX, time: Some(Duration::from_secs(1)) }));
    assert!(tried.complete.is_some() && tried.random > 0, "{tried:?}");
    assert!((1..60).contains(&start.elapsed().as_secs()), "{:?}", start.elapsed());
}
