//! How fast `retrograde` solves large games and in how much memory, beside the solver of the textbooks. Each solver works in a
//! process of its own, which tells the most memory that it has ever had.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::process::Command;
use std::time::Instant;

use retrograde::{Game, Outcome, Runner, Solution, Value};

use crate::textbook;
use crate::timing::median;

#[path = "../../retrograde/examples/l_game"]
mod l_game {
    pub(super) mod board;
    pub(super) mod game;
}

#[path = "../../retrograde/examples/endgames"]
mod endgames {
    pub(super) mod bishop_and_knight;
    pub(super) mod board;
    pub(super) mod one_piece;
}

/// The name by which `--only` asks for it.
pub(crate) const NAME: &str = "large games";

/// Tells a process that it is there to solve a game: which, and how.
const SOLVE: &str = "BENCH_SOLVE";

const GAMES: [(&str, &str); 3] = [
    ("l-game-5x5", "L game on 5x5 cells, by half moves"),
    ("pawn", "king and pawn against king"),
    ("bishop-and-knight", "king, bishop and knight against king"),
];

#[derive(Clone, Copy, PartialEq)]
enum Solver {
    Textbook,
    /// `retrograde`, told the moves and nothing else, as the textbook is.
    MovesAlone,
    /// Told predecessors and symmetries too.
    OneThread,
    TwoThreads,
}

const SOLVERS: [(Solver, &str, &str); 4] = [
    (Solver::Textbook, "textbook", "the textbook's solver"),
    (Solver::MovesAlone, "moves-alone", "retrograde, moves alone"),
    (Solver::OneThread, "one-thread", "retrograde"),
    (Solver::TwoThreads, "two-threads", "retrograde, two threads"),
];

/// What a process tells of the game that it has solved, on one line.
struct Solved {
    seconds: f64,
    /// How many bytes it took beyond what it had before.
    bytes: f64,
    positions: f64,
    moves: f64,
    /// A number for all values.
    values: u64,
}

/// Solves what the environment asks for and prints one line about it, if it asks for anything.
pub(crate) fn solve_if_asked() -> Option<Result<String, String>> {
    let asked = std::env::var(SOLVE).ok()?;
    let (game, solver) = asked.split_once(' ').unwrap_or((&asked, ""));
    let solver = SOLVERS.iter().find(|(_, name, _)| *name == solver);
    Some(match (game, solver) {
        ("l-game-5x5", Some((solver, ..))) => solve(&l_game::game::LGame::new(5, 5), *solver),
        ("pawn", Some((solver, ..))) => {
            solve(&endgames::one_piece::Endgame::new(endgames::board::Piece::Pawn), *solver)
        }
        ("bishop-and-knight", Some((solver, ..))) => {
            solve(&endgames::bishop_and_knight::BishopAndKnight::new(), *solver)
        }
        _ => Err(format!("{SOLVE}={asked}: no such game or solver")),
    })
}

fn solve<G: Game>(game: &G, by: Solver) -> Result<String, String> {
    let before = peak()?;
    let start = Instant::now();
    let solution = match by {
        Solver::Textbook => Ok(Err(textbook::solve(game))),
        Solver::MovesAlone => Runner::new().solve(&MovesAlone(game)).map(Ok),
        Solver::OneThread => Runner::new().solve(game).map(Ok),
        Solver::TwoThreads => Runner::new().parallel().solve(game).map(Ok),
    };
    let solution: Result<Solution, Vec<Option<Value>>> = solution.map_err(|error| error.to_string())?;
    let seconds = start.elapsed().as_secs_f64();
    let bytes = peak()? - before;
    let (mut hasher, mut positions, mut moves) = (DefaultHasher::new(), 0_u64, 0_u64);
    for rank in 0..game.ranks() {
        let Some(position) = game.unrank(rank) else { continue };
        positions += 1;
        moves += u64::from(game.move_count(&position));
        let value = match &solution {
            Err(values) => values[rank as usize],
            Ok(solution) if by == Solver::MovesAlone => Some(solution.value(&MovesAlone(game), &position)),
            Ok(solution) => Some(solution.value(game, &position)),
        };
        value.hash(&mut hasher);
    }
    Ok(format!("{seconds} {bytes} {positions} {moves} {}", hasher.finish()))
}

/// The game without all that it need not say.
struct MovesAlone<'g, G>(&'g G);

impl<G: Game> Game for MovesAlone<'_, G> {
    type Position = G::Position;

    fn ranks(&self) -> u32 {
        self.0.ranks()
    }

    fn rank(&self, position: &G::Position) -> u32 {
        self.0.rank(position)
    }

    fn unrank(&self, rank: u32) -> Option<G::Position> {
        self.0.unrank(rank)
    }

    fn successors(&self, position: &G::Position, visit: impl FnMut(G::Position)) {
        self.0.successors(position, visit);
    }

    fn moves_again(&self, from: &G::Position, to: &G::Position) -> bool {
        self.0.moves_again(from, to)
    }

    fn ending(&self, position: &G::Position) -> Outcome {
        self.0.ending(position)
    }
}

fn peak() -> Result<u64, String> {
    testkit::peak_memory().ok_or("only Linux tells how much memory a process has taken".to_owned())
}

/// Lets all solvers solve all games, in turn, and says how they compare.
pub(crate) fn report(runs: usize) -> Result<String, String> {
    let mut lines = vec![format!("\n{NAME} (median of {runs} runs, each in a process of its own):")];
    for (game, title) in GAMES {
        let mut all: [Vec<Solved>; SOLVERS.len()] = Default::default();
        for _ in 0..runs {
            for (of_solver, (_, solver, _)) in all.iter_mut().zip(SOLVERS) {
                of_solver.push(in_a_process(game, solver)?);
            }
        }
        if all.iter().flatten().any(|solved| solved.values != all[0][0].values) {
            return Err(format!("{title}: the solvers differ: mend the wrong one before timing them"));
        }
        let of = |solver: &[Solved], figure: fn(&Solved) -> f64| median(&solver.iter().map(figure).collect::<Vec<_>>());
        let Solved { positions, moves, .. } = all[0][0];
        lines.push(format!("- {title}: {positions} positions, {moves} moves, all counted, alike or not"));
        let [seconds, bytes] = [|solved: &Solved| solved.seconds, |solved: &Solved| solved.bytes].map(|figure| {
            let first = of(&all[0], figure);
            all.iter().map(|solver| (of(solver, figure), first / of(solver, figure))).collect::<Vec<_>>()
        });
        for ((solver, _, name), ((time, faster), (bytes, less))) in SOLVERS.iter().zip(seconds.into_iter().zip(bytes)) {
            let ratios = match solver {
                Solver::Textbook => String::new(),
                _ => format!(": {faster:.1} times as fast, in 1/{less:.1} of the memory"),
            };
            lines.push(format!(
                "  - {name}: {:.1} ms, {:.1} MB, {:.1} million positions and {:.1} million moves a second{ratios}",
                time * 1e3,
                bytes / 1e6,
                positions / time / 1e6,
                moves / time / 1e6
            ));
        }
        lines.push(format!(
            "  - two threads: {:.2} times as fast as one",
            of(&all[2], |s| s.seconds) / of(&all[3], |s| s.seconds)
        ));
    }
    Ok(lines.join("\n"))
}

fn in_a_process(game: &str, solver: &str) -> Result<Solved, String> {
    let exe = std::env::current_exe().map_err(|error| format!("this program: {error}: run it by scripts/bench"))?;
    let mut command = Command::new(exe);
    command.env(SOLVE, format!("{game} {solver}")).env("RAYON_NUM_THREADS", "2");
    let output = command.output().map_err(|error| format!("{game}, {solver}: {error}"))?;
    let said = String::from_utf8_lossy(&output.stdout);
    let parse = || {
        let figures: Vec<&str> = said.split_whitespace().collect();
        let [seconds, bytes, positions, moves, values] = figures[..] else { return None };
        let number = |figure: &str| figure.parse().ok();
        Some(Solved {
            seconds: number(seconds)?,
            bytes: number(bytes)?,
            positions: number(positions)?,
            moves: number(moves)?,
            values: values.parse().ok()?,
        })
    };
    parse().ok_or_else(|| {
        format!("{game}, {solver}: {}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim())
    })
}
