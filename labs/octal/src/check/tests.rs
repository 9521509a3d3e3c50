use std::collections::BTreeSet;
use std::fs;

use grundy::{Engine, HeapGame, Sequence};

use super::options::Options;
use super::proof::{Found, Wrong, check_all};
use super::rules::Rules;
use super::windows;
use crate::windows::file::Window;
use clap::Parser;

const CODES: [&str; 12] = [".007", ".77", "4.7", ".6", "grundy", ".16", ".0", "4.", ".3", ".777", "0.0137", ".40506"];

fn rules(code: &str) -> Rules {
    Rules::of(code).expect("a code")
}

/// The values of heaps from 0 to `last` by the plain engine.
fn values(code: &str, last: usize) -> Vec<u16> {
    let game: HeapGame = code.parse().expect("a code");
    let mut sequence = Sequence::new(game).with_engine(Engine::Plain);
    sequence.extend_to(last).expect("small values");
    sequence.into_packed()
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

/// Eight times the first is 0 in a register.
#[test]
fn there_may_be_more_threads_than_can_be_counted_eight_times() {
    for threads in [usize::MAX / 8 + 1, usize::MAX] {
        let found = check_all(&rules(".77"), &values(".77", 20), &[20], threads);
        assert_eq!(found.wrong, [], "{threads} threads");
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
                let wrong = check_all(&rules(code), &values, &[heap], 1).wrong;
                assert_eq!(wrong, [Wrong { heap, stored, right: usize::from(good[heap]) }], "{code}");
            }
        }
    }
}

/// Heaps 5 and 6 leave one pair each, and heap 7 leaves two.
#[test]
fn pairs_are_counted() {
    let found = check_all(&rules(".007"), &values(".007", 7), &[0, 1, 2, 3, 4, 5, 6, 7], 1);
    assert_eq!(found, Found { wrong: vec![], pairs: 4 });
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
            let wrong = check_all(&rules, &values, &[HEAP], 1).wrong;
            let expected = (stored != 2).then_some(Wrong { heap: HEAP, stored, right: 2 });
            assert_eq!(wrong, Vec::from_iter(expected), "{at}");
        }
    }
}

/// Several heaps that are checked together, of which some are wrong.
#[test]
fn each_wrong_heap_of_many_is_found() {
    let mut values = values(".6", 30_000);
    let right = [100, 25_000, 29_999].map(|heap| usize::from(values[heap]));
    // Nothing else depends on the last heap, and little on the others.
    let heaps = [1, 100, 3000, 24_999, 25_000, 29_999];
    values[29_999] = 0;
    let found = check_all(&rules(".6"), &values, &heaps, 2);
    assert_eq!(found.wrong, [Wrong { heap: 29_999, stored: 0, right: right[2] }]);
    values[100] = 999;
    values[25_000] = 999;
    let wrong: Vec<usize> = check_all(&rules(".6"), &values, &heaps, 2).wrong.iter().map(|wrong| wrong.heap).collect();
    assert!(wrong.is_sorted() && [100, 25_000, 29_999].iter().all(|heap| wrong.contains(heap)), "{wrong:?}");
    let first = check_all(&rules(".6"), &values, &[100], 2).wrong;
    assert_eq!(first, [Wrong { heap: 100, stored: 999, right: right[0] }]);
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
        "mod.rs: crate::checkpoint::Checkpoint",
        "mod.rs: crate::print_line",
        "mod.rs: crate::run_program",
        "options.rs: grundy::HeapGame",
        "options.rs: grundy::ParseOctalError",
        "pairs.rs: pulp::Arch::new",
        "proof.rs: crate::progress::Progress",
        "windows.rs: crate::windows::file::",
    ];
    assert!(used.iter().map(String::as_str).eq(expected), "{used:?}");
}

/// One value of a window, of its table or of its list of rare heaps, is another one that is of the same kind or not.
#[test]
fn a_wrong_value_in_a_window_is_found() {
    let mut sequence = Sequence::new(".106".parse::<HeapGame>().expect("a code"));
    sequence.extend_to(9999).expect("small values");
    let stream = grundy::Stream::after(&sequence, 1500).expect("few rare heaps");
    let good = Window::of(&stream);
    let options =
        |heaps: &str| Options::try_parse_from(["octal-check", ".106", "windows", "--heaps", heaps]).expect("arguments");
    let wrong = |window: &Window| {
        let folder = testkit::TemporaryFolder::default();
        window.write(folder.root()).expect("there is room");
        windows::check(folder.root(), &options("20000"), 1).expect("a window").wrong.len()
    };
    assert_eq!(wrong(&good), 0);
    for change in [1, 6] {
        let mut window = good.clone();
        *window.values.last_mut().expect("values") ^= change;
        assert!(wrong(&window) > 0, "{change}");
        let mut window = good.clone();
        window.parts.table[1200] ^= change;
        assert!(wrong(&window) > 0, "{change}");
        let mut window = good.clone();
        window.parts.rare[3].1 ^= change;
        assert!(wrong(&window) > 0, "{change}");
    }
    let mut window = good.clone();
    window.parts.rare.remove(5);
    assert!(wrong(&window) > 0);
}
