//! What the packages for other judging systems hold.

use crate::cli::subject;

testkit::package_tests!(subject(), |judge| if judge == "poj" { 60 } else { 12 });

/// The lines that `docs/setters.md` shows.
#[test]
fn package_prints_what_the_guide_shows() {
    let guide = std::fs::read_to_string(testkit::workspace().join("docs/setters.md")).unwrap();
    let shown = guide.split("```text\n").nth(1).and_then(|block| block.split("```").next()).unwrap();
    let folder = testkit::TemporaryFolder::default();
    let package = folder.path("treblecross");
    let run = subject().program.run(&["package", &package, "--from", "fixtures/treblecross/lightoj"], b"");
    let printed = String::from_utf8_lossy(&run.stdout).replace(&package, "treblecross");
    assert!(printed.starts_with(shown), "{printed}");
}
