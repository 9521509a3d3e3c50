//! In which order parts are solved.

use std::collections::{BTreeMap, BTreeSet};

use super::database::Tiers;
use super::error::TierError;
use super::tiered::{Tiered, next_parts};
use crate::files::MAX_NAME;

/// A part whose next parts have their place before it.
pub(crate) struct Ordered<P> {
    pub(crate) part: P,
    pub(crate) next_parts: Vec<P>,
}

impl<T: Tiered> Tiers<T> {
    /// These parts and all that play leads to from them, each once, with names that can be written.
    pub(crate) fn order(&self, last: impl IntoIterator<Item = T::Part>) -> Result<Vec<Ordered<T::Part>>, TierError> {
        let mut order = Vec::new();
        // Whether all parts that it leads to are in order, or it is on the path to them.
        let mut is_done = BTreeMap::<T::Part, bool>::new();
        for first in last {
            // The parts on the path, each with the number of its next parts that were visited.
            let mut path = Vec::new();
            let mut next_part = Some(first);
            loop {
                match next_part.map(|part| (is_done.get(&part), part)) {
                    Some((None, part)) => {
                        is_done.insert(part.clone(), false);
                        let next_parts = next_parts(&*self.game, &part);
                        path.push((Ordered { part, next_parts }, 0));
                    }
                    Some((Some(false), part)) => {
                        let cycle = path.iter().map(|(on_path, _)| &on_path.part).skip_while(|other| **other != part);
                        return Err(TierError::Cycle { parts: cycle.map(|part| self.game.part_name(part)).collect() });
                    }
                    Some((Some(true), _)) => {}
                    None => {
                        let Some((ordered, _)) = path.pop() else { break };
                        is_done.insert(ordered.part.clone(), true);
                        order.push(ordered);
                    }
                }
                next_part = path.last_mut().and_then(|(ordered, visited)| {
                    *visited += 1;
                    ordered.next_parts.get(*visited - 1).cloned()
                });
            }
        }
        let mut seen = BTreeSet::new();
        for Ordered { part, .. } in &order {
            let (bytes, part) = (self.name(part).len(), self.game.part_name(part));
            if !is_file_name(&part) {
                return Err(TierError::Name { part });
            }
            // Some systems do not tell small and capital letters apart.
            if !seen.insert(part.to_ascii_lowercase()) {
                return Err(TierError::SameName { part });
            }
            if bytes > MAX_NAME {
                return Err(TierError::LongName { part, bytes });
            }
        }
        Ok(order)
    }
}

fn is_file_name(name: &str) -> bool {
    let is_allowed = |character: char| character.is_ascii_alphanumeric() || "-+_.".contains(character);
    (1..=100).contains(&name.len()) && !name.starts_with('.') && name.chars().all(is_allowed) && !is_device(name)
}

/// Whether some systems keep the name for a device, whatever follows its first dot.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_port = ["com", "lpt"].iter().any(|port| {
        stem.strip_prefix(port).is_some_and(|number| number.len() == 1 && number.as_bytes()[0].is_ascii_digit())
    });
    is_port || ["con", "prn", "aux", "nul"].contains(&stem.as_str())
}
