//! Tests of the public API, one module per topic.

/// Ranks the positions of a game, which are numbers, by themselves.
macro_rules! rank_by_number {
    ($game:ty, $ranks:expr) => {
        impl retrograde::Ranked for $game {
            fn ranks(&self) -> u64 {
                let ranks: fn(&Self) -> u64 = $ranks;
                ranks(self)
            }

            fn rank(&self, position: &u64) -> u64 {
                *position
            }

            fn unrank(&self, rank: u64) -> Option<u64> {
                Some(rank)
            }
        }
    };
}

mod answers;
mod audit;
#[cfg(feature = "files")]
mod divided;
#[cfg(feature = "files")]
mod files;
mod graph;
mod known_values;
mod limits;
#[cfg(target_os = "linux")]
mod memory;
#[cfg(feature = "parallel")]
mod parallel;
mod parts;
mod random;
mod shares;
#[cfg(any(target_os = "linux", all(unix, feature = "files")))]
mod subprocess;
#[cfg(feature = "files")]
mod tiers;
mod verify;
mod visitors;
mod world;
mod worlds;
