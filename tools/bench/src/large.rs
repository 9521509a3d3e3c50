//! Time and memory of `retrograde` for large games, compared with a textbook solver. Each solver runs in a process of
//! its own.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::hint::black_box;
use std::time::Instant;

use anyhow::{Result, bail, ensure};
use large_games::endgames::{Endgame, Piece};
use lgame::LGame;
use retrograde::{Ranked, Solver, Value};

use crate::Place;
use crate::forward::Forward;
use crate::process::{Solved, float, peak_memory, result_of, start};
use crate::textbook;
use crate::timing::median;

/// Solves the L game `runs` times on one core inside this process, as it takes less time than starting one, after one
/// run for warming up. Returns a report of the time.
#[expect(clippy::unnecessary_wraps, reason = "other measurements may fail")]
pub(crate) fn report_l_game(_: &Place, runs: usize) -> Result<String> {
    let solver = Solver::new();
    let seconds = || {
        let start = Instant::now();
        // The tests of `lgame` show that this succeeds.
        let _ = black_box(solver.solve(&LGame));
        start.elapsed().as_secs_f64()
    };
    seconds();
    let times: Vec<f64> = (0..runs).map(|_| seconds()).collect();
    let time = median(&times) * 1e3;
    Ok(format!(", 18,368 positions and 1,632,800 moves: {time:.2} ms (median of {runs} runs)"))
}

const GAMES: [(&str, &str); 2] =
    [("pawn", "king and pawn against king"), ("bishop-and-knight", "king, bishop and knight against king")];

/// The solvers by name: one as in textbooks; `retrograde` with a stored reverse graph; and with the game's own
/// predecessors.
const SOLVERS: [(&str, &str); 4] = [
    ("textbook", "textbook solver"),
    ("reverse-graph", "retrograde, without predecessors"),
    ("one-thread", "retrograde"),
    ("two-threads", "retrograde, two threads"),
];

/// Solves a game, and counts its positions and moves. The memory is the increase of the peak.
pub(crate) fn solve(game: &str, solver: &str) -> Result<Solved> {
    match game {
        "pawn" => solve_by(&Endgame::new([Piece::Pawn]), solver),
        "bishop-and-knight" => solve_by(&Endgame::new([Piece::Bishop, Piece::Knight]), solver),
        _ => bail!("unknown game '{game}'"),
    }
}

/// The value of a position, which has this rank.
type ValueOf<'a, P> = Box<dyn Fn(u64, &P) -> Option<Value> + 'a>;

fn solve_by<G: Ranked>(game: &G, solver: &str) -> Result<Solved> {
    let before = peak_memory()?;
    let start = Instant::now();
    let library = Solver::new().threads(if solver == "two-threads" { 2 } else { 1 });
    // The textbook solver has a value for each rank, the others for each position.
    let value_of: ValueOf<'_, G::Position> = match solver {
        "textbook" => {
            let values = textbook::solve(game);
            Box::new(move |rank, _| values[textbook::index(rank)])
        }
        "reverse-graph" => {
            let solution = library.solve(Forward::new(game))?;
            Box::new(move |_, position| Some(solution.value(position)))
        }
        _ => {
            let solution = library.solve(game)?;
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
    let [bytes, positions, moves] = [bytes, positions, moves].map(float);
    Ok(Solved { seconds, bytes, counts: vec![positions, moves], solution: hasher.finish() })
}

/// Runs all solvers on all games in turn, and returns a report that compares them.
pub(crate) fn report(_: &Place, runs: usize) -> Result<String> {
    let mut lines = vec![format!(" (median of {runs} runs, each in a process of its own):")];
    for (game, title) in GAMES {
        let mut all: [Vec<Solved>; SOLVERS.len()] = Default::default();
        for _ in 0..runs {
            for (results, (solver, _)) in all.iter_mut().zip(SOLVERS) {
                results.push(result_of(start(&["large", game, solver])?)?);
            }
        }
        let [positions, moves] = [0, 1].map(|count| all[0][0].counts[count]);
        let is_same = all.iter().flatten().all(|solved| solved.solution == all[0][0].solution);
        ensure!(is_same, "{title}: the solvers disagree; times of wrong solvers mean nothing");
        lines.push(format!("- {title}: {positions} positions, {moves} moves, symmetric ones counted separately"));
        let figures: Vec<(f64, f64)> = all
            .iter()
            .map(|runs| {
                let median_of = |figure: fn(&Solved) -> f64| median(&runs.iter().map(figure).collect::<Vec<_>>());
                (median_of(|solved| solved.seconds), median_of(|solved| solved.bytes))
            })
            .collect();
        for (number, ((_, name), (time, bytes))) in SOLVERS.iter().zip(&figures).enumerate() {
            let (faster, less) = (figures[0].0 / time, figures[0].1 / bytes);
            let ratios = format!(": {faster:.1} times as fast, in 1/{less:.1} of the memory");
            lines.push(format!(
                "  - {name}: {:.1} ms, {:.1} MB, {:.1} million positions and {:.1} million moves per second{}",
                time * 1e3,
                bytes / 1e6,
                positions / time / 1e6,
                moves / time / 1e6,
                if number == 0 { "" } else { &ratios }
            ));
        }
        lines.push(format!("  - two threads: {:.2} times as fast as one", figures[2].0 / figures[3].0));
    }
    Ok(lines.join("\n"))
}
