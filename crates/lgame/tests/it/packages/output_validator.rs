//! The output validator gives the verdicts of this project.

use std::fs;
use std::path::Path;

use lgame::{LGame, Position};
use problem::Rng;
use retrograde::{Game, Outcome};
use testkit::{Language, Program, Run, TemporaryFolder, mutations, validator, with_blanks};

use super::{accepts, input, package, positions, rows, solution};

const WON: &str = ".***/#*.x/###./x...";
const DRAWN: &str = "...x/###./#***/x..*";
const LOST: &str = ".###/x#*x/***./....";

const WIN: &[u8] = b".***\nx*#x\n###.\n....\n";
const DRAW: &[u8] = b"No winning move\nDraw\n";
const LOSING: &[u8] = b"No winning move\nLosing\n";

/// The output validator with another `main`, which judges many outputs.
fn judge_of_many() -> Option<Program> {
    let validator = package().output_validator.unwrap().text();
    let text = format!("#define main validate_main\n{validator}#undef main\n{}", include_str!("judge_many.cpp"));
    Language::build("judge_many.cpp", &text, &["-std=c++17", "-O1"])
}

#[test]
fn many_outputs_get_the_verdicts_of_this_project() {
    let Some(judge) = judge_of_many() else { return };
    judges_moves_and_verdicts(&judge);
    judges_mutated_outputs(&judge);
    rejects_inputs_without_a_position(&judge);
}

/// Outputs, each after its input and with whether this project accepts it.
#[derive(Default)]
struct Outputs {
    /// What the validator reads.
    stdin: Vec<u8>,
    /// Where each input begins in it.
    starts: Vec<usize>,
    are_right: Vec<bool>,
}

impl Outputs {
    /// Adds outputs for an input.
    fn add(&mut self, input: &[u8], outputs: impl IntoIterator<Item = Vec<u8>>) {
        let solution = solution(input);
        for output in outputs {
            self.push(input, &output, accepts(&solution, &output));
        }
    }

    fn push(&mut self, input: &[u8], output: &[u8], is_right: bool) {
        self.starts.push(self.stdin.len());
        self.are_right.push(is_right);
        for text in [input, output] {
            self.stdin.extend(u32::try_from(text.len()).expect("a short text").to_le_bytes());
            self.stdin.extend_from_slice(text);
        }
    }

    /// What the validator prints, a line for each output.
    fn verdicts(&self, judge: &Program) -> Vec<String> {
        let run = judge.run(&[], &self.stdin);
        assert_eq!((run.code, String::from_utf8_lossy(&run.stderr).as_ref()), (Some(0), ""));
        let lines: Vec<String> = String::from_utf8(run.stdout).expect("text").lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), self.starts.len());
        lines
    }

    /// Asserts that the validator accepts the same, which are `accepted` of them.
    fn assert_judged(&self, judge: &Program, accepted: usize) {
        for ((verdict, is_right), start) in self.verdicts(judge).iter().zip(&self.are_right).zip(&self.starts) {
            let expected = if *is_right { "right" } else { "wrong: " };
            let shown = || self.stdin[*start..].iter().take(80).map(|byte| byte.escape_ascii().to_string());
            assert!(verdict.starts_with(expected), "{verdict}, not {expected}: {}", shown().collect::<String>());
        }
        assert_eq!(self.are_right.iter().filter(|is_right| **is_right).count(), accepted);
    }
}

/// Positions that are not a move from `before`, although some look like one.
fn illegal_moves(before: Position) -> Vec<Position> {
    let after: Vec<Position> = before.moves().map(Position::swapped).collect();
    // Both neutral pieces moved, the L put onto a cell where one was, the L back in its place.
    let second_moves = after.iter().step_by(7).flat_map(|after| after.moves().map(Position::swapped).step_by(37));
    let of_the_other = before.swapped().moves().step_by(11);
    let of_both = after.iter().step_by(13).flat_map(|after| after.swapped().moves().step_by(29));
    let with_the_two_swapped = after.iter().step_by(17).map(|after| after.swapped());
    let all =
        second_moves.chain(of_the_other).chain(of_both).chain(with_the_two_swapped).chain([before, before.swapped()]);
    all.filter(|grid| !after.contains(grid)).collect()
}

fn judges_moves_and_verdicts(judge: &Program) {
    let mut outputs = Outputs::default();
    let mut right = 0;
    let (mut legal, mut illegal) = (0, 0);
    for before in positions().filter(|position| LGame.canonical(position) == *position) {
        let is_win = |after: &Position| lgame::solution().value(after).outcome() == Outcome::Loss;
        // Where no move wins, one of the two verdicts is right.
        right += before.moves().filter(is_win).count().max(1);
        let wrong = illegal_moves(before);
        legal += before.moves().count();
        illegal += wrong.len();
        let grids = before.moves().map(Position::swapped).chain(wrong).map(rows);
        outputs.add(&rows(before), grids.chain([DRAW, LOSING].map(<[u8]>::to_vec)));
    }
    outputs.assert_judged(judge, right);
    assert!(legal == 1_632_800 / 8 && illegal > 50_000, "{legal} legal moves, {illegal} illegal ones");
}

fn judges_mutated_outputs(judge: &Program) {
    let mut rng = Rng::new(2002);
    let mut outputs = Outputs::default();
    for (case, right) in [(WON, WIN), (DRAWN, DRAW), (LOST, LOSING)] {
        assert!(accepts(&solution(&input(case)), right));
        let once = [mutations(right, b" \t\n\x0B\x0C\r\0#*x.XNDdLo/0\x7F\x80\xFF"), with_blanks(right)].concat();
        let twice: Vec<Vec<u8>> = (0..100)
            .flat_map(|_| {
                let again = mutations(&once[rng.below(once.len())], b" \n\r\0.x");
                [(); 30].map(|()| again[rng.below(again.len())].clone())
            })
            .collect();
        // Each is judged where it is right, or nearly so, and where it never is.
        for case in [WON, DRAWN, LOST] {
            outputs.add(&input(case), once.iter().chain(&twice).cloned());
        }
    }
    let accepted = outputs.are_right.iter().filter(|is_right| **is_right).count();
    assert!(accepted > 1000, "{accepted} of {}", outputs.are_right.len());
    outputs.assert_judged(judge, accepted);
}

fn rejects_inputs_without_a_position(judge: &Program) {
    let wrong = [
        "",
        ".***\n#*.x\n###.\n",
        ".***\n#*.x\n###.\nx..\n",
        ".***\n#*.x\n###.\nx..x\n",
        ".***\n#*.x\n####\nx...\n",
        ".***\n.*#x\n.##.\nx.#.\n",
        ".***\n#*.x\n###.\nX...\n",
        ".***\n#*.x\n###.\nx...\n.***\n#*.x\n###.\nx...\n",
    ];
    let mut outputs = Outputs::default();
    for input in wrong {
        outputs.push(input.as_bytes(), WIN, false);
    }
    for (input, verdict) in wrong.iter().zip(outputs.verdicts(judge)) {
        assert!(verdict.starts_with("error: the input "), "{input:?}: {verdict}");
    }
}

#[test]
fn the_command_line_is_that_of_the_package_format() {
    let folder = TemporaryFolder::with(&[("feedback/other.txt", ""), ("no-position.in", ".***\n")]);
    let Some(validator) = validator(&package().output_validator.unwrap()) else { return };
    exits_with_the_verdict(&validator, &folder);
    rejects_long_outputs(&validator, &folder);
}

fn exits_with_the_verdict(validator: &Program, folder: &TemporaryFolder) {
    let (input, answer) = (folder.write("won.in", &input(WON)), folder.write("won.ans", b""));
    let feedback = folder.path("feedback");
    let message = || fs::read_to_string(Path::new(&feedback).join("judgemessage.txt")).unwrap();
    for feedback in [feedback.clone(), format!("{feedback}/")] {
        for more in [&[][..], &["case_sensitive"], &["float_tolerance", "1e-9"]] {
            let run = |stdin: &[u8]| validator.run(&[&[&*input, &*answer, &*feedback][..], more].concat(), stdin);
            assert_eq!(run(WIN), Run { code: Some(42), stdout: Vec::new(), stderr: Vec::new() });
            for (output, expected) in [
                (&b""[..], "line 1, column 1: the output is empty\n"),
                (b".***\r\nx*#x\r\n##o.\r\n....\r\n", "line 3, column 3: expected four cells\n"),
                (b".***\nx*#x\n ###.\n....\n", "line 3, column 1: expected four cells\n"),
                (b".***\nx*#x\n###..\n....\n", "line 3, column 5: expected four cells\n"),
                (b".***\nx*#x\n###.\n....\n\nx", "line 5, column 1: expected the end of the output\n"),
                (b".***\nx*#x\n###.\n", "line 4, column 1: expected four cells\n"),
                (b"No winning  move\n", "line 1, column 1: expected 'No winning move' or four cells\n"),
                (b"No winning move\n", "line 1, column 1: there is a winning move\n"),
                (b".***\nx*#x\n###.\n...x\n", "3 cells with 'x' instead of 2\n"),
                (b".***\nx*#x\n.##.\n.#..\n", "the cells with '#' do not form an L\n"),
                (b"***.\n*.#x\n###.\nx...\n", "the L of '*' has been moved\n"),
                (b".***\n#*.x\n###.\n.x..\n", "the L of '#' has not been moved\n"),
                (b".***\nx*#.\n###.\n..x.\n", "both neutral pieces have been moved\n"),
                (b"x***\n.*.x\n#...\n###.\n", "the L of '#' has been moved to a cell where a neutral piece was\n"),
                (b".***\n.*#x\n###.\nx...\n", "this move does not win\n"),
            ] {
                assert_eq!(run(output).code, Some(43), "{expected}");
                assert_eq!(message(), expected);
            }
        }
    }

    let drawn = folder.write("drawn.in", &super::input(DRAWN));
    assert_eq!(validator.run(&[&drawn, &answer, &feedback], LOSING).code, Some(43));
    assert_eq!(message(), "line 2, column 1: expected 'Draw'\n");
    assert_eq!(validator.run(&[&drawn, &answer, &feedback], &[DRAW, DRAW].concat()).code, Some(43));
    assert_eq!(message(), "line 3, column 1: expected the end of the output\n");

    let missing = folder.path("missing");
    let no_position = folder.path("no-position.in");
    for (arguments, expected) in [
        (&[][..], "usage: validate input answer feedback_dir < output"),
        (&[&input, &answer], "usage: validate input answer feedback_dir < output"),
        (&[&missing, &answer, &feedback], "cannot read "),
        (&[&input, &missing, &feedback], "cannot read "),
        (&[&input, &answer, &missing], "cannot write "),
        (&[&input, &answer, &input], "cannot write "),
        (&[&no_position, &answer, &feedback], "the input does not hold four rows of four cells"),
        (&[&feedback, &answer, &feedback], ""),
    ] {
        let arguments: Vec<&str> = arguments.iter().map(|argument| argument.as_str()).collect();
        for output in [WIN, DRAW] {
            let run = validator.run(&arguments, output);
            let message = String::from_utf8(run.stderr).unwrap();
            assert_eq!(run.code, Some(1), "{arguments:?}");
            assert!(message.starts_with(&format!("validate: {expected}")) && message.ends_with('\n'), "{message}");
        }
    }
}

fn rejects_long_outputs(validator: &Program, folder: &TemporaryFolder) {
    let (input, answer, feedback) =
        (folder.write("won.in", &input(WON)), folder.write("won.ans", b""), folder.path(""));
    let judge = |output: &[u8]| validator.run(&[&input, &answer, &feedback], output).code;
    assert_eq!(judge(&[WIN, &b" \n".repeat(30_000)].concat()), Some(42));
    for byte in *b".x\0 \n" {
        assert_eq!(judge(&[WIN, &b"x"[..], &vec![byte; 100_000_000]].concat()), Some(43));
    }
    assert_eq!(fs::read(folder.path("judgemessage.txt")).unwrap(), b"the output is longer than 64 KiB\n");
}
