use std::collections::BTreeSet;
use std::fs;

use grundy::stream::Window;
use grundy::{HeapGame, Sequence, Stream};

use super::known::{Known, Recomputation};
use super::options::Options;
use super::proof::{Wrong, check_all};
use super::rules::Rules;
use super::windows;
use crate::store::Store;
use clap::Parser;

const CODES: [&str; 12] = [".007", ".77", "4.7", ".6", "grundy", ".16", ".0", "4.", ".3", ".777", "0.0137", ".40506"];

fn rules(code: &str) -> Rules {
    Rules::of(code).expect("a code")
}

/// The values of heaps from 0 to `last` by the plain engine.
fn values(code: &str, last: usize) -> Vec<u16> {
    let game: HeapGame = code.parse().expect("a code");
    let mut sequence = Sequence::new(game).by_all_moves();
    sequence.extend_to(last).expect("small values");
    sequence.into_packed()
}

fn wrong(heap: usize, value: u16, right: u16) -> Wrong {
    Wrong { heap, value, reason: format!("by its moves {right}") }
}

#[test]
fn any_other_value_is_wrong_and_the_right_one_is_found() {
    for code in CODES {
        let good = values(code, 200);
        let most = good.iter().max().expect("heaps");
        for heap in [0, 1, 2, 3, 4, 5, 17, 100, 199, 200] {
            for stored in (0..=most + 2).chain([u16::MAX]).filter(|stored| *stored != good[heap]) {
                let mut values = good.clone();
                values[heap] = stored;
                let found = check_all(&rules(code), &values, &[heap], 1);
                assert_eq!(found.wrong, [wrong(heap, stored, good[heap])], "{code}");
            }
        }
    }
}

/// Wherever a pair lies, also at the ends of the blocks in which pairs are looked at.
#[test]
fn one_pair_decides() {
    const HEAP: usize = 40_001;
    let rules = rules("4.");
    for at in [1, 2, 4095, 4096, 4097, 8192, 8193, 16_384, 16_385, 19_999, 20_000, 20_001, 31_808, 40_000] {
        let mut values = vec![0; HEAP + 1];
        // All sums are 0 but one.
        values[at] = 1;
        for stored in 0..4 {
            values[HEAP] = stored;
            let found = check_all(&rules, &values, &[HEAP], 1);
            let expected = (stored != 2).then(|| wrong(HEAP, stored, 2));
            assert_eq!(found.wrong, Vec::from_iter(expected), "{at}");
        }
    }
}

/// What has computed the values must not check them. The code of a game is compared with the one in the file, and
/// everything else that looks at values is named in the documentation of this module.
#[test]
fn what_checks_uses_nothing_that_computes() {
    let files = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/check")).expect("the folder of this module");
    let mut used = BTreeSet::new();
    for file in files.map(|file| file.expect("a file").path()).filter(|file| !file.ends_with("tests.rs")) {
        let text = fs::read_to_string(&file).expect("source code");
        let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        for path in code.join("\n").split(|letter: char| !(letter.is_alphanumeric() || "_:".contains(letter))) {
            let leaves = path.starts_with("super::super") || file.ends_with("mod.rs") && path.starts_with("super::");
            if leaves || ["crate::", "grundy::", "pulp::"].iter().any(|start| path.starts_with(start)) {
                used.insert(path.to_owned());
            }
        }
    }
    let expected = [
        "crate::options::parse_positive",
        "crate::progress::Bar",
        "crate::report::Fields",
        "crate::report::print_line",
        "crate::store::Store",
        "grundy::HeapGame",
        "grundy::ParseCodeError::InvalidDigit",
        "grundy::stream::Window",
        "pulp::Arch::new",
    ];
    assert!(used.iter().eq(&expected), "{used:?}");
}

/// The windows after these numbers of values, with tables of this size.
fn windows_of(code: &str, values: &[u16], lens: &[usize], table: usize) -> Vec<Window> {
    let game: HeapGame = code.parse().expect("a code");
    let window = |&len: &usize| Stream::after(&game, &values[..len], table).expect("few rare heaps").window();
    lens.iter().map(window).collect()
}

/// What `octal-check` says of a folder with these windows, and these values from heap 0 on.
fn check_windows(first: &[u16], windows: &[Window], more: &[&str]) -> anyhow::Result<Vec<String>> {
    let (folder, code) = (testkit::TemporaryFolder::default(), windows[0].game.to_string());
    let store = Store::open(folder.root(), &windows[0].game).expect("a folder");
    for window in windows {
        store.save_window(window).expect("there is room");
    }
    let arguments = ["octal-check", &code, "windows", "--threads", "2"].into_iter().chain(more.iter().copied());
    let options = Options::try_parse_from(arguments).expect("arguments");
    let found = windows::check(&store, first, &options, 1)?;
    Ok(found.wrong.iter().map(ToString::to_string).collect())
}

/// Two windows of .106 with tables of this size that fit together, and the values up to the second.
fn two_windows(table: usize) -> (Vec<Window>, Vec<u16>) {
    let values = values(".106", 9999);
    (windows_of(".106", &values, &[8000, 10_000], table), values)
}

/// What changes a window.
type Change<'a> = &'a dyn Fn(&mut Window);

/// A value of a window, of its table, of its list of rare heaps, of the earlier window with which others are compared,
/// or of those that were saved before is another one. The proof of a period rests on all of them.
#[test]
fn whatever_is_wrong_in_a_window_is_found() {
    let (good, right) = two_windows(1500);
    let wrong = |first: &[u16], windows: &[Window], heaps| {
        check_windows(first, windows, &["--heaps", heaps, "--distance", "2000"]).expect("windows")
    };
    assert_eq!(wrong(&right, &good, "1"), [""; 0]);
    for change in [1, 6, 12] {
        let [mut first, mut watched] = [right.clone(), good[0].values.clone()];
        first[9998] ^= change;
        *watched.last_mut().expect("values") ^= change;
        let changes: [(usize, Change<'_>, &str); 5] = [
            (9998, &|_| {}, "by the values in the folder"),
            (7999, &|window| window.watched = Some((8000, watched.clone())), "by the window after 8000 values"),
            (9997, &|window| *window.values.iter_mut().nth_back(2).expect("values") ^= change, "8000 values"),
            (1200, &|window| window.table[1200] ^= change, ""),
            (good[1].rare[3].0, &|window| window.rare[3].1 ^= change, "is in the list of rare heaps"),
        ];
        for (heap, make, end) in changes {
            let mut windows = good.clone();
            make(&mut windows[1]);
            let found = wrong(if heap == 9998 { &first } else { &right[..9000] }, &windows, "1");
            let start = format!("heap {heap} has the value {}", right[heap] ^ if heap == 9998 { 0 } else { change });
            assert!(found.iter().any(|line| line.starts_with(&start) && line.ends_with(end)), "{start}: {found:?}");
        }
    }
    let mut windows = good.clone();
    let (heap, value) = windows[1].rare.remove(5);
    let expected = format!("heap {heap} has the value {value}, and is not in the list of rare heaps");
    assert_eq!(wrong(&right, &windows, "1"), [expected]);
    // All heaps of a window alone are drawn here.
    for value in 0..right[7999] {
        let mut window = good[0].clone();
        *window.values.last_mut().expect("values") = value;
        let expected = ["is not in the list of rare heaps", "a move reaches it by the window after 8000 values"]
            .map(|reason| format!("heap 7999 has the value {value}, and {reason}"));
        assert!(wrong(&[], &[window], "20000").iter().any(|wrong| expected.contains(wrong)), "{value}");
    }
}

/// With moves that leave one heap, two, or either, also where the sizes of heaps count, as in .104 and .106.
#[test]
fn values_after_a_window_agree_with_the_plain_engine() {
    for (code, len) in [(".77", 500), (".104", 1500), (".106", 4000), (".245", 6000), ("4.344", 1000)] {
        let (rules, values) = (rules(code), values(code, 9000));
        let mut known = Known::new(&rules, windows_of(code, &values, &[len], 100).remove(0)).expect("they fit");
        Recomputation::new(&known).extend(&mut known, values.len()).expect("small values");
        assert!(known.len() == values.len() && values.ends_with(&known.values), "{code}");
    }
}

/// The table has none of the heaps that are changed.
#[test]
fn a_wrong_list_of_rare_heaps_gives_other_values() {
    let (good, _) = two_windows(300);
    let wrong = |rare: &[(usize, u16)]| {
        let mut windows = good.clone();
        for window in &mut windows {
            window.rare = rare.to_vec();
        }
        let wrong = check_windows(&[], &windows, &["--heaps", "1"]).expect("windows");
        wrong.into_iter().filter(|wrong| wrong.ends_with(" by the window after 8000 values")).count()
    };
    let rare = &good[0].rare;
    let (&(heap, value), rest) = rare.split_last().expect("rare heaps");
    assert_eq!(wrong(rare), 0);
    for last in [&[][..], &[(heap, value ^ 6)], &[(heap + 1, value)]] {
        assert!(wrong(&[rest, last].concat()) > 100, "{last:?}");
    }
}

/// Of the rare heaps of .106, heap 320 follows heap 101. The window after a window between them has the values that
/// follow from it, or knows that heap 320 is rare.
#[test]
fn a_heap_that_is_rare_in_truth_is_found_when_it_is_drawn() {
    let (rules, values) = (rules(".106"), values(".106", 3999));
    let window = |len, table| windows_of(".106", &values, &[len], table).remove(0);
    let windows = [window(307, 102), window(4000, 1500)];
    assert_eq!(check_windows(&[], &windows, &[]).expect("windows"), [""; 0]);
    let mut known = Known::new(&rules, windows[0].clone()).expect("they fit");
    Recomputation::new(&known).extend(&mut known, 600).expect("small values");
    let mut later = windows[0].clone();
    later.tally = values[..600].iter().copied().collect();
    later.values = known.values[known.values.len() - later.values.len()..].to_vec();
    let wrong = check_windows(&[], &[windows[0].clone(), later], &[]).expect("windows");
    let expected = format!(
        "heap 320 has the value {}, and no move was found that reaches {} by the window after 307 values",
        known.value(320).expect("a value"),
        values[320]
    );
    assert_eq!(wrong[0], expected);
}

/// A table of two values reaches hardly any. The values before a window with which a stream begins were computed in
/// memory, and so were those from the heap on that the stream before left undecided: there it need not.
#[test]
fn a_smaller_rare_value_that_the_table_does_not_reach_is_wrong_except_where_a_stream_begins() {
    let (mut windows, _) = two_windows(1500);
    let wrong = |windows: &[Window], heaps| check_windows(&[], windows, &["--heaps", heaps]).expect("windows");
    for window in &mut windows {
        window.table.truncate(2);
    }
    let found = wrong(&windows, "50");
    let is_open = |wrong: &String| wrong.contains(", and no move was found that reaches ");
    assert!(found.len() > 10 && found.iter().all(is_open), "{found:?}");
    for window in &mut windows {
        window.watched = Some((window.tally.len(), window.values.clone()));
    }
    assert_eq!(wrong(&windows, "50"), [""; 0]);
    *windows[0].values.last_mut().expect("values") ^= 6;
    let found = wrong(&windows, "20000");
    assert!(found.iter().any(|wrong| wrong.starts_with("heap 7999 has the value ")), "{found:?}");
}

/// Whole files with numbers that cannot be right.
#[test]
fn a_window_that_says_absurd_things_is_an_error() {
    let (good, _) = two_windows(1500);
    let error = |windows: &[Window]| check_windows(&[], windows, &["--heaps", "2"]).expect_err("an error").to_string();
    let changes: [fn(&mut Window); 8] = [
        |window| window.table = vec![1; 30_000],
        |window| window.table.clear(),
        |window| window.values.clear(),
        |window| window.values.truncate(1106),
        |window| window.values = vec![1; 10_001],
        |window| window.values = vec![1; 9000],
        |window| window.rare.push((usize::MAX, 0)),
        |window| window.rare.swap(1, 2),
    ];
    for (place, change) in changes.into_iter().enumerate() {
        let mut windows = good.clone();
        change(&mut windows[1]);
        let expected = "000000000010000.window: the parts of the window do not fit together; remove it";
        assert!(error(&windows).ends_with(expected), "{place}: {}", error(&windows));
    }
    // Beside the rare heaps every value is reached.
    let window = |len: usize| Window {
        rare: (1..=1 << 16).zip(0..=u16::MAX).collect(),
        values: vec![1; (1 << 16) + 100],
        tally: vec![1; len].into_iter().collect(),
        ..good[1].clone()
    };
    let expected = "000000000200000.window: no value of 16 bits is left for heap 200000; remove the window";
    assert!(error(&[window(200_000), window(201_000)]).ends_with(expected));
}
