//! `cluster`: shares of a solution, by one process or two.

use std::path::Path;

use anyhow::Result;
use large_games::l_game::LGame;
use retrograde::Solution;
use testkit::{Listeners, pass_listener};

use super::{is_part_of_solution, path_in};
use crate::linux::process::command_of;
use crate::linux::work::{Work, new_folder};

const WHOLE: &[&str] = &["l-game-4x4"];

pub(crate) fn to_kill() -> Result<Vec<Work>> {
    // Some of the runs are continued.
    [(WHOLE, 2, 1), (&["chess", "KRvK"], 2, 1), (WHOLE, 1, 2)]
        .into_iter()
        .map(|(game, processes, threads)| work(game, processes, threads, "0"))
        .collect()
}

pub(crate) fn to_starve() -> Result<Vec<Work>> {
    // Checkpoints are meant to stay after an error.
    Ok(vec![work(WHOLE, 1, 2, "600")?])
}

/// A game, solved by processes of this number of threads each, with these seconds from one checkpoint to the next.
fn work(game: &'static [&'static str], processes: usize, threads: usize, interval: &'static str) -> Result<Work> {
    // Holds the addresses, outside the folder of the work.
    let hosts_folder = new_folder()?;
    let commands = move |folder: &Path| {
        let (hosts, folder) = (path_in(hosts_folder.path(), "hosts"), path_in(folder, ""));
        let listeners = Listeners::new(processes);
        std::fs::write(&hosts, listeners.addresses().join("\n")).expect("a temporary file can be written");
        let [count, threads] = [processes, threads].map(|number| number.to_string());
        let command = |process: usize| {
            let number = process.to_string();
            // A process that is killed at its start is not waited for long.
            let options = ["--start-limit", "20", "-n", &count, "-p", &number, "-w", &threads, "-h", &hosts];
            let files = ["--checkpoint-interval", interval, "--folder", &folder];
            let mut command = command_of("cluster", &[&options, game, &files].concat());
            // One process alone does not listen.
            if processes > 1 {
                command.arg("--listen-on-stdin");
                pass_listener(&mut command, listeners.socket(process));
            }
            command
        };
        (0..processes).map(command).collect()
    };
    let work = Work {
        is_temporary: |name| is_part_of_solution(name) || name.contains(".checkpoint"),
        is_progress: |line| {
            let is_of_process = line.contains(": process ") && !line.starts_with("cluster: ");
            is_of_process || line.ends_with(" positions")
        },
        ..Work::new(format!("cluster -n {processes} -w {threads} {}", game.join(" ")), "cluster", commands)
    };
    let (reference, _) = work.reference()?;
    Ok(work.checked(move |seen| {
        seen.check_files(&reference)?;
        seen.check_nothing_left()?;
        let shares = || reference.keys().filter(|name| name.contains(".solution."));
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
        if game == WHOLE {
            let path = seen.folder.join("l-game-4x4.solution");
            let is_whole = shares().all(|name| seen.files.contains_key(name));
            let loaded = Solution::load(&path, LGame::new(4, 4), "l-game-4x4, 1");
            match (loaded, is_whole) {
                (Ok(_), false) => return Err("a solution is read of which shares are missing".to_owned()),
                (Err(error), true) => return Err(format!("all shares are there, but: {error}")),
                (Ok(_), true) | (Err(_), false) => {}
            }
        }
        seen.check_codes(0)
    }))
}
