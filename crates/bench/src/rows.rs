//! What is measured: the rows of the table.

use crate::inputs;

/// One program on one input, on its own or in turn with a rival.
pub(crate) struct Row {
    pub(crate) input: Input,
    pub(crate) program: &'static str,
    pub(crate) rival: Option<Rival>,
    /// How often each is timed if nobody says otherwise.
    pub(crate) runs: usize,
}

#[derive(Clone, Copy)]
pub(crate) struct Input {
    pub(crate) title: &'static str,
    pub(crate) make: fn() -> String,
}

/// What a program is compared with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rival {
    /// Solves the same problem the obvious way. Must give the same output.
    Plain(&'static str),
    /// Copies the input: the least that moving its bytes costs.
    Cat,
    /// Does nothing: the least that a process costs.
    Minimal,
}

impl Rival {
    pub(crate) fn program(self) -> &'static str {
        match self {
            Self::Plain(program) => program,
            Self::Cat => "cat",
            Self::Minimal => "minimal",
        }
    }
}

impl Row {
    /// What `--only` looks at.
    pub(crate) fn name(&self) -> String {
        let rival = self.rival.map_or(String::new(), |rival| format!(" vs {}", rival.program()));
        format!("{}: {}{rival}", self.input.title, self.program)
    }
}

pub(crate) fn all() -> Vec<Row> {
    const RUNS: usize = 11;
    /// For a process that takes about a millisecond, of which chance has a large share.
    const RUNS_OF_ONE_BOARD: usize = 101;
    const TREBLECROSS: &str = "treblecross";
    const NOMORE: &str = "nomore-ttt";
    const LGAME: &str = "lgame";

    let many_treblecross = Input { title: "20,000 Treblecross boards", make: || inputs::treblecross_boards(20_000) };
    let many_nomore = Input { title: "500,000 No More boards", make: || inputs::nomore_boards(500_000) };
    let many_with_returns =
        Input { title: "the same, lines end in CR LF", make: || inputs::nomore_boards(500_000).replace('\n', "\r\n") };
    let one_lgame = Input { title: "one L game position", make: inputs::lgame_position };
    let all_lgame = Input { title: "all 18,368 L game positions", make: inputs::all_lgame_positions };
    let one_treblecross = Input { title: "one Treblecross board", make: inputs::smallest };
    let one_nomore = Input { title: "one No More board", make: inputs::smallest };
    let row = |input, program, rival, runs| Row { input, program, rival, runs };
    let million = |title, make| row(Input { title, make }, TREBLECROSS, None, RUNS);
    vec![
        row(many_treblecross, TREBLECROSS, Some(Rival::Plain("plain-treblecross")), RUNS),
        row(many_nomore, NOMORE, Some(Rival::Plain("plain-nomore")), RUNS),
        row(many_nomore, NOMORE, Some(Rival::Cat), RUNS),
        row(many_with_returns, NOMORE, Some(Rival::Plain("plain-nomore")), RUNS),
        row(one_treblecross, TREBLECROSS, Some(Rival::Minimal), RUNS_OF_ONE_BOARD),
        row(one_nomore, NOMORE, Some(Rival::Minimal), RUNS_OF_ONE_BOARD),
        row(one_lgame, LGAME, Some(Rival::Minimal), RUNS_OF_ONE_BOARD),
        row(all_lgame, LGAME, Some(Rival::Minimal), RUNS),
        million("1,000,000 cells, X every 20 to 60", || inputs::treblecross_board(1_000_000, 20, 60)),
        million("1,000,000 cells, X every 20,000", || inputs::treblecross_board(1_000_000, 20_000, 20_000)),
        million("1,000,000 cells, X every 100,000", || inputs::treblecross_board(1_000_000, 100_000, 100_000)),
    ]
}
