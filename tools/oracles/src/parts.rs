//! The game of all tests, solved in parts.

use std::sync::Arc;

use retrograde::Game;
use retrograde::tiers::Tiered;

use crate::world::{Parts, World};

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

/// Parts with as many places each. A player goes from a place to a half or a third of its number, or to some place of
/// the part below; some places can also be kept.
pub fn ladder(parts: u64, length: u64) -> World {
    let keeps = |place: &u64| place % 7 == 3;
    let moves = move |at: u64| {
        let (part, place) = (at / length, at % length);
        let within = match place {
            0 => vec![],
            place if keeps(&place) => vec![place],
            place => vec![place / 2, place / 3],
        };
        let down = part.checked_sub(1).map(|below| below * length + (place * 7 + 3) % length);
        within.into_iter().map(|place| part * length + place).chain(down).collect::<Vec<u64>>()
    };
    // Only those of the same part.
    let origins = move |at: u64| {
        let (part, place) = (at / length, at % length);
        let going_down = (2 * place..2 * (place + 1)).chain(3 * place..3 * (place + 1));
        let going_down = going_down.filter(|from| *from > 0 && *from < length && !keeps(from));
        let kept = Some(place).filter(keeps);
        going_down.chain(kept).map(|place| part * length + place).collect()
    };
    let world = World::new(parts * length, moves);
    World {
        origins: Arc::new(origins),
        // There are no known values in the whole game.
        move_count: Arc::new(move |at| u32::try_from(moves(at).len()).ok()),
        again: Arc::new(|from, to| (from + to).is_multiple_of(5)),
        parts: Parts {
            game: "a ladder".to_owned(),
            of: Arc::new(move |at| (at / length).min(parts - 1)),
            next: Arc::new(|part| part.checked_sub(1).into_iter().collect()),
            ranks: Arc::new(move |_| length),
            rank: Arc::new(move |part, at| Some(at - part * length)),
            unrank: Arc::new(move |part, rank| Some(part * length + rank)),
            ..world.parts
        },
        ..world
    }
}
