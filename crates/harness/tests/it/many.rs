//! A folder with very many cases.

use std::fs;

use harness::find_fixtures;
use problem::Verdict;
use testkit::{Anagrams, TemporaryFolder};

use crate::judging::judgements_on;

#[test]
fn two_thousand_cases_are_judged_in_natural_order() {
    const CASES: usize = 2_000;
    let folder = TemporaryFolder::default();
    for number in 0..CASES {
        // One answer is wrong.
        let answer = if number == 1234 { "YES\nab\n" } else { "YES\nba\n" };
        fs::write(folder.root().join(format!("{number}.in")), "1\nab\n").unwrap();
        fs::write(folder.root().join(format!("{number}.out")), answer).unwrap();
    }
    let fixtures = find_fixtures::<Anagrams>(&[folder.root().to_owned()], None, None).unwrap().fixtures;
    let names = fixtures.iter().map(|fixture| folder.without_root(&fixture.name));
    assert!(names.eq((0..CASES).map(|number| format!("{number}.in"))));
    let judgements = judgements_on(&fixtures);
    let wrong: Vec<usize> = (0..CASES).filter(|&case| judgements[case].verdict != Verdict::Accepted).collect();
    assert_eq!(wrong, [1234]);
}
