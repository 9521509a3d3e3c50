//! The contract of `check`: which cases it finds, for which judge, and what it reports.

use std::time::{Duration, Instant};

use problem::{Comparison, Dialect, Problem, could_be_given};

use super::Subject;
use crate::fixtures::fixtures;
use crate::program::Run;
use crate::skip::skip;
use crate::temporary::TemporaryFolder;

impl<P: Problem> Subject<P> {
    /// Runs `check`.
    fn check(&self, arguments: &[&str]) -> Run {
        self.run(&[&["check"], arguments].concat(), b"")
    }

    /// The report of a run, which must have ended with `code` and nothing on standard error.
    fn report(run: &Run, code: i32) -> String {
        let (report, message) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
        assert_eq!((run.code, message.as_ref()), (Some(code), ""), "{report}");
        report.into_owned()
    }

    /// The command of this program for a judge, as strict as the judge's own validator would be.
    fn strict(&self, dialect: &Dialect<P>) -> String {
        format!("'{}' --judge {} --strict", self.path(), dialect.name)
    }

    /// The input and the answer of the first sample of a judge.
    fn sample_of(dialect: &Dialect<P>) -> (Vec<u8>, Vec<u8>) {
        let mut fixtures = fixtures(P::NAME).into_iter();
        let sample =
            fixtures.find(|fixture| fixture.judge == dialect.name && fixture.group == "sample").expect("a sample");
        (sample.input(), sample.answer())
    }

    /// Writes a case with the first sample of a judge.
    fn write_sample(folder: &TemporaryFolder, stem: &str, dialect: &Dialect<P>) {
        let (input, answer) = Self::sample_of(dialect);
        folder.write(&format!("{stem}.in"), &input);
        folder.write(&format!("{stem}.out"), &answer);
    }
}

/// Each name is the promise.
impl<P: Problem> Subject<P> {
    pub(super) fn what_the_judge_would_not_give_convicts_nobody(&self) {
        for dialect in P::DIALECTS {
            let in_group = |groups: &[&str]| {
                let mut count = 0;
                for fixture in fixtures(P::NAME) {
                    count += usize::from(fixture.judge == dialect.name && groups.contains(&fixture.group.as_str()));
                }
                count
            };
            let folder = format!("{}/{}", Self::fixture_folder(), dialect.name);
            let strict = self.strict(dialect);
            let legal = in_group(&["sample", "edge", "stress"]);
            let (odd, beyond) = (in_group(&["white-space"]), in_group(&["beyond-limits"]));
            let report = Self::report(&self.check(&["--against", &strict, &folder]), 0);
            let judged = legal + odd;
            assert!(report.contains(&format!("{judged} cases: {judged} AC; ")), "{report}");
            for (count, text) in
                [(beyond, "that the judge would not give left out"), (odd, "given in the judge's layout")]
            {
                let plural = if count == 1 { "" } else { "s" };
                assert!(report.contains(&format!("; {count} input{plural} {text}")), "{report}");
            }
            let as_they_are = self.check(&["--all", "-q", "--against", &strict, &folder]);
            let report = Self::report(&as_they_are, 1);
            assert!(report.contains(&format!(": {legal} AC, {} RE; ", odd + beyond)), "{report}");
            let nothing = self.check(&["--against", &strict, &format!("{folder}/beyond-limits")]);
            Self::assert_rejected(&nothing, &["no case left: the judge would give none of ", "--all gives them"]);
        }
    }

    pub(super) fn a_report_names_the_judge_and_the_reason(&self) {
        let folder = TemporaryFolder::default();
        for dialect in P::DIALECTS {
            let name = dialect.name;
            let upper = format!("{}-archive/{}", P::NAME, name.to_uppercase());
            Self::write_sample(&folder, &format!("{upper}/tests/1"), dialect);
            Self::write_sample(&folder, &format!("plain-{name}/1"), dialect);
            let judge_line = |arguments: &[&str]| {
                let report = Self::report(&self.check(arguments), 0);
                report.lines().next().expect("a line").split(", ").next().expect("a part").to_owned()
            };
            let by_folder = format!("judge {name} (by the folder {})", name.to_uppercase());
            assert_eq!(judge_line(&[&folder.path(&upper)]), by_folder);
            for alias in dialect.aliases {
                Self::write_sample(&folder, &format!("{alias}/1"), dialect);
                assert_eq!(judge_line(&[&folder.path(alias)]), format!("judge {name} (by the folder {alias})"));
                assert_eq!(judge_line(&["--judge", alias, &folder.path(alias)]), format!("judge {name} (by --judge)"));
            }
            let plain = folder.path(&format!("plain-{name}"));
            let by_form = !dialect.output.first_words.is_empty();
            if by_form || dialect == &P::DIALECTS[0] {
                let reason = if by_form { "by the form of the answers" } else { "by default" };
                assert_eq!(judge_line(&[&plain]), format!("judge {name} ({reason})"));
                let quiet = Self::report(&self.check(&["-q", &plain]), 0);
                assert!(quiet.trim_end().ends_with(&format!("; judge {name} ({reason})")), "{quiet}");
                let table = Self::report(&self.check(&["--format", "tsv", &plain]), 0);
                assert!(table.contains(&format!("\t{reason}\t")), "{table}");
            }
        }
    }

    pub(super) fn a_case_without_an_answer_is_for_the_judge_of_those_around_it(&self) {
        let folder = TemporaryFolder::default();
        for dialect in P::DIALECTS.iter().filter(|dialect| !dialect.output.first_words.is_empty()) {
            // Each judge's input is an invalid one that must be rejected, but is not.
            let name = dialect.name;
            Self::write_sample(&folder, &format!("about-{name}/data/secret/group/1"), dialect);
            folder.write(&format!("about-{name}/data/invalid_input/1.in"), &Self::sample_of(dialect).0);
            let run = self.check(&[&folder.path(&format!("about-{name}"))]);
            let report = String::from_utf8_lossy(&run.stdout);
            assert!(report.contains("invalid_input/1.in: an invalid input was answered"), "{report}");
            assert!(
                report.lines().filter(|line| line.starts_with("judge ")).all(|line| line.contains(name)),
                "{report}"
            );
        }
    }

    pub(super) fn a_link_may_name_the_judge(&self) {
        if cfg!(not(unix)) {
            return skip("links to folders need a right of their own");
        }
        let folder = TemporaryFolder::default();
        let dialect = P::DIALECTS.last().expect("a problem has a judge");
        Self::write_sample(&folder, "plain/1", dialect);
        #[cfg(unix)]
        std::os::unix::fs::symlink("plain", folder.path(dialect.name)).expect("a link can be made");
        let report = Self::report(&self.check(&[&folder.path(dialect.name)]), 0);
        assert!(report.starts_with(&format!("judge {0} (by the folder {0})", dialect.name)), "{report}");
    }

    pub(super) fn a_memory_limit_ends_a_program(&self) {
        let hungry = "dd if=/dev/zero of=/dev/null bs=300000000 count=1";
        let sample = Self::sample();
        let summary = |limit: &[&str], code, text| {
            Self::assert_reported(&self.check(&[limit, &["--against", hungry, &sample]].concat()), code, text);
        };
        summary(&["--memory-limit", "100"], 1, "1 case: 1 MLE; ");
        summary(&["--memory-limit", "1000"], 1, "1 case: 1 WA; ");
        let right = format!("'{}'", self.path());
        let run = self.check(&["--memory-limit", "1000", "--against", &right, &sample]);
        Self::assert_reported(&run, 0, "1 case: 1 AC; ");
    }

    pub(super) fn a_failure_that_another_judge_explains_says_so(&self) {
        let recognizable = P::DIALECTS.iter().filter(|dialect| !dialect.output.first_words.is_empty());
        for (one, other) in recognizable.clone().flat_map(|one| recognizable.clone().map(move |other| (one, other))) {
            if one == other {
                continue;
            }
            let folder = format!("{}/{}/sample", Self::fixture_folder(), one.name);
            let answers_as_other = format!("'{}' --judge {}", self.path(), other.name);
            let (input, _) = Self::sample_of(one);
            if could_be_given(other, &input) {
                let report = Self::report(&self.check(&["--against", &answers_as_other, &folder]), 1);
                assert!(report.contains(&format!("answers for {0}: try --judge {0}", other.name)), "{report}");
                // The answer files are still those of the first judge.
                let tried = ["-v", "--judge", other.name, "--against", &answers_as_other, &folder];
                let report = Self::report(&self.check(&tried), 0);
                assert!(report.contains(&format!("the answer file is for {}\n", one.name)), "{report}");
            } else {
                // Another judge would not help.
                let run = self.check(&["--against", "echo 1", &folder]);
                assert!(!String::from_utf8_lossy(&run.stdout).contains("try --judge"));
            }
            // The cases of one judge, judged as those of the other.
            let run = self.check(&["--judge", other.name, &folder]);
            let report = String::from_utf8_lossy(&run.stdout);
            assert_ne!(run.code, Some(0), "{report}");
            assert!(report.contains(&format!("try --judge {}\n", one.name)), "{report}");
        }
    }

    pub(super) fn every_folder_must_hold_a_case(&self) {
        let folder = TemporaryFolder::default();
        let (full, empty) = (folder.path("full"), folder.path("empty"));
        Self::write_sample(&folder, "full/1", &P::DIALECTS[0]);
        folder.write("empty/notes.txt", b"not a case");
        Self::assert_rejected(&self.check(&[&full, &empty]), &["empty: no case found", "notes.txt", "--names"]);
        folder.write("full/notes.txt", b"not a case");
        let report = Self::report(&self.check(&[&full]), 0);
        assert!(report.contains("; 1 file not read"), "{report}");
        let report = Self::report(&self.check(&["-v", &full]), 0);
        assert!(report.contains("notes.txt: not read\n"), "{report}");
        // A folder given twice is no empty one.
        Self::assert_reported(&self.check(&[&full, &full]), 0, "1 case: 1 AC; ");
    }

    pub(super) fn cases_are_chosen_by_parts_of_their_paths(&self) {
        let folder = TemporaryFolder::default();
        // No such name is a part of the random one of the temporary folder.
        for stem in ["chosen/1", "chosen/2", "chosen/10", "others/1"] {
            Self::write_sample(&folder, stem, &P::DIALECTS[0]);
        }
        let place = folder.path("");
        let summary = |arguments: &[&str], code, text: &str| {
            Self::assert_reported(&self.check(&[arguments, &[&place]].concat()), code, text);
        };
        summary(&["--filter", "chosen/"], 0, "3 cases: 3 AC; ");
        summary(&["--filter", "chosen/", "--exclude", "/1.in", "--exclude", "/10.in"], 0, "1 case: 1 AC; ");
        summary(&["--exclude", "chosen/"], 0, "; 3 cases filtered out");
        summary(&["--against", "false", "--fail-fast"], 1, "1 case: 1 RE; ");
        summary(&["--against", "false", "--fail-fast", "-j", "4"], 1, "; 3 cases not judged after the first failure");
        Self::assert_rejected(&self.check(&["--exclude", ".in", &place]), &["no case found: --exclude leaves none"]);
        let names = |report: &str| -> Vec<String> {
            report
                .lines()
                .filter_map(|line| Some(line.strip_prefix("AC  ")?.split(": ").next()?.replace(&place, "")))
                .collect()
        };
        let report = Self::report(&self.check(&["-v", "-j", "4", &place]), 0);
        assert_eq!(names(&report), ["chosen/1.in", "chosen/2.in", "chosen/10.in", "others/1.in"]);
    }

    pub(super) fn a_check_that_fails_fast_does_not_wait_for_other_programs(&self) {
        let folder = TemporaryFolder::default();
        let (input, answer) = Self::sample_of(&P::DIALECTS[0]);
        // The first case fails when another program has started. That one would go on for long, and so would all
        // others.
        for number in 1..9 {
            folder.write(
                &format!("{number}.in"),
                &if number == 1 { input.clone() } else { [&input[..], b"\n"].concat() },
            );
            folder.write(&format!("{number}.out"), &answer);
        }
        let (started, first) = (folder.path("started"), folder.path("1.in"));
        let script = format!(
            "if cmp -s - '{first}'; then until [ -e '{started}' ]; do sleep 0.01; done; exit 1; else : >'{started}'; \
             sleep 100; fi"
        );
        let command = format!("sh -c {}", shlex::try_quote(&script).expect("no NUL byte"));
        let start = Instant::now();
        let options = ["--fail-fast", "-j", "2", "--all", "--time-limit", "100", "--against", &command];
        let run = self.check(&[&options[..], &[&folder.path("")]].concat());
        Self::assert_reported(&run, 1, "; 7 cases not judged after the first failure");
        assert!(start.elapsed() < Duration::from_secs(60));
    }

    pub(super) fn unusual_names_are_given_by_a_pattern(&self) {
        let folder = TemporaryFolder::default();
        let (input, answer) = Self::sample_of(&P::DIALECTS[0]);
        folder.write("data.i7", &input);
        folder.write("data.o7", &answer);
        let place = folder.path("");
        Self::assert_rejected(&self.check(&[&place]), &["no case found", "data.i7", "--names"]);
        Self::assert_reported(&self.check(&["--names", "data.i%:data.o%", &place]), 0, "1 case: 1 AC; ");
        Self::assert_bad_usage_of_check(&self.check(&["--names", "nonsense", &place]));
    }

    /// Asserts that a run was refused with a usage, as clap does.
    fn assert_bad_usage_of_check(run: &Run) {
        let message = String::from_utf8_lossy(&run.stderr);
        assert_eq!((run.code, run.stdout.as_slice()), (Some(2), &b""[..]), "{message}");
        assert!(message.contains("--names <PATTERN>"), "{message}");
    }

    pub(super) fn white_space_counts_as_the_judge_says_or_as_asked(&self) {
        for dialect in P::DIALECTS {
            let folder = format!("{}/{}/sample", Self::fixture_folder(), dialect.name);
            let filtered = |filter: &str| {
                let script = format!("'{}' --judge {} | {filter}", self.path(), dialect.name);
                format!("sh -c {}", shlex::try_quote(&script).expect("no NUL byte"))
            };
            let code = |command: &str, compare: &[&str]| {
                let run = self.check(&[compare, &["--against", command, &folder]].concat());
                (run.code, String::from_utf8_lossy(&run.stdout).into_owned())
            };
            let (trailing, leading) = (filtered("sed 's/$/ /'"), filtered("sed 's/^/ /'"));
            let is_exact = dialect.output.comparison == Comparison::Exact;
            for (command, compare, accepted) in [
                (&trailing, &["--compare", "exact"][..], false),
                (&trailing, &["--compare", "lines"], true),
                (&trailing, &["--compare", "tokens"], true),
                (&leading, &["--compare", "lines"], false),
                (&leading, &["--compare", "tokens"], true),
                (&trailing, &[], !is_exact),
                (&leading, &[], false),
            ] {
                let (code, report) = code(command, compare);
                assert_eq!(code, Some(i32::from(!accepted)), "{compare:?}: {report}");
                let verdict = format!(" {}; ", dialect.output.wrong_white_space);
                assert!(accepted || report.contains(&verdict), "{report}");
            }
        }
    }

    pub(super) fn answer_files_may_have_been_through_windows(&self) {
        let folder = TemporaryFolder::default();
        for dialect in P::DIALECTS {
            let (input, answer) = Self::sample_of(dialect);
            let text = String::from_utf8(answer).expect("an answer is text");
            let trimmed = text.trim_end_matches('\n');
            for (number, odd) in
                [text.replace('\n', "\r\n"), trimmed.to_owned(), format!("{text}\n"), format!("\u{feff}{text}")]
                    .iter()
                    .enumerate()
            {
                folder.write(&format!("{}/{number}.in", dialect.name), &input);
                folder.write(&format!("{}/{number}.out", dialect.name), odd.as_bytes());
            }
            let place = folder.path(dialect.name);
            let command = format!("'{}' --judge {}", self.path(), dialect.name);
            for arguments in [&[place.as_str()][..], &["--against", &command, &place]] {
                let report = Self::report(&self.check(arguments), 0);
                assert!(
                    report.contains("4 cases: 4 AC; ")
                        && report.contains("; 4 answer files not as the judge writes them"),
                    "{report}"
                );
            }
        }
    }

    pub(super) fn every_format_of_a_report_tells_the_same(&self) {
        let sample = Self::sample();
        for (format, accepted, rejected) in [
            ("text", "1 case: 1 AC; ", "\nWA  "),
            ("tsv", "\nAC\t", "\nWA\t"),
            ("json", "\"verdicts\":{\"AC\":1}", "\"verdict\":\"WA\""),
            ("junit", "tests=\"1\" failures=\"0\" errors=\"0\"", "<failure type=\"WA\""),
            ("github", "1 case: 1 AC; ", "\n::error file="),
        ] {
            let report = Self::report(&self.check(&["--format", format, &sample]), 0);
            assert!(report.contains(accepted), "{format}: {report}");
            let report = Self::report(&self.check(&["--format", format, "--against", "true", &sample]), 1);
            assert!(report.contains(rejected), "{format}: {report}");
            // An error is no report.
            let nothing = self.check(&["--format", format, "--filter", "not there", &sample]);
            Self::assert_rejected(&nothing, &["no case found"]);
        }
    }
}
