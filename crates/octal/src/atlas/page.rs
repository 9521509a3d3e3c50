//! The page about the atlas, in Markdown.

use std::cmp::Reverse;

use grundy::Period;

use crate::atlas::cousins::Code;
use crate::atlas::summary::{Entry, Kind, Summary, grouped};
use crate::atlas::table::Table;

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

/// Games that Achim Flammenkamp solved: the period, the last heap that is an exception to it, and the sequence in the On-Line
/// Encyclopedia of Integer Sequences that says so, of the game or of a cousin.
const SOLVED_ELSEWHERE: [(&str, usize, usize, &str); 4] = [
    (".054", 10_015_179, 193_235_615, "A071454"),
    (".104", 11_770_282, 197_769_597, "A071457"),
    (".106", 328_226_140_474, 465_384_263_796, "A071458"),
    (".454", 60_620_715, 160_949_018, "A071509"),
];

/// Writes the page about what is in the table.
pub(crate) fn write(summary: &Summary<'_>, table: &Table) -> String {
    let mut sections = vec![introduction(summary), PICTURE.to_owned()];
    sections.extend(named(table));
    sections.extend(records(summary));
    sections.extend(open(summary));
    sections.extend(solved_elsewhere(summary));
    sections.push(cousins(summary));
    sections.push(columns());
    sections.push(command(summary));
    sections.join("\n")
}

fn introduction(summary: &Summary<'_>) -> String {
    let (games, solved) = (summary.games(), summary.solved_games());
    let (families, open_families) = (summary.entries.len(), summary.open().count());
    let to = summary.to().map_or_else(String::new, |to| format!(" up to heap {}", grouped(to)));
    format!(
        "# All octal games of up to three places

An *octal game* is played with heaps of tokens. Its code says what a move may do: the digit at place *k* after the point is for
taking *k* tokens from one heap, and is a sum of permissions: 1 to leave nothing of the heap, 2 to leave one heap, 4 to leave two.
A 4 before the point permits splitting a heap without taking from it. The player who cannot move loses. Kayles, for example, is
.77: take one or two tokens, and split what is left in two if you like.

Each heap is worth as much as some heap of nim, and this number tells who wins. Do the numbers for heaps of 0, 1, 2, … tokens
always repeat in the end? Nobody knows. If they repeat for long enough, they do so forever, as Guy and Smith proved in 1956. This
page is about {} games, each computed until its period is proven{to}.

| | games | different sequences |
|---|--:|--:|
| solved: the period is proven | {} | {} |
| open: no period is proven | {} | {} |
",
        if games == 1024 { "all 1,024".to_owned() } else { format!("{} of the 1,024", grouped(games)) },
        grouped(solved),
        grouped(families - open_families),
        grouped(games - solved),
        grouped(open_families),
        to = if to.is_empty() { to } else { format!(", or else{to}") },
    )
}

const PICTURE: &str = "\
![A square for each game, coloured by when its values repeat, and charts of the solved and of the open games](octal-games.svg)

A square is a game: the block has its first digits, the row is the digit for taking two tokens, the column that for taking three.
The darker a blue square is, the later the values repeat; orange and red games are open. In the charts a circle stands for all
games with the same values, and is the larger the more there are.
";

fn named(games: &Table) -> Option<String> {
    let rows = NAMES.iter().filter_map(|(code, name)| {
        let row = games.get(&code.parse().ok()?)?;
        let result = match row.period {
            Some(Period { period, preperiod }) => {
                let values = if preperiod == 1 { "value" } else { "values" };
                format!("period {} after {} other {values}", grouped(period), grouped(preperiod))
            }
            None => format!("open to heap {}", grouped(row.to)),
        };
        Some([(*code).to_owned(), (*name).to_owned(), result])
    });
    table(["game", "name", "result"], "", rows).map(|table| format!("## Games with a name\n\n{table}"))
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
    let preperiods =
        list(&solved).map(|list| format!("## The longest preperiods: values before those that repeat\n\n{list}"));

    let mut all: Vec<&Entry<'_>> = summary.entries.iter().collect();
    all.sort_by_key(|entry| Reverse(entry.row.largest));
    let rows = all.iter().take(RECORDS).map(|entry| {
        let state = if entry.row.period.is_some() { "solved" } else { "open" };
        [games(entry), grouped(entry.row.largest as usize), grouped(entry.row.largest_at), state.to_owned()]
    });
    let list = table(["game", "largest value", "first at heap", "state"], "rr", rows);
    let values = list.map(|list| format!("## The largest values\n\n{list}"));
    [periods, preperiods, values].into_iter().flatten()
}

fn open(summary: &Summary<'_>) -> Option<String> {
    let mut open: Vec<&Entry<'_>> = summary.open().collect();
    let share = |entry: &Entry<'_>| entry.row.share_of_rare().unwrap_or(1.0);
    open.sort_by(|a, b| share(a).total_cmp(&share(b)));
    let sparse = open.iter().filter(|entry| Kind::of(entry.row) == Kind::Sparse).count();
    let rows = open.iter().map(|entry| {
        let row = entry.row;
        let rare = row.rare.as_ref();
        [
            games(entry),
            grouped(row.to),
            rare.map_or_else(String::new, |rare| grouped(rare.count)),
            rare.map_or_else(String::new, |_| format!("{:.3} %", 100.0 * share(entry))),
            rare.and_then(|rare| rare.last).map_or_else(String::new, grouped),
            grouped(row.largest as usize),
            grouped(row.zeros),
            grouped(row.last_zero),
        ]
    });
    let head = ["game", "to heap", "rare heaps", "share", "last rare heap", "largest value", "zeros", "last zero"];
    let table = table(head, "rrrrrrr", rows)?;
    Some(format!(
        "## The open games, and how sparse they are

In many games nearly all values have an odd number of binary digits 1 at certain places, the *mask*. The heaps whose values do not
are *rare*. To find the value of a heap it nearly suffices to look at moves that leave a rare heap, so a game with few of them can
be computed far; and if there is a last one, the values must repeat sooner or later. In {sparse} of the {} open sequences at most
one heap in ten is rare. The list begins with the sparsest.

{table}",
        open.len()
    ))
}

fn solved_elsewhere(summary: &Summary<'_>) -> Option<String> {
    let rows = SOLVED_ELSEWHERE.iter().filter_map(|(code, period, last, source)| {
        let entry = summary.open().find(|entry| entry.code.to_string() == *code)?;
        let source = format!("[{source}](https://oeis.org/{source})");
        Some([games(entry), grouped(*period), grouped(*last), source])
    });
    let table = table(["game", "period", "last exception", "source"], "rr", rows)?;
    Some(format!(
        "## Solved elsewhere

Achim Flammenkamp computed some of these games much further and found that they repeat. The last exception is the largest heap
that is not worth as much as the one a period larger.

{table}"
    ))
}

fn cousins(summary: &Summary<'_>) -> String {
    let largest = summary.entries.iter().max_by_key(|entry| entry.games.len());
    let largest = largest
        .map_or_else(String::new, |entry| format!("; the largest, that of {}, has {}", entry.code, entry.games.len()));
    format!(
        "## Cousins

Many games have the same values, some in heaps of a token or two more: Dawson's kayles .07 is worth on *n* + 1 tokens what Dawson's
chess .137 is worth on *n*. Where that follows from the codes alone, by three rules that are proven in the source
(`crates/octal/src/atlas/cousins.rs`), only one game of the family is computed. The {} games here have {} families{largest}. Games
of two families can have the same values too; then that has to be seen from their periods.
",
        grouped(summary.games()),
        summary.entries.len(),
    )
}

fn columns() -> String {
    let columns = [
        ["`code`", "the game, without zeros at its end; to be read as text, not as a number"],
        ["`to`", "the values of heaps 0 to this one were computed; all other columns are about these"],
        [
            "`period`, `preperiod`",
            "the proven period, and the number of values before those that repeat, heap 0 included; empty in open games",
        ],
        ["`largest`, `largest_at`", "the largest value, and the first heap that has it"],
        [
            "`rare`, `last_rare`, `mask`",
            "the number of rare heaps, the last one, and the mask in hexadecimal, with `+size` if an odd number of tokens counts as one more digit 1; empty if no move splits a heap, or all values are 0",
        ],
        ["`zeros`, `last_zero`", "the number of heaps that the player to move loses, and the largest of them"],
        [
            "`checksum`",
            "two sums modulo 2^16, of the values and of the first sum after each value: as `octal` and `ogsolve` print it",
        ],
        [
            "`same_as`, `shift`",
            "the first game with the same values by the rules above, and how many tokens more a heap of the same value has here; empty in that game itself",
        ],
    ];
    let rows = columns.map(|columns| columns.map(str::to_owned));
    let table = table(["column", "meaning"], "", rows).unwrap_or_default();
    format!(
        "## The table\n\n[octal-games.csv](octal-games.csv) has one line for each game, in the order of the codes.\n\n{table}\n\
         A line can be checked by `octal CODE --to N`, with the game's `code` and `to`.\n"
    )
}

fn command(summary: &Summary<'_>) -> String {
    let to = summary.to().map_or_else(String::new, |to| format!(" --to {to}"));
    format!(
        "## How this was made\n\n\
         ```sh\ncargo run --release -p octal --bin octal-atlas -- FOLDER{to}\n```\n\n\
         It can be stopped at any time and continues from `octal-games.csv`, also to larger heaps.\n"
    )
}

/// Formats a table, of whose columns after the first those marked with an r are aligned to the right. `None` if it has no rows.
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
