//! The languages of programs that tests compile and run.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use crate::program::Program;
use crate::skip::skip;

/// A language of candidate programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C, compiled by gcc.
    C,
    /// C++, compiled by g++.
    Cpp,
    /// Python 3.
    Python,
    /// Rust, compiled by the compiler of this crate.
    Rust,
}

impl Language {
    /// The language of a source file, by its ending.
    pub fn of(file: &str) -> Self {
        match file.rsplit('.').next() {
            Some("c") => Self::C,
            Some("cpp") => Self::Cpp,
            Some("py") => Self::Python,
            Some("rs") => Self::Rust,
            _ => panic!("the language of {file} is unknown"),
        }
    }

    /// The command that compiles or runs a source.
    fn command(self) -> Command {
        let mut command = match self {
            Self::C => Command::new("gcc"),
            Self::Cpp => Command::new("g++"),
            Self::Python => Command::new("python3"),
            Self::Rust => Command::new(Path::new(env!("CARGO")).with_file_name("rustc")),
        };
        match self {
            Self::C | Self::Cpp => command.arg("-O2"),
            Self::Python => &mut command,
            Self::Rust => command.args(["-O", "--edition", "2021"]),
        };
        command
    }

    /// Makes a source ready to run. `None`, and the test is skipped, if the language is not installed.
    ///
    /// A text is compiled once, however many tests run it.
    pub fn build(file: &str, text: &str) -> Option<Program> {
        let language = Self::of(file);
        let version = language.installed()?;
        let headers = (language == Self::Cpp).then(|| precompiled_headers(&version));
        let options = headers.as_ref().map_or(vec![], |headers| vec!["-include", headers]);
        let folder = language.compiled(&version, file, text, &options, "program");
        let path = |name| folder.join(name).into_os_string().into_string().expect("a path that is text");
        Some(match language {
            Self::Python => Program::at(&version).with(&["-S", &path(file)]),
            _ => Program::at(&path("program")),
        })
    }

    /// The folder with a source, and with what the compiler makes of it under the name `output`.
    fn compiled(self, version: &str, file: &str, text: &str, options: &[&str], output: &str) -> PathBuf {
        let mut command = self.command();
        let mut hasher = DefaultHasher::new();
        (version, format!("{command:?}"), options, file, text).hash(&mut hasher);
        let folder = programs().join(format!("{:016x}", hasher.finish()));
        fs::create_dir_all(programs()).expect("a folder can be made");
        // The next caller waits until it is compiled, in this process and in others.
        let lock = File::create(folder.with_extension("lock")).expect("a file can be made");
        lock.lock().expect("a file can be locked");
        if folder.exists() {
            return folder;
        }
        // What was stopped meanwhile has another name.
        let unfinished = folder.with_extension("unfinished");
        fs::create_dir_all(&unfinished).expect("a folder can be made");
        let source = unfinished.join(file);
        fs::write(&source, text).expect("a source can be written");
        if self != Self::Python {
            command.args(options).arg("-o").arg(unfinished.join(output)).arg(&source);
            let Output { status, stderr, .. } = command.output().expect("the compiler runs");
            assert!(status.success(), "{file}: {}", String::from_utf8_lossy(&stderr));
        }
        fs::rename(&unfinished, &folder).expect("a folder can be renamed");
        folder
    }

    /// What the compiler says about its version; the path of Python's interpreter. `None`, and the test is skipped, if
    /// the language is not installed.
    ///
    /// What is called python3 may be a script that chooses a version, which takes longer than the programs; so does
    /// looking for packages, which the option `-S` leaves out.
    fn installed(self) -> Option<String> {
        static KNOWN: [OnceLock<Option<String>>; 4] = [const { OnceLock::new() }; 4];
        let answer = KNOWN[self as usize].get_or_init(|| {
            let mut command = self.command();
            match self {
                Self::Python => command.args(["-c", "import sys; print(sys.executable)"]),
                _ => command.arg("--version"),
            };
            let output = command.output().ok().filter(|output| output.status.success())?;
            Some(String::from_utf8(output.stdout).expect("text").trim_end().to_owned())
        });
        if answer.is_none() {
            skip(&format!("there is no {}", self.command().get_program().display()));
        }
        answer.clone()
    }
}

/// The path of what most programs in C++ include, compiled: otherwise that is most of the time that a program takes to
/// compile.
fn precompiled_headers(version: &str) -> String {
    let text = "#include <bits/stdc++.h>\n";
    // The compiler looks for this name beside the source.
    let folder = Language::Cpp.compiled(version, "headers.hpp", text, &[], "headers.hpp.gch");
    folder.join("headers.hpp").into_os_string().into_string().expect("a path that is text")
}

/// The folder of built programs, in Cargo's target folder.
fn programs() -> PathBuf {
    let test = std::env::current_exe().expect("the path of the test is known");
    // The test lies in `target/debug/deps`.
    test.ancestors().nth(3).expect("the test lies in the target folder").join("tmp/programs")
}
