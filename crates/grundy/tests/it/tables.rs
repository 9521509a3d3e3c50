//! Games whose positions fall into parts, compared with published values and with plain search.

use std::collections::HashMap;

use grundy::{Game, HeapGame, Misere, Nimber, Sequence, Strip, Table};

/// Cram: a move covers two neighbouring free cells. A part is a connected region.
struct Cram;

/// The free cells by row and column, sorted, from the first row and the first column on.
type Region = Vec<(u8, u8)>;

impl Game for Cram {
    type Part = Region;

    fn moves(&self, region: &Region) -> impl Iterator<Item: IntoIterator<Item = Region>> {
        dominoes(region).map(|domino| {
            let mut free = region.clone();
            free.retain(|cell| !domino.contains(cell));
            components(free)
        })
    }

    fn canonical(&self, region: Region) -> Region {
        let turned = |region: &Region| moved_to_the_corner(region.iter().map(|&(row, column)| (column, u8::MAX - row)));
        let mirrored = |region: &Region| moved_to_the_corner(region.iter().map(|&(row, column)| (column, row)));
        let mut all = vec![moved_to_the_corner(region.iter().copied())];
        for quarter in 0..3 {
            all.push(turned(&all[quarter]));
        }
        let mirror_images: Vec<Region> = all.iter().map(mirrored).collect();
        all.into_iter().chain(mirror_images).min().expect("eight forms")
    }
}

fn dominoes(region: &Region) -> impl Iterator<Item = [(u8, u8); 2]> {
    let pairs = region.iter().flat_map(|&cell| [[cell, (cell.0, cell.1 + 1)], [cell, (cell.0 + 1, cell.1)]]);
    pairs.filter(|[_, other]| region.binary_search(other).is_ok())
}

/// The connected regions with at least two cells.
fn components(mut free: Region) -> Vec<Region> {
    let mut found = Vec::new();
    while let Some(cell) = free.pop() {
        let mut region = vec![cell];
        let mut next = 0;
        while let Some(&(row, column)) = region.get(next) {
            free.retain(|&other| {
                let is_neighbour = row.abs_diff(other.0) + column.abs_diff(other.1) == 1;
                if is_neighbour {
                    region.push(other);
                }
                !is_neighbour
            });
            next += 1;
        }
        if region.len() > 1 {
            region.sort_unstable();
            found.push(region);
        }
    }
    found
}

fn moved_to_the_corner(cells: impl Iterator<Item = (u8, u8)> + Clone) -> Region {
    let row = cells.clone().map(|(row, _)| row).min().unwrap_or(0);
    let column = cells.clone().map(|(_, column)| column).min().unwrap_or(0);
    let mut moved: Region = cells.map(|cell| (cell.0 - row, cell.1 - column)).collect();
    moved.sort_unstable();
    moved
}

fn rectangle(rows: u8, columns: u8) -> Region {
    (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect()
}

/// M. Schneider, "Das Spiel Juvavum", 2009, and J. Lemoine, S. Viennot, "Nimbers are inevitable", 2010.
#[test]
fn cram_has_the_published_values() {
    let mut table = Table::new(Cram);
    let three_rows = [1, 1, 0, 1, 1, 4, 1];
    for (columns, nimber) in (1..).zip(three_rows) {
        assert_eq!(table.nimber(rectangle(3, columns)), Nimber::new(nimber), "3x{columns}");
    }
    for (columns, nimber) in [(4, 0), (5, 2)] {
        assert_eq!(table.nimber(rectangle(4, columns)), Nimber::new(nimber), "4x{columns}");
    }
}

/// A row of Cram is Dawson's Kayles, .07.
#[test]
fn one_row_of_cram_is_an_octal_game() {
    let mut table = Table::new(Cram);
    let game: HeapGame = ".07".parse().expect("an octal code");
    let mut heaps = Sequence::new(game);
    assert_eq!(heaps.extend_to(40), Ok(()));
    for columns in 0..=40 {
        assert_eq!(Some(table.nimber(rectangle(1, columns))), heaps.nimber(usize::from(columns)), "{columns}");
    }
}

/// Whether the player to move wins, by trying all moves on the whole board, which is not taken apart.
fn wins_by_search(free: &Region, known: &mut HashMap<Region, bool>) -> bool {
    if let Some(&wins) = known.get(free) {
        return wins;
    }
    let wins = dominoes(free).any(|domino| {
        let left = free.iter().copied().filter(|cell| !domino.contains(cell)).collect();
        !wins_by_search(&left, known)
    });
    known.insert(free.clone(), wins);
    wins
}

/// All sets of cells of a board of 3x4, whatever parts they fall into; and the moves that win on them.
#[test]
fn sums_in_cram_are_won_as_by_search() {
    let board = rectangle(3, 4);
    let mut table = Table::new(Cram);
    let mut known = HashMap::new();
    for set in 0..1_u32 << board.len() {
        let free: Region = (0..board.len()).filter(|cell| set >> cell & 1 == 1).map(|cell| board[cell]).collect();
        let parts = components(free.clone());
        let sum: Nimber = parts.iter().map(|part| table.nimber(part.clone())).sum();
        assert_eq!(!sum.is_zero(), wins_by_search(&free, &mut known), "{free:?}");
        let winning = table.winning_moves(&parts);
        assert_eq!(winning.is_empty(), sum.is_zero(), "{free:?}");
        for (index, left) in winning {
            let others = parts.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, part)| part.clone());
            let mut after: Region = others.chain(left).flatten().collect();
            after.sort_unstable();
            assert!(!wins_by_search(&after, &mut known), "{free:?}: {after:?}");
        }
    }
}

/// Chomp: a move bites a square off a bar, with all squares above and to the right of it; who takes the first square
/// loses. A part is the number of squares in each row, so it never falls apart.
struct Chomp;

impl Game for Chomp {
    type Part = Vec<u32>;

    fn moves(&self, rows: &Vec<u32>) -> impl Iterator<Item: IntoIterator<Item = Vec<u32>>> {
        let squares = rows.iter().enumerate().flat_map(|(row, &squares)| (0..squares).map(move |square| (row, square)));
        squares.filter(|&square| square != (0, 0)).map(|(row, square)| {
            let mut left = rows.clone();
            left[row..].iter_mut().for_each(|squares| *squares = square.min(*squares));
            left.retain(|&squares| squares > 0);
            [left]
        })
    }

    fn canonical(&self, rows: Vec<u32>) -> Vec<u32> {
        let widest = rows.first().copied().unwrap_or(0);
        let columns = (0..widest).map(|column| rows.iter().filter(|&&squares| squares > column).count());
        let mirrored = columns.map(|squares| u32::try_from(squares).expect("few rows")).collect();
        rows.min(mirrored)
    }
}

/// D. Gale, "A curious nim-type game", 1974: with two rows, exactly those with one square less in the second row are
/// lost; of a square bar, the only move that wins leaves one row and one column.
#[test]
fn chomp_is_lost_where_published() {
    let mut table = Table::new(Chomp);
    for first in 1..30 {
        for second in 0..=first {
            let rows = [first, second].into_iter().filter(|&squares| squares > 0).collect();
            assert_eq!(table.nimber(rows).is_zero(), second + 1 == first, "{first} {second}");
        }
    }
    for side in 2..7_u32 {
        let mut one_row_and_column = vec![1; side as usize];
        one_row_and_column[0] = side;
        assert_eq!(table.winning_moves(&[vec![side; side as usize]]), [(0, vec![one_row_and_column])]);
    }
}

fn one_by_one(heap: usize) -> Option<[usize; 1]> {
    heap.checked_sub(1).map(|left| [left])
}

#[test]
fn a_game_of_many_moves_does_not_overflow_the_stack() {
    let mut table = Table::new(one_by_one);
    assert_eq!(table.nimber(1_000_001), Nimber::new(1));
    assert_eq!(format!("{table:?}"), "Table { parts: 1000002, .. }");
}

#[test]
#[should_panic(expected = "play must not lead from a part to itself")]
fn a_game_that_does_not_end_panics() {
    // Turns of a wheel with three places, one of which also leads out.
    let _ = Table::new(|place: usize| [vec![], vec![(place + 1) % 3]]).nimber(0);
}

/// Nim, where heaps are said to be worth what the heaps with one token less are.
struct Shrinking;

impl Game for Shrinking {
    type Part = u32;

    fn moves(&self, &heap: &u32) -> impl Iterator<Item: IntoIterator<Item = u32>> {
        (0..heap).map(|left| [left])
    }

    fn canonical(&self, heap: u32) -> u32 {
        heap.saturating_sub(1)
    }
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "the canonical form of a canonical part must be itself")]
fn a_canonical_part_with_another_canonical_form_panics() {
    let _ = Table::new(Shrinking).nimber(5);
}

/// A move takes one token, or two adjacent ones, from a row, as in Kayles, `.77`. The token next to a wall may not be
/// taken: each wall shortens the row by one.
struct Walled;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Side {
    Open,
    Wall,
}

impl Game for Walled {
    type Part = Strip<Side>;

    fn moves(
        &self,
        &Strip { len, left, right }: &Strip<Side>,
    ) -> impl Iterator<Item: IntoIterator<Item = Strip<Side>>> {
        let (first, end) = (usize::from(left == Side::Wall), len.saturating_sub(usize::from(right == Side::Wall)));
        (1..=2).flat_map(move |taken| {
            (first..(end + 1).saturating_sub(taken)).map(move |from| {
                [Strip::between(left, from, Side::Open), Strip::between(Side::Open, len - from - taken, right)]
            })
        })
    }
}

#[test]
fn each_pair_of_ends_has_values_of_its_own() {
    let mut table = Table::new(Walled);
    let mut kayles = Sequence::new(".77".parse().expect("an octal code"));
    assert_eq!(kayles.extend_to(200), Ok(()));
    for len in 0..=200_usize {
        for (left, right) in
            [Side::Open, Side::Wall].into_iter().flat_map(|left| [(left, Side::Open), (left, Side::Wall)])
        {
            let walls = left as usize + right as usize;
            let row = kayles.nimber(len.saturating_sub(walls));
            assert_eq!(Some(table.nimber(Strip::between(left, len, right))), row, "{walls} walls, {len} cells");
        }
    }
}

/// Whether the player to move wins where the player who makes the last move loses, by trying all moves.
fn wins_misere(game: &HeapGame, position: &[usize], known: &mut HashMap<Vec<usize>, bool>) -> bool {
    if let Some(&wins) = known.get(position) {
        return wins;
    }
    let after = |(at, heap): (usize, &usize)| {
        let others = [&position[..at], &position[at + 1..]].concat();
        let moves = game.moves(heap).map(move |left| others.iter().copied().chain(left).collect::<Vec<usize>>());
        moves.collect::<Vec<_>>()
    };
    let mut all = position.iter().enumerate().flat_map(after).peekable();
    let wins = all.peek().is_none() || all.any(|next| !wins_misere(game, &next, known));
    known.insert(position.to_vec(), wins);
    wins
}

#[test]
fn misere_play_is_won_as_by_search() {
    for game in
        [".77", ".07", ".137", ".3033", ".156", "4.3", "grundy"].map(|code| code.parse::<HeapGame>().expect("a code"))
    {
        let (mut table, mut known) = (Table::new(Misere(game.clone())), HashMap::new());
        for position in
            (0..5).flat_map(|one| (0..=one).flat_map(move |two| (0..=two).map(move |three| [one, two, three])))
        {
            let wins = !table.nimber(position.to_vec()).is_zero();
            assert_eq!(wins, wins_misere(&game, &position, &mut known), "{game}: {position:?}");
            let winning = table.winning_moves(&[position.to_vec()]);
            assert_eq!(!winning.is_empty(), wins, "{game}: {position:?}");
            for (_, left) in winning.into_iter().filter(|winning| !winning.1.is_empty()) {
                assert!(!wins_misere(&game, &left[0], &mut known), "{game}: {position:?}: {left:?}");
            }
        }
    }
}

/// *Winning Ways*, chapter 13: nim is won as in normal play, unless all heaps have one token.
#[test]
fn misere_nim_is_won_as_published() {
    let mut table = Table::new(Misere(|heap: usize| (0..heap).map(|left| [left])));
    for position in (0..6).flat_map(|one| (0..6).flat_map(move |two| (0..6).map(move |three| [one, two, three]))) {
        let nim = position.iter().fold(0, |sum, heap| sum ^ heap);
        let loses = nim == usize::from(position.iter().all(|&heap| heap < 2));
        assert_eq!(table.nimber(position.to_vec()).is_zero(), loses, "{position:?}");
    }
}
