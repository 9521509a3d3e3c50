//! Which dialect a name or an output is of.

use problem::Problem;
use testkit::Anagrams;

#[test]
fn a_dialect_is_recognized_by_the_first_word_of_its_outputs() {
    let [many, one] = Anagrams::DIALECTS else { panic!("two dialects") };
    for output in ["YES\nba\n", "\u{feff}\r\n NONE\n\n", "YES"] {
        assert!(many.recognizes(output.as_bytes()), "{output:?}");
    }
    for output in ["", " \n", "YESTERDAY\n", "no\n", "ab YES\n"] {
        assert!(!many.recognizes(output.as_bytes()), "{output:?}");
    }
    assert!(!one.recognizes(b"YES\nba\n"), "nothing tells its outputs from others");
}

#[test]
fn a_dialect_is_called_by_its_names_in_any_case() {
    let [many, one] = Anagrams::DIALECTS else { panic!("two dialects") };
    assert!(["many", "MANY", "Several", "sev-er_al"].iter().all(|name| many.is_called(name) && !one.is_called(name)));
    assert!(["one", "single", "Single-7"].iter().all(|name| one.is_called(name) && !many.is_called(name)));
    assert!(["", "man", "single 8"].iter().all(|name| !one.is_called(name) && !many.is_called(name)));
}
