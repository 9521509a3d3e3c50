//! Time and memory of `retrograde` for large games, compared with a textbook solver. Each solver runs in a process of
//! its own, so that its peak memory can be measured.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::process::Command;
use std::time::Instant;

use large_games::endgames::Piece;
use large_games::endgames::bishop_and_knight::BishopAndKnight;
use large_games::endgames::one_piece::Endgame;
use retrograde::{Ranked, SolveError, Value};

use crate::forward::Forward;
use crate::process::{figures_of, peak_memory};
use crate::textbook;
use crate::timing::median;

/// The name of this measurement for `--only`.
pub(crate) const NAME: &str = "large games";

/// The environment variable with the game that a process is to solve, and the solver.
const SOLVE: &str = "BENCH_SOLVE";

const GAMES: [(&str, &str); 2] =
    [("pawn", "king and pawn against king"), ("bishop-and-knight", "king, bishop and knight against king")];

#[derive(Clone, Copy, PartialEq)]
enum Solver {
    Textbook,
    /// `retrograde`, with a stored reverse graph.
    ReverseGraph,
    /// `retrograde`, with the game's own predecessors.
    OneThread,
    TwoThreads,
}

const SOLVERS: [(Solver, &str, &str); 4] = [
    (Solver::Textbook, "textbook", "textbook solver"),
    (Solver::ReverseGraph, "reverse-graph", "retrograde, without predecessors"),
    (Solver::OneThread, "one-thread", "retrograde"),
    (Solver::TwoThreads, "two-threads", "retrograde, two threads"),
];

/// The result of a process.
struct Solved {
    seconds: f64,
    /// The increase of the peak memory.
    bytes: f64,
    positions: f64,
    moves: f64,
    /// A hash of all values.
    values: u64,
}

/// Solves the game that is named in the environment, if any, and returns a line with the result.
pub(crate) fn solve_if_requested() -> Option<Result<String, String>> {
    let request = std::env::var(SOLVE).ok()?;
    let (game, solver) = request.split_once(' ').unwrap_or((&request, ""));
    let solver = SOLVERS.iter().find(|(_, name, _)| *name == solver);
    Some(match (game, solver) {
        ("pawn", Some((solver, ..))) => solve(&Endgame::new(Piece::Pawn), *solver),
        ("bishop-and-knight", Some((solver, ..))) => solve(&BishopAndKnight::default(), *solver),
        _ => Err(format!("{SOLVE}={request}: unknown game or solver")),
    })
}

/// The value of a position, which has this rank.
type ValueOf<'a, P> = Box<dyn Fn(u64, &P) -> Option<Value> + 'a>;

fn solve<G: Ranked>(game: &G, solver: Solver) -> Result<String, String> {
    let before = peak_memory()?;
    let start = Instant::now();
    let library = retrograde::Solver::new().threads(if solver == Solver::TwoThreads { 2 } else { 1 });
    let message = |error: SolveError| error.to_string();
    // The textbook solver has a value for each rank, the others for each position.
    let value_of: ValueOf<'_, G::Position> = match solver {
        Solver::Textbook => {
            let values = textbook::solve(game);
            Box::new(move |rank, _| values[textbook::index(rank)])
        }
        Solver::ReverseGraph => {
            let solution = library.solve(Forward(game)).map_err(message)?;
            Box::new(move |_, position| Some(solution.value(position)))
        }
        Solver::OneThread | Solver::TwoThreads => {
            let solution = library.solve(game).map_err(message)?;
            Box::new(move |_, position| Some(solution.value(position)))
        }
    };
    let seconds = start.elapsed().as_secs_f64();
    let bytes = peak_memory()? - before;
    let (mut hasher, mut positions, mut moves) = (DefaultHasher::new(), 0_u64, 0_u64);
    for rank in 0..game.ranks() {
        let Some(position) = game.unrank(rank) else { continue };
        positions += 1;
        moves += game.move_count(&position).map_or_else(|| game.moves(&position).len() as u64, u64::from);
        value_of(rank, &position).hash(&mut hasher);
    }
    Ok(format!("{seconds} {bytes} {positions} {moves} {}", hasher.finish()))
}

/// Runs all solvers on all games in turn, and returns a report that compares them.
pub(crate) fn report(runs: usize) -> Result<String, String> {
    let mut lines = vec![format!("\n{NAME} (median of {runs} runs, each in a process of its own):")];
    for (game, title) in GAMES {
        let mut all: [Vec<Solved>; SOLVERS.len()] = Default::default();
        for _ in 0..runs {
            for (results, (_, solver, _)) in all.iter_mut().zip(SOLVERS) {
                results.push(run_process(game, solver)?);
            }
        }
        if all.iter().flatten().any(|solved| solved.values != all[0][0].values) {
            return Err(format!("{title}: the solvers disagree; times of wrong solvers mean nothing"));
        }
        let median_of =
            |solver: &[Solved], figure: fn(&Solved) -> f64| median(&solver.iter().map(figure).collect::<Vec<_>>());
        let Solved { positions, moves, .. } = all[0][0];
        lines.push(format!("- {title}: {positions} positions, {moves} moves, symmetric ones counted separately"));
        let [seconds, bytes] = [|solved: &Solved| solved.seconds, |solved: &Solved| solved.bytes].map(|figure| {
            let first = median_of(&all[0], figure);
            all.iter().map(|solver| (median_of(solver, figure), first / median_of(solver, figure))).collect::<Vec<_>>()
        });
        for ((solver, _, name), ((time, faster), (bytes, less))) in SOLVERS.iter().zip(seconds.into_iter().zip(bytes)) {
            let ratios = match solver {
                Solver::Textbook => String::new(),
                _ => format!(": {faster:.1} times as fast, in 1/{less:.1} of the memory"),
            };
            lines.push(format!(
                "  - {name}: {:.1} ms, {:.1} MB, {:.1} million positions and {:.1} million moves per second{ratios}",
                time * 1e3,
                bytes / 1e6,
                positions / time / 1e6,
                moves / time / 1e6
            ));
        }
        lines.push(format!(
            "  - two threads: {:.2} times as fast as one",
            median_of(&all[2], |solved| solved.seconds) / median_of(&all[3], |solved| solved.seconds)
        ));
    }
    Ok(lines.join("\n"))
}

fn run_process(game: &str, solver: &str) -> Result<Solved, String> {
    let exe = std::env::current_exe().map_err(|error| format!("this program: {error}; run it with scripts/bench"))?;
    let mut command = Command::new(exe);
    command.env(SOLVE, format!("{game} {solver}"));
    let output = command.output().map_err(|error| format!("{game}, {solver}: {error}"))?;
    let ([seconds, bytes, positions, moves], values) = figures_of(&format!("{game}, {solver}"), &output)?;
    Ok(Solved { seconds, bytes, positions, moves, values })
}
