//! The L game solved by the definitions of its rules and of winning, for the tests: slow and simple.

use std::collections::BTreeSet;

use retrograde::Value;

use crate::fixpoint;

type Cell = (i32, i32);
type Piece = BTreeSet<Cell>;

/// A position before a turn: the own L, the other L, and the neutral pieces.
type Position = [Piece; 3];

/// Whether these are three cells in a line and a fourth beside an end of it.
fn is_l(piece: &Piece) -> bool {
    let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let beside = |(row, column): Cell, (down, right): Cell, times: i32| (row + times * down, column + times * right);
    piece.iter().any(|&end| {
        steps.iter().any(|&along| {
            let across = (along.1, along.0);
            let line = [end, beside(end, along, 1), beside(end, along, 2)];
            [1, -1].iter().any(|&side| piece == &line.into_iter().chain([beside(end, across, side)]).collect())
        })
    })
}

/// All ways to choose `count` of the cells.
fn choices(cells: &[Cell], count: usize) -> Vec<Piece> {
    match (count, cells) {
        (0, _) => vec![Piece::new()],
        (_, []) => Vec::new(),
        (_, [first, rest @ ..]) => {
            let mut found = choices(rest, count);
            found.extend(choices(rest, count - 1).into_iter().map(|mut piece| {
                piece.insert(*first);
                piece
            }));
            found
        }
    }
}

/// The values of all positions before a turn, with distances in turns.
pub(crate) fn values(height: u32, width: u32) -> Vec<Value> {
    let side = |length: u32| 0..i32::try_from(length).expect("a small board");
    let cells: Vec<Cell> = side(height).flat_map(|row| side(width).map(move |column| (row, column))).collect();
    let placements: Vec<Piece> = choices(&cells, 4).into_iter().filter(is_l).collect();
    let pairs = choices(&cells, 2);
    let all: Vec<Position> = placements
        .iter()
        .flat_map(|own| placements.iter().filter(|other| own.is_disjoint(other)).map(move |other| [own, other]))
        .flat_map(|[own, other]| {
            let free = pairs.iter().filter(|pair| pair.is_disjoint(own) && pair.is_disjoint(other));
            free.map(|pair| [own.clone(), other.clone(), pair.clone()])
        })
        .collect();
    let values = fixpoint::values(all, |_| None, |position| moves(position, &placements, &cells), |_, _| false);
    values.into_values().collect()
}

/// The positions after a turn, seen by the other player.
fn moves([own, other, neutrals]: &Position, placements: &[Piece], cells: &[Cell]) -> Vec<Position> {
    let mut found = Vec::new();
    let free_placements = placements
        .iter()
        .filter(|&placement| placement != own && placement.is_disjoint(other) && placement.is_disjoint(neutrals));
    for placement in free_placements {
        found.push([other.clone(), placement.clone(), neutrals.clone()]);
        let is_free = |cell: &&Cell| ![placement, other, neutrals].iter().any(|piece| piece.contains(cell));
        for (leave, enter) in
            neutrals.iter().flat_map(|leave| cells.iter().filter(is_free).map(move |enter| (leave, enter)))
        {
            let stays = neutrals.iter().filter(|cell| *cell != leave);
            found.push([other.clone(), placement.clone(), stays.chain([enter]).copied().collect()]);
        }
    }
    found
}
