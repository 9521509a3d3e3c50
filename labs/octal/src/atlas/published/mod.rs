//! What others have published about these games: the tables of Tomasz Czajka, the On-Line Encyclopedia of Integer
//! Sequences, and what Marek Rogalski and Mitchell Riley count.

use std::collections::BTreeMap;
use std::str::FromStr;

use grundy::{Engine, Period, Sequence};

use crate::atlas::cousins::{Code, Families};
use crate::atlas::table::{Rare, Row};

const CZAJKA: &str = include_str!("czajka.csv");
const ENCYCLOPEDIA: &str = include_str!("encyclopedia.csv");
const COUNTS: &str = include_str!("counts.csv");

/// Why reading the files cannot fail.
const VALID: &str = "the files are part of the program, and tests read them";

/// What is published.
pub(crate) struct Published {
    listings: BTreeMap<Code, Listing>,
    /// In the order of the games.
    pub(crate) statements: Vec<Statement>,
    /// In the order of the games.
    pub(crate) counts: Vec<Count>,
}

/// What Czajka's tables say about a game.
pub(crate) struct Listing {
    /// The game whose values this one has, perhaps in heaps of some more or fewer tokens; it may be this one.
    pub(crate) same_as: &'static str,
    /// The period, if the game is solved there.
    pub(crate) period: Option<Period>,
    pub(crate) facts: Option<ListedFacts>,
    /// Who solved it first, if that is said.
    pub(crate) solved_by: &'static str,
}

/// What Czajka's tables say about the values of a game.
pub(crate) struct ListedFacts {
    /// The largest heap that was computed, of a game that is not solved there.
    pub(crate) to: Option<usize>,
    pub(crate) largest: u32,
    pub(crate) largest_at: usize,
    pub(crate) rare: Option<Rare>,
}

/// What a sequence of the Encyclopedia says about a game.
pub(crate) struct Statement {
    pub(crate) game: Code,
    /// The number of the sequence.
    pub(crate) sequence: &'static str,
    /// The game that the sequence is about, which may have more than three places.
    pub(crate) of: &'static str,
    /// How many tokens more a heap of `game` has than the heap of the same value in that one.
    pub(crate) more: usize,
    /// The last exception in the game that the sequence is about.
    pub(crate) last_exception: usize,
    /// The period of `game`.
    pub(crate) period: Period,
    /// Who found it, if that is known.
    pub(crate) solved_by: &'static str,
}

/// What somebody counts in a game that is not solved, where it is said. Heap 0 is included.
pub(crate) struct Count {
    pub(crate) game: Code,
    /// Who counts.
    pub(crate) source: &'static str,
    /// The largest heap, if these are not all whose values are known.
    pub(crate) to: Option<usize>,
    largest: Option<u32>,
    zeros: Option<usize>,
    last_zero: Option<usize>,
    rare: Option<usize>,
    last_rare: Option<usize>,
    /// The sum of all values modulo 2^16, the second half of a checksum.
    sum: Option<&'static str>,
    /// Up to which heap there are no further rare heaps.
    pub(crate) further: Option<usize>,
}

impl Published {
    pub(crate) fn new() -> Self {
        Self {
            listings: listings(),
            statements: lines(ENCYCLOPEDIA).map(Statement::new).collect(),
            counts: lines(COUNTS).map(Count::new).collect(),
        }
    }

    /// What Czajka's tables say about a game. They leave out the game without moves.
    pub(crate) fn listing(&self, game: &Code) -> Option<&Listing> {
        self.listings.get(game)
    }

    /// What Czajka's tables say about all their games, in order.
    pub(crate) fn listings(&self) -> impl Iterator<Item = (&Code, &Listing)> {
        self.listings.iter()
    }

    /// A sequence about a game, or else about one of its family, and the period that follows for this game.
    pub(crate) fn statement(&self, game: &Code, families: &Families) -> Option<(&Statement, Period)> {
        let (family, member) = families.find(game);
        let of_family = |statement: &&Statement| families.find(&statement.game).0.first().code == family.first().code;
        let own = self.statements.iter().find(|statement| statement.game == *game);
        let statement = own.or_else(|| self.statements.iter().find(of_family))?;
        let more = family.shift(member) - family.shift(families.find(&statement.game).1);
        let Period { period, preperiod } = statement.period;
        Some((statement, Period { period, preperiod: preperiod.saturating_add_signed(more) }))
    }
}

impl Statement {
    fn new([game, sequence, of, more, period, last_exception, solved_by]: [&'static str; 7]) -> Self {
        let (more, last_exception) = (read(more), read(last_exception));
        let period = Period { period: read(period), preperiod: last_exception + 1 + more };
        Self { game: read(game), sequence, of, more, last_exception, period, solved_by }
    }
}

impl Count {
    fn new(fields: [&'static str; 10]) -> Self {
        let [game, source, to, largest, zeros, last_zero, rare, last_rare, sum, further] = fields;
        Self {
            game: read(game),
            source,
            to: read_if_there(to),
            largest: read_if_there(largest),
            zeros: read_if_there(zeros),
            last_zero: read_if_there(last_zero),
            rare: read_if_there(rare),
            last_rare: read_if_there(last_rare),
            sum: (!sum.is_empty()).then_some(sum),
            further: read_if_there(further),
        }
    }

    /// What is counted, in words.
    pub(crate) fn what(&self) -> Vec<&'static str> {
        let words = [
            (self.largest.is_some(), "largest value"),
            (self.zeros.is_some(), "zeros"),
            (self.last_zero.is_some(), "last zero"),
            (self.rare.is_some(), "rare heaps"),
            (self.last_rare.is_some(), "last rare heap"),
            (self.sum.is_some(), "sum of all values modulo 2^16"),
        ];
        words.into_iter().filter_map(|(is_counted, words)| is_counted.then_some(words)).collect()
    }

    /// Whether all that is counted is as in a row. `None` if that is about other heaps.
    pub(crate) fn is_as_in(&self, row: &Row) -> Option<bool> {
        let is_about_the_same = self.to.map_or(self.last_rare <= Some(row.to), |to| to == row.to);
        let rare = row.rare.as_ref();
        let is_same = |counted: Option<usize>, here: Option<usize>| counted.is_none() || counted == here;
        is_about_the_same.then(|| {
            self.largest.is_none_or(|largest| largest == row.largest)
                && is_same(self.zeros, Some(row.zeros))
                && is_same(self.last_zero, Some(row.last_zero))
                && is_same(self.rare, rare.map(|rare| rare.count))
                && is_same(self.last_rare, rare.and_then(|rare| rare.last))
                && self.sum.is_none_or(|sum| row.checksum.ends_with(sum))
        })
    }
}

/// The lines of a file after those with comments and the header.
fn lines<const N: usize>(file: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    let lines = file.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| line.split(',').collect::<Vec<_>>().try_into().expect(VALID))
}

fn read<T: FromStr>(field: &str) -> T {
    field.parse().ok().expect(VALID)
}

fn read_if_there<T: FromStr>(field: &str) -> Option<T> {
    (!field.is_empty()).then(|| read(field))
}

fn listings() -> BTreeMap<Code, Listing> {
    let fields: Vec<[&str; 11]> = lines(CZAJKA).collect();
    let prefixes: BTreeMap<&str, Option<(usize, usize)>> = fields
        .iter()
        .filter(|[_, same_as, ..]| same_as.is_empty())
        .map(|[code, _, period, prefix, ..]| (*code, (*period != "open").then(|| (read(period), read(prefix)))))
        .collect();
    let listings = fields.iter().map(|[code, same_as, _, _, to, largest_at, largest, mask, rare, last_rare, by]| {
        let game: Code = read(code);
        let same_as = if same_as.is_empty() { code } else { same_as };
        let period = prefixes[same_as].map(|(period, prefix)| {
            // Heaps have as many tokens more as there are more zeros. If they have fewer, the values may repeat from
            // the start.
            let more = if same_as == code { (0, 0) } else { (zeros(&game), zeros(&read(same_as))) };
            Period { period, preperiod: (prefix + more.0).saturating_sub(more.1) }
        });
        let facts = (!largest.is_empty()).then(|| ListedFacts {
            to: read_if_there(to),
            largest: read(largest),
            largest_at: read(largest_at),
            rare: (!mask.is_empty()).then(|| Rare {
                count: read(rare),
                last: Some(read(last_rare)),
                mask: (*mask).to_owned(),
            }),
        });
        (game, Listing { same_as, period, facts, solved_by: by })
    });
    listings.collect()
}

/// The number of values before the first that is not 0. In all games with moves there is one of a few tokens.
pub(crate) fn zeros(game: &Code) -> usize {
    values(game, 20).iter().take_while(|value| **value == 0).count()
}

/// The values of heaps up to this one, by the plain engine.
pub(crate) fn values(game: &Code, heap: usize) -> Vec<u16> {
    let mut sequence = Sequence::new(game.game()).with_engine(Engine::Plain);
    sequence.extend_to(heap).expect("a small heap is worth no more than it has moves");
    sequence.into_packed()
}

/// Where two games first differ, if they do in the first heaps that are worth something: for both the heap and its
/// value. Zeros before the first value that is not 0 are left out.
pub(crate) fn first_difference(one: &Code, other: &Code) -> Option<[(usize, u16); 2]> {
    const HEAPS: usize = 1000;
    let heaps = |game: &Code| (0..).zip(values(game, HEAPS)).skip(zeros(game));
    heaps(one).zip(heaps(other)).find(|(one, other)| one.1 != other.1).map(|(one, other)| [one, other])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Code {
        text.parse().unwrap()
    }

    #[test]
    fn all_games_but_one_are_listed() {
        let published = Published::new();
        let absent: Vec<Code> = Code::all().filter(|game| published.listing(game).is_none()).collect();
        assert_eq!(absent, [code(".0")]);
        assert_eq!(published.listings.len(), 1023);
    }

    /// *Winning Ways*, chapter 4: Kayles has the last exception 70, Dawson's chess 51.
    #[test]
    fn preperiods_are_those_of_the_game_not_of_the_one_with_a_row() {
        let published = Published::new();
        let listed = |game: &str| published.listing(&code(game)).unwrap().period.map(|found| found.preperiod);
        assert_eq!([".77", "4.4", ".4", ".137", ".07"].map(listed), [71, 72, 54, 52, 53].map(Some));
        assert_eq!([".007", "4.064"].map(listed), [None, None]);
    }

    #[test]
    fn a_statement_is_found_for_all_games_of_a_family() {
        let (published, families) = (Published::new(), Families::new());
        let stated = |game: &str| {
            let (statement, found) = published.statement(&code(game), &families)?;
            Some((statement.sequence, found.period, found.preperiod))
        };
        assert_eq!(stated(".137"), Some(("A002187", 34, 52)));
        assert_eq!(stated(".423"), Some(("A002187", 34, 54)));
        assert_eq!(stated("4.61"), Some(("A002186", 12, 72)));
        assert_eq!(stated(".477"), Some(("A071509", 60_620_715, 160_949_019)));
        assert_eq!(stated(".007"), None);
    }

    #[test]
    fn what_is_counted_must_all_be_in_the_row() {
        let published = Published::new();
        let find = |game: &str| published.counts.iter().find(|count| count.game == code(game)).unwrap();
        let rare = |count, last| Some(Rare { count, last: Some(last), mask: "0x1ee".to_owned() });
        let officers = Row {
            to: 1 << 20,
            period: None,
            largest: 300,
            largest_at: 1000,
            rare: rare(1584, 20_627),
            zeros: 14,
            last_zero: 408,
            checksum: "00004F48".to_owned(),
        };
        assert_eq!(find(".6").what(), ["zeros", "last zero", "rare heaps", "last rare heap"]);
        assert_eq!(find(".6").is_as_in(&officers), Some(true));
        assert_eq!(find(".6").is_as_in(&Row { to: 20_626, ..officers.clone() }), None);
        for changed in [
            Row { zeros: 15, ..officers.clone() },
            Row { last_zero: 409, ..officers.clone() },
            Row { rare: rare(1585, 20_627), ..officers.clone() },
            Row { rare: rare(1584, 20_628), ..officers.clone() },
            Row { rare: None, ..officers.clone() },
        ] {
            assert_eq!(find(".6").is_as_in(&changed), Some(false), "{changed:?}");
        }
        let other = Row { to: 1 << 24, largest: 323, zeros: 13, rare: rare(2037, 64_126), ..officers };
        assert_eq!(find(".014").is_as_in(&other), Some(true));
        assert_eq!(find(".014").is_as_in(&Row { to: 1 << 25, ..other.clone() }), None);
        assert_eq!(find(".014").is_as_in(&Row { largest: 324, ..other.clone() }), Some(false));
        assert_eq!(find(".014").is_as_in(&Row { checksum: "4F480000".to_owned(), ..other }), Some(false));
    }

    #[test]
    fn games_are_compared_from_the_first_heap_that_is_worth_something() {
        let difference = |one: &str, other: &str| first_difference(&code(one), &code(other));
        assert_eq!(difference(".137", ".07"), None);
        // 0, 1, 0, 0, ... and 0, 1, 1, 0, ...
        assert_eq!(difference(".1", ".11"), Some([(2, 0), (2, 1)]));
        // 0, 0, 1, 0, ... and 0, 1, 1, 0, ...
        assert_eq!(difference(".01", ".11"), Some([(3, 0), (2, 1)]));
    }
}
