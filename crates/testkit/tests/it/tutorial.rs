//! The tutorial, `docs/new-game.md`: its files are built, and its commands print what it shows.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use testkit::{TemporaryFolder, workspace};

use crate::read;

/// A block of code: what stands behind the three backticks, and its lines.
struct Block {
    language: String,
    file: Option<String>,
    text: String,
}

fn blocks(document: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else { continue };
        let mut words = info.split(' ').map(str::to_owned);
        let (language, file) = (words.next().unwrap_or_default(), words.next());
        let text =
            lines.by_ref().take_while(|line| *line != "```").fold(String::new(), |text, line| text + line + "\n");
        blocks.push(Block { language, file, text });
    }
    blocks
}

/// Writes the files of the tutorial into a workspace of their own.
fn write_files(folder: &TemporaryFolder, blocks: &[Block]) {
    let crates = workspace().join("crates");
    let mut begun = BTreeSet::new();
    let mut members = String::new();
    for Block { file, text, .. } in blocks {
        let Some(file) = file else { continue };
        let text = text.replace("path = \"..", &format!("path = \"{}", crates.display()));
        if begun.insert(file) {
            folder.write(file, text.as_bytes());
            if let Some(member) = file.strip_suffix("/Cargo.toml") {
                write!(members, "\"{member}\", ").expect("writing to a string never fails");
            }
        } else {
            let path = folder.root().join(file);
            let text = format!("{}\n{text}", fs::read_to_string(&path).expect("the part before"));
            fs::write(path, text).expect("a temporary file can be written");
        }
    }
    // The same profile as here, so that nothing is built twice that need not be.
    let manifest = format!("[workspace]\nresolver = \"3\"\nmembers = [{members}]\n\n[profile.dev]\nopt-level = 1\n");
    folder.write("Cargo.toml", manifest.as_bytes());
    fs::copy(workspace().join("Cargo.lock"), folder.root().join("Cargo.lock")).expect("the lock file can be copied");
}

/// Runs a command line, which prints both of its streams.
fn run(folder: &Path, line: &str) -> String {
    let target = workspace().join(option_env!("CARGO_TARGET_DIR").unwrap_or("target")).join("tutorial");
    let mut command = Command::new("sh");
    command.args(["-c", &format!("exec 2>&1; {line}")]).current_dir(folder);
    command
        .env("CARGO_TARGET_DIR", target)
        .env("CARGO_NET_OFFLINE", "true")
        .stdin(File::open("/dev/null").expect("it"));
    let output = command.output().expect("a shell can be run");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_files_of_the_tutorial_are_built_and_its_commands_print_what_it_shows() {
    let tutorial = blocks(&read(&workspace().join("docs/new-game.md")));
    let folder = TemporaryFolder::default();
    write_files(&folder, &tutorial);
    let built = run(folder.root(), "cargo build --quiet --workspace");
    assert_eq!(built, "", "the tutorial is not built without a warning");
    let mut commands = 0;
    for block in tutorial.iter().filter(|block| block.language == "console") {
        for session in format!("\n{}", block.text).split("\n$ ").skip(1) {
            let (line, expected) = session.split_once('\n').unwrap_or((session, ""));
            assert_eq!(run(folder.root(), line).trim_end(), expected.trim_end(), "{line}");
            commands += 1;
        }
    }
    assert!(commands >= 6, "the tutorial shows {commands} commands");
}
