//! Nine men's morris and six men's morris from the empty board on, part by part: a capture, and a stone that is placed,
//! leads to another part.
//!
//! The rules follow R. Gasser, *Solving Nine Men's Morris*, 1996: the players place nine stones each in turn, and then
//! move them along the lines; a player with three stones left may move one to any free point; who closes a mill, or two,
//! while placing too, removes one stone of the opponent, from a mill only if all are in mills; a player who has two
//! stones left or cannot move has lost. Players with fewer than three stones have lost once all are placed, not before.
//!
//! Six men's morris has six stones for each player and two rings, the middles of whose sides are connected, and mills
//! along the sides of the rings alone. Stones never move to any free point. By these rules the game is a draw.
//!
//! Once all stones are placed, a part is called by the numbers of stones on the board, the greater one first: `4-3` has
//! 4 against 3 and 3 against 4. Before that, each part has one number of stones in hand and, on the board, one of the
//! player to move and one of the opponent: `h5-3-4` with 5 in hand of both players together, 3 of the player to move
//! and 4 of the opponent.
//!
//! Of the 9.2 billion ranks of nine men's morris with all stones placed 3.1% are holes: of the parts 3-3 to 9-9 with equal
//! numbers of stones 31, 12, 6.1, 4.1, 2.5, 1.9 and 1.4% (19% of 3-3 without flying); of the 18.6 billion with stones in
//! hand 4.3%. Of the 3,663,603 ranks of six men's morris 15% are.

mod board;
mod game;

pub use self::game::Morris;
pub use crate::sets::Position;
