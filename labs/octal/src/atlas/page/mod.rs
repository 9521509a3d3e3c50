//! The page about the atlas, in Markdown.

mod check;
mod compared;
mod distinct;
mod made;
mod unsolved;

use std::cmp::Reverse;

use grundy::Period;

use crate::atlas::cousins::{Code, Families};
use crate::atlas::published::Published;
use crate::atlas::summary::{Entry, Summary, grouped};
use crate::atlas::table::{Row, Table};

/// How many rows a list of records has.
const RECORDS: usize = 12;

/// Games that are known by a name.
const NAMES: [(&str, &str); 6] = [
    (".007", "Treblecross"),
    (".07", "Dawson's kayles"),
    (".137", "Dawson's chess"),
    (".15", "Guiles"),
    (".6", "Officers"),
    (".77", "Kayles"),
];

/// What the page is about.
struct Contents<'a> {
    summary: &'a Summary<'a>,
    games: &'a Table,
    families: &'a Families,
    published: &'a Published,
}

/// Writes the page about what is in the table.
pub(crate) fn write(summary: &Summary<'_>, games: &Table, families: &Families, published: &Published) -> String {
    let contents = Contents { summary, games, families, published };
    let mut sections = vec![MADE_BY.to_owned(), introduction(&contents)];
    sections.extend(compared::news(&contents));
    sections.push(PICTURE.to_owned());
    sections.extend(named(games));
    sections.extend(records(summary));
    sections.extend(unsolved::list(summary));
    sections.extend(unsolved::solved_elsewhere(&contents));
    sections.push(compared::compare(&contents));
    sections.push(made::families(&contents));
    sections.push(made::columns(&contents));
    sections.push(check::check(summary));
    sections.push(made::commands(summary));
    wrapped(&sections.join("\n"))
}

const MADE_BY: &str = "<!-- Made by octal-atlas; do not edit. -->\n";

fn introduction(contents: &Contents<'_>) -> String {
    let summary = contents.summary;
    let (games, solved) = (summary.games(), summary.solved_games());
    let (families, unsolved_families) = (summary.entries.len(), summary.open().count());
    let elsewhere = summary.open().filter(|entry| unsolved::is_solved_elsewhere(entry, contents));
    format!(
        "# All octal games of up to three places

An *octal game* is played with heaps of tokens. Its code says what a move may do: the digit at place *k* after the point
is for
taking *k* tokens from one heap, and is a sum of permissions: 1 to leave nothing of the heap, 2 to leave one heap, 4 to
leave two.
A 4 before the point permits splitting a heap without taking from it. The player who cannot move loses. Kayles, for
example, is
.77: take one or two tokens, and split what is left in two if you like.

Each heap is equivalent to a heap of nim, whose size is its *nim-value*, or Grundy value; the player to move loses
exactly if the
xor of the nim-values of all heaps is 0. The nim-values G(0), G(1), G(2), … of heaps of 0, 1, 2, … tokens are the
*nim-sequence* of the
game. Guy conjectured that the nim-sequence of every octal game of finite length repeats in the end. No counterexample
is known, and
no proof.

For a single game, computing far enough can prove it. Guy and Smith showed in 1956: if *t* is the number of places, and
G(*n* + *p*) = G(*n*) for all *n* with *e* ≤ *n* < 2*e* + *p* + *t*, where *e* ≥ 1, then this holds for all *n* ≥ *e*.
The smallest such
*p* is the *period*. On this page the *preperiod* is the number of values before those that repeat, heap 0 included. So
it is the *last exception*, the
largest *n* with G(*n* + *p*) ≠ G(*n*), plus 1. For Kayles it is 71; some of the literature says 70.

This page is about {} games, each computed until its period is proven{}.
The table counts games and *families*: games that have the same values by three rules about codes, perhaps with some
more tokens
in each heap. Two families can still have the same values.

| | games | families |
|---|--:|--:|
| solved: the period is proven here | {} | {} |
{}",
        if games == 1024 { "all 1,024".to_owned() } else { format!("{} of the 1,024", grouped(games)) },
        summary.reach().map_or_else(String::new, |reach| format!(", or else up to {reach}")),
        grouped(solved),
        grouped(families - unsolved_families),
        match summary.reach() {
            None => String::new(),
            Some(reach) => format!(
                "| not solved here, to {reach} | {} | {} |\n| of these, solved elsewhere | {} | {} |\n",
                grouped(games - solved),
                grouped(unsolved_families),
                grouped(unsolved::games_solved_elsewhere(contents)),
                grouped(elsewhere.count()),
            ),
        },
    )
}

const PICTURE: &str = "\
[![A square for each game, coloured by when its values repeat, and charts of the games that are solved here and of the others](octal-games.svg)](octal-games.svg)

A square is a game: the block has its first digits, the row is the digit for taking two tokens, the column that for
taking three.
The darker a blue square is, the later the values repeat; orange and red games are not solved here. In the charts a
circle stands for
all games of a family, a larger circle for more games; solved families with the same period and preperiod share one.
Rare heaps are
counted among the heaps that were computed, and some games were computed further than others. Open the picture by itself
to see the figures
of each game under the mouse.
";

/// Breaks paragraphs and items of lists into lines of at most 120 characters; the other lines stay as they are.
fn wrapped(page: &str) -> String {
    // A line must not begin with a plus sign, which would make it an item of a list, so that there may be one more.
    const WIDTH: usize = 118;
    let mut out = String::new();
    let (mut column, mut indent) = (0, "");
    let mut is_code = false;
    for line in page.lines() {
        let is_fence = line.starts_with("```");
        is_code ^= is_fence;
        let stays =
            is_code || is_fence || line.is_empty() || line.starts_with(['|', '#', '<']) || line.starts_with("[![");
        if column > 0 && (stays || line.starts_with("- ")) {
            out.push('\n');
            column = 0;
        }
        if stays {
            out.extend([line, "\n"]);
            continue;
        }
        if column == 0 {
            indent = if line.starts_with("- ") { "  " } else { "" };
        }
        for word in line.split_whitespace() {
            let width = word.chars().count();
            if column + 1 + width > WIDTH && word != "+" {
                out.extend(["\n", indent]);
                column = indent.len();
            } else if column > 0 {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += width;
        }
    }
    if column > 0 {
        out.push('\n');
    }
    out
}

/// What is known of the period.
fn result(row: &Row) -> String {
    match row.period {
        Some(Period { period, preperiod }) => format!("period {}, preperiod {}", grouped(period), grouped(preperiod)),
        None => format!("not solved here, to heap {}", grouped(row.to)),
    }
}

fn named(games: &Table) -> Option<String> {
    let rows = NAMES.iter().filter_map(|(code, name)| {
        let row = games.get(&code.parse().ok()?)?;
        Some([(*code).to_owned(), (*name).to_owned(), result(row)])
    });
    let table = table(["game", "name", "result"], "", rows)?;
    let officers = if ".6".parse().is_ok_and(|officers| games.get(&officers).is_some()) {
        " J. P. Grossman has computed more than\n140 trillion values of Officers, without a period, see *Compared \
         with what is published*."
    } else {
        ""
    };
    Some(format!(
        "## Games with a name\n\n{table}\n`docs/octal.md` has Treblecross to heap 1,073,741,824, without a \
         period.{officers}\n"
    ))
}

/// The games in which something is largest.
fn records(summary: &Summary<'_>) -> impl Iterator<Item = String> {
    let mut solved: Vec<(&Entry<'_>, Period)> = summary.solved().collect();
    let list = |solved: &[(&Entry<'_>, Period)]| {
        let rows = solved.iter().take(RECORDS).map(|(entry, Period { period, preperiod })| {
            [games(entry), grouped(*period), grouped(*preperiod), grouped(entry.row.largest as usize)]
        });
        table(["game", "period", "preperiod", "largest value"], "rrr", rows)
    };
    solved.sort_by_key(|(_, found)| Reverse((found.period, found.preperiod)));
    let periods = list(&solved).map(|list| format!("## The longest periods\n\n{list}"));
    solved.sort_by_key(|(_, found)| Reverse((found.preperiod, found.period)));
    let preperiods = list(&solved).map(|list| format!("## The longest preperiods\n\n{list}"));

    let mut all: Vec<&Entry<'_>> = summary.entries.iter().collect();
    all.sort_by_key(|entry| Reverse(entry.row.largest));
    let rows = all.iter().take(RECORDS).map(|entry| {
        let heaps = if entry.row.period.is_some() { "solved".to_owned() } else { grouped(entry.row.to) };
        [games(entry), grouped(entry.row.largest as usize), grouped(entry.row.largest_at), heaps]
    });
    let list = table(["game", "largest value", "first at heap", "computed to heap"], "rrr", rows);
    let values = list.map(|list| {
        format!(
            "## The largest values\n\n\
             For a solved game, the largest value of all heaps; for the others, the largest so far.\n\n{list}"
        )
    });
    [periods, preperiods, values].into_iter().flatten()
}

/// Formats a table, of whose columns after the first those marked with an r are aligned to the right. `None` if it has
/// no rows.
fn table<const N: usize>(
    head: [&str; N],
    aligned: &str,
    rows: impl IntoIterator<Item = [String; N]>,
) -> Option<String> {
    let lines: Vec<String> = rows.into_iter().map(|row| format!("| {} |", row.join(" | "))).collect();
    let marks = std::iter::once(false).chain(aligned.chars().map(|mark| mark == 'r')).chain(std::iter::repeat(false));
    let marks: String = marks.take(N).map(|right| if right { "--:|" } else { "---|" }).collect();
    (!lines.is_empty()).then(|| format!("| {} |\n|{marks}\n{}\n", head.join(" | "), lines.join("\n")))
}

/// The code of an entry, and its cousins, of which the first are named.
fn games(entry: &Entry<'_>) -> String {
    const FEW: usize = 3;
    let cousins: Vec<String> = entry.games[1..].iter().map(ToString::to_string).collect();
    let code: &Code = entry.code;
    match cousins.len() {
        0 => code.to_string(),
        1..=FEW => format!("{code} (and {})", cousins.join(", ")),
        more => format!("{code} (and {}, {} more)", cousins[..FEW - 1].join(", "), more + 1 - FEW),
    }
}
