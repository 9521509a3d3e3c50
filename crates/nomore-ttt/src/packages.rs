//! The packages for other judging systems, one for each judge; their texts are in `package/`.

use problem::{Package, Source};

/// A text in `package/`, given by the parts of its name.
macro_rules! text {
    ($($part:literal),+) => { include_str!(concat!("../package/", $($part),+)) };
}

/// The package of a judge. What the judges do not share has their names.
macro_rules! package {
    ($judge:literal, $name:literal, $source:literal, $uuid:literal) => {
        Package {
            judge: $judge,
            name: $name,
            uuid: $uuid,
            source: $source,
            statement: &[text!("rules.tex"), text!($judge, ".tex")],
            input_validator: Source { file: "boards.py", pieces: &[text!("input_boards.py")] },
            answer_validator: Some(Source {
                file: "answers.py",
                pieces: &[text!("answer_lines.py"), text!("answer_", $judge, ".py")],
            }),
            output_validator: None,
            programs: &[
                Source { file: "boards.cpp", pieces: &[text!("boards.cpp"), text!($judge, ".cpp")] },
                Source { file: "boards.py", pieces: &[text!("boards.py"), text!($judge, ".py")] },
                Source { file: "boards.rs", pieces: &[text!("boards.rs"), text!($judge, ".rs")] },
            ],
            submissions: &[text!("submissions.txt")],
        }
    };
}

pub(crate) const PACKAGES: &[Package] = &[
    package!("lightoj", "No More Tic-tac-toe", "LightOJ 1401", "6bd10d07-1673-4486-a6c9-660a5c8f95b7"),
    package!("uva", "Say Goodbye to Tic-Tac-Toe", "UVa 11534", "2d40babd-013c-453f-a020-bd4f53a69540"),
];
