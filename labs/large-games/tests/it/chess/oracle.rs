//! Chess by the library `cozy-chess`, from text to text. Both sides are treated as they are, and no two positions are the
//! same.

use cozy_chess::{Board, BoardBuilder, Color, Piece, Rank, Square};

/// A legal position.
pub(crate) struct Diagram(Board);

impl Diagram {
    /// Reads four fields.
    pub(crate) fn read(text: &str) -> Self {
        Self(format!("{text} 0 1").parse().unwrap_or_else(|error| panic!("{text}: {error}")))
    }

    /// Writes four fields.
    pub(crate) fn text(&self) -> String {
        self.0.to_string().split(' ').take(4).collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn mover_in_check(&self) -> bool {
        !self.0.checkers().is_empty()
    }

    /// The positions after each legal move. The passed square is named only if a pawn can capture there.
    pub(crate) fn moves(&self) -> Vec<Self> {
        let mut found = Vec::new();
        self.0.generate_moves(|moves| {
            for one in moves {
                let mut next = self.0.clone();
                next.play_unchecked(one);
                if !can_capture_in_passing(&next) {
                    let without = BoardBuilder { en_passant: None, ..BoardBuilder::from_board(&next) };
                    next = without.build().expect("a legal position");
                }
                found.push(Self(next));
            }
            false
        });
        found
    }

    /// The image under one of eight symmetries of the board. The first is the identity, and the second exchanges left
    /// and right. The colours are exchanged with top and bottom, also of the player to move.
    pub(crate) fn image(&self, symmetry: usize, exchange_colours: bool) -> Self {
        let before = BoardBuilder::from_board(&self.0);
        let to = |square: Square| {
            let square = if symmetry & 1 == 0 { square } else { square.flip_file() };
            let square = if (symmetry & 2 == 0) == exchange_colours { square.flip_rank() } else { square };
            let (file, rank) = (square.file() as usize, square.rank() as usize);
            if symmetry & 4 == 0 { square } else { Square::index(8 * file + rank) }
        };
        let colour = |colour: Color| if exchange_colours { !colour } else { colour };
        let mut image = BoardBuilder {
            side_to_move: colour(before.side_to_move),
            en_passant: before.en_passant.map(to),
            ..BoardBuilder::empty()
        };
        for square in Square::ALL {
            *image.square_mut(to(square)) = before.square(square).map(|(piece, of)| (piece, colour(of)));
        }
        Self(image.build().expect("a legal position"))
    }
}

fn can_capture_in_passing(board: &Board) -> bool {
    let Some(file) = board.en_passant() else { return false };
    let passed = Square::new(file, Rank::Third.relative_to(!board.side_to_move()));
    board.generate_moves(|moves| moves.piece == Piece::Pawn && moves.to.has(passed))
}
