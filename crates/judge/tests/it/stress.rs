//! Finding the smallest input on which a program is wrong.

use std::time::Duration;

use judge::{Contestant, Counterexample, Outcome, Plan, SystemClock, Verdict, stress};

use crate::toy::{Anagrams, Judge};

const PLAN: Plan<Judge> = Plan { dialect: Judge::Many, cases: 1000, seed: 1, largest: 20, threads: 2 };

/// A right answer to each word, unless `fault` says otherwise of the words that it chooses, in the words of awk.
fn program(dialect: Judge, fault: &str) -> Contestant {
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
        {fault}
        {{ print answer($1) }}
        "#
    );
    let counted = u8::from(dialect == Judge::Many);
    let command = format!("awk -v counted={counted} {}", shlex::try_quote(&script).unwrap());
    Contestant::parse(&command, Duration::from_secs(3)).unwrap()
}

fn outcome(plan: Plan<Judge>, contestant: &Contestant) -> Outcome {
    stress::<Anagrams>(plan, contestant, &SystemClock, |_| {}).unwrap()
}

fn found(plan: Plan<Judge>, fault: &str) -> Counterexample {
    match outcome(plan, &program(plan.dialect, fault)) {
        Outcome::Difference(found) => *found,
        agreement @ Outcome::Agreement { .. } => panic!("{fault}: {agreement:?}"),
    }
}

#[test]
fn nothing_is_found_where_nothing_is_wrong() {
    let told = outcome(PLAN, &program(Judge::Many, ""));
    assert!(matches!(told, Outcome::Agreement { cases: 1000, all: false }), "{told:?}");
    // 3 + 9 + 27 words.
    let told = outcome(Plan { largest: 3, ..PLAN }, &program(Judge::Many, ""));
    assert!(matches!(told, Outcome::Agreement { cases: 39, all: true }), "{told:?}");
}

#[test]
fn the_first_small_case_that_fails_is_found_in_a_batch() {
    for threads in [1, 2, 5] {
        let plan = Plan { threads, ..PLAN };
        let wrong = found(plan, r#"/bc.a/ { print "NONE\n"; next }"#);
        assert_eq!((wrong.cases, wrong.input.as_slice()), (vec![b"bcaa".to_vec()], &b"1\nbcaa\n"[..]));
        assert_eq!((wrong.expected.as_slice(), wrong.finding.verdict), (&b"YES\ncbaa\n"[..], Verdict::WrongAnswer));
        // 39 shorter words, 27 words on `a` and 18 from `baaa` to `bbcc` come before it, so it is in the second batch of 50.
        assert_eq!((wrong.tried, wrong.is_simplest), (100, true));
    }
}

#[test]
fn a_crash_is_narrowed_down_although_nothing_tells_which_word_it_was() {
    let wrong = found(PLAN, "/cbbc/ { exit 1 }");
    assert_eq!((wrong.cases, wrong.finding.verdict), (vec![b"cbbc".to_vec()], Verdict::RuntimeError));
}

#[test]
fn a_fault_that_needs_two_words_keeps_two() {
    // Wrong from the second word with a `c` on.
    let wrong = found(PLAN, r#"/c/ && seen++ { print "NO"; next }"#);
    assert_eq!(wrong.cases.len(), 2);
    assert!(wrong.cases.iter().all(|word| word == b"c"), "{:?}", String::from_utf8_lossy(&wrong.input));
}

#[test]
fn a_large_case_is_made_small() {
    // No word of so few letters as are tried one by one has seven c.
    let wrong = found(PLAN, r#"gsub(/c/, "c") >= 7 { print "NO"; next }"#);
    assert_eq!(wrong.cases, [b"ccccccc"]);
}

#[test]
fn a_judge_of_one_case_is_given_one_at_a_time() {
    let plan = Plan { dialect: Judge::One, cases: 40, ..PLAN };
    let wrong = found(plan, r#"NR > 1 || $1 == "ca" { exit 1 }"#);
    assert_eq!((wrong.input.as_slice(), wrong.tried), (&b"ca\n"[..], 10));
}

#[test]
fn what_is_left_over_from_a_longer_word_is_found_although_short_words_come_first() {
    // Wrong on every word after a longer one.
    let wrong = found(PLAN, r#"length($1) < longest { print "NO"; next } { longest = length($1) }"#);
    assert_eq!(
        wrong.cases.iter().map(Vec::len).collect::<Vec<_>>(),
        [2, 1],
        "{:?}",
        String::from_utf8_lossy(&wrong.input)
    );
}

#[test]
fn a_program_that_hangs_is_simplified_without_waiting_for_its_whole_time_each_time() {
    let start = std::time::Instant::now();
    let wrong = found(PLAN, "/bcb/ { while (1) { } }");
    assert_eq!((wrong.cases, wrong.finding.verdict), (vec![b"bcb".to_vec()], Verdict::TimeLimitExceeded));
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn the_seed_fixes_what_is_tried() {
    // Wrong on hardly any word: which one is found depends on the random ones.
    let of = |seed| found(Plan { seed, ..PLAN }, r#"length($1) > 9 && /bcb/ { print "NO"; next }"#).tried;
    assert_eq!(of(7), of(7));
    assert!((0..5).any(|seed| of(seed) != of(7)));
}
