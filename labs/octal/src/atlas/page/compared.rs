//! The atlas compared with what is published.

use grundy::Period;

use super::unsolved::{in_the_encyclopedia, is_solved_elsewhere, link};
use super::{Contents, games, table};
use crate::atlas::cousins::Code;
use crate::atlas::published::{Count, ListedFacts, first_difference};
use crate::atlas::summary::{Entry, grouped};
use crate::atlas::table::Row;

/// Games that are said to have the same values, and where, by the notes on errors of others in Czajka's tables.
const SAID_TO_BE_EQUAL: [(&str, &str, &str); 3] =
    [(".161", ".36", "Flammenkamp's tables"), (".27", ".06", "*Winning Ways*"), (".314", ".31", "*Winning Ways*")];

const SOURCES: &str = "\
## Compared with what is published

- Tomasz Czajka, [Solving octal games](https://github.com/tczajka/octal-games), as of 22 April 2025: tables, work in
progress, of the
  same games.
- *OEIS*: the [On-Line Encyclopedia of Integer Sequences](https://oeis.org), as of 2026, where it states the period of
one of these
  games or of one with the same values.
- Achim Flammenkamp, [Sprague-Grundy values of octal games](https://wwwhomes.uni-bielefeld.de/achim/octal.html), as far
as the other
  two cite it.
- Elwyn Berlekamp, John Conway and Richard Guy, *Winning Ways for your Mathematical Plays*, chapter 4, likewise.
- Anil Gangolli and Thane Plambeck, [A note on periodicity in some octal games](https://doi.org/10.1007/BF01254294),
*International Journal
  of Game Theory* 18 (1989), pp. 311–320, likewise.
- J. P. Grossman, [Searching for periodicity in Officers](https://library.slmath.org/books/Book70/files/1016.pdf),
*Games of No Chance 5*
  (MSRI Publications 70, 2019), pp. 373–385, by its abstract: more than 140 trillion values of .6, over 5 million a second, and no period.
- Marek Rogalski, [octal](https://github.com/rogalski-wmii-uni-lodz-pl/octal), as of 12 May 2023: how often each value
occurs in five
  games, to heaps 2^36 to 2^40.
- Mitchell Riley, [Officers on the GPU](https://mvr.github.io/posts/officers.html), 2025: the rare heaps and the zeros
of .6.

The figures that are compared are in `labs/octal/src/atlas/published/czajka.csv`,
`labs/octal/src/atlas/published/encyclopedia.csv` and
`labs/octal/src/atlas/published/counts.csv`. Grossman and Rogalski carry their games much further than this page.
Flammenkamp's tables
carry unsolved games further too, some to heap 2^26 or 2^28, and in 2026 Tyler Satchel Orden continued some of these
([A071441](https://oeis.org/A071441), [A071459](https://oeis.org/A071459), [A071513](https://oeis.org/A071513),
[A125928](https://oeis.org/A125928)).
";

/// How a game stands in Czajka's tables and here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Same,
    Different,
    OnlyHere,
    OnlyThere,
    Unsolved,
    NotListed,
}

impl Standing {
    const ALL: [(Self, &str); 6] = [
        (Self::Same, "solved in both, with the same period and preperiod"),
        (Self::Different, "solved in both, with another period or preperiod"),
        (Self::OnlyHere, "solved here, without a period there"),
        (Self::OnlyThere, "solved there, not here"),
        (Self::Unsolved, "solved in neither"),
        (Self::NotListed, "not in Czajka's tables: the game without moves"),
    ];

    fn of(game: &Code, row: &Row, contents: &Contents<'_>) -> Self {
        let Some(listing) = contents.published.listing(game) else { return Self::NotListed };
        match (row.period, listing.period) {
            (Some(here), Some(there)) if here == there => Self::Same,
            (Some(_), Some(_)) => Self::Different,
            (Some(_), None) => Self::OnlyHere,
            (None, Some(_)) => Self::OnlyThere,
            (None, None) => Self::Unsolved,
        }
    }
}

/// The section about all that is published.
pub(super) fn compare(contents: &Contents<'_>) -> String {
    let paragraphs = [Some(SOURCES.to_owned()), standings(contents), only_here(contents), only_there(contents)];
    let more = [
        different(contents),
        facts(contents),
        facts_of_open(contents),
        counts(contents),
        encyclopedia(contents),
        said_to_be_equal(),
    ];
    paragraphs.into_iter().chain(more).flatten().collect::<Vec<_>>().join("\n")
}

/// What nobody has published before, as far as is known. `None` for an atlas of some games only.
pub(super) fn news(contents: &Contents<'_>) -> Option<String> {
    let is_published = |entry: &&Entry<'_>| {
        let statement = contents.published.statement(entry.code, contents.families);
        statement.is_some_and(|(_, there)| entry.row.period == Some(there))
    };
    let new: Vec<String> =
        entries(contents, Standing::OnlyHere).filter(|entry| !is_published(entry)).map(games).collect();
    let periods = if new.is_empty() {
        "Czajka's tables or the OEIS have all periods on this page, except the trivial one of the game without moves."
            .to_owned()
    } else {
        format!("We know of no other publication with the periods of {}.", new.join(", "))
    };
    (contents.summary.games() == Code::all().count()).then(|| {
        format!(
            "**What is new?** {periods} New, as far as we know, is one table of all games with their largest values, \
             zeros and rare heaps, also of the games that are not solved.\n"
        )
    })
}

/// The entries whose first game stands like this.
fn entries<'a>(contents: &'a Contents<'a>, wanted: Standing) -> impl Iterator<Item = &'a Entry<'a>> {
    let entries = contents.summary.entries.iter();
    entries.filter(move |entry| Standing::of(entry.code, entry.row, contents) == wanted)
}

fn standings(contents: &Contents<'_>) -> Option<String> {
    let count = |wanted| {
        let games = contents.summary.entries.iter().flat_map(|entry| &entry.games);
        let rows = games.filter_map(|game| Some((game, contents.games.get(game)?)));
        rows.filter(|(game, row)| Standing::of(game, row, contents) == wanted).count()
    };
    let rows = Standing::ALL.map(|(standing, words)| [words.to_owned(), grouped(count(standing))]);
    table(["this page and Czajka's tables", "games"], "r", rows)
}

fn only_here(contents: &Contents<'_>) -> Option<String> {
    let rows = entries(contents, Standing::OnlyHere).filter_map(|entry| {
        let here = entry.row.period?;
        let elsewhere = match contents.published.statement(entry.code, contents.families) {
            Some((statement, there)) if there == here => format!("the same in {}", in_the_encyclopedia(statement)),
            Some((statement, _)) => format!("different in {}", in_the_encyclopedia(statement)),
            None => "we know of no published value".to_owned(),
        };
        Some([games(entry), grouped(here.period), grouped(here.preperiod), elsewhere])
    });
    let table = table(["game", "period", "preperiod", "elsewhere"], "rr", rows)?;
    Some(format!("Solved here, while the rows in Czajka's tables are still empty:\n\n{table}"))
}

fn only_there(contents: &Contents<'_>) -> Option<String> {
    let listed: Vec<String> = entries(contents, Standing::OnlyThere).map(games).collect();
    let all = contents.summary.open().filter(|entry| is_solved_elsewhere(entry, contents)).count();
    (!listed.is_empty()).then(|| {
        format!(
            "Solved there, not here: {}. The list *Solved elsewhere* has these and those that the OEIS says to be \
             solved, {all} families in all.\n",
            listed.join(", ")
        )
    })
}

fn different(contents: &Contents<'_>) -> Option<String> {
    let rows = entries(contents, Standing::Different).filter_map(|entry| {
        let there = contents.published.listing(entry.code)?.period?;
        Some([games(entry), both(entry.row.period?), both(there)])
    });
    let table = table(["game", "here", "in Czajka's tables"], "", rows)?;
    Some(format!("With another period or preperiod:\n\n{table}"))
}

fn both(Period { period, preperiod }: Period) -> String {
    format!("period {}, preperiod {}", grouped(period), grouped(preperiod))
}

/// Whether a row has the largest value and the rare heaps that Czajka's tables state. `None` if they are about other
/// heaps.
fn has_facts(row: &Row, facts: &ListedFacts) -> Option<bool> {
    let about_the_same = match facts.to {
        Some(to) => row.period.is_none() && row.to == to,
        None => row.period.is_some(),
    };
    let is_largest = (row.largest, row.largest_at) == (facts.largest, facts.largest_at);
    about_the_same.then(|| is_largest && (facts.rare.is_none() || facts.rare == row.rare))
}

fn facts(contents: &Contents<'_>) -> Option<String> {
    let known: Vec<(&Entry<'_>, bool)> = contents
        .summary
        .entries
        .iter()
        .flat_map(|entry| entry.games.iter().map(move |game| (entry, game)))
        .filter_map(|(entry, game)| {
            let facts = contents.published.listing(game)?.facts.as_ref()?;
            Some((entry, has_facts(contents.games.get(game)?, facts)?))
        })
        .collect();
    let different: Vec<String> = known.iter().filter(|(_, same)| !same).map(|(entry, _)| games(entry)).collect();
    let verdict = if different.is_empty() {
        "all are as here".to_owned()
    } else {
        format!("not as here: {}", different.join(", "))
    };
    (!known.is_empty()).then(|| {
        format!(
            "Czajka's tables also have the largest value and the first heap that has it, and mostly the mask, the \
             number of rare heaps and the\n\
             last one, of {} games that are solved here: {verdict}.\n",
            known.len()
        )
    })
}

/// They are about other heaps than the table, so a test compares them.
fn facts_of_open(contents: &Contents<'_>) -> Option<String> {
    let listed: Vec<String> = contents
        .published
        .listings()
        .filter_map(|(game, listing)| {
            let facts = listing.facts.as_ref()?;
            facts.to.map(|to| format!("{game} to heap {}", grouped(to)))
        })
        .collect();
    (!listed.is_empty()).then(|| {
        format!(
            "They also have the largest value and the rare heaps of some games that are not solved there:\n\
             {}. `scripts/test --long` computes these again, and expects no difference.\n",
            listed.join(", ")
        )
    })
}

/// What others count, where it is about the heaps of a row.
fn counts(contents: &Contents<'_>) -> Option<String> {
    let counts = contents.published.counts.iter();
    let compared: Vec<(&Count, bool)> =
        counts.filter_map(|count| Some((count, count.is_as_in(contents.games.get(&count.game)?)?))).collect();
    let rows = compared.iter().map(|(count, same)| {
        let heap = |heap: Option<usize>| heap.map_or_else(String::new, grouped);
        let verdict = if *same { "as here" } else { "not as here" };
        [
            count.game.to_string(),
            count.source.to_owned(),
            count.what().join(", "),
            heap(count.to),
            verdict.to_owned(),
            heap(count.further),
        ]
    });
    let head = ["game", "by", "what is compared", "to heap", "result", "no further rare heap to"];
    let table = table(head, "llrlr", rows)?;
    Some(format!("Rogalski's and Riley's results on games that are not solved:\n\n{table}"))
}

/// What can be said about a sequence that states something else than this page.
fn note(sequence: &str) -> Option<&'static str> {
    (sequence == "A071436").then_some(
        "\
A071436 counts heaps as this page does: the terms that it lists are G(1), G(2), G(3), … here. By the values computed
here, heaps 326,636 and 326,639
are the last two exceptions, and heap 326,637 is not one. `octal-check` checks all values that the theorem needs by the
definition
of the game, see *How to check it*. A071436 cites Gangolli and Plambeck, who found the period. We have not seen which
number they state.
",
    )
}

fn encyclopedia(contents: &Contents<'_>) -> Option<String> {
    let stated: Vec<_> = contents
        .published
        .statements
        .iter()
        .filter_map(|statement| Some((statement, contents.games.get(&statement.game)?.period?)))
        .collect();
    let differences: Vec<_> = stated.iter().filter(|(statement, here)| statement.period != *here).collect();
    let notes = differences.iter().filter_map(|(statement, _)| note(statement.sequence));
    let notes: Vec<String> = notes.map(|note| format!("\n{note}")).collect();
    let rows = differences.iter().map(|(statement, here)| {
        let listed = contents.published.listing(&statement.game).and_then(|listing| listing.period);
        let tables = if listed == Some(*here) { "as here" } else { "" };
        let own = here.preperiod.saturating_sub(statement.more + 1);
        let there = (statement.period.period, statement.last_exception);
        [
            statement.game.to_string(),
            link(statement),
            format!("{}, {}", grouped(there.0), grouped(there.1)),
            format!("{}, {}", grouped(here.period), grouped(own)),
            tables.to_owned(),
        ]
    });
    let head = ["game", "source", "period and last exception there", "here", "in Czajka's tables"];
    let differences = match table(head, "", rows) {
        Some(table) => format!("in all games except these:\n\n{table}{}", notes.concat()),
        None => "in all of them.\n".to_owned(),
    };
    (!stated.is_empty()).then(|| {
        format!(
            "The OEIS states periods and last exceptions of {} games that are solved here. They are the same \
             {differences}",
            stated.len()
        )
    })
}

fn said_to_be_equal() -> Option<String> {
    let rows = SAID_TO_BE_EQUAL.iter().filter_map(|(one, other, source)| {
        let [(heap, value), (other_heap, other_value)] = first_difference(&one.parse().ok()?, &other.parse().ok()?)?;
        let first = format!("G({heap}) = {value} in {one}, G({other_heap}) = {other_value} in {other}");
        Some([(*one).to_owned(), (*other).to_owned(), (*source).to_owned(), first])
    });
    let table = table(["game", "and", "the same by", "but they first differ"], "", rows)?;
    Some(format!(
        "Some publications say that these games have the same values, perhaps with more zeros before them. They do \
         not, as Czajka noted;\nthe values here are from the plain engine, which looks at every move:\n\n{table}"
    ))
}
