//! King and queen against king: the queen mates in ten moves at the most. A game that ends in different ways, with a
//! position whose moves lead out of the table: once the queen is taken, the game is drawn.

use retrograde::{Game, Outcome, solve, verify};

struct KingAndQueen;

/// Squares are 0 to 63, a1, b1, …, h8.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Position {
    Pieces {
        king: u8,
        queen: u8,
        lone_king: u8,
        white_moves: bool,
    },
    /// The queen has been taken.
    BareKings,
}

use Position::{BareKings, Pieces};

fn file_and_rank(square: u8) -> (i8, i8) {
    let number = square.cast_signed();
    (number % 8, number / 8)
}

/// The squares that are reached by steps in a direction, up to the edge of the board.
fn ray(from: u8, (right, up): (i8, i8)) -> impl Iterator<Item = u8> {
    let (file, rank) = file_and_rank(from);
    (1..8)
        .map(move |steps| (file + right * steps, rank + up * steps))
        .take_while(|(file, rank)| (0..8).contains(file) && (0..8).contains(rank))
        .map(|(file, rank)| (file + 8 * rank).cast_unsigned())
}

const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

fn king_moves(from: u8) -> impl Iterator<Item = u8> {
    DIRECTIONS.into_iter().flat_map(move |direction| ray(from, direction).take(1))
}

/// Where a queen can go if a king stands on `blocker`, which she neither takes nor passes.
fn queen_moves(from: u8, blocker: u8) -> impl Iterator<Item = u8> {
    DIRECTIONS.into_iter().flat_map(move |direction| ray(from, direction).take_while(move |&to| to != blocker))
}

fn beside(one: u8, other: u8) -> bool {
    king_moves(one).any(|square| square == other)
}

/// Whether the queen attacks a square, with her own king in the way. The lone king does not hide what is behind it.
fn attacked(queen: u8, king: u8, square: u8) -> bool {
    queen_moves(queen, king).any(|to| to == square)
}

const BARE_KINGS: u32 = 2 * 64 * 64 * 64;

impl Game for KingAndQueen {
    type Position = Position;

    fn ranks(&self) -> u32 {
        BARE_KINGS + 1
    }

    fn rank(&self, position: &Position) -> u32 {
        match *position {
            BareKings => BARE_KINGS,
            Pieces { king, queen, lone_king, white_moves } => {
                ((u32::from(king) * 64 + u32::from(queen)) * 64 + u32::from(lone_king)) * 2 + u32::from(white_moves)
            }
        }
    }

    fn unrank(&self, rank: u32) -> Option<Position> {
        if rank == BARE_KINGS {
            return Some(BareKings);
        }
        let square = |place: u32| u8::try_from(rank / 2 / 64_u32.pow(place) % 64).expect("a square");
        let (king, queen, lone_king, white_moves) = (square(2), square(1), square(0), rank % 2 == 1);
        let apart = king != queen && queen != lone_king && king != lone_king && !beside(king, lone_king);
        // Who has moved does not stand in check.
        let legal = apart && !(white_moves && attacked(queen, king, lone_king));
        legal.then_some(Pieces { king, queen, lone_king, white_moves })
    }

    fn successors(&self, position: &Position, mut visit: impl FnMut(Position)) {
        let Pieces { king, queen, lone_king, white_moves } = *position else { return };
        if white_moves {
            for to in king_moves(king).filter(|&to| to != queen && to != lone_king && !beside(to, lone_king)) {
                visit(Pieces { king: to, queen, lone_king, white_moves: false });
            }
            let before = |direction| ray(queen, direction).take_while(|&to| to != king && to != lone_king);
            for to in DIRECTIONS.into_iter().flat_map(before) {
                visit(Pieces { king, queen: to, lone_king, white_moves: false });
            }
        } else {
            for to in king_moves(lone_king).filter(|&to| to != king && !beside(to, king)) {
                if to == queen {
                    visit(BareKings);
                } else if !attacked(queen, king, to) {
                    visit(Pieces { king, queen, lone_king: to, white_moves: true });
                }
            }
        }
    }

    fn ending(&self, position: &Position) -> Outcome {
        match *position {
            Pieces { king, queen, lone_king, white_moves: false } if attacked(queen, king, lone_king) => Outcome::Loss,
            // Stalemate, or nothing left to mate with.
            _ => Outcome::Draw,
        }
    }
}

#[expect(clippy::print_stdout, reason = "an example shows what it finds")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = KingAndQueen;
    let solution = solve(&game)?;
    verify(&game, &solution)?;
    for (value, positions) in solution.counts(&game) {
        println!("{positions:>8} positions: {value}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use retrograde::Value;

    use super::*;

    /// Ten moves by White and nine by Black. Published often, for one in Reuben Fine, *Basic Chess Endings*.
    #[test]
    fn the_longest_mate_takes_ten_moves() {
        let game = KingAndQueen;
        assert_eq!(retrograde::audit(&game), Ok(()));
        let solution = solve(&game).expect("a small game");
        assert_eq!(verify(&game, &solution), Ok(()));
        let counts = solution.counts(&game);
        let longest = counts.keys().filter(|value| value.outcome() == Outcome::Win).max();
        assert_eq!(longest, Some(&Value::Win(2 * 10 - 1)));
        assert!(!counts.keys().any(|value| value.outcome() == Outcome::Win && value.plies().unwrap_or(0) % 2 == 0));
        // White to move always wins, unless the queen is lost at once, which never happens to who is to move.
        let white_to_move = (0..game.ranks()).filter_map(|rank| game.unrank(rank));
        let white_to_move = white_to_move.filter(|position| matches!(position, Pieces { white_moves: true, .. }));
        for position in white_to_move {
            assert_eq!(solution.value(&game, &position).outcome(), Outcome::Win, "{position:?}");
        }
    }
}
