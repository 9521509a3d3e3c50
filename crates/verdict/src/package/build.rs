//! Making a program ready to run.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail, ensure};

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

/// Builds a program of a package, a file or a folder with several, and returns its command. What compilers make goes
/// into a new `folder`.
pub(super) fn build(program: &Path, package: &Path, folder: &Path) -> anyhow::Result<Words> {
    /// Where packages have `testlib.h`.
    const HEADERS: [&str; 5] = ["", "include", "lib", "input_validators", "output_validators"];
    let files = names(program)?.iter().map(|name| program.join(name)).collect::<Vec<_>>();
    let mut sources = if program.is_dir() { files } else { vec![program.to_owned()] };
    sources.retain(|file| tool(file).is_some());
    let is_main = |file: &&PathBuf| file.file_stem().is_some_and(|stem| stem == "__main__" || stem == "main");
    let Some(main) = sources.iter().find(is_main).or(sources.first()).cloned() else {
        bail!("it is not in C, C++, Java, Python or Rust");
    };
    let tool = tool(&main).unwrap_or_default();
    sources.retain(|file| self::tool(file) == Some(tool));
    fs::create_dir(folder)?;
    let binary = folder.join("program");
    let mut command = Command::new(tool);
    match tool {
        // Nothing is written into the package.
        "python3" => return Ok(vec![tool.into(), "-B".into(), main.into()]),
        "javac" => command.args(["-encoding", "UTF-8", "-d"]).arg(folder).args(sources),
        // The name of a file may not be one of a crate.
        "rustc" => command.args(["-O", "--edition", "2021", "--crate-name", "program", "-o"]).arg(&binary).arg(main),
        "gcc" => command.args(["-O2", "-o"]).arg(&binary).args(sources).arg("-lm"),
        _ => {
            let headers = HEADERS.map(|name| package.join(name)).into_iter();
            let headers = headers.filter(|folder| folder.join("testlib.h").is_file());
            let headers = headers.flat_map(|folder| [OsString::from("-I"), folder.into()]);
            command.args(["-O2", "-std=gnu++20", "-o"]).arg(&binary).args(headers).args(sources)
        }
    };
    let output = command.output().with_context(|| format!("{tool} cannot be run"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    let message = text.lines().find(|line| line.contains("error")).or(text.lines().last()).unwrap_or_default().trim();
    ensure!(output.status.success(), "it does not compile: {message}");
    if tool != "javac" {
        return Ok(vec![binary.into()]);
    }
    // The types of the arguments of `main` and of its result in a class file.
    let signature = b"([Ljava/lang/String;)V";
    let is_in = |bytes: Vec<u8>| bytes.windows(signature.len()).any(|part| part == signature);
    let classes = names(folder)?;
    let class = classes.iter().find(|class| fs::read(folder.join(class)).is_ok_and(is_in));
    let class = class.and_then(|class| class.strip_suffix(".class")).context("no class has a method main")?;
    Ok(vec!["java".into(), "-Xss64m".into(), "-cp".into(), folder.into(), class.into()])
}
