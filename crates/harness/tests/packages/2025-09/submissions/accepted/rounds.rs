// Labels all positions in rounds, until a round finds nothing more.
use std::collections::HashSet;
use std::io::{self, Read};

/// A set of cells: bit `4 * row + column`.
type Cells = u16;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Position {
    /// The L of the player to move.
    own: Cells,
    other: Cells,
    neutrals: Cells,
}

impl Position {
    fn parse(rows: &[&str]) -> Self {
        let signs: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
        let cells = |sign| (0..16).filter(|&i| signs[i] == sign).map(|i| 1 << i).sum();
        Self { own: cells('#'), other: cells('*'), neutrals: cells('x') }
    }

    fn print(self) {
        for row in 0..4 {
            let sign = |cell: usize| match self {
                _ if self.own >> cell & 1 == 1 => '#',
                _ if self.other >> cell & 1 == 1 => '*',
                _ if self.neutrals >> cell & 1 == 1 => 'x',
                _ => '.',
            };
            println!("{}", (4 * row..4 * row + 4).map(sign).collect::<String>());
        }
    }

    /// The same position, seen by the other player.
    fn swapped(self) -> Self {
        Self { own: self.other, other: self.own, ..self }
    }

    /// The positions after each move, still seen by the player who makes it.
    fn moves(self, placements: &[Cells]) -> impl Iterator<Item = Self> + '_ {
        let is_free = move |own: &Cells| *own != self.own && own & (self.other | self.neutrals) == 0;
        placements.iter().copied().filter(is_free).flat_map(move |own| {
            let occupied = own | self.other | self.neutrals;
            let single = |cells: Cells| (0..16).map(|i| 1 << i).filter(move |cell| cells & cell != 0);
            let neutrals =
                single(self.neutrals).flat_map(move |from| single(!occupied).map(move |to| self.neutrals ^ from ^ to));
            neutrals.chain([self.neutrals]).map(move |neutrals| Self { own, neutrals, ..self })
        })
    }
}

/// All sets of four cells that form an L: three in a line, and one beside an end.
fn list_placements() -> Vec<Cells> {
    let mut placements = Vec::new();
    for line in 0..4 {
        for start in 0..2 {
            for beside in [line - 1, line + 1] {
                for end in [start, start + 2] {
                    if (0..4).contains(&beside) {
                        let cells = [(line, start), (line, start + 1), (line, start + 2), (beside, end)];
                        placements.push(cells.iter().map(|(row, column)| 1 << (4 * row + column)).sum());
                        placements.push(cells.iter().map(|(column, row)| 1 << (4 * row + column)).sum());
                    }
                }
            }
        }
    }
    placements
}

fn list_positions(placements: &[Cells]) -> Vec<Position> {
    let mut positions = Vec::new();
    for &own in placements {
        for &other in placements.iter().filter(|&other| own & other == 0) {
            for a in 0..16 {
                for b in 0..a {
                    let neutrals = 1 << a | 1 << b;
                    if (own | other) & neutrals == 0 {
                        positions.push(Position { own, other, neutrals });
                    }
                }
            }
        }
    }
    positions
}

/// Each round finds the positions that are lost because all moves lead to won ones, then those that are won
/// because a move leads to a lost one. When a round finds nothing, the rest is drawn.
fn list_lost(placements: &[Cells]) -> HashSet<Position> {
    let mut open = list_positions(placements);
    let (mut won, mut lost) = (HashSet::<Position>::new(), HashSet::<Position>::new());
    loop {
        let still_open = open.len();
        lost.extend(open.iter().filter(|p| p.moves(placements).all(|after| won.contains(&after.swapped()))));
        won.extend(open.iter().filter(|p| p.moves(placements).any(|after| lost.contains(&after.swapped()))));
        open.retain(|p| !won.contains(p) && !lost.contains(p));
        if open.len() == still_open {
            return lost;
        }
    }
}

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("text");
    let rows: Vec<&str> = input.split_whitespace().collect();
    let placements = list_placements();
    let lost = list_lost(&placements);
    for rows in rows.chunks(4) {
        let before = Position::parse(rows);
        match before.moves(&placements).find(|after| lost.contains(&after.swapped())) {
            Some(after) => after.print(),
            None if lost.contains(&before) => println!("No winning move\nLosing"),
            None => println!("No winning move\nDraw"),
        }
    }
}
