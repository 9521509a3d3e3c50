use std::collections::BTreeSet;
use std::fs;
use std::slice;

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
fn right_values_are_proven_on_any_number_of_threads() {
    for code in CODES {
        let values = values(code, 1500);
        let heaps: Vec<usize> = (0..values.len()).collect();
        for threads in [1, 2, 7] {
            assert_eq!(check_all(&rules(code), &values, &heaps, threads).wrong, [], "{code}, {threads} threads");
        }
    }
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

/// Several heaps that are checked together, of which some are wrong.
#[test]
fn each_wrong_heap_of_many_is_found() {
    let mut values = values(".6", 30_000);
    let right = [100, 25_000, 29_999].map(|heap| values[heap]);
    // Nothing else depends on the last heap, and little on the others.
    let heaps = [1, 100, 3000, 24_999, 25_000, 29_999];
    values[29_999] = 0;
    let found = check_all(&rules(".6"), &values, &heaps, 2);
    assert_eq!(found.wrong, [wrong(29_999, 0, right[2])]);
    values[100] = 999;
    values[25_000] = 999;
    let found: Vec<usize> = check_all(&rules(".6"), &values, &heaps, 2).wrong.iter().map(|wrong| wrong.heap).collect();
    assert!(found.is_sorted() && [100, 25_000, 29_999].iter().all(|heap| found.contains(heap)), "{found:?}");
    let first = check_all(&rules(".6"), &values, &[100], 2).wrong;
    assert_eq!(first, [wrong(100, 999, right[0])]);
}

/// What has computed the values must not check them. The code of a game is compared with the one in the file, and
/// everything else that looks at values is named in the documentation of this module.
#[test]
fn what_checks_uses_nothing_that_computes() {
    let files = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/check")).expect("the folder of this module");
    let mut used = BTreeSet::new();
    for file in files.map(|file| file.expect("a file").path()) {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&file).expect("source code");
        let code = text.lines().filter(|line| name != "tests.rs" && !line.trim_start().starts_with("//"));
        for path in
            code.flat_map(|line| line.split(|letter: char| !(letter.is_alphanumeric() || "_:".contains(letter))))
        {
            let leaves = path.starts_with("super::super") || name == "mod.rs" && path.starts_with("super::");
            if leaves || ["crate::", "grundy::", "pulp::"].iter().any(|start| path.starts_with(start)) {
                used.insert(format!("{name}: {path}"));
            }
        }
    }
    let expected = [
        "known.rs: crate::store::Store",
        "known.rs: grundy::stream::Window",
        "mod.rs: crate::report::print_line",
        "mod.rs: crate::store::Store",
        "options.rs: crate::options::parse_positive",
        "options.rs: grundy::HeapGame",
        "options.rs: grundy::ParseCodeError::InvalidDigit",
        "proof.rs: crate::progress::Progress",
        "proof.rs: pulp::Arch::new",
        "report.rs: crate::report::Fields",
        "windows.rs: crate::store::Store",
    ];
    assert!(used.iter().map(String::as_str).eq(expected), "{used:?}");
}

/// The windows after these numbers of values, with tables of this size.
fn windows_of(code: &str, values: &[u16], lens: &[usize], table: usize) -> Vec<Window> {
    let game: HeapGame = code.parse().expect("a code");
    let window = |&len: &usize| Stream::after(&game, &values[..len], table).expect("few rare heaps").window();
    lens.iter().map(window).collect()
}

/// What `octal-check` says of a folder with these windows.
fn check_windows(code: &str, windows: &[Window], more: &[&str]) -> anyhow::Result<Vec<String>> {
    check_windows_after(&[], code, windows, more)
}

/// What it says if these values were saved before.
fn check_windows_after(first: &[u16], code: &str, windows: &[Window], more: &[&str]) -> anyhow::Result<Vec<String>> {
    let folder = testkit::TemporaryFolder::default();
    let store = Store::open(folder.root(), &code.parse().expect("a code")).expect("a folder");
    for window in windows {
        store.save_window(window).expect("there is room");
    }
    let arguments = ["octal-check", code, "windows", "--threads", "2"].into_iter().chain(more.iter().copied());
    let options = Options::try_parse_from(arguments).expect("arguments");
    let found = windows::check(&store, first, &options, 1)?;
    Ok(found.wrong.iter().map(ToString::to_string).collect())
}

/// One value of a window, of its table or of its list of rare heaps, is another one that is of the same kind or not.
#[test]
fn a_wrong_value_in_a_window_is_found() {
    let good = windows_of(".106", &values(".106", 9999), &[10_000], 1500).remove(0);
    let check =
        |window: &Window| check_windows(".106", slice::from_ref(window), &["--heaps", "20000"]).expect("a window");
    let wrong = |window: &Window| check(window).len();
    assert_eq!(wrong(&good), 0);
    for value in 0..*good.values.last().expect("values") {
        let mut window = good.clone();
        *window.values.last_mut().expect("values") = value;
        let expected = ["is not in the list of rare heaps", "a move reaches it by the window after 10000 values"]
            .map(|reason| format!("heap 9999 has the value {value}, and {reason}"));
        assert!(check(&window).iter().any(|wrong| expected.contains(wrong)), "{value}");
    }
    for change in [1, 6] {
        let mut window = good.clone();
        *window.values.last_mut().expect("values") ^= change;
        assert!(wrong(&window) > 0, "{change}");
        let mut window = good.clone();
        window.table[1200] ^= change;
        assert!(wrong(&window) > 0, "{change}");
        let mut window = good.clone();
        window.rare[3].1 ^= change;
        assert!(wrong(&window) > 0, "{change}");
    }
    let mut window = good.clone();
    window.rare.remove(5);
    assert!(wrong(&window) > 0);
}

/// Whichever of both is wrong.
#[test]
fn a_window_that_differs_from_the_values_before_is_wrong() {
    let right = values(".106", 9999);
    let window = windows_of(".106", &right, &[10_000], 1500);
    let check = |first: &[u16]| check_windows_after(first, ".106", &window, &["--heaps", "1"]).expect("a window");
    assert_eq!((check(&right), check(&right[..9000])), (vec![], vec![]));
    let mut first = right.clone();
    first[9998] ^= 6;
    let expected = format!("heap 9998 has the value {}, and {} by the values in the folder", right[9998], first[9998]);
    assert_eq!(check(&first), [expected]);
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

/// Found by the values that are computed from the window before, not in the window itself.
#[test]
fn a_value_that_does_not_follow_from_the_window_before_is_wrong() {
    let good = windows_of(".106", &values(".106", 11_999), &[8000, 10_000, 12_000], 1500);
    let wrong = |windows: &[Window], distance| {
        check_windows(".106", windows, &["--heaps", "1", "--distance", distance]).expect("windows")
    };
    assert_eq!(wrong(&good, "2000"), [""; 0]);
    let mut windows = good.clone();
    let (place, right) = (windows[1].values.len() - 3, good[1].values[windows[1].values.len() - 3]);
    windows[1].values[place] ^= 6;
    let expected = format!("heap 9997 has the value {}, and {right} by the window after 8000 values", right ^ 6);
    assert!(wrong(&windows, "2000").contains(&expected) && wrong(&windows, "1998").contains(&expected));
    assert!(!wrong(&windows, "1997").contains(&expected));
}

/// The proof of a period rests on that window.
#[test]
fn an_earlier_window_that_others_are_compared_with_must_be_the_one_in_the_folder() {
    let mut windows = windows_of(".106", &values(".106", 9999), &[8000, 10_000], 1500);
    windows[1].watched = Some((8000, windows[0].values.clone()));
    let check = |windows: &[Window]| check_windows(".106", windows, &["--heaps", "1"]).expect("windows");
    assert_eq!(check(&windows), [""; 0]);
    let mut values = windows[0].values.clone();
    let right = values.pop().expect("values");
    values.push(right ^ 6);
    windows[1].watched = Some((8000, values));
    let expected = format!("heap 7999 has the value {}, and {right} by the window after 8000 values", right ^ 6);
    assert_eq!(check(&windows), [expected]);
}

/// The table has none of the heaps that are changed.
#[test]
fn a_wrong_list_of_rare_heaps_gives_other_values() {
    let good = windows_of(".106", &values(".106", 9999), &[8000, 10_000], 300);
    let wrong = |rare: &[(usize, u16)]| {
        let mut windows = good.clone();
        for window in &mut windows {
            window.rare = rare.to_vec();
        }
        let wrong = check_windows(".106", &windows, &["--heaps", "1"]).expect("windows");
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
    assert_eq!(check_windows(".106", &windows, &[]).expect("windows"), [""; 0]);
    let mut known = Known::new(&rules, windows[0].clone()).expect("they fit");
    Recomputation::new(&known).extend(&mut known, 600).expect("small values");
    let mut later = windows[0].clone();
    later.tally = values[..600].iter().copied().collect();
    later.values = known.values[known.values.len() - later.values.len()..].to_vec();
    let wrong = check_windows(".106", &[windows[0].clone(), later], &[]).expect("windows");
    let expected = format!(
        "heap 320 has the value {}, and no move was found that reaches {} by the window after 307 values",
        known.value(320).expect("a value"),
        values[320]
    );
    assert_eq!(wrong[0], expected);
}

#[test]
fn a_smaller_rare_value_that_the_table_does_not_reach_is_reported() {
    let mut windows = windows_of(".106", &values(".106", 9999), &[8000, 10_000], 1500);
    for window in &mut windows {
        window.table.truncate(2);
    }
    let wrong = check_windows(".106", &windows, &["--heaps", "50"]).expect("windows");
    assert!(
        wrong.len() > 10 && wrong.iter().all(|wrong| wrong.contains(", and no move was found that reaches ")),
        "{wrong:?}"
    );
}

/// The values before a window with which a stream begins were computed in memory, and so were those from the heap on
/// that the stream before left undecided: a table need not reach all that is smaller.
#[test]
fn where_a_stream_begins_a_table_that_does_not_reach_a_value_makes_nothing_wrong() {
    let mut windows = windows_of(".106", &values(".106", 9999), &[8000, 10_000], 1500);
    for (window, len) in windows.iter_mut().zip([8000, 10_000]) {
        window.table.truncate(2);
        window.watched = Some((len, window.values.clone()));
    }
    assert_eq!(check_windows(".106", &windows, &["--heaps", "50"]).expect("windows"), [""; 0]);
    let place = windows[0].values.len() - 1;
    windows[0].values[place] ^= 6;
    let wrong = check_windows(".106", &windows, &["--heaps", "20000"]).expect("windows");
    assert!(wrong.iter().any(|wrong| wrong.starts_with("heap 7999 has the value ")), "{wrong:?}");
}

/// Whole files with numbers that cannot be right.
#[test]
fn a_window_that_says_absurd_things_is_an_error() {
    let good = windows_of(".106", &values(".106", 9999), &[8000, 10_000], 1500);
    let error = |change: &dyn Fn(&mut Window)| {
        let mut windows = good.clone();
        change(&mut windows[1]);
        check_windows(".106", &windows, &[]).expect_err("an error").to_string()
    };
    let changes: [&dyn Fn(&mut Window); 8] = [
        &|window| window.table = vec![1; 30_000],
        &|window| window.table.clear(),
        &|window| window.values.clear(),
        &|window| window.values.truncate(1106),
        &|window| window.values = vec![1; 10_001],
        &|window| window.values = vec![1; 9000],
        &|window| window.rare.push((usize::MAX, 0)),
        &|window| window.rare.swap(1, 2),
    ];
    for (place, change) in changes.into_iter().enumerate() {
        let message = error(change);
        assert!(
            message.ends_with("000000000010000.window: the parts of the window do not fit together; remove it"),
            "{place}: {message}"
        );
    }
    // Beside the rare heaps every value is reached.
    let window = |len: usize| {
        let mut window = good[1].clone();
        window.rare = (1..=1 << 16).zip(0..=u16::MAX).collect();
        window.values = vec![1; (1 << 16) + 100];
        window.tally = vec![1; len].into_iter().collect();
        window
    };
    let message = check_windows(".106", &[window(200_000), window(201_000)], &["--heaps", "2"])
        .expect_err("an error")
        .to_string();
    let expected = "000000000200000.window: no value of 16 bits is left for heap 200000; remove the window";
    assert!(message.ends_with(expected), "{message}");
}
