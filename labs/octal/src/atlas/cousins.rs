//! Codes of few places, and which of them have the same values, perhaps in heaps of some more tokens.
//!
//! Each of these rules replaces a code by one with the same values. `G` is the value of a heap, `d[k]` the digit for
//! taking `k` tokens.
//!
//! 1. *A move to nothing.* If `d[k]` contains 1, and without it the heap of `k` tokens were worth more than 0, the 1
//!    can be left out. Only that heap has the move, which leads to 0. That the heap is worth more than 0 without the
//!    move means that another one leads to 0 too. So the values that its moves lead to stay the same, its own as well,
//!    and the values of larger heaps.
//! 2. *A move to one heap.* If `d[k]` contains 2, some `d[j]` with `j < k` contains 4, and `G(k - j) = 0`, the 2 can be
//!    left out. Instead of leaving `n - k` of `n` tokens, a player can take only `j` and leave heaps of `n - k` and
//!    `k - j`, neither of which is empty. Their value is `G(n - k) + 0`, the same.
//! 3. *One token less.* If no move takes all of a heap of one token, that heap is worth as much as an empty one. Call a
//!    heap of `n + 1` tokens a heap of `n` instead, and drop empty heaps. What was left with at least 1 token has at
//!    least 0 now:
//!    - a move that takes all of a heap of `k` takes all of a heap of `k - 1`: 1 in `d[k]` becomes 1 in `d[k - 1]`;
//!    - a move that takes `k` and leaves one heap leaves `n + 1 - k` of `n + 1`, now `n - k` of `n`, and that may be
//!      none: 2 in `d[k]` becomes 3 in `d[k]`;
//!    - a move that takes `k` and leaves two heaps leaves `a + b = n + 1 - k` of `n + 1`, now `a - 1` and `b - 1` of
//!      `n`, which are `n - (k + 1)` together, and either may be none: 4 in `d[k]` becomes 7 in `d[k + 1]`.
//!
//!    So `G(n + 1)` is the value of a heap of `n` in the game with these digits.
//!
//! The rules turn each code into a normal form, which can have more than three places. Games with one normal form are a
//! *family*. There are more games with the same values, but to see that takes a period of both.

use std::collections::BTreeMap;
use std::iter::repeat_n;

use anyhow::ensure;
use grundy::{HeapGame, Sequence};

/// The number of places after the point that the atlas with a page and a picture covers.
pub(crate) const PLACES: u32 = 3;

/// The largest number of places that a table may cover.
pub(crate) const MOST_PLACES: u32 = 4;

/// Permission to take a whole heap.
const WHOLE: u8 = 1;
/// Permission to leave one heap.
const ONE: u8 = 2;
/// Permission to leave two heaps.
const TWO: u8 = 4;

/// All codes of up to this number of places, in order.
pub(crate) fn all_codes(places: u32) -> impl Iterator<Item = HeapGame> {
    let width = places as usize;
    let texts = [0, 4].map(|first| (0..8_u32.pow(places)).map(move |number| format!("{first}.{number:0width$o}")));
    texts.into_iter().flatten().map(|text| text.parse().expect("octal digits, the first 0 or 4"))
}

/// Reads a code of at most [`MOST_PLACES`] places.
pub(crate) fn parse_code(text: &str) -> anyhow::Result<HeapGame> {
    let code: HeapGame = text.parse()?;
    ensure!(text != "grundy", "expected an octal code");
    ensure!(code.digits().len() <= 1 + MOST_PLACES as usize, "expected at most {MOST_PLACES} digits after the point");
    Ok(code)
}

fn of_digits(digits: impl Iterator<Item = u8>) -> HeapGame {
    let digits: String = digits.map(|digit| char::from(b'0' + digit)).collect();
    let (first, places) = digits.split_at(1);
    // A point at the end alone is not a code.
    format!("{first}.{places}0").parse().expect("octal digits, the first 0 or 4")
}

/// The digit for taking `taken` tokens.
pub(crate) fn digit(code: &HeapGame, taken: usize) -> u8 {
    code.digits().get(taken).copied().unwrap_or(0)
}

fn contains(code: &HeapGame, taken: usize, permission: u8) -> bool {
    digit(code, taken) & permission != 0
}

fn without(code: &HeapGame, taken: usize, permission: u8) -> HeapGame {
    of_digits((0..).zip(code.digits()).map(|(other, &digit)| if other == taken { digit & !permission } else { digit }))
}

/// The values of the heaps up to this one.
pub(crate) fn values(code: &HeapGame, heap: usize) -> Vec<u16> {
    let mut sequence = Sequence::new(code.clone()).by_all_moves();
    sequence.extend_to(heap).expect("a heap is worth no more than it has moves");
    sequence.into_packed()
}

/// Leaves out all permissions that rules 1 and 2 allow to leave out.
fn reduced(code: &HeapGame) -> HeapGame {
    let places = code.digits().len();
    let known = values(code, places);
    let splits: Vec<usize> = (0..places).filter(|&taken| contains(code, taken, TWO)).collect();
    let as_split = |taken: usize| splits.iter().any(|&split| split < taken && known[taken - split] == 0);
    (1..places).fold(code.clone(), |mut code, taken| {
        if contains(&code, taken, ONE) && as_split(taken) {
            code = without(&code, taken, ONE);
        }
        if contains(&code, taken, WHOLE) {
            let without = without(&code, taken, WHOLE);
            if values(&without, taken)[taken] != 0 {
                code = without;
            }
        }
        code
    })
}

/// The code of rule 3, if it applies. The game without moves has no other.
fn with_one_token_less(code: &HeapGame) -> Option<HeapGame> {
    if contains(code, 1, WHOLE) || code.digits() == [0] {
        return None;
    }
    Some(of_digits((0..=code.digits().len()).map(|taken| {
        let whole = if contains(code, taken + 1, WHOLE) { WHOLE } else { 0 };
        let one = if contains(code, taken, ONE) { ONE | WHOLE } else { 0 };
        let two = if taken > 0 && contains(code, taken - 1, TWO) { TWO | ONE | WHOLE } else { 0 };
        whole | one | two
    })))
}

/// The normal form, and how many tokens more a heap has here than the heap of the same value there. Smaller heaps are
/// worth 0.
fn normal_form(code: &HeapGame) -> (HeapGame, usize) {
    let mut form = (reduced(code), 0);
    while let Some(shorter) = with_one_token_less(&form.0) {
        form = (reduced(&shorter), form.1 + 1);
    }
    form
}

/// Games with the same values.
pub(crate) struct Family {
    /// In order, and at least one.
    members: Vec<Member>,
}

/// A game of a family.
pub(crate) struct Member {
    pub(crate) code: HeapGame,
    /// How many tokens more a heap has here than the heap of the same value in the normal form.
    shift: usize,
}

impl Family {
    pub(crate) fn members(&self) -> &[Member] {
        &self.members
    }

    /// The game that stands for all.
    pub(crate) fn first(&self) -> &Member {
        &self.members[0]
    }

    /// The largest heap of the first game whose value is needed to know all heaps up to `to` of all games.
    pub(crate) fn heap_needed(&self, to: usize) -> usize {
        let smallest = self.members.iter().map(|member| member.shift).min().unwrap_or(0);
        (to + self.first().shift).saturating_sub(smallest)
    }

    /// The values of the heaps of a member from 0 to `to`, given the values of the first game.
    pub(crate) fn values<'a>(
        &self,
        member: &Member,
        first: &'a [u16],
        to: usize,
    ) -> impl DoubleEndedIterator<Item = u16> + Clone + use<'a> {
        let more = member.shift.saturating_sub(self.first().shift).min(to + 1);
        let fewer = self.first().shift.saturating_sub(member.shift);
        repeat_n(0, more).chain(first[fewer..][..to + 1 - more].iter().copied())
    }

    /// How many tokens more a heap of a member has than the heap of the same value in the first game.
    pub(crate) fn shift(&self, member: &Member) -> isize {
        member.shift.cast_signed() - self.first().shift.cast_signed()
    }
}

/// All games of the atlas, by family.
pub(crate) struct Families {
    /// In the order of their first games.
    families: Vec<Family>,
    /// For each code the indices of its family, and of the game in it.
    places: BTreeMap<HeapGame, (usize, usize)>,
}

impl Families {
    /// Finds the normal forms of all codes of up to this number of places.
    pub(crate) fn new(places: u32) -> Self {
        let mut families: Vec<Family> = Vec::new();
        let mut found = BTreeMap::new();
        let mut known: BTreeMap<HeapGame, usize> = BTreeMap::new();
        for code in all_codes(places) {
            let (form, shift) = normal_form(&code);
            let index = *known.entry(form).or_insert(families.len());
            if index == families.len() {
                families.push(Family { members: Vec::new() });
            }
            let members = &mut families[index].members;
            found.insert(code.clone(), (index, members.len()));
            members.push(Member { code, shift });
        }
        Self { families, places: found }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Family> {
        self.families.iter()
    }

    /// Whether the code has as few places as the others.
    pub(crate) fn contain(&self, code: &HeapGame) -> bool {
        self.places.contains_key(code)
    }

    /// The family of a code of the atlas, and its place there.
    pub(crate) fn find(&self, code: &HeapGame) -> (&Family, &Member) {
        let (family, member) = self.places[code];
        (&self.families[family], &self.families[family].members[member])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> HeapGame {
        text.parse().unwrap()
    }

    /// From *Winning Ways*, chapter 4, and the comments on octal games in the On-Line Encyclopedia of Integer
    /// Sequences: A071434, A071435, A071452.
    #[test]
    fn families_agree_with_the_literature() {
        for (game, form, shift) in [
            (".07", ".137", 1),
            (".4", ".137", 2),
            (".074", ".1377", 1),
            (".440", ".1377", 2),
            (".463", ".1377", 2),
            (".450", ".177", 1),
            (".473", ".177", 1),
            (".045", ".11377", 2),
            (".077", ".1377", 1),
            (".137", ".137", 0),
            (".007", ".11337", 2),
        ] {
            let (found, tokens) = normal_form(&code(game));
            assert_eq!((found.to_string().as_str(), tokens), (form, shift), "{game}");
        }
    }

    #[test]
    fn games_of_a_family_have_the_same_values() {
        const TO: usize = 2000;
        let families = Families::new(PLACES);
        assert_eq!(families.iter().map(|family| family.members().len()).sum::<usize>(), 1024);
        for family in families.iter().filter(|family| family.members().len() > 1) {
            let first = values(&family.first().code, family.heap_needed(TO));
            for member in family.members() {
                assert!(family.values(member, &first, TO).eq(values(&member.code, TO)), "{}", member.code);
            }
        }
    }
}
