//! Checking windows: heaps that are drawn from each and from the heaps after it, and where one leads to
//! the next.

use anyhow::bail;

use super::known::{Finding, Known, Recomputation};
use super::options::Options;
use super::proof::{self, Wrong, share};
use super::sample;
use crate::store::Store;

/// What came of checking windows.
#[derive(Debug, Default)]
pub(super) struct WindowCheck {
    pub(super) windows: usize,
    /// The number of values up to the end of the last window.
    pub(super) len: usize,
    pub(super) checked: usize,
    /// The number of values that were computed again.
    pub(super) recomputed: usize,
    /// Ascending.
    pub(super) wrong: Vec<Wrong>,
}

/// Checks all values in the table of each window, the kinds of all values, and the values of heaps that are drawn at
/// random: the same number from each window and the heaps after it, each heap as likely as any other. The values up to
/// the first window are given, as far as they were saved.
pub(super) fn check(store: &Store, first: &[u16], options: &Options, seed: u64) -> anyhow::Result<WindowCheck> {
    let lens = store.windows()?;
    let mut all = WindowCheck::default();
    let mut table = Vec::new();
    for &len in &lens {
        let Some(known) = Known::read(store, &options.code.rules, len)? else { continue };
        (all.windows, all.len) = (all.windows + 1, len);
        all.wrong.extend(known.wrong_kinds());
        let saved = |heap: usize| first.get(heap).copied();
        all.wrong.extend(differing(known.heaps(), saved, "by the values in the folder"));
        let watched = known.window.watched.as_ref().map(|watched| watched.0).filter(|watched| lens.contains(watched));
        let earlier = watched.map(|watched| Known::read(store, &options.code.rules, watched)).transpose()?.flatten();
        all.wrong.extend(earlier.map(|earlier| known.wrong_watched(&earlier)).unwrap_or_default());
        if known.window.table != table {
            table.clone_from(&known.window.table);
            let heaps: Vec<usize> = (0..table.len()).collect();
            all.wrong.extend(proof::check_all(&options.code.rules, &table, &heaps, options.threads()).wrong);
            all.checked += heaps.len();
        }
    }
    let places: Vec<usize> = (0..lens.len()).collect();
    let check_one = |&place: &usize| check_one(store, options, seed, &lens, place);
    for found in share("windows", &places, |_| 1, options.threads(), check_one) {
        let found = found?;
        all.checked += found.checked;
        all.recomputed += found.recomputed;
        all.wrong.extend(found.wrong);
    }
    all.wrong.sort_unstable();
    // What windows have in common is wrong in each of them.
    all.wrong.dedup();
    Ok(all)
}

/// Checks heaps that are drawn from the window at a place in the list and from those after it, and the values at the
/// next window if it is not too far.
fn check_one(store: &Store, options: &Options, seed: u64, lens: &[usize], place: usize) -> anyhow::Result<WindowCheck> {
    let mut found = WindowCheck::default();
    let Some(mut known) = Known::read(store, &options.code.rules, lens[place])? else { return Ok(found) };
    let next = lens.get(place + 1).map(|&len| Known::read(store, &options.code.rules, len)).transpose()?.flatten();
    let (begin, len) = (known.first_checked(), known.len());
    let mut recomputation = Recomputation::new(&known);
    let end = next
        .as_ref()
        .map_or(len, |next| len.saturating_add(options.distance).min(next.len()).min(known.next_rare(next)));
    // From each window as many, and as many as asked for in all.
    let windows = lens.len() as u128;
    let drawn_before =
        |place: usize| (options.heaps.get() as u128 * place as u128 + u128::from(seed) % windows) / windows;
    let count = usize::try_from(drawn_before(place + 1) - drawn_before(place)).unwrap_or(usize::MAX);
    let mut extend = |known: &mut Known<'_>, end| {
        if recomputation.extend(known, end).is_none() {
            let path = store.window_path(len);
            bail!("{}: no value of 16 bits is left for heap {}; remove the window", path.display(), known.len());
        }
        Ok(())
    };
    let drawn = sample::draw(end - begin, count, 0, seed ^ len as u64).heaps;
    let by_window = format!("by the window after {len} values");
    // A stream begins after values that were computed in memory, and ends with a heap that its table does not decide.
    let claims_first = !known.begins();
    let claims_next = next.as_ref().is_none_or(|next| !next.begins());
    for heap in drawn.into_iter().map(|heap| begin + heap) {
        extend(&mut known, heap + 1)?;
        let judgement = known.judge(heap, if heap < len { claims_first } else { claims_next });
        found.checked += usize::from(judgement != Finding::Undecided);
        if let Finding::Wrong(wrong) = judgement {
            found.wrong.push(Wrong { reason: format!("{} {by_window}", wrong.reason), ..wrong });
        }
    }
    if let Some(next) = next.filter(|next| next.first < end) {
        extend(&mut known, end)?;
        found.wrong.extend(differing(next.heaps(), |heap| known.value(heap), &by_window));
    }
    found.recomputed = known.len() - len;
    Ok(found)
}

/// The heaps whose value is another one than the right one, where that is known, and by what.
pub(super) fn differing(
    heaps: impl Iterator<Item = (usize, u16)>,
    right: impl Fn(usize) -> Option<u16>,
    by: &str,
) -> Vec<Wrong> {
    let wrong = |(heap, value)| {
        let right = right(heap).filter(|right| *right != value)?;
        Some(Wrong { heap, value, reason: format!("{right} {by}") })
    };
    heaps.filter_map(wrong).collect()
}
