//! The judges' input and output formats.

use problem::{Case, Count, Diagnostic, Dialect, Explainer, Field, Format, Line, OutputRule, Problem, Word, push_case};

use crate::explain::explain;
use crate::generate::BOARDS;
use crate::rules::{Board, NoMore, Player, error_in};

impl Problem for NoMore {
    type Solver = ();
    /// The winner.
    type Answer = Player;

    const NAME: &'static str = "nomore-ttt";
    const ABOUT: &'static str = "Solves No More Tic-tac-toe: no two equal neighbours in a row of X and O";
    const EXAMPLES: &'static str = "  \
  printf '2\\n...\\n..X..\\n' | nomore-ttt
  nomore-ttt fixtures/nomore-ttt/lightoj/sample/01-sample.in
  nomore-ttt --judge uva fixtures/nomore-ttt/uva/sample/01-sample.in
  nomore-ttt explain '..X.O...'";
    const DIALECTS: &'static [Dialect<Self>] = &[
        Dialect {
            name: "lightoj",
            title: "LightOJ 1401: T, then T boards",
            aliases: &["lightoj1401", "loj1401"],
            format: FORMAT,
            solve,
            write: write_lightoj,
            output: OutputRule { first_words: &["Case"], ..OutputRule::LINES },
            generator: Some(BOARDS),
        },
        Dialect {
            name: "uva",
            title: "UVa 11534: T, then T boards",
            aliases: &["uva11534", "onlinejudge"],
            format: FORMAT,
            solve,
            write: write_uva,
            output: OutputRule { first_words: &["Possible.", "Impossible."], ..OutputRule::EXACT },
            generator: Some(BOARDS),
        },
    ];
    const EXPLAINER: Option<Explainer> = Some(Explainer {
        position: "a board: '.' for an empty cell, 'X' and 'O' (the letter) for the marks",
        sample: "..X.O...X..X",
        lines: BOARD,
        explain: |case, page| {
            explain(read_board(case.word(0))?, page);
            Ok(())
        },
        overview: None,
    });
}

/// The input format of both judges.
const FORMAT: Format = Format { noun: "board", unit: "cell", count: Count::Announced(1..=10_000), case: BOARD };

const BOARD: &[Line] = &[&[Field::Word { name: "a board", length: 1..=100, check: None }]];

fn solve((): &mut (), case: Case<'_>) -> Result<Player, Diagnostic> {
    Ok(read_board(case.word(0))?.winner())
}

#[inline]
fn read_board(word: Word<'_>) -> Result<Board<'_>, Diagnostic> {
    const LOOK_ALIKES: &[(&str, &str)] =
        &[("x", "a capital X"), ("o", "a capital O"), ("0", "the letter O, not the digit")];
    Board::read(word.text(), word.blocks()).ok_or_else(|| {
        let is_made_of_cells = word.check_characters(b".XO", LOOK_ALIKES);
        is_made_of_cells.err().unwrap_or_else(|| word.error_from(error_in(word.text())))
    })
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "a dialect takes answers by reference")]
fn write_lightoj(number: usize, winner: &Player, out: &mut Vec<u8>) {
    push_case(out, number);
    // To append four bytes and remove one takes 0.94 of the time.
    let (text, unused) = match winner {
        Player::Alice => (b"Yes\n", 0),
        Player::Bob => (b"No\n\n", 1),
    };
    out.extend_from_slice(text);
    out.truncate(out.len() - unused);
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "a dialect takes answers by reference")]
fn write_uva(_: usize, winner: &Player, out: &mut Vec<u8>) {
    match winner {
        Player::Alice => out.extend_from_slice(b"Possible.\n"),
        Player::Bob => out.extend_from_slice(b"Impossible.\n"),
    }
}
