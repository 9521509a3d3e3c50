//! A game of all tests that falls into parts.

use std::sync::Arc;

use retrograde::Part;

use crate::world::{World, index};

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
        // Where no move leads to the part below.
        move_count: Arc::new(move |at| (at < length).then(|| u32::try_from(moves(at).len()).expect("two moves"))),
        again: Arc::new(|from, to| (from + to).is_multiple_of(5)),
        parts: (0..parts)
            .map(|part| Part {
                name: part.to_string(),
                ranks: part * length..(part + 1) * length,
                next: (part.saturating_sub(1)..=part).map(index).collect(),
            })
            .collect(),
        part_of: Arc::new(move |at| at.is_multiple_of(2).then(|| index(at / length))),
        ..world
    }
}
