//! The rows of the table: which program is timed on which input.

use crate::inputs;

/// One program on one input, alone or in turn with a baseline.
pub(crate) struct Row {
    pub(crate) title: &'static str,
    /// Makes the input.
    pub(crate) make: fn() -> String,
    pub(crate) program: &'static str,
    pub(crate) baseline: Option<Baseline>,
    /// The number of runs without `--runs`.
    pub(crate) runs: usize,
}

/// The program that a row's program is compared with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Baseline {
    /// Another solution of the same problem, which must give the same output.
    Other(&'static str),
    /// Copies the input: the least time that reading and writing it takes.
    Cat,
    /// Does nothing: the least time that a process takes.
    Minimal,
}

impl Baseline {
    pub(crate) fn program(self) -> &'static str {
        match self {
            Self::Other(program) => program,
            Self::Cat => "cat",
            Self::Minimal => "minimal",
        }
    }
}

impl Row {
    /// The name of the row for `--only`.
    pub(crate) fn name(&self) -> String {
        let baseline = self.baseline.map_or(String::new(), |baseline| format!(" vs {}", baseline.program()));
        format!("{}: {}{baseline}", self.title, self.program)
    }
}

pub(crate) fn all() -> Vec<Row> {
    const RUNS: usize = 11;
    /// For processes of about a millisecond, whose times vary more.
    const RUNS_OF_ONE_BOARD: usize = 101;
    const TREBLECROSS: &str = "treblecross";
    const NOMORE: &str = "nomore-ttt";
    const LGAME: &str = "lgame";

    type Input = (&'static str, fn() -> String);
    const MANY_TREBLECROSS: Input = ("20,000 Treblecross boards", || inputs::treblecross_boards(20_000));
    const MANY_NOMORE: Input = ("500,000 No More boards", || inputs::nomore_boards(500_000));
    let row = |(title, make): Input, program, baseline, runs| Row { title, make, program, baseline, runs };
    let one_board = |input, program| row(input, program, Some(Baseline::Minimal), RUNS_OF_ONE_BOARD);
    let one_million_cells = |title, make| row((title, make), TREBLECROSS, None, RUNS);
    vec![
        row(MANY_TREBLECROSS, TREBLECROSS, Some(Baseline::Other("naive-treblecross")), RUNS),
        row(MANY_TREBLECROSS, TREBLECROSS, Some(Baseline::Other("scanning-treblecross")), RUNS),
        row(MANY_NOMORE, NOMORE, Some(Baseline::Other("naive-nomore-ttt")), RUNS),
        row(MANY_NOMORE, NOMORE, Some(Baseline::Cat), RUNS),
        one_board(("one Treblecross board", inputs::smallest), TREBLECROSS),
        one_board(("one No More board", inputs::smallest), NOMORE),
        one_board(("one L game position", inputs::lgame_position), LGAME),
        row(("all 18,368 L game positions", inputs::all_lgame_positions), LGAME, Some(Baseline::Minimal), RUNS),
        one_million_cells("1,000,000 cells, X every 20 to 60", || inputs::treblecross_board(1_000_000, 20, 60)),
        one_million_cells("1,000,000 cells, X every 100,000", || {
            inputs::treblecross_board(1_000_000, 100_000, 100_000)
        }),
    ]
}
