//! The languages of programs that tests compile and run.

use std::path::Path;
use std::process::Command;

use crate::skip::skip;
use crate::temporary::TemporaryFolder;

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
    pub(crate) fn of(file: &str) -> Self {
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

    fn compiler(self) -> (String, &'static [&'static str]) {
        match self {
            Self::C => ("gcc".to_owned(), &["-O2"]),
            Self::Cpp => ("g++".to_owned(), &["-O2", "-std=c++17"]),
            Self::Python => ("python3".to_owned(), &[]),
            Self::Rust => {
                let beside_cargo = Path::new(env!("CARGO")).with_file_name("rustc");
                let compiler = if beside_cargo.exists() { beside_cargo } else { "rustc".into() };
                (compiler.to_string_lossy().into_owned(), &["-O", "--edition", "2021"])
            }
        }
    }

    /// The command that runs a program, after it has been compiled into `folder`. `None`, and the test is skipped, if the
    /// language is not installed.
    pub(crate) fn command(self, source: &Path, folder: &TemporaryFolder) -> Option<String> {
        if self == Self::Python {
            return Some(format!("'{}' -S '{}'", python()?, source.display()));
        }
        let (compiler, options) = self.compiler();
        if output(&compiler, &["--version"]).is_none() {
            skip(&format!("there is no {compiler}"));
            return None;
        }
        let stem = source.file_stem().expect("a source has a name").to_string_lossy();
        let program = folder.path(&format!("{stem}-{}", self.ending()));
        let built = Command::new(compiler).args(options).args(["-o", &program]).arg(source).output();
        let built = built.expect("the compiler runs");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        Some(format!("'{program}'"))
    }
}

/// The path of Python's interpreter. `None`, and the test is skipped, if there is none.
///
/// What is called python3 may be a script that chooses a version, which takes longer than the programs; so does looking for
/// packages, which the option `-S` leaves out.
pub(crate) fn python() -> Option<String> {
    let interpreter = output("python3", &["-c", "import sys; print(sys.executable)"]);
    if interpreter.is_none() {
        skip("there is no python3");
    }
    Some(interpreter?.trim_end().to_owned())
}

/// The output of a command, or `None` if it cannot be run.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).expect("text"))
}
