//! Builds the files of the tutorial, `docs/new-game.md`, and compares the output of its commands.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use testkit::{TemporaryFolder, workspace};

use crate::read;

/// A code block: the words after the three backticks, and its text.
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

/// Writes the files of the tutorial into a workspace of their own. A block for a file that exists already is its next part.
fn write_files(folder: &TemporaryFolder, blocks: &[Block]) {
    let crates = workspace().join("crates");
    let mut written = BTreeSet::new();
    let mut members = String::new();
    for Block { file, text, .. } in blocks {
        let Some(file) = file else { continue };
        let text = text.replace("path = \"..", &format!("path = \"{}", crates.display()));
        if written.insert(file) {
            folder.write(file, text.as_bytes());
            if let Some(member) = file.strip_suffix("/Cargo.toml") {
                write!(members, "\"{member}\", ").expect("writing to a string never fails");
            }
        } else {
            let path = folder.root().join(file);
            let text = format!("{}\n{text}", fs::read_to_string(&path).expect("the previous part"));
            fs::write(path, text).expect("a temporary file can be written");
        }
    }
    // With the profile of this workspace the crates from outside are not compiled again.
    let manifest = read(&workspace().join("Cargo.toml"));
    let (_, profile) = manifest.split_once("\n[profile.dev]\n").expect("a profile");
    let profile = profile.split("\n\n").next().unwrap_or_default();
    let manifest = format!("[workspace]\nresolver = \"3\"\nmembers = [{members}]\n\n[profile.dev]\n{profile}\n");
    folder.write("Cargo.toml", manifest.as_bytes());
    fs::copy(workspace().join("Cargo.lock"), folder.root().join("Cargo.lock")).expect("the lock file can be copied");
}

/// Runs a command line, and returns what it prints to both streams.
fn run(folder: &Path, line: &str) -> String {
    // The same target folder as here, so that the crates from outside are not compiled again.
    let target = workspace().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or("target".into()));
    let mut command = Command::new("sh");
    command.args(["-c", &format!("exec 2>&1; {line}")]).current_dir(folder);
    command
        .env("CARGO_TARGET_DIR", target)
        .env("CARGO_NET_OFFLINE", "true")
        .stdin(File::open("/dev/null").expect("the null device"));
    let output = command.output().expect("a shell can be run");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_files_of_the_tutorial_build_and_its_commands_print_what_it_shows() {
    let tutorial = blocks(&read(&workspace().join("docs/new-game.md")));
    let folder = TemporaryFolder::default();
    write_files(&folder, &tutorial);
    let built = run(folder.root(), "cargo build --quiet --workspace");
    assert_eq!(built, "", "the tutorial does not build without warnings");
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
