//! What the programs print as their version.

use std::process::Command;

#[test]
fn every_program_prints_its_version() {
    let programs = [
        ("dobutsu", env!("CARGO_BIN_EXE_dobutsu")),
        ("l_game", env!("CARGO_BIN_EXE_l_game")),
        ("tiers", env!("CARGO_BIN_EXE_tiers")),
    ];
    for (name, path) in programs {
        let output = Command::new(path).arg("--version").output().expect("the program can be started");
        assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{name} {}\n", startup::version()));
    }
}
