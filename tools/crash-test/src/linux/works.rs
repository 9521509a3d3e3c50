//! What the programs of the workspace do in folders.

use std::path::Path;

use anyhow::{Context, Result};
use grundy::{HeapGame, Sequence};
use testkit::Program;

use super::process::words;
use super::work::{CHECKPOINT, Work};

/// What writes files, and continues where it has ended.
pub(super) fn to_kill() -> Result<Vec<Work>> {
    let solved = [solve(&["quixo-3x3"], "1")?, solve(&["chess", "KQvK", "KRvK"], "2")?];
    let computed = [octal(".77", 20_000, "1")?, octal(".007", 8_000, "2")?, octal(".16", 20_000, "2")?];
    Ok(solved.into_iter().chain(computed).collect())
}

pub(super) fn to_starve() -> Result<Vec<Work>> {
    let solve = solve(&["quixo-3x3"], "2")?;
    let solved = solve.expected.clone();
    let mut works = vec![octal(".77", 20_000, "2")?, solve];
    for arguments in [&["list"][..], &["probe", ".../.../...", "--line"], &["verify", "3-3"]] {
        let read = move |folder: &Path| {
            let options = ["--folder", &path_in(folder, "")];
            words("large-games", &[&arguments[..1], &["quixo-3x3"], &arguments[1..], &options].concat())
        };
        let work = Work { given: solved.clone(), ..Work::new(format!("large-games {}", arguments[0]), read) };
        works.push(Work { essence: |line| before(line, " in "), ..work }.like_undisturbed()?);
    }
    for name in testkit::programs() {
        let sample = testkit::fixtures(&name).into_iter().find(|fixture| fixture.group == "sample");
        let sample = sample.with_context(|| format!("{name} has no sample"))?;
        let (judge, path) = (&*sample.judge, sample.relative_path().to_string_lossy());
        works.push(print(&name, &["--judge", judge, &path])?);
        works.push(print(&name, &["generate", "--judge", judge, "--seed", "1"])?);
        let cases = format!("fixtures/{name}/{judge}/sample");
        let check = ["check", "-j2", "--judge", judge, &cases];
        works.push(Work { essence: |line| before(line, ";"), ..print(&name, &check)? });
        let against = format!("{} --judge {judge}", Program::at(&words(&name, &[])[0]).shell_command());
        let check = print(&name, &[&check[..], &["--against", &against]].concat())?;
        works.push(Work { essence: |line| before(line, ";"), judges_another: true, ..check });
    }
    works.push(print("lgame", &["explain"])?);
    works.push(print("octal", &[".77", "--to", "3000", "--values"])?);
    Ok(works)
}

/// `octal` with a checkpoint and a plot, by an engine that shares no code with the one that says what is right.
fn octal(code: &'static str, to: usize, threads: &'static str) -> Result<Work> {
    let game: HeapGame = code.parse()?;
    let mut sequence = Sequence::new(game.clone()).by_all_moves();
    sequence.extend_to(to)?;
    let command = move |folder: &Path| {
        let (to, checkpoint, plot) = (to.to_string(), path_in(folder, CHECKPOINT), path_in(folder, "plot.svg"));
        let how = [code, "--to", &to, "--threads", threads, "--every", "0"];
        words("octal", &[&how[..], &["--checkpoint", &checkpoint, "--plot", &plot]].concat())
    };
    let work = Work { essence: |line| before(line, " seconds="), ..Work::new(format!("octal {code}"), command) };
    Ok(Work { checkpoint: Some((game, sequence.into_packed())), ..work.like_undisturbed()? })
}

/// Solving a game part by part.
fn solve(game: &'static [&'static str], threads: &'static str) -> Result<Work> {
    let command = move |folder: &Path| {
        let options = ["--threads", threads, "--folder", &path_in(folder, "")];
        words("large-games", &[&["solve"], game, &options].concat())
    };
    let reported = |line: &str| {
        let is_solved = line.contains(" won, ") && line.contains("; file ");
        is_solved.then(|| format!("{}.solution", before(line, ": ")))
    };
    // What it prints depends on what an earlier run has solved.
    let work =
        Work { reported, essence: |_| "", ..Work::new(format!("large-games solve {}", game.join(" ")), command) };
    work.like_undisturbed()
}

/// What only prints.
fn print(program: &str, arguments: &[&str]) -> Result<Work> {
    let command = words(program, arguments);
    Work::new(format!("{program} {}", arguments[0]), move |_| command.clone()).like_undisturbed()
}

fn before<'a>(line: &'a str, mark: &str) -> &'a str {
    line.split(mark).next().unwrap_or(line)
}

/// The path of a file in a folder, as an argument.
fn path_in(folder: &Path, name: &str) -> String {
    folder.join(name).to_string_lossy().into_owned()
}
