//! The rules.

use retrograde::Value;

use crate::parts::Rules;

/// The cubes row by row: `X` of the player to move, `O` of the opponent, `.` blank.
pub(crate) type Cubes = Vec<u8>;

/// The numbers of rows and columns.
fn size(cubes: &[u8]) -> usize {
    (1..=cubes.len()).find(|size| size * size == cubes.len()).expect("a square")
}

/// The places of all rows and all columns, each from its first to its last place.
fn rows_and_columns(size: usize) -> Vec<Vec<usize>> {
    let rows = (0..size).map(|row| (0..size).map(|column| row * size + column).collect());
    let columns = (0..size).map(|column| (0..size).map(|row| row * size + column).collect());
    rows.chain(columns).collect()
}

/// Whether all cubes of a line show this sign.
fn has_line(cubes: &[u8], sign: u8) -> bool {
    let size = size(cubes);
    let down = (0..size).map(|row| row * size + row).collect();
    let up = (0..size).map(|row| row * size + size - 1 - row).collect();
    let lines = rows_and_columns(size).into_iter().chain([down, up]);
    lines.into_iter().any(|line: Vec<usize>| line.iter().all(|&place| cubes[place] == sign))
}

/// The same cubes, seen by the opponent.
fn turned(mut cubes: Cubes) -> Cubes {
    for sign in &mut cubes {
        *sign = match *sign {
            b'X' => b'O',
            b'O' => b'X',
            blank => blank,
        };
    }
    cubes
}

/// Whether a place is on the border.
fn is_border(place: usize, size: usize) -> bool {
    [place / size, place % size].iter().any(|&number| number == 0 || number + 1 == size)
}

pub(crate) struct Quixo;

impl Rules for Quixo {
    type Position = Cubes;

    fn read(&self, text: &str) -> Cubes {
        text.bytes().filter(|sign| *sign != b'/').collect()
    }

    fn text(&self, cubes: &Cubes) -> String {
        let rows: Vec<&str> = cubes.chunks(size(cubes)).map(|row| str::from_utf8(row).expect("ASCII")).collect();
        rows.join("/")
    }

    fn ended(&self, cubes: &Cubes) -> Option<Value> {
        match (has_line(cubes, b'X'), has_line(cubes, b'O')) {
            (true, _) => Some(Value::Win(0)),
            (false, true) => Some(Value::Loss(0)),
            (false, false) => None,
        }
    }

    fn moves(&self, cubes: &Cubes) -> Vec<Cubes> {
        let size = size(cubes);
        let mut moves = Vec::new();
        for line in rows_and_columns(size) {
            for (number, &place) in line.iter().enumerate() {
                if !is_border(place, size) || cubes[place] == b'O' {
                    continue;
                }
                for end in [0, size - 1] {
                    if end == number {
                        continue;
                    }
                    let mut signs: Vec<u8> = line.iter().map(|&place| cubes[place]).collect();
                    signs.remove(number);
                    signs.insert(end, b'X');
                    let mut after = cubes.clone();
                    for (&place, sign) in line.iter().zip(signs) {
                        after[place] = sign;
                    }
                    moves.push(turned(after));
                }
            }
        }
        moves
    }
}
