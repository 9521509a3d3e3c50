//! The periods that others have published: the tables of Tomasz Czajka, and the On-Line Encyclopedia of Integer
//! Sequences.

use std::collections::BTreeMap;
use std::str::FromStr;

use grundy::{Octal, Period};

use crate::atlas::cousins::{Families, values};

const CZAJKA: &str = include_str!("czajka.csv");
const ENCYCLOPEDIA: &str = include_str!("encyclopedia.csv");

/// Why reading the files cannot fail.
const VALID: &str = "the files are part of the program, and tests read them";

/// What is published.
pub(crate) struct Published {
    listings: BTreeMap<Octal, Listing>,
    statements: Vec<Statement>,
}

/// What Czajka's tables say about a game.
pub(crate) struct Listing {
    /// The period, if the game is solved there.
    pub(crate) period: Option<Period>,
    /// Who solved it first, if that is said.
    pub(crate) solved_by: &'static str,
}

/// What a sequence of the Encyclopedia says about a game.
pub(crate) struct Statement {
    pub(crate) game: Octal,
    /// The number of the sequence.
    pub(crate) sequence: &'static str,
    /// The game that the sequence is about, which may have more than three places.
    pub(crate) of: &'static str,
    /// How many tokens more a heap of `game` has than the heap of the same value in that one.
    pub(crate) more: usize,
    /// The period of `game`.
    period: Period,
    /// Who found it, if that is known.
    pub(crate) solved_by: &'static str,
}

impl Published {
    pub(crate) fn new() -> Self {
        Self { listings: listings(), statements: lines(ENCYCLOPEDIA).map(Statement::new).collect() }
    }

    /// What Czajka's tables say about a game. They leave out the game without moves.
    pub(crate) fn listing(&self, game: &Octal) -> Option<&Listing> {
        self.listings.get(game)
    }

    /// A sequence about a game, or else about one of its family, and the period that follows for this game.
    pub(crate) fn statement(&self, game: &Octal, families: &Families) -> Option<(&Statement, Period)> {
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
        let more = read(more);
        let period = Period { period: read(period), preperiod: read::<usize>(last_exception) + 1 + more };
        Self { game: read(game), sequence, of, more, period, solved_by }
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

fn listings() -> BTreeMap<Octal, Listing> {
    let fields: Vec<[&str; 11]> = lines(CZAJKA).collect();
    let prefixes: BTreeMap<&str, Option<(usize, usize)>> = fields
        .iter()
        .filter(|[_, same_as, ..]| same_as.is_empty())
        .map(|[code, _, period, prefix, ..]| (*code, (*period != "open").then(|| (read(period), read(prefix)))))
        .collect();
    let listings = fields.iter().map(|[code, same_as, .., solved_by]| {
        let game: Octal = read(code);
        let same_as = if same_as.is_empty() { code } else { same_as };
        let period = prefixes[same_as].map(|(period, prefix)| {
            // Heaps have as many tokens more as there are more zeros. If they have fewer, the values may repeat from
            // the start.
            let more = if same_as == code { (0, 0) } else { (zeros(&game), zeros(&read(same_as))) };
            Period { period, preperiod: (prefix + more.0).saturating_sub(more.1) }
        });
        (game, Listing { period, solved_by })
    });
    listings.collect()
}

/// The number of values before the first that is not 0. In all games with moves there is one of a few tokens.
fn zeros(game: &Octal) -> usize {
    values(game, 20).iter().take_while(|value| **value == 0).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atlas::cousins::{PLACES, all_codes};

    fn code(text: &str) -> Octal {
        text.parse().unwrap()
    }

    #[test]
    fn all_games_but_one_are_listed() {
        let published = Published::new();
        let absent: Vec<Octal> = all_codes(PLACES).filter(|game| published.listing(game).is_none()).collect();
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
        let (published, families) = (Published::new(), Families::new(PLACES));
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
}
