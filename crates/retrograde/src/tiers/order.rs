//! In which order parts are solved.

use std::collections::BTreeMap;

use super::error::TierError;
use super::tiered::Tiered;

/// A part whose next parts have their place before it.
pub(crate) struct Ordered<P> {
    pub(crate) part: P,
    pub(crate) next_parts: Vec<P>,
}

/// The parts that moves from a part lead to, each once.
pub(crate) fn next_parts<T: Tiered>(game: &T, part: &T::Part) -> Vec<T::Part> {
    let mut next = game.next_parts(part);
    next.sort_unstable();
    next.dedup();
    next
}

/// These parts and all that play leads to from them, each once.
pub(crate) fn in_order<T: Tiered>(
    game: &T,
    last: impl IntoIterator<Item = T::Part>,
) -> Result<Vec<Ordered<T::Part>>, TierError> {
    let mut order = Vec::new();
    // Whether all parts that it leads to are in order, or it is on the path to them.
    let mut is_done = BTreeMap::<T::Part, bool>::new();
    for first in last {
        if is_done.contains_key(&first) {
            continue;
        }
        is_done.insert(first.clone(), false);
        let next = next_parts(game, &first);
        // The parts on the path, each with those that it leads to, and how many of these were visited.
        let mut path = vec![(first, next, 0)];
        while let Some((_, next, visited)) = path.last_mut() {
            let Some(part) = next.get(*visited).cloned() else {
                let Some((part, next_parts, _)) = path.pop() else { break };
                is_done.insert(part.clone(), true);
                order.push(Ordered { part, next_parts });
                continue;
            };
            *visited += 1;
            match is_done.get(&part) {
                Some(true) => {}
                Some(false) => {
                    let cycle = path.iter().map(|(part, ..)| part).skip_while(|other| **other != part);
                    return Err(TierError::Cycle { parts: cycle.map(|part| game.part_name(part)).collect() });
                }
                None => {
                    is_done.insert(part.clone(), false);
                    let next = next_parts(game, &part);
                    path.push((part, next, 0));
                }
            }
        }
    }
    check_names(order.iter().map(|ordered| game.part_name(&ordered.part)))?;
    Ok(order)
}

/// Checks that the names can be names of different files, also where small and capital letters are the same.
fn check_names(names: impl Iterator<Item = String>) -> Result<(), TierError> {
    let mut seen = std::collections::BTreeSet::new();
    for part in names {
        let is_valid = is_file_name(&part);
        if !is_valid || !seen.insert(part.to_ascii_lowercase()) {
            return Err(TierError::Name { part });
        }
    }
    Ok(())
}

fn is_file_name(name: &str) -> bool {
    let is_allowed = |character: char| character.is_ascii_alphanumeric() || "-+_.".contains(character);
    (1..=100).contains(&name.len()) && !name.starts_with('.') && name.chars().all(is_allowed) && !is_device(name)
}

/// Whether some systems keep the name for a device, whatever follows its first dot.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_port = || {
        stem.len() == 4 && ["com", "lpt"].contains(&&stem[..3]) && stem.ends_with(|last: char| last.is_ascii_digit())
    };
    ["con", "prn", "aux", "nul"].contains(&stem.as_str()) || is_port()
}
