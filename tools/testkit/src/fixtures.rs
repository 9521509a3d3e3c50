//! The fixtures: `fixtures/<program>/<judge>/<group>/NN-name.in`, with `NN-name.out` beside it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use problem::{Layout, Problem, could_be_given, solve};
use walkdir::WalkDir;

use crate::picture::picture;
use crate::program::{Subject, show, workspace};
use crate::snapshots::{Snapshot, assert_snapshots};

/// An input file, and its answer file if it has one.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// The judge whose dialect the input is written in: the name of the folder below the program's.
    pub judge: String,
    /// The group: the name of the folder below the judge's.
    pub group: String,
    path: PathBuf,
}

/// The programs of the workspace: those that have fixtures.
pub fn programs() -> Vec<String> {
    let folders = entries(workspace().join("fixtures"), 1).filter(|path| path.is_dir());
    folders.map(|folder| file_stem(&folder)).collect()
}

/// The fixtures of a program, ordered by name.
pub fn fixtures(program: &str) -> Vec<Fixture> {
    let files = entries(workspace().join("fixtures").join(program), 3);
    let found: Vec<Fixture> = files.filter(|path| is_input(path)).map(Fixture::at).collect();
    assert!(!found.is_empty(), "no fixtures for {program}");
    found
}

/// The groups of inputs that the judge could give, which any right program for this judge must answer.
pub(crate) const LEGAL: [&str; 3] = ["sample", "edge", "stress"];

impl<P: Problem> Subject<P> {
    /// Asserts that the inputs of the groups `LEGAL` pass `--strict`, that `white-space` passes it only when its
    /// words are laid out as the judge does, and `beyond-limits` not even then; and that the files of each folder are
    /// numbered from 1.
    pub fn groups_hold_what_they_promise(&self) {
        let mut numbers: BTreeMap<(String, String), usize> = BTreeMap::new();
        for fixture in fixtures(P::NAME) {
            let path = fixture.relative_path().display();
            let number = numbers.entry((fixture.judge.clone(), fixture.group.clone())).or_default();
            *number += 1;
            assert!(fixture.name().starts_with(&format!("{number:02}-")), "{path} should have the number {number:02}");
            let dialect = P::dialect(&fixture.judge).unwrap_or_else(|| panic!("{path}: no such judge"));
            let input = fixture.input();
            let passes = || [solve(dialect, Layout::Exact, &input[..]).is_ok(), could_be_given(dialect, &input)];
            match fixture.group.as_str() {
                group if LEGAL.contains(&group) => assert!(passes()[0], "{path} is not what the judge gives"),
                "white-space" => assert_eq!(passes(), [false, true], "{path}: not its white space alone is odd"),
                "beyond-limits" => assert_eq!(passes(), [false, false], "{path} keeps the promises of the judge"),
                // The answers and messages of the program show that these are rejected.
                "invalid" => {}
                _ => panic!("{path}: there is no such group"),
            }
        }
    }

    /// Asserts that the answer file of each fixture is what `oracle` returns for the judge's name and the input. With
    /// `UPDATE_FIXTURES=1`, first writes the answer files of all groups but `sample`.
    pub fn answers_agree_with_the_oracle(&self, oracle: impl Fn(&str, &[u8]) -> Vec<u8>) {
        for fixture in fixtures(P::NAME).iter().filter(|fixture| fixture.has_answer()) {
            let answer = oracle(&fixture.judge, &fixture.input());
            let path = fixture.path.with_extension("out");
            if update_requested() && fixture.group != "sample" {
                fs::write(&path, &answer).expect("the answer can be written");
            }
            let place = path.display();
            assert!(fixture.answer() == answer, "{place} differs from the oracle; UPDATE_FIXTURES=1 rewrites it");
            let named = P::DIALECTS.iter().find(|dialect| dialect.recognizes(&answer));
            let is_alone = P::DIALECTS.len() == 1 || answer.is_empty();
            assert!(
                is_alone || named == P::dialect(&fixture.judge),
                "{place} does not begin with a first word of its judge"
            );
        }
    }

    /// Runs the program on every fixture. Asserts that it gives exactly the bytes of the answer file, or for an invalid
    /// input one message and nothing else; that `--strict` changes nothing or gives one message and nothing else; that
    /// `validate`, which takes the judge from the path, says the same; and that its snapshot shows each run. The
    /// inputs of `stress` are many or long and cause no message, so they have none.
    pub fn fixtures_are_answered(&self) {
        let found = fixtures(P::NAME).into_iter().filter_map(|fixture| {
            let run = self.answer_to(&fixture);
            if fixture.group != "stress" {
                return Some(run);
            }
            assert!(run.text.ends_with("-- stderr\n"), "{}: {}", run.name, run.text);
            None
        });
        assert_snapshots(&format!("crates/{}/tests/it/snapshots/fixtures", P::NAME), found.collect::<Vec<_>>());
    }

    fn answer_to(&self, fixture: &Fixture) -> Snapshot {
        /// An answer of more lines is read in its own file.
        const MOST_LINES: usize = 60;
        let path = fixture.relative_path().to_string_lossy();
        let arguments = ["--judge", &fixture.judge, &path];
        let [free, strict] = [&[][..], &["--strict"]].map(|more| self.run(&[&arguments[..], more].concat(), b""));
        let place = format!("{path}:");
        if fixture.has_answer() {
            assert!(free.code == Some(0) && free.stdout == fixture.answer(), "{place} {}", free.transcript());
        } else {
            Self::assert_rejected(&free, &place);
        }
        let valid = self.run(&["validate", &path], b"");
        let (code, message) = match strict.code {
            Some(0) => (0, format!("{}: valid: {} could give", P::NAME, fixture.judge)),
            _ => (3, String::from_utf8_lossy(&strict.stderr).into_owned()),
        };
        let said = String::from_utf8_lossy(&valid.stderr);
        assert!(valid.code == Some(code) && said.starts_with(&message), "{place} {said}");

        let is_long = free.stdout.split(|&byte| byte == b'\n').count() > MOST_LINES;
        let answer = format!("[{}.out]\n", fixture.name());
        let mut text = if is_long { free.transcript_with(&answer) } else { free.transcript() };
        if strict != free {
            Self::assert_rejected(&strict, &place);
            text.extend(["-- stderr with --strict\n", &show(&strict.stderr)]);
        }
        let name = format!("{}/{}/{}", fixture.judge, fixture.group, fixture.name());
        Snapshot { name, command: Self::command_line(&arguments), text }
    }

    /// Asserts that a seed generates the cases in the snapshots, on every machine.
    pub fn a_seed_generates_the_same_input_everywhere(&self) {
        let found = P::DIALECTS.iter().map(|dialect| {
            // Enough to have every shape several times.
            let arguments = ["generate", "--judge", dialect.name, "--seed", "1", "--cases", "40"];
            self.snapshot(dialect.name, &arguments, b"")
        });
        assert_snapshots(&format!("crates/{}/tests/it/snapshots/generate", P::NAME), found);
    }

    /// Asserts that the snapshots show these explanations, given by name, arguments and standard input.
    pub fn positions_are_explained(&self, positions: &[(&str, &[&str], &str)]) {
        let found = positions.iter().map(|(name, arguments, input)| {
            self.snapshot(name, &[&["explain"], *arguments].concat(), input.as_bytes())
        });
        assert_snapshots(&format!("crates/{}/tests/it/snapshots/explain", P::NAME), found);
    }

    fn snapshot(&self, name: &str, arguments: &[&str], input: &[u8]) -> Snapshot {
        let mut command = Self::command_line(arguments);
        if !input.is_empty() {
            command = format!("printf '{}' | {command}", input.escape_ascii());
        }
        Snapshot { name: name.to_owned(), command, text: self.run(arguments, input).transcript() }
    }

    fn command_line(arguments: &[&str]) -> String {
        let words = [&[P::NAME], arguments].concat();
        shlex::try_join(words).expect("no NUL")
    }
}

/// Asserts that the input file `fixtures/<program>/<place>.in` is what its recipe generates. With `UPDATE_FIXTURES=1`,
/// first writes it, with an empty answer file beside it if there is none.
pub fn agree_with_recipe(program: &str, place: &str, input: &[u8]) {
    let path = workspace().join("fixtures").join(program).join(place).with_extension("in");
    let answer = path.with_extension("out");
    if update_requested() && !answer.exists() {
        fs::create_dir_all(path.parent().expect("a place is in a folder")).expect("the folder can be made");
        fs::write(answer, []).expect("the answer can be written");
    }
    agree_with_file(&path, input);
}

/// Asserts that a folder `fixtures/<program>/<place>` holds the inputs of these names, numbered in this order, and no
/// others. With `UPDATE_FIXTURES=1`, first writes them.
pub fn agree_with_recipes(program: &str, place: &str, inputs: &[(String, Vec<u8>)]) {
    for (number, (name, input)) in (1..).zip(inputs) {
        agree_with_recipe(program, &format!("{place}/{number:02}-{name}"), input);
    }
    let files = entries(workspace().join("fixtures").join(program).join(place), 1);
    let found = files.filter(|path| is_input(path)).count();
    assert_eq!(found, inputs.len(), "{place} of {program} holds other inputs; remove them");
}

/// Asserts that the picture `docs/<name>` shows the styled output of a program. With `UPDATE_FIXTURES=1`, first draws
/// it.
pub fn agree_with_picture(name: &str, styled: &[u8]) {
    let svg = picture(str::from_utf8(styled).expect("a page is text"));
    agree_with_file(&workspace().join("docs").join(name), svg.as_bytes());
}

/// Asserts that a file has these bytes. With `UPDATE_FIXTURES=1`, first writes them.
pub fn agree_with_file(path: &Path, expected: &[u8]) {
    if update_requested() {
        fs::write(path, expected).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    let actual = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let [mut actual, mut expected] = [&actual, expected].map(|text| text.split(|&byte| byte == b'\n'));
    for number in 1.. {
        let [actual, expected] = [actual.next(), expected.next()];
        assert!(
            actual == expected,
            "{}:{number} is out of date, or wrong; UPDATE_FIXTURES=1 rewrites the file\n  in it: {:?}\n  found: {:?}",
            path.display(),
            actual.map(String::from_utf8_lossy),
            expected.map(String::from_utf8_lossy)
        );
        if actual.is_none() {
            return;
        }
    }
}

fn update_requested() -> bool {
    std::env::var_os("UPDATE_FIXTURES").is_some_and(|value| !value.is_empty())
}

impl Fixture {
    fn at(path: PathBuf) -> Self {
        let [group, judge] = [1, 2].map(|above| file_stem(path.ancestors().nth(above).expect("a folder")));
        Self { judge, group, path }
    }

    /// The name of the input file, without its extension.
    pub fn name(&self) -> String {
        file_stem(&self.path)
    }

    /// The path of the input file, relative to the workspace's folder.
    pub fn relative_path(&self) -> &Path {
        self.path.strip_prefix(workspace()).expect("fixtures lie in the workspace")
    }

    /// Returns whether the fixture has an answer file: `invalid` ones have none.
    pub fn has_answer(&self) -> bool {
        self.group != "invalid"
    }

    /// The bytes of the input.
    pub fn input(&self) -> Vec<u8> {
        fs::read(&self.path).unwrap_or_else(|error| panic!("{}: {error}", self.path.display()))
    }

    /// The bytes of the answer.
    pub fn answer(&self) -> Vec<u8> {
        let path = self.path.with_extension("out");
        fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }
}

/// What lies this deep below a folder, ordered by name.
fn entries(folder: PathBuf, depth: usize) -> impl Iterator<Item = PathBuf> {
    let entries = WalkDir::new(folder).min_depth(depth).max_depth(depth).sort_by_file_name().into_iter();
    entries.map(|entry| entry.unwrap_or_else(|error| panic!("{error}")).into_path())
}

fn is_input(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "in")
}

fn file_stem(path: &Path) -> String {
    path.file_stem().expect("an entry of a folder has a name").to_string_lossy().into_owned()
}
