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
use std::fmt;
use std::str::FromStr;

use grundy::{Engine, HeapGame, Octal, ParseOctalError, Sequence};

/// The digits of an octal code, ordered as written with equally many places.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Code {
    /// `digits[k]` is for taking `k` tokens; the last one is not 0 unless it is the only one.
    digits: Vec<u8>,
}

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

impl Code {
    /// All codes of up to this number of places, in order.
    pub(crate) fn all(places: u32) -> impl Iterator<Item = Self> {
        let code = move |first, number: u32| {
            let digit = |place: u32| u8::try_from(number >> (3 * place) & 7).unwrap_or(0);
            Self::new(std::iter::once(first).chain((0..places).rev().map(digit)).collect())
        };
        [0, 4].into_iter().flat_map(move |first| (0..8_u32.pow(places)).map(move |number| code(first, number)))
    }

    fn new(mut digits: Vec<u8>) -> Self {
        while digits.len() > 1 && digits.last() == Some(&0) {
            digits.pop();
        }
        Self { digits }
    }

    /// The digit for taking `taken` tokens.
    pub(crate) fn digit(&self, taken: usize) -> u8 {
        self.digits.get(taken).copied().unwrap_or(0)
    }

    /// The game that has this code.
    pub(crate) fn game(&self) -> HeapGame {
        self.to_string().parse().expect("octal digits, the first 0 or 4")
    }

    /// The values of the heaps that a move can take all of.
    fn small_values(&self) -> Vec<u16> {
        let mut sequence = Sequence::new(self.game()).with_engine(Engine::Plain);
        sequence.extend_to(self.digits.len()).expect("a heap is worth no more than it has moves");
        sequence.into_packed()
    }

    fn contains(&self, taken: usize, permission: u8) -> bool {
        self.digit(taken) & permission != 0
    }

    fn without(&self, taken: usize, permission: u8) -> Self {
        let mut digits = self.digits.clone();
        digits[taken] &= !permission;
        Self::new(digits)
    }

    /// Leaves out all permissions that rules 1 and 2 allow to leave out.
    fn reduced(&self) -> Self {
        let values = self.small_values();
        let splits: Vec<usize> = (0..self.digits.len()).filter(|&taken| self.contains(taken, TWO)).collect();
        let as_split = |taken: usize| splits.iter().any(|&split| split < taken && values[taken - split] == 0);
        (1..self.digits.len()).fold(self.clone(), |mut code, taken| {
            if code.contains(taken, ONE) && as_split(taken) {
                code = code.without(taken, ONE);
            }
            if code.contains(taken, WHOLE) {
                let without = code.without(taken, WHOLE);
                let mut sequence = Sequence::new(without.game()).with_engine(Engine::Plain);
                sequence.extend_to(taken).expect("a heap is worth no more than it has moves");
                if sequence.packed()[taken] != 0 {
                    code = without;
                }
            }
            code
        })
    }

    /// The code of rule 3, if it applies. The game without moves has no other.
    fn with_one_token_less(&self) -> Option<Self> {
        if self.contains(1, WHOLE) || self.digits == [0] {
            return None;
        }
        let digits = (0..=self.digits.len()).map(|taken| {
            let whole = if self.contains(taken + 1, WHOLE) { WHOLE } else { 0 };
            let one = if self.contains(taken, ONE) { ONE | WHOLE } else { 0 };
            let two = if taken > 0 && self.contains(taken - 1, TWO) { TWO | ONE | WHOLE } else { 0 };
            whole | one | two
        });
        Some(Self::new(digits.collect()))
    }

    /// The normal form, and how many tokens more a heap has here than the heap of the same value there. Smaller heaps
    /// are worth 0.
    fn normal_form(&self) -> (Self, usize) {
        let mut form = (self.reduced(), 0);
        while let Some(shorter) = form.0.with_one_token_less() {
            form = (shorter.reduced(), form.1 + 1);
        }
        form
    }
}

impl fmt::Display for Code {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.digits[0] != 0 {
            write!(out, "{}", self.digits[0])?;
        }
        out.write_str(if self.digits == [0] { ".0" } else { "." })?;
        self.digits[1..].iter().try_for_each(|digit| write!(out, "{digit}"))
    }
}

/// Why a text is not one of the codes of the atlas.
#[derive(Debug)]
pub(crate) enum CodeError {
    NotOctal(ParseOctalError),
    TooLong,
}

impl fmt::Display for CodeError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOctal(error) => error.fmt(out),
            Self::TooLong => write!(out, "expected at most {MOST_PLACES} digits after the point"),
        }
    }
}

impl std::error::Error for CodeError {}

impl FromStr for Code {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Self, CodeError> {
        let canonical = text.parse::<Octal>().map_err(CodeError::NotOctal)?.to_string();
        let (first, places) = canonical.split_once('.').unwrap_or_default();
        if places.len() > MOST_PLACES as usize {
            return Err(CodeError::TooLong);
        }
        let first = if first.is_empty() { "0" } else { first };
        Ok(Self::new(first.bytes().chain(places.bytes()).map(|digit| digit - b'0').collect()))
    }
}

/// Games with the same values.
pub(crate) struct Family {
    /// In order, and at least one.
    members: Vec<Member>,
}

/// A game of a family.
pub(crate) struct Member {
    pub(crate) code: Code,
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

    /// Copies the values of the heaps of a member from 0 to `to`, given the values of the first game, into the memory
    /// of `copy`.
    pub(crate) fn copy_values(&self, member: &Member, first: &[u16], to: usize, copy: &mut Vec<u16>) {
        let more = member.shift.saturating_sub(self.first().shift);
        let fewer = self.first().shift.saturating_sub(member.shift);
        copy.clear();
        copy.extend(std::iter::repeat_n(0, more).chain(first[fewer..].iter().copied()).take(to + 1));
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
    places: BTreeMap<Code, (usize, usize)>,
}

impl Families {
    /// Finds the normal forms of all codes of up to this number of places.
    pub(crate) fn new(places: u32) -> Self {
        let mut families: Vec<Family> = Vec::new();
        let mut found = BTreeMap::new();
        let mut known: BTreeMap<Code, usize> = BTreeMap::new();
        for code in Code::all(places) {
            let (form, shift) = code.normal_form();
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
    pub(crate) fn contain(&self, code: &Code) -> bool {
        self.places.contains_key(code)
    }

    /// The family of a code of the atlas, and its place there.
    pub(crate) fn find(&self, code: &Code) -> (&Family, &Member) {
        let (family, member) = self.places[code];
        (&self.families[family], &self.families[family].members[member])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Code {
        text.parse().unwrap()
    }

    #[test]
    fn there_are_1024_codes_in_order_and_they_are_printed_as_octal_prints_them() {
        let codes: Vec<Code> = Code::all(PLACES).collect();
        assert_eq!(codes.len(), 1024);
        assert!(codes.is_sorted_by(|a, b| a < b));
        for code in &codes {
            assert_eq!(code.to_string(), code.game().to_string());
            assert_eq!(code.to_string().parse::<Code>().unwrap(), *code);
        }
        assert_eq!([0, 1, 8, 64, 512].map(|index| codes[index].to_string()), [".0", ".001", ".01", ".1", "4."]);
        assert_eq!(code("0.770"), code(".77"));
        assert_eq!(".00007".parse::<Code>().unwrap_err().to_string(), "expected at most 4 digits after the point");
        assert!(".8".parse::<Code>().unwrap_err().to_string().starts_with("invalid digit '8'"));
    }

    /// From *Winning Ways*, chapter 4, and the comments on octal games in the On-Line Encyclopedia of Integer
    /// Sequences: A071434, A071435, A071452.
    #[test]
    fn families_are_those_of_the_literature() {
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
            let (found, tokens) = code(game).normal_form();
            assert_eq!((found.to_string().as_str(), tokens), (form, shift), "{game}");
        }
    }

    /// Both look the same to heap 518; the difference is noted in Czajka's tables.
    #[test]
    fn games_that_only_look_the_same_are_not_cousins() {
        assert_ne!(code(".161").normal_form().0, code(".36").normal_form().0);
    }

    fn values(code: &Code, heap: usize) -> Vec<u16> {
        let mut sequence = Sequence::new(code.game()).with_engine(Engine::Plain);
        sequence.extend_to(heap).unwrap();
        sequence.into_packed()
    }

    #[test]
    fn a_normal_form_has_the_values_of_the_game() {
        const TO: usize = 300;
        for code in Code::all(PLACES) {
            let (form, shift) = code.normal_form();
            let own = values(&code, TO + shift);
            assert!(own[..shift].iter().all(|&value| value == 0), "{code}");
            assert!(own[shift..] == values(&form, TO), "{code} and {form}");
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
                let mut copy = vec![7; 3];
                family.copy_values(member, &first, TO, &mut copy);
                assert!(copy == values(&member.code, TO), "{}", member.code);
            }
        }
    }
}
