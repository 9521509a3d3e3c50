//! Checks the documents: the files that they name must exist, their sessions must be tested, and the README must be
//! short and show every program that it lists.

use testkit::{programs, sessions, workspace};

use crate::{files, read};

/// The paths of all files of the project, relative to the workspace's folder.
fn project_files() -> Vec<String> {
    let below = ["crates", "labs", "tools", "web", "docs", "fixtures", "scripts", ".ci"]
        .iter()
        .flat_map(|folder| files(folder, ""));
    let root = std::fs::read_dir(workspace()).expect("a folder").map(|entry| entry.expect("an entry").path());
    let all = root.filter(|path| path.is_file()).chain(below);
    all.map(|path| path.strip_prefix(workspace()).expect("in the workspace").to_string_lossy().into_owned()).collect()
}

/// Returns whether a word of a document looks like the path of a file or a folder of the project.
fn names_a_path(word: &str) -> bool {
    const FOLDERS: [&str; 8] = ["crates/", "labs/", "tools/", "web/", "docs/", "fixtures/", "scripts/", ".ci/"];
    const ENDINGS: [&str; 5] = [".rs", ".md", ".toml", ".sh", ".awk"];
    let is_pattern = word.contains(['<', '>', '*', '=', '{', '$']) || word.contains("NN-") || word.contains("NAME");
    !is_pattern
        && (FOLDERS.iter().any(|folder| word.starts_with(folder))
            || ENDINGS.iter().any(|ending| word.ends_with(ending)))
}

#[test]
fn every_path_named_in_the_documents_exists() {
    let project = project_files();
    let exists = |path: &str| {
        let path = path.trim_end_matches('/');
        let (folder, below) = (format!("{path}/"), format!("/{path}"));
        project.iter().any(|file| file == path || file.starts_with(&folder) || file.ends_with(&below))
    };
    let mut count = 0;
    let is_document = |file: &&String| file.rsplit('.').next() == Some("md");
    for document in project.iter().filter(is_document) {
        let text = read(&workspace().join(document));
        let words = text.split(|c: char| c.is_whitespace() || "`'\"()[]|,;:".contains(c));
        for word in words.map(|word| word.trim_end_matches('.').trim_start_matches("../")) {
            let word = word.split_once(".md#").map_or(word, |(path, _)| &word[..path.len() + ".md".len()]);
            if names_a_path(word) {
                assert!(exists(word), "{document} names {word}, which does not exist");
                count += 1;
            }
        }
    }
    assert!(count > 50, "only {count} paths are found in the documents");
}

/// The part of a link that names a heading.
fn anchor(heading: &str) -> String {
    let letters = heading.trim_start_matches(['#', ' ']).chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    letters.collect::<String>().to_lowercase().replace(' ', "-")
}

#[test]
fn every_link_to_a_heading_leads_to_one() {
    let mut count = 0;
    for document in project_files().iter().filter(|file| file.rsplit('.').next() == Some("md")) {
        let path = workspace().join(document);
        let text = read(&path);
        let links = text.split("](").skip(1).filter_map(|link| link.split(')').next()?.split_once('#'));
        for (page, name) in links.filter(|(page, _)| !page.contains(':')) {
            let page = if page.is_empty() { path.clone() } else { path.with_file_name(page) };
            let is_there = read(&page).lines().any(|line| line.starts_with('#') && anchor(line) == name);
            assert!(is_there, "{document} has a link to {name}, which {} does not have", page.display());
            count += 1;
        }
    }
    assert!(count >= 5, "only {count} links to headings are found");
}

#[test]
fn the_readme_is_short_and_the_documents_show_a_session_of_every_program_that_it_lists() {
    let readme = read(&workspace().join("README.md"));
    assert!(readme.lines().count() <= 120, "details belong into docs/");
    let listed: Vec<String> = programs().into_iter().filter(|name| readme.contains(&format!("| `{name}` |"))).collect();
    assert!(listed.len() >= 3, "{listed:?}");
    let sessions = sessions();
    for name in listed {
        let is_shown = sessions.iter().any(|session| session.document == "docs/cli.md" && session.runs(&name));
        assert!(is_shown, "docs/cli.md shows no command of {name} with its output");
    }
}

/// CITATION.cff has the name on the first line of the README, the version of the programs, and the authors that the
/// licence names.
#[test]
fn the_citation_agrees_with_the_readme_the_manifest_and_the_licence() {
    let [citation, readme, manifest, licence] =
        ["CITATION.cff", "README.md", "Cargo.toml", "LICENSE-MIT"].map(|name| read(&workspace().join(name)));
    let name = readme.lines().next().and_then(|line| line.strip_prefix("# ")).expect("a name");
    assert!(citation.contains(&format!("\ntitle: {name}\n")), "{name}");
    let version = manifest.lines().find_map(|line| line.strip_prefix("version = \"")).expect("a version");
    let version = version.trim_end_matches('"');
    assert!(citation.contains(&format!("\nversion: {version}\n")), "{version}");
    let authors = licence.lines().find_map(|line| line.strip_prefix("Copyright (c) 2026 ")).expect("authors");
    assert!(citation.contains(&format!("\n  - name: {authors}\n")), "{authors}");
}

/// Each program's tests run the sessions in which it occurs.
#[test]
fn every_session_in_the_documents_runs_a_program_of_the_workspace() {
    let tested = [programs(), vec!["octal".to_owned()]].concat();
    let mut untested = sessions();
    untested.retain(|session| !tested.iter().any(|program| session.runs(program)));
    assert!(untested.is_empty(), "no test runs these: {untested:#?}");
}
