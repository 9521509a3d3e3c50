//! The periods that others have published: the tables of Tomasz Czajka, and the On-Line Encyclopedia of Integer
//! Sequences.

use std::collections::BTreeMap;
use std::str::FromStr;

use grundy::{HeapGame, Period};

use crate::atlas::cousins::{Families, values};

const CZAJKA: &str = include_str!("czajka.csv");
const ENCYCLOPEDIA: &str = include_str!("encyclopedia.csv");

/// Why reading the files cannot fail.
const VALID: &str = "the files are part of the program, and tests read them";

/// What is published.
pub(crate) struct Published {
    listings: BTreeMap<HeapGame, Listing>,
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
    pub(crate) game: HeapGame,
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
    pub(crate) fn listing(&self, game: &HeapGame) -> Option<&Listing> {
        self.listings.get(game)
    }

    /// A sequence about a game, or else about one of its family, and the period that follows for this game.
    pub(crate) fn statement(&self, game: &HeapGame, families: &Families) -> Option<(&Statement, Period)> {
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

fn listings() -> BTreeMap<HeapGame, Listing> {
    let fields: Vec<[&str; 11]> = lines(CZAJKA).collect();
    let prefixes: BTreeMap<&str, Option<(usize, usize)>> = fields
        .iter()
        .filter(|[_, same_as, ..]| same_as.is_empty())
        .map(|[code, _, period, prefix, ..]| (*code, (*period != "open").then(|| (read(period), read(prefix)))))
        .collect();
    let listings = fields.iter().map(|[code, same_as, .., solved_by]| {
        let game: HeapGame = read(code);
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
fn zeros(game: &HeapGame) -> usize {
    values(game, 20).iter().take_while(|value| **value == 0).count()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::atlas::cousins::{PLACES, all_codes};
    use crate::atlas::summary::Summary;
    use crate::atlas::table::Table;
    use crate::atlas::{page, work};

    fn code(text: &str) -> HeapGame {
        text.parse().unwrap()
    }

    fn documents(families: &Families) -> Table {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/octal-games/octal-games.csv");
        Table::load(Path::new(path), families).unwrap()
    }

    /// Asserts that a table of all games has the periods that others have found, and tells the same about the values of
    /// games that are solved in both. A period that is published nowhere should be listed here by hand. Returns how
    /// many games with such facts are solved in the table, and how many that sequences are about.
    fn check(table: &Table, families: &Families) -> [usize; 2] {
        let published = Published::new();
        let found = |game: &HeapGame| table.get(game).unwrap().period;
        for game in all_codes(PLACES) {
            let listed = published.listing(&game).and_then(|listing| listing.period);
            let stated = published.statement(&game, families).map(|statement| statement.1);
            match (found(&game), listed) {
                (Some(found), Some(listed)) => assert_eq!(found, listed, "{game}"),
                (None, Some(Period { period, preperiod })) => {
                    assert!(2 * preperiod + 2 * period + 3 > table.get(&game).unwrap().to, "{game} can be proven");
                }
                (Some(found), None) if game == code(".0") => assert_eq!((found.period, found.preperiod), (1, 0)),
                (Some(found), None) => assert_eq!(stated, Some(found), "{game} is solved in no table"),
                (None, None) => {}
            }
        }
        let solved = || published.statements.iter().filter_map(|stated| Some((stated, found(&stated.game)?)));
        for (Statement { game, sequence, period: stated, .. }, found) in solved() {
            // The sequence states another last exception than there is.
            let more = if (game, *sequence) == (&code(".56"), "A071436") { 2 } else { 0 };
            assert_eq!((found.period, found.preperiod), (stated.period, stated.preperiod + more), "{game}: {sequence}");
        }
        let mut with_facts = 0;
        for [game, .., at, largest, mask, rare, last_rare, _] in lines::<11>(CZAJKA).filter(|game| !game[6].is_empty())
        {
            let row = table.get(&read(game)).unwrap();
            if row.period.is_some() {
                with_facts += 1;
                let of_rare = row.rare.as_ref().map(|rare| (rare.count, rare.last, &*rare.mask));
                let listed = |field: &str| (!field.is_empty()).then(|| read::<usize>(field));
                assert_eq!((row.largest, row.largest_at), (read(largest), read(at)), "{game}");
                let (count, last, of_mask) = of_rare.unwrap_or_default();
                assert!(rare.is_empty() || listed(rare) == Some(count), "{game}");
                assert!(last_rare.is_empty() || listed(last_rare) == last, "{game}");
                assert!(mask.is_empty() || mask == of_mask, "{game}");
            }
        }
        [with_facts, solved().count()]
    }

    #[test]
    fn the_table_in_the_documents_agrees() {
        let families = Families::new(PLACES);
        let [with_facts, stated] = check(&documents(&families), &families);
        let text = include_str!("../page.md").split_whitespace().collect::<Vec<_>>().join(" ");
        for count in [with_facts, stated] {
            let expected = format!("of {count} games that are solved in the table");
            assert!(text.contains(&expected), "{expected}");
        }
    }

    /// Computes all games to this heap. Checks them, that at least this number of rows are about the same heaps as in
    /// the documents, and the same, and which games the page lists as solved elsewhere.
    fn check_computed(to: usize, in_the_documents: usize) {
        let families = Arc::new(Families::new(PLACES));
        let codes: Vec<HeapGame> = families.iter().map(|family| family.first().code.clone()).collect();
        let threads = std::thread::available_parallelism().unwrap();
        let mut table = Table::default();
        let insert = |rows: Vec<_>| {
            for (code, row) in rows {
                table.insert(code, row);
            }
            Ok(())
        };
        work::compute(&families, &codes, to, threads, insert).unwrap();
        check(&table, &families);

        let documents = documents(&families);
        let row = |game| (table.get(&game).unwrap(), documents.get(&game).unwrap());
        let same: Vec<_> = all_codes(PLACES).map(row).filter(|(row, other)| row.to == other.to).collect();
        assert!(same.len() >= in_the_documents, "{}", same.len());
        for (row, other) in same {
            assert_eq!(row, other);
        }

        let (published, summary) = (Published::new(), Summary::of(&table, &families));
        let is_solved = |game: &HeapGame| {
            published.listing(game).is_some_and(|listing| listing.period.is_some())
                || published.statement(game, &families).is_some()
        };
        let open = all_codes(PLACES).filter(|game| table.get(game).unwrap().period.is_none() && is_solved(game));
        let expected: BTreeSet<HeapGame> = open.map(|game| families.find(&game).0.first().code.clone()).collect();
        let page = page::write(&summary, &table, &families, &published);
        let list = page.split("\n## ").find(|section| section.starts_with("Solved elsewhere\n")).unwrap();
        let rows = list.lines().filter(|line| line.starts_with("| ")).skip(1);
        let listed: Vec<HeapGame> = rows.map(|row| code(row.split(' ').nth(1).unwrap())).collect();
        assert!(listed.len() == expected.len() && listed.iter().all(|game| expected.contains(game)), "{listed:?}");
        assert!(listed.len() > 5);
    }

    /// Enough for .165, whose values repeat after 5,181 others with period 1,550.
    #[test]
    fn periods_of_all_games_agree_with_the_tables() {
        check_computed(16_384, 695);
    }

    /// With so few heaps even Kayles is not solved.
    #[test]
    fn games_that_others_have_solved_are_listed() {
        check_computed(150, 0);
    }

    /// Enough for 4.364.
    #[test]
    #[ignore = "takes a minute; `scripts/test --long` runs it"]
    fn periods_of_games_that_repeat_later_agree_with_the_tables() {
        check_computed(65_536, 699);
    }

    const HEAPS: usize = 1000;

    /// The tables compare values of 1,000 heaps, too.
    #[test]
    fn games_that_the_tables_call_equivalent_have_the_same_values() {
        for [game, same_as, ..] in lines::<11>(CZAJKA).filter(|game| !game[1].is_empty()) {
            let [own, other] = [game, same_as].map(|game| (values(&read(game), HEAPS), zeros(&read(game))));
            let length = HEAPS - own.1.max(other.1);
            assert!(own.0[own.1..][..length] == other.0[other.1..][..length], "{game} and {same_as}");
        }
    }

    /// What the sequences are about, with heaps of some tokens less, has the values of the games.
    #[test]
    fn sequences_of_the_encyclopedia_are_about_games_with_the_same_values() {
        for Statement { game, sequence, of, more, .. } in Published::new().statements {
            let (own, other) = (values(&game, HEAPS), values(&read(of), HEAPS));
            let is_zero = own[..more].iter().all(|&value| value == 0);
            assert!(is_zero && own[more..] == other[..=HEAPS - more], "{game}, {sequence}");
        }
    }

    #[test]
    fn all_games_but_one_are_listed() {
        let published = Published::new();
        let absent: Vec<HeapGame> = all_codes(PLACES).filter(|game| published.listing(game).is_none()).collect();
        assert_eq!(absent, [code(".0")]);
        assert_eq!(published.listings.len(), 1023);
        assert_eq!(published.listings.values().filter(|listing| listing.period.is_none()).count(), 325);
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
