//! One game in two processes by MPI, compared with two threads of the library.

use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use large_games::endgames::{Endgame, Piece};
use large_games::morris::{Morris, Part};
use retrograde::tiers::Tiers;
use retrograde::{Ranked, Solver};

use crate::Place;
use crate::process::answer;
use crate::timing::{median, median_ratio};

/// Solves each game `runs` times in both ways in turn, files included, and compares the times. The start of `mpirun`
/// does not count.
pub(crate) fn report(place: &Place, runs: usize) -> Result<String> {
    let program = place.programs.join("../mpi/release/cluster");
    if !program.exists() {
        return Ok(": left out, as it needs MPI (docs/large-games.md)".to_owned());
    }
    let folder = place.folder.path();
    let (tiers, part) = (Tiers::new(Morris::nine(true), folder), Part::new(0, [6, 4]));
    let others = tiers.plan([part])?.into_iter().map(|plan| plan.part).filter(|other| *other != part);
    tiers.solve(&Solver::new().threads(2), others, |_| {})?;
    let bishop = Endgame::new([Piece::Bishop, Piece::Knight]);
    let by_threads: [(&str, &dyn Fn() -> Result<f64>); 2] = [
        ("bishop-and-knight", &|| by_threads(&bishop, place)),
        ("nine-mens-morris 6-4", &|| by_threads(&tiers.part(&part)?, place)),
    ];
    let mut lines = vec![format!(" (median of {runs} runs):")];
    for (game, by_threads) in by_threads {
        let (mut threads, mut processes) = (Vec::new(), Vec::new());
        for _ in 0..runs {
            threads.push(by_threads()?);
            let mut mpirun = Command::new("mpirun");
            mpirun.args(["-q", "-n", "2"]).arg(&program).args(["-q", "-f"]).arg(folder).args(game.split(' '));
            for name in ["OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"] {
                mpirun.env(name, "1");
            }
            let answer = String::from_utf8(answer(&mut mpirun)?)?;
            let seconds =
                answer.split_once("; solved in ").and_then(|(_, rest)| rest.split_once(" s ")?.0.parse().ok());
            processes.push(seconds.with_context(|| format!("a time in seconds is not in {answer}"))?);
        }
        let (own, ratio) = (median(&threads), median_ratio(&processes, &threads));
        lines.push(format!("- {game}: two threads {own:.1} s, two processes {ratio:.2} times as long"));
    }
    Ok(lines.join("\n"))
}

/// The seconds that two threads take to solve and save a game.
fn by_threads<G: Ranked>(game: &G, place: &Place) -> Result<f64> {
    let start = Instant::now();
    let solution = Solver::new().threads(2).solve(game)?;
    solution.save("a game", place.folder.path().join("threads"))?;
    ensure!(solution.checksum() != 0, "an empty solution");
    Ok(start.elapsed().as_secs_f64())
}
