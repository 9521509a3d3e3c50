//! The rows of the table: which program is timed on which input.

use crate::inputs;

/// One program on one input, alone or in turn with a baseline.
pub(crate) struct Row {
    pub(crate) input: Input,
    pub(crate) program: &'static str,
    pub(crate) baseline: Option<Baseline>,
    /// The number of runs without `--runs`.
    pub(crate) runs: usize,
}

#[derive(Clone, Copy)]
pub(crate) struct Input {
    pub(crate) title: &'static str,
    pub(crate) make: fn() -> String,
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
        format!("{}: {}{baseline}", self.input.title, self.program)
    }
}

pub(crate) fn all() -> Vec<Row> {
    const RUNS: usize = 11;
    /// For processes of about a millisecond, whose times vary more.
    const RUNS_OF_ONE_BOARD: usize = 101;
    const TREBLECROSS: &str = "treblecross";
    const NOMORE: &str = "nomore-ttt";
    const LGAME: &str = "lgame";

    let many_treblecross = Input { title: "20,000 Treblecross boards", make: || inputs::treblecross_boards(20_000) };
    let many_nomore = Input { title: "500,000 No More boards", make: || inputs::nomore_boards(500_000) };
    let many_with_crlf = Input {
        title: "the same, with CR LF at the ends of lines",
        make: || inputs::nomore_boards(500_000).replace('\n', "\r\n"),
    };
    let one_lgame = Input { title: "one L game position", make: inputs::lgame_position };
    let all_lgame = Input { title: "all 18,368 L game positions", make: inputs::all_lgame_positions };
    let one_treblecross = Input { title: "one Treblecross board", make: inputs::smallest };
    let one_nomore = Input { title: "one No More board", make: inputs::smallest };
    let row = |input, program, baseline, runs| Row { input, program, baseline, runs };
    let one_million_cells = |title, make| row(Input { title, make }, TREBLECROSS, None, RUNS);
    vec![
        row(many_treblecross, TREBLECROSS, Some(Baseline::Other("naive-treblecross")), RUNS),
        row(many_treblecross, TREBLECROSS, Some(Baseline::Other("scanning-treblecross")), RUNS),
        row(many_nomore, NOMORE, Some(Baseline::Other("naive-nomore-ttt")), RUNS),
        row(many_nomore, NOMORE, Some(Baseline::Cat), RUNS),
        row(many_with_crlf, NOMORE, Some(Baseline::Other("naive-nomore-ttt")), RUNS),
        row(one_treblecross, TREBLECROSS, Some(Baseline::Minimal), RUNS_OF_ONE_BOARD),
        row(one_nomore, NOMORE, Some(Baseline::Minimal), RUNS_OF_ONE_BOARD),
        row(one_lgame, LGAME, Some(Baseline::Minimal), RUNS_OF_ONE_BOARD),
        row(all_lgame, LGAME, Some(Baseline::Minimal), RUNS),
        one_million_cells("1,000,000 cells, X every 20 to 60", || inputs::treblecross_board(1_000_000, 20, 60)),
        one_million_cells("1,000,000 cells, X every 20,000", || inputs::treblecross_board(1_000_000, 20_000, 20_000)),
        one_million_cells("1,000,000 cells, X every 100,000", || {
            inputs::treblecross_board(1_000_000, 100_000, 100_000)
        }),
    ]
}
