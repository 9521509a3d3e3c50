//! The languages of programs that tests compile and run.

use std::collections::HashMap;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use crate::program::{Program, Run};
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

/// A source that has been made ready to run.
#[derive(Clone, Debug)]
pub struct Built {
    program: String,
    arguments: Vec<String>,
}

impl Language {
    /// The language of a source file, by its ending.
    ///
    /// # Panics
    ///
    /// If it is none of these.
    #[must_use]
    pub fn of(file: &str) -> Self {
        let all = [Self::C, Self::Cpp, Self::Python, Self::Rust];
        let ending = file.rsplit('.').next();
        let found = all.into_iter().find(|language| ending == Some(language.ending()));
        found.unwrap_or_else(|| panic!("the language of {file} is unknown"))
    }

    /// The ending of a source file.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Cpp => "cpp",
            Self::Python => "py",
            Self::Rust => "rs",
        }
    }

    fn compiler(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::C => ("gcc", &["-O2"]),
            Self::Cpp => ("g++", &["-O2"]),
            Self::Python => ("python3", &[]),
            Self::Rust => {
                static BESIDE_CARGO: LazyLock<Option<String>> = LazyLock::new(|| {
                    let compiler = Path::new(env!("CARGO")).with_file_name("rustc");
                    compiler.exists().then(|| compiler.to_string_lossy().into_owned())
                });
                (BESIDE_CARGO.as_deref().unwrap_or("rustc"), &["-O", "--edition", "2021"])
            }
        }
    }

    /// Makes a source ready to run. `None`, and the test is skipped, if the language is not installed.
    ///
    /// `options` are those of the compiler besides the usual ones, such as the standard of the language. A text is
    /// compiled once, however many tests run it.
    ///
    /// # Panics
    ///
    /// If the compiler rejects the text.
    #[must_use]
    pub fn build(file: &str, text: &str, options: &[&str]) -> Option<Built> {
        let language = Self::of(file);
        let version = language.installed()?;
        let headers = (language == Self::Cpp).then(|| precompiled_headers(&version, options));
        let include = headers.as_ref().map(|headers| ["-include", headers]);
        let options = [options, include.as_ref().map_or(&[], |words| words.as_slice())].concat();
        let folder = language.compiled(&version, file, text, &options, "program");
        let path = |name| folder.join(name).into_os_string().into_string().expect("a path that is text");
        Some(match language {
            Self::Python => Built { program: version, arguments: vec!["-S".to_owned(), path(file)] },
            _ => Built { program: path("program"), arguments: Vec::new() },
        })
    }

    /// The folder with a source, and with what the compiler makes of it under the name `output`.
    fn compiled(self, version: &str, file: &str, text: &str, options: &[&str], output: &str) -> PathBuf {
        let (compiler, usual) = self.compiler();
        let mut hasher = DefaultHasher::new();
        (compiler, version, usual, options, file, text).hash(&mut hasher);
        let folder = programs().join(format!("{:016x}", hasher.finish()));
        once(&folder, || {
            if folder.join(file).exists() {
                return;
            }
            // What another process is about to run must be complete.
            let unfinished = folder.with_extension(std::process::id().to_string());
            fs::create_dir_all(&unfinished).expect("a folder can be made");
            let source = unfinished.join(file);
            fs::write(&source, text).expect("a source can be written");
            if self != Self::Python {
                let mut command = Command::new(compiler);
                command.args(usual).args(options).arg("-o").arg(unfinished.join(output)).arg(&source);
                let Output { status, stderr, .. } = command.output().expect("the compiler runs");
                assert!(status.success(), "{file}: {}", String::from_utf8_lossy(&stderr));
            }
            if fs::rename(&unfinished, &folder).is_err() {
                // Another process was faster.
                fs::remove_dir_all(&unfinished).expect("a folder can be removed");
            }
        });
        folder
    }

    /// What the compiler says about its version; the path of Python's interpreter. `None`, and the test is skipped, if
    /// the language is not installed.
    ///
    /// What is called python3 may be a script that chooses a version, which takes longer than the programs; so does
    /// looking for packages, which the option `-S` leaves out.
    fn installed(self) -> Option<String> {
        static KNOWN: Mutex<Vec<(Language, Option<String>)>> = Mutex::new(Vec::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = known.iter().find(|(language, _)| *language == self).map(|(_, answer)| answer.clone());
        let answer = answer.unwrap_or_else(|| {
            let arguments: &[&str] = match self {
                Self::Python => &["-c", "import sys; print(sys.executable)"],
                _ => &["--version"],
            };
            let answer = output(self.compiler().0, arguments).map(|text| text.trim_end().to_owned());
            known.push((self, answer.clone()));
            answer
        });
        drop(known);
        if answer.is_none() {
            skip(&format!("there is no {}", self.compiler().0));
        }
        answer
    }

    /// Asserts that a source in C++ is right in these standards, and that the compiler does not warn of anything. Skips
    /// the test if there is no compiler.
    ///
    /// # Panics
    ///
    /// If that is not so.
    pub fn assert_no_warnings(file: &str, text: &str, standards: &[&str]) {
        if Self::of(file) != Self::Cpp || Self::Cpp.installed().is_none() {
            return;
        }
        let folder = crate::TemporaryFolder::with(&[(file, text)]);
        for standard in standards {
            let options = ["-fsyntax-only", "-Wall", "-Wextra", standard, &folder.path(file)];
            let Output { status, stderr, .. } = Command::new("g++").args(options).output().expect("the compiler runs");
            let stderr = String::from_utf8_lossy(&stderr);
            assert!(status.success() && stderr.is_empty(), "{file} {standard}: {stderr}");
        }
    }
}

impl Built {
    /// A command as a shell understands it.
    #[must_use]
    pub fn shell_command(&self) -> String {
        let words: Vec<String> =
            std::iter::once(&self.program).chain(&self.arguments).map(|word| format!("'{word}'")).collect();
        words.join(" ")
    }

    /// A command that starts the program.
    #[must_use]
    pub fn command(&self, arguments: &[&str]) -> Command {
        Program::at(&self.program).command(&self.all(arguments))
    }

    /// Runs the program to its end with `stdin` as its standard input.
    #[must_use]
    pub fn run(&self, arguments: &[&str], stdin: &[u8]) -> Run {
        Program::at(&self.program).run(&self.all(arguments), stdin)
    }

    fn all<'a>(&'a self, arguments: &[&'a str]) -> Vec<&'a str> {
        self.arguments.iter().map(String::as_str).chain(arguments.iter().copied()).collect()
    }
}

/// The path of what most programs in C++ include, compiled for these options: otherwise that is most of the time that a
/// program takes to compile.
fn precompiled_headers(version: &str, options: &[&str]) -> String {
    let names = ["algorithm", "iostream", "map", "set", "string", "tuple", "vector"];
    let text = names.map(|name| format!("#include <{name}>\n")).concat();
    // The compiler looks for this name beside the source.
    let folder = Language::Cpp.compiled(version, "headers.hpp", &text, options, "headers.hpp.gch");
    folder.join("headers.hpp").into_os_string().into_string().expect("a path that is text")
}

/// The folder of built programs, in Cargo's target folder.
fn programs() -> PathBuf {
    let test = std::env::current_exe().expect("the path of the test is known");
    // The test lies in `target/debug/deps`.
    test.ancestors().nth(3).expect("the test lies in the target folder").join("tmp/programs")
}

/// Calls `make` if this is the first call in this process for a path; otherwise waits until that first call has ended.
fn once(path: &Path, make: impl FnOnce()) {
    static CELLS: LazyLock<Mutex<HashMap<PathBuf, Arc<OnceLock<()>>>>> = LazyLock::new(Mutex::default);
    let mut cells = CELLS.lock().unwrap_or_else(PoisonError::into_inner);
    let cell = Arc::clone(cells.entry(path.to_owned()).or_default());
    drop(cells);
    cell.get_or_init(make);
}

/// The output of a command, or `None` if it cannot be run.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).expect("text"))
}
