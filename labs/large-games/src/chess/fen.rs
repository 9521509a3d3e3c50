//! Texts: parts such as `KQvKR`, and positions in Forsyth–Edwards notation.

use anyhow::{Context, bail, ensure};

use super::board::{NOWHERE, Square, row};
use super::part::{Colour, Man, Part, Piece, letter, piece};
use super::position::{back, row_seen_by};
use super::{Chess, Position};
use crate::text::count;
use crate::tiers::Notation;

/// What the squares of a position text hold: the kings, and the other men in any order.
#[derive(Default)]
struct Placed {
    kings: [Option<Square>; 2],
    men: Vec<(Man, Square)>,
}

fn own_name(text: &str) -> Vec<Piece> {
    text.chars().filter_map(piece).collect()
}

fn square_name(square: Square) -> String {
    format!("{}{}", char::from(b'a' + square % 8), row(square) + 1)
}

/// The first field: the rows from the eighth to the first, divided by `/`.
fn parse_board(field: &str) -> anyhow::Result<Placed> {
    let rows: Vec<&str> = field.split('/').collect();
    ensure!(rows.len() == 8, "the board has {} rows: expected 8, divided by '/'", rows.len());
    let mut placed = Placed::default();
    for (number, text) in (0..8).rev().zip(rows) {
        let mut file = 0;
        for sign in text.chars() {
            let name = number + 1;
            ensure!(file < 8, "row {name}, '{text}': more than 8 squares");
            if let Some(free) = sign.to_digit(10) {
                ensure!((1..=8).contains(&free), "row {name}: '{sign}' where 1 to 8 is expected");
                file += u8::try_from(free)?;
                continue;
            }
            placed.put(sign, number * 8 + file).with_context(|| format!("row {name}, '{text}'"))?;
            file += 1;
        }
        ensure!(file == 8, "row {}, '{text}': {file} squares where 8 are expected", number + 1);
    }
    Ok(placed)
}

impl Placed {
    fn put(&mut self, sign: char, square: Square) -> anyhow::Result<()> {
        let colour = if sign.is_ascii_uppercase() { Colour::White } else { Colour::Black };
        if sign.eq_ignore_ascii_case(&'k') {
            let before = self.kings[colour as usize].replace(square);
            ensure!(before.is_none(), "a second king '{sign}'");
            return Ok(());
        }
        let Some(piece) = piece(sign.to_ascii_uppercase()) else {
            bail!("invalid piece '{sign}': expected one of KQRBNP, kqrbnp or a number of free squares");
        };
        ensure!(piece != Piece::Pawn || (1..7).contains(&row(square)), "a pawn on {}", square_name(square));
        self.men.push((Man { colour, piece }, square));
        Ok(())
    }
}

/// The field with the square behind a pawn that has just moved two rows. Many programs write it even if no pawn can
/// capture there; then there is no such right.
fn can_capture_in_passing(at: &Position, field: &str) -> anyhow::Result<bool> {
    if field == "-" {
        return Ok(false);
    }
    let mover = at.to_move.other();
    let passed = |square: Square, rows: u8| back(square, mover, rows);
    let pawn = at.men_of(mover).find(|(_, man, square)| {
        man.piece == Piece::Pawn && row_seen_by(mover, *square) == 3 && square_name(passed(*square, 1)) == field
    });
    let has_passed = pawn.is_some_and(|(.., square)| at.is_free(passed(square, 1)) && at.is_free(passed(square, 2)));
    ensure!(has_passed, "en passant square '{field}': no pawn has just passed it");
    Ok(at.pawn_to_capture_in_passing().is_some())
}

impl Notation for Chess {
    fn name(&self) -> String {
        "chess with up to four men, 1".to_owned()
    }

    fn parse_part(&self, text: &str) -> anyhow::Result<usize> {
        let upper = text.to_ascii_uppercase();
        let sides = upper.split_once('V').and_then(|(white, black)| {
            let sides = [white.strip_prefix('K')?, black.strip_prefix('K')?];
            sides.iter().all(|side| side.chars().all(|sign| piece(sign).is_some())).then_some(sides)
        });
        let [white, black] =
            sides.with_context(|| format!("invalid part '{text}': expected one such as KQvKR or KBNvK"))?;
        let of = |colour| move |piece| Man { colour, piece };
        let white = own_name(white).into_iter().map(of(Colour::White));
        let men: Vec<Man> = white.chain(own_name(black).into_iter().map(of(Colour::Black))).collect();
        ensure!(men.len() <= 2, "'{text}' has {} men: four at most can be solved", men.len() + 2);
        let part = Part::of([men.first().copied(), men.get(1).copied()]).0;
        self.parts.number(part).with_context(|| format!("'{text}' is always a draw: nobody can mate"))
    }

    fn parse_position(&self, text: &str) -> anyhow::Result<Position> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let found = count(fields.len() as u64, "field");
        ensure!((2..=6).contains(&fields.len()), "{found}: expected a position such as '8/8/8/8/8/2k5/8/KQ6 w'");
        let Placed { kings, men } = parse_board(fields[0])?;
        let king = |colour: Colour| kings[colour as usize].with_context(|| format!("{colour:?} has no king"));
        let to_move = match fields[1] {
            "w" => Colour::White,
            "b" => Colour::Black,
            other => bail!("side to move '{other}': expected 'w' or 'b'"),
        };
        if let Some(&castling) = fields.get(2) {
            ensure!(castling == "-", "castling '{castling}': expected '-', as nobody can castle");
        }
        for number in fields.iter().skip(4) {
            ensure!(number.parse::<u32>().is_ok(), "'{number}' where a number of moves is expected");
        }
        ensure!(men.len() <= 2, "{} men: four at most can be solved", men.len() + 2);
        let man = |place: usize| men.get(place).copied();
        let mut at = Position {
            men: [man(0), man(1)].map(|man| man.map(|(man, _)| man)),
            kings: [king(Colour::White)?, king(Colour::Black)?],
            squares: [man(0), man(1)].map(|man| man.map_or(NOWHERE, |(_, square)| square)),
            to_move,
            en_passant: false,
            exchanged: false,
        };
        ensure!(!self.board.beside(at.kings[0]).contain(at.kings[1]), "the kings are on adjacent squares");
        let waiting = to_move.other();
        ensure!(!self.in_check(&at, waiting), "{waiting:?} is in check, and the other side is to move");
        at.en_passant = can_capture_in_passing(&at, fields.get(3).unwrap_or(&"-"))?;
        Ok(at.settled())
    }

    /// Four fields: with castling and en passant, without numbers of moves.
    fn position_text(&self, position: &Position) -> String {
        let at = if position.exchanged { position.with_colours_exchanged() } else { *position };
        let sign = |square: Square| {
            let colour = [Colour::White, Colour::Black].into_iter().find(|&colour| at.king(colour) == square);
            let king = colour.map(|colour| (colour, 'K'));
            let mut men =
                at.men().filter(|(.., place)| *place == square).map(|(_, man, _)| (man.colour, letter(man.piece)));
            king.or_else(|| men.next())
                .map(|(colour, sign)| if colour == Colour::White { sign } else { sign.to_ascii_lowercase() })
        };
        let row = |row: u8| {
            let (mut text, mut free) = (String::new(), 0);
            for file in 0..8 {
                let Some(sign) = sign(row * 8 + file) else {
                    free += 1;
                    continue;
                };
                if free > 0 {
                    text += &free.to_string();
                }
                free = 0;
                text.push(sign);
            }
            if free > 0 { text + &free.to_string() } else { text }
        };
        let rows: Vec<String> = (0..8).rev().map(row).collect();
        let side = if at.to_move == Colour::White { 'w' } else { 'b' };
        let passed = at.pawn_to_capture_in_passing().filter(|_| at.en_passant);
        let passed = passed.map_or("-".to_owned(), |pawn| square_name(back(pawn, at.to_move.other(), 1)));
        format!("{} {side} - {passed}", rows.join("/"))
    }

    /// White is the side that comes first in the name of the part, and with equal men on both sides the one to move.
    /// Rights to capture en passant are counted apart, as published numbers leave them out.
    fn side(&self, position: &Position) -> String {
        match position {
            Position { en_passant: true, .. } => "en passant",
            Position { to_move: Colour::Black, .. } if !position.part().is_symmetric() => "black",
            _ => "white",
        }
        .to_owned()
    }
}
