//! The packages for other judging systems, one for each judge; their texts are in `package/`.

use problem::{Package, Source};

/// A text in `package/`, given by the parts of its name.
macro_rules! text {
    ($($part:literal),+) => { include_str!(concat!("../package/", $($part),+)) };
}

/// The package of a judge that gives at most this number of boards. What the judges do not share has their names.
macro_rules! boards {
    ($judge:literal, $source:literal, $uuid:literal, $most:literal) => {
        Package {
            judge: $judge,
            name: "Treblecross",
            uuid: $uuid,
            source: $source,
            statement: &[text!("rules.tex"), text!($judge, ".tex")],
            input_validator: Source {
                file: "boards.py",
                pieces: &[concat!("MOST_BOARDS = ", $most, "\n\n"), text!("input_boards.py")],
            },
            answer_validator: Some(Source {
                file: "answers.py",
                pieces: &[text!("answer_lines.py"), text!("answer_", $judge, ".py")],
            }),
            output_validator: None,
            programs: &[
                Source {
                    file: "boards.cpp",
                    pieces: &[text!("strips.cpp"), text!("boards.cpp"), text!($judge, ".cpp")],
                },
                Source { file: "boards.py", pieces: &[text!("strips.py"), text!("boards.py"), text!($judge, ".py")] },
                Source { file: "boards.rs", pieces: &[text!("strips.rs"), text!("boards.rs"), text!($judge, ".rs")] },
            ],
            submissions: &[text!("submissions_boards.txt"), text!("submissions_", $judge, ".txt")],
        }
    };
}

pub(crate) const PACKAGES: &[Package] = &[
    boards!("uva", "UVa 10561", "aa63b93a-8dcf-456d-b0c7-753e801f403a", 99),
    boards!("lightoj", "LightOJ 1229", "88d4db76-3297-4513-9b27-393f3af7d8b2", 200),
    Package {
        judge: "poj",
        name: "Crosses and Crosses",
        uuid: "cf35be64-5675-4251-b0ba-5ec9cb42c902",
        source: "POJ 3537",
        statement: &[text!("poj.tex")],
        input_validator: Source { file: "length.py", pieces: &[text!("input_length.py")] },
        answer_validator: Some(Source { file: "answer.py", pieces: &[text!("answer_poj.py")] }),
        output_validator: None,
        programs: &[
            Source { file: "strips.cpp", pieces: &[text!("strips.cpp"), text!("poj.cpp")] },
            Source { file: "strips.py", pieces: &[text!("strips.py"), text!("poj.py")] },
            Source { file: "strips.rs", pieces: &[text!("strips.rs"), text!("poj.rs")] },
        ],
        submissions: &[text!("submissions_poj.txt")],
    },
];
