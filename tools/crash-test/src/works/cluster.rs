//! `cluster`: shares of a solution, by one process or two.

use std::path::{Path, PathBuf};
use std::process::Command;

use large_games::l_game::LGame;
use retrograde::Solution;
use tempfile::TempDir;
use testkit::{Listeners, pass_listener};

use super::{Reference, is_part_of_solution, new_folder, path_in};
use crate::programs::Programs;
use crate::work::{End, Seen, Work};

struct Cluster {
    programs: Programs,
    game: &'static [&'static str],
    processes: usize,
    /// The worker threads of each process.
    threads: usize,
    /// The seconds from one checkpoint to the next.
    interval: &'static str,
    /// Holds the addresses, outside the folder of the work.
    hosts: TempDir,
    reference: Option<Reference>,
}

const WHOLE: &[&str] = &["l-game-4x4"];

pub(crate) fn to_kill(programs: &Programs) -> Result<Vec<Box<dyn Work>>, String> {
    // Some of the runs are continued.
    works(programs, &[(WHOLE, 2, 1), (&["chess", "KRvK"], 2, 1), (WHOLE, 1, 2)], "0")
}

pub(crate) fn to_starve(programs: &Programs) -> Result<Vec<Box<dyn Work>>, String> {
    // Checkpoints are meant to stay after an error.
    works(programs, &[(&["l-game-4x4"], 1, 2)], "600")
}

fn works(
    programs: &Programs,
    games: &[(&'static [&'static str], usize, usize)],
    interval: &'static str,
) -> Result<Vec<Box<dyn Work>>, String> {
    let mut works: Vec<Box<dyn Work>> = Vec::new();
    for &(game, processes, threads) in games {
        let (programs, hosts) = (programs.clone(), new_folder()?);
        let mut cluster = Cluster { programs, game, processes, threads, interval, hosts, reference: None };
        cluster.reference = Some(Reference::of(&cluster, 0)?);
        works.push(Box::new(cluster));
    }
    Ok(works)
}

impl Work for Cluster {
    fn name(&self) -> String {
        format!("cluster -n {} -w {} {}", self.processes, self.threads, self.game.join(" "))
    }

    fn commands(&self, folder: &Path) -> Vec<Command> {
        let (hosts, folder) = (path_in(self.hosts.path(), "hosts"), path_in(folder, ""));
        let listeners = Listeners::new(self.processes);
        std::fs::write(&hosts, listeners.addresses().join("\n")).expect("a temporary file can be written");
        let (processes, threads) = (self.processes.to_string(), self.threads.to_string());
        let command = |process: usize| {
            let number = process.to_string();
            // A process that is killed at its start is not waited for long.
            let options = ["--start-limit", "20", "-n", &processes, "-p", &number, "-w", &threads, "-h", &hosts];
            let files = ["--checkpoint-interval", self.interval, "--folder", &folder];
            let mut command = self.programs.command("cluster", &[&options, self.game, &files].concat());
            // One process alone does not listen.
            if self.processes > 1 {
                command.arg("--listen-on-stdin");
                pass_listener(&mut command, listeners.socket(process));
            }
            command
        };
        (0..self.processes).map(command).collect()
    }

    fn program(&self) -> PathBuf {
        self.programs.path("cluster")
    }

    fn is_progress(&self, line: &str) -> bool {
        line.starts_with(&format!("{}: process ", self.game.join(" "))) || line.ends_with(" positions done")
    }

    fn is_temporary(&self, name: &str) -> bool {
        is_part_of_solution(name) || name.contains(".checkpoint")
    }

    fn check(&self, seen: &Seen<'_>) -> Result<(), String> {
        let reference = self.reference.as_ref().ok_or("there is no reference")?;
        seen.check_files(&reference.files, |name| self.is_temporary(name))?;
        seen.check_nothing_left(self)?;
        let shares = || reference.files.keys().filter(|name| name.contains(".solution."));
        for line in seen.lines() {
            // Process 0 speaks of all shares, the others of their own.
            if line.starts_with("written: ") {
                shares().try_for_each(|name| seen.check_reported(name))?;
            }
            if let Some((_, path)) = line.split_once(" has written ") {
                let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy();
                seen.check_reported(&name)?;
            }
        }
        if self.game == WHOLE {
            let path = seen.folder.join("l-game-4x4.solution");
            let is_whole = shares().all(|name| seen.files.contains_key(name));
            let loaded = Solution::load(&path, LGame::new(4, 4), "l-game-4x4, 1");
            match (loaded, is_whole) {
                (Ok(_), false) => return Err("a solution is read of which shares are missing".to_owned()),
                (Err(error), true) => return Err(format!("all shares are there, but: {error}")),
                (Ok(_), true) | (Err(_), false) => {}
            }
        }
        if seen.end == End::Complete { seen.check_codes(0) } else { Ok(()) }
    }
}
