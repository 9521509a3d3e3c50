//! The game of all tests, solved in parts. Tests of other crates use it too.

use retrograde::Game;
use retrograde::tiers::Tiered;

use super::world::World;

impl<const LISTS: bool> Tiered for World<LISTS> {
    type Part = u64;

    fn name(&self) -> String {
        self.parts.game.clone()
    }

    fn part_name(&self, part: &u64) -> String {
        (self.parts.name)(*part)
    }

    fn part(&self, at: &u64) -> u64 {
        assert_eq!(self.known_value(at), None, "the part of {at} means nothing");
        (self.parts.of)(*at)
    }

    fn next_parts(&self, part: &u64) -> Vec<u64> {
        (self.parts.next)(*part)
    }

    fn move_count_within_part(&self, at: &u64) -> Option<u32> {
        (self.parts.move_count)(*at)
    }

    fn ranks_in(&self, part: &u64) -> u64 {
        (self.parts.ranks)(*part)
    }

    fn rank_in(&self, part: &u64, at: &u64) -> Option<u64> {
        (self.parts.rank)(*part, *at)
    }

    fn unrank_in(&self, part: &u64, rank: u64) -> Option<u64> {
        (self.parts.unrank)(*part, rank)
    }
}
