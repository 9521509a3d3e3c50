//! Making a program ready to run.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, anyhow, bail, ensure};

use super::names;

/// A program and its arguments.
pub type Words = Vec<OsString>;

/// What compiles or runs a source, by its ending.
fn tool(file: &Path) -> Option<&'static str> {
    Some(match file.extension()?.to_str()? {
        "c" => "gcc",
        "cc" | "cpp" | "cxx" | "c++" | "C" => "g++",
        "java" => "javac",
        "py" | "py3" => "python3",
        "rs" => "rustc",
        _ => return None,
    })
}

/// Builds a program, a file or a folder with several, and returns its command. Headers in C++ are also looked for in
/// other folders. What compilers make, or the program's own script `build`, goes into a new `folder`.
pub(super) fn build(program: &Path, headers: &[PathBuf], folder: &Path) -> anyhow::Result<Words> {
    let files = names(program)?.iter().map(|name| program.join(name)).collect::<Vec<_>>();
    let files = if program.is_dir() { files } else { vec![program.to_owned()] };
    let has_script = program.is_dir() && files.iter().any(|file| file.ends_with("build") || file.ends_with("run"));
    if has_script {
        // Nothing is written into the package.
        compile(Command::new("cp").arg("-R").arg(program).arg(folder))?;
        let script = folder.join("build");
        if script.exists() {
            compile(Command::new(script).current_dir(folder))?;
        }
        let run = folder.join("run");
        ensure!(run.is_file(), "build made no program run");
        return Ok(vec![run.into()]);
    }
    let mut sources = files.iter().filter_map(|file| Some((tool(file)?, file))).collect::<Vec<_>>();
    sources.sort();
    let is_mixed = sources.first().map(|(tool, _)| tool) != sources.last().map(|(tool, _)| tool);
    let Some(&(tool, first)) = sources.first().filter(|_| !is_mixed) else {
        bail!("it is not in C, C++, Java, Python or Rust");
    };
    let sources = sources.into_iter().map(|(_, file)| file);
    let is_main = |file: &&PathBuf| file.file_stem().is_some_and(|stem| stem == "__main__" || stem == "main");
    let main = sources.clone().find(is_main).unwrap_or(first);
    let first_line = fs::read(main)?.split(|&byte| byte == b'\n').next().map(String::from_utf8_lossy).map(String::from);
    fs::create_dir(folder)?;
    let binary = folder.join("program");
    let mut command = Command::new(tool);
    match tool {
        "python3" if first_line.is_some_and(|line| line.contains("python2")) => bail!("it is in Python 2"),
        // Nothing is written into the package.
        "python3" => return Ok(vec![tool.into(), "-B".into(), main.into()]),
        "javac" => command.args(["-encoding", "UTF-8", "-d"]).arg(folder).args(sources),
        // The name of a file may not be one of a crate.
        "rustc" => command.args(["-O", "--edition", "2021", "--crate-name", "program", "-o"]).arg(&binary).arg(main),
        "gcc" => command.args(["-O2", "-o"]).arg(&binary).args(sources).arg("-lm"),
        _ => {
            let headers = headers.iter().flat_map(|headers| [OsString::from("-I"), headers.into()]);
            command.args(["-O2", "-std=gnu++20", "-o"]).arg(&binary).args(headers).args(sources)
        }
    };
    compile(&mut command)?;
    if tool != "javac" {
        return Ok(vec![binary.into()]);
    }
    let class = main_class(folder).context("no class has a method main")?;
    Ok(vec!["java".into(), "-Xss64m".into(), "-cp".into(), folder.into(), class])
}

/// A compiler rejects a program.
#[derive(Debug)]
pub(super) struct NotCompiled;

impl fmt::Display for NotCompiled {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("it does not compile")
    }
}

fn compile(command: &mut Command) -> anyhow::Result<()> {
    let tool = Path::new(command.get_program()).file_name().unwrap_or_default().display().to_string();
    // An error has that name in English.
    let output = command.env("LC_ALL", "C").output().map_err(|error| match error.kind() {
        ErrorKind::NotFound => anyhow!("{tool} is not installed"),
        ErrorKind::PermissionDenied => anyhow!("{tool} is not executable; use chmod +x"),
        _ => anyhow!("{tool} cannot be run: {error}"),
    })?;
    let text = String::from_utf8_lossy(&output.stderr);
    let message = text.lines().find(|line| line.contains("error")).or(text.lines().last()).unwrap_or_default().trim();
    let fix = if message.contains("testlib.h") { "; put testlib.h into the package" } else { "" };
    if output.status.success() { Ok(()) } else { Err(anyhow!("{message}{fix}").context(NotCompiled)) }
}

/// The class in a folder that has the method `main`.
fn main_class(folder: &Path) -> Option<OsString> {
    // The types of its arguments and its result in a class file.
    let signature = b"([Ljava/lang/String;)V";
    let is_in = |bytes: Vec<u8>| bytes.windows(signature.len()).any(|part| part == signature);
    let classes = names(folder).ok()?;
    let class = classes.iter().find(|class| fs::read(folder.join(class)).is_ok_and(is_in))?;
    Some(class.strip_suffix(".class")?.into())
}
