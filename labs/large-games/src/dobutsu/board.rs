//! The board, positions on it, and the moves from and to a position.

/// A cell: 3 times its row plus its column. Row 0 is the nearest one to the player to move.
pub(crate) type CellIndex = u8;

/// A set of cells, one bit for each.
pub(crate) type Cells = u16;

pub(crate) const ALL: Cells = 0xFFF;
/// The nearest row, where the other lion wins.
pub(crate) const HOME: Cells = 0b111;
/// The row farthest from the player to move, where a chick becomes a hen.
pub(crate) const FAR: Cells = HOME << 9;
const LEFT: Cells = 0b001_001_001_001;

/// The pieces that can be captured and dropped, as indices. A hen is a chick that is promoted.
pub(crate) const KINDS: usize = 3;
pub(crate) const CHICK: usize = 0;
const ELEPHANT: usize = 1;
const GIRAFFE: usize = 2;
const HEN: usize = 3;
const LION: usize = 4;

/// The steps that a piece can take, one row forward for 1 and one column to the right for 1.
fn directions(piece: usize) -> &'static [(i8, i8)] {
    match piece {
        CHICK => &[(1, 0)],
        ELEPHANT => &[(1, -1), (1, 1), (-1, -1), (-1, 1)],
        GIRAFFE => &[(1, 0), (0, -1), (0, 1), (-1, 0)],
        HEN => &[(1, -1), (1, 0), (1, 1), (0, -1), (0, 1), (-1, 0)],
        _ => &[(1, -1), (1, 0), (1, 1), (0, -1), (0, 1), (-1, -1), (-1, 0), (-1, 1)],
    }
}

/// Where each piece can go to from each cell of an empty board, and where it can have come from.
#[derive(Debug)]
pub(crate) struct Steps {
    to: [[Cells; 12]; 5],
    from: [[Cells; 12]; 5],
}

impl Steps {
    pub(crate) fn new() -> Self {
        let mut steps = Self { to: [[0; 12]; 5], from: [[0; 12]; 5] };
        for piece in 0..5 {
            for cell in 0..12_u8 {
                for (up, right) in directions(piece) {
                    let row = (cell / 3).checked_add_signed(*up).filter(|row| *row < 4);
                    let column = (cell % 3).checked_add_signed(*right).filter(|column| *column < 3);
                    if let (Some(row), Some(column)) = (row, column) {
                        let to = 3 * row + column;
                        steps.to[piece][usize::from(cell)] |= one(to);
                        steps.from[piece][usize::from(to)] |= one(cell);
                    }
                }
            }
        }
        steps
    }
}

/// A position, seen by the player to move. The number of a cell is 3 times its row plus its column, from the nearest
/// row on; a set of cells has a bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The own lion and the other one.
    pub lions: [CellIndex; 2],
    /// Where the pieces of each kind are, of both players.
    pub kinds: [Cells; KINDS],
    /// Where the own pieces are, without the lion.
    pub own: Cells,
    /// Where chicks have become hens.
    pub hens: Cells,
    /// How many pieces of each kind the player to move has in hand, and the other player.
    pub hands: [[u8; KINDS]; 2],
}

impl Position {
    /// The position before the first move, without the kinds of piece that do not take part.
    pub(crate) fn start(pieces: [bool; KINDS]) -> Self {
        let cells = [one(4) | one(7), one(0) | one(11), one(2) | one(9)];
        let kinds: [Cells; KINDS] = std::array::from_fn(|kind| if pieces[kind] { cells[kind] } else { 0 });
        let own = (kinds[0] | kinds[1] | kinds[2]) & 0b111_111;
        Self { lions: [1, 10], kinds, own, hens: 0, hands: [[0; KINDS]; 2] }
    }

    /// The same position seen by the other player.
    pub(crate) fn turned(self) -> Self {
        let other = (self.kinds[0] | self.kinds[1] | self.kinds[2]) & !self.own;
        Self {
            lions: [11 - self.lions[1], 11 - self.lions[0]],
            kinds: self.kinds.map(turned),
            own: turned(other),
            hens: turned(self.hens),
            hands: [self.hands[1], self.hands[0]],
        }
    }

    /// The position with left and right exchanged.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self {
            lions: self.lions.map(|cell| cell + 2 - 2 * (cell % 3)),
            kinds: self.kinds.map(mirrored),
            own: mirrored(self.own),
            hens: mirrored(self.hens),
            ..self
        }
    }

    fn free(self) -> Cells {
        ALL & !(self.kinds[0] | self.kinds[1] | self.kinds[2] | one(self.lions[0]) | one(self.lions[1]))
    }

    /// What a piece moves like.
    fn piece(self, kind: usize, cell: Cells) -> usize {
        if self.hens & cell == 0 { kind } else { HEN }
    }

    /// Whether the player to move can capture the other lion.
    pub(crate) fn captures_lion(self, steps: &Steps) -> bool {
        let target = usize::from(self.lions[1]);
        let [chicks, elephants, giraffes] = self.kinds.map(|cells| cells & self.own);
        steps.from[LION][target] & one(self.lions[0]) != 0
            || steps.from[CHICK][target] & chicks & !self.hens != 0
            || steps.from[HEN][target] & chicks & self.hens != 0
            || steps.from[ELEPHANT][target] & elephants != 0
            || steps.from[GIRAFFE][target] & giraffes != 0
    }

    /// The position with a piece of the other player on this cell taken into the hand, if there is one.
    fn taken(mut self, cell: Cells) -> Self {
        for (kind, cells) in self.kinds.iter_mut().enumerate() {
            if *cells & cell != 0 {
                *cells ^= cell;
                self.hands[0][kind] += 1;
            }
        }
        self.hens &= !cell;
        self
    }

    /// The positions with a piece from the own hand put back to where it was captured, or with none.
    fn put_back(self, cell: Cells, visit: &mut impl FnMut(Self)) {
        visit(self);
        for kind in (0..KINDS).filter(|kind| self.hands[0][*kind] > 0) {
            let mut before = self;
            before.hands[0][kind] -= 1;
            before.kinds[kind] |= cell;
            visit(before);
            if kind == CHICK {
                before.hens |= cell;
                visit(before);
            }
        }
    }

    /// Visits the position after each move, seen by the same player. The other lion must not be captured.
    pub(crate) fn moves(self, steps: &Steps, visit: &mut impl FnMut(Self)) {
        let own = self.own | one(self.lions[0]);
        for to in each(steps.to[LION][usize::from(self.lions[0])] & !own) {
            visit(Self { lions: [to, self.lions[1]], ..self.taken(one(to)) });
        }
        for kind in 0..KINDS {
            for from in each(self.kinds[kind] & self.own) {
                let piece = self.piece(kind, one(from));
                for to in each(steps.to[piece][usize::from(from)] & !own).map(one) {
                    let mut after = self.taken(to);
                    after.kinds[kind] ^= one(from) | to;
                    after.own ^= one(from) | to;
                    if piece == HEN || (piece == CHICK && to & FAR != 0) {
                        after.hens = after.hens & !one(from) | to;
                    }
                    visit(after);
                }
            }
            if self.hands[0][kind] > 0 {
                for to in each(self.free()).map(one) {
                    let mut after = self;
                    after.hands[0][kind] -= 1;
                    after.kinds[kind] |= to;
                    after.own |= to;
                    visit(after);
                }
            }
        }
    }

    /// Visits the position before each move of the player who sees this one so. Some could not be played on, because a
    /// lion could be captured or had got through.
    pub(crate) fn moves_back(self, steps: &Steps, visit: &mut impl FnMut(Self)) {
        let free = self.free();
        let lion = self.lions[0];
        for from in each(steps.from[LION][usize::from(lion)] & free & !FAR) {
            Self { lions: [from, self.lions[1]], ..self }.put_back(one(lion), visit);
        }
        for kind in 0..KINDS {
            for to in each(self.kinds[kind] & self.own) {
                let piece = self.piece(kind, one(to));
                let mut back = |as_piece: usize| {
                    for from in each(steps.from[as_piece][usize::from(to)] & free).map(one) {
                        let mut before = self;
                        before.kinds[kind] ^= from | one(to);
                        before.own ^= from | one(to);
                        before.hens &= !one(to);
                        if as_piece == HEN {
                            before.hens |= from;
                        }
                        before.put_back(one(to), visit);
                    }
                };
                // A chick on the farthest row has been dropped there.
                if piece != CHICK || one(to) & FAR == 0 {
                    back(piece);
                }
                if piece == HEN && one(to) & FAR != 0 {
                    back(CHICK);
                }
                if piece != HEN {
                    let mut before = self;
                    before.kinds[kind] ^= one(to);
                    before.own ^= one(to);
                    before.hands[0][kind] += 1;
                    visit(before);
                }
            }
        }
    }
}

pub(crate) fn one(cell: CellIndex) -> Cells {
    1 << cell
}

/// The cells of a set in ascending order.
pub(crate) fn each(mut cells: Cells) -> impl Iterator<Item = CellIndex> {
    std::iter::from_fn(move || {
        let lowest = cells.trailing_zeros();
        cells &= cells.wrapping_sub(1);
        (lowest < Cells::BITS).then_some(lowest.try_into().expect("below 16"))
    })
}

fn turned(cells: Cells) -> Cells {
    cells.reverse_bits() >> 4
}

fn mirrored(cells: Cells) -> Cells {
    (cells & LEFT) << 2 | cells >> 2 & LEFT | cells & LEFT << 1
}
