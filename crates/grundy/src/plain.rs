//! The plain engine: every move of every heap. It is kept for ever as the oracle of the other one.

use crate::heap_game::HeapGame;
use crate::sequence::Overflow;

/// Makes the values of all heaps up to this one known.
pub(crate) fn extend(game: &HeapGame, values: &mut Vec<u16>, heap: usize) -> Result<(), Overflow> {
    if values.len() > heap {
        return Ok(());
    }
    // Whether a value is one that a move leads to. A value that is larger than all is missing from every such table.
    let mut made: Vec<bool> = Vec::new();
    values.reserve(heap + 1 - values.len());
    let mut room = room_for(values);
    while values.len() <= heap {
        let heap = values.len();
        made.clear();
        made.resize(room, false);
        for rest in game.single_options(heap) {
            made[usize::from(values[rest])] = true;
        }
        for rest in game.splits().filter(|&taken| taken < heap).map(|taken| heap - taken) {
            // The halves of a split into equal heaps add up to zero, wherever that is allowed.
            let most = if game.unequal() { rest.saturating_sub(1) / 2 } else { rest / 2 };
            let smaller = &values[1..=most];
            let larger = &values[rest - most..rest];
            for (&smaller, &larger) in smaller.iter().zip(larger.iter().rev()) {
                made[usize::from(smaller ^ larger)] = true;
            }
        }
        let value = made.iter().position(|&made| !made).unwrap_or(room);
        values.push(u16::try_from(value).map_err(|_| Overflow { heap })?);
        if value >= room {
            room = room_for(values);
        }
    }
    Ok(())
}

/// How many numbers there are that two of these values can add up to: those below the next power of two.
pub(crate) fn room_for(values: &[u16]) -> usize {
    let largest = values.iter().max().map_or(0, |&largest| usize::from(largest));
    (largest + 1).next_power_of_two()
}
