//! The table of all games of up to four places in the documents, by what is known of those of up to three, and by the
//! definition of the games.

use grundy::Engine;

use crate::atlas::rows;
use crate::documents::{check_open, families};
use crate::published::{DOCUMENTS, number, values};

const FOUR_PLACES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/octal-games/four-places");

/// Of two games of one family, one may have three places.
#[test]
fn games_of_three_places_have_the_periods_of_the_atlas() {
    let (all, atlas) = (rows(FOUR_PLACES), rows(DOCUMENTS));
    let mut solved = 0;
    for (code, row) in &atlas {
        let [found, expected] = [&all[code], row];
        if !found["period"].is_empty() {
            assert_eq!(
                (&found["period"], &found["preperiod"]),
                (&expected["period"], &expected["preperiod"]),
                "{code}"
            );
            solved += 1;
        }
    }
    assert!(all.len() == 8192 && solved > 700, "{solved}");
}

/// That a period is one for all heaps follows from these by the theorem.
#[test]
fn periods_are_those_of_the_plain_engine() {
    let rows = rows(FOUR_PLACES);
    let short = families(&rows, true).filter(|(code, row)| code.len() > 4 && number(&row["to"]) <= 1 << 14);
    let mut checked = 0;
    for (code, row) in short.step_by(20) {
        let values = values(code, number(&row["to"]), Engine::Plain);
        let [period, preperiod] = ["period", "preperiod"].map(|name| number(&row[name]));
        let repeats = |heap: usize| values[heap] == values[heap + period];
        assert!((preperiod..values.len() - period).all(repeats), "{code}");
        assert!(preperiod == 0 || !repeats(preperiod - 1), "{code}");
        assert_eq!(number(&row["largest"]), usize::from(*values.iter().max().expect("a value")), "{code}");
        checked += 1;
    }
    assert!(checked > 20, "{checked}");
}

#[test]
fn open_games_have_the_values_of_the_definition() {
    let rows = rows(FOUR_PLACES);
    for (code, row) in families(&rows, false).filter(|(code, _)| code.len() > 4).step_by(40) {
        check_open(code, row, 1 << 12, 100);
    }
}
