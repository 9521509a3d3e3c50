//! A game in parts that follow one another. The tests of other crates use it too.

use std::sync::Arc;

use retrograde::Value;

use super::world::{Parts, World};

/// Two players move one marker on a ring of rooms, by one of two numbers of steps. One who enters room 0 takes a coin
/// from the heap of up to `most` in it, and wins with the last one. The coins that are left divide the game into parts,
/// and the number of a position is `rooms` times the coins, plus the room.
pub(crate) fn coins(rooms: u64, most: u64, steps: [u64; 2]) -> World {
    let enter = move |coins: u64, room: u64| rooms * (coins - u64::from(room == 0)) + room;
    let moves = move |at: u64| steps.map(|step| enter(at / rooms, (at + step) % rooms)).to_vec();
    let origins = move |at: u64| {
        let coins = at / rooms + u64::from(at.is_multiple_of(rooms));
        steps.map(|step| rooms * coins + (at + rooms - step) % rooms).to_vec()
    };
    let mut game = World { origins: Arc::new(origins), ..World::new(rooms * (most + 1), moves) };
    game.known = Arc::new(move |at| (at < rooms).then_some(Value::Loss(0)));
    game.parts = Parts {
        game: format!("coins, steps of {} and {}", steps[0], steps[1]),
        of: Arc::new(move |at| at / rooms),
        next: Arc::new(|coins| (1..coins).next_back().into_iter().collect()),
        ranks: Arc::new(move |_| rooms),
        rank: Arc::new(move |_, at| Some(at % rooms)),
        unrank: Arc::new(move |coins, room| Some(rooms * coins + room)),
        ..game.parts
    };
    game
}
