//! The packages for other judging systems, one for each judge; their texts are in `package/`.

use problem::{Package, Source};

pub(crate) const PACKAGES: &[Package] = &[
    Package {
        judge: "lightoj",
        name: "No More Tic-tac-toe",
        uuid: "6bd10d07-1673-4486-a6c9-660a5c8f95b7",
        source: "LightOJ 1401",
        statement: &[RULES, include_str!("../package/lightoj.tex")],
        input_validator: INPUT_VALIDATOR,
        answer_validator: Some(Source {
            file: "answers.py",
            pieces: &[ANSWER_LINES, include_str!("../package/answer_lightoj.py")],
        }),
        output_validator: None,
        programs: &[
            Source { file: "boards.cpp", pieces: &[BOARDS_CPP, include_str!("../package/lightoj.cpp")] },
            Source { file: "boards.py", pieces: &[BOARDS_PY, include_str!("../package/lightoj.py")] },
            Source { file: "boards.rs", pieces: &[BOARDS_RS, include_str!("../package/lightoj.rs")] },
        ],
        submissions: SUBMISSIONS,
    },
    Package {
        judge: "uva",
        name: "Say Goodbye to Tic-Tac-Toe",
        uuid: "2d40babd-013c-453f-a020-bd4f53a69540",
        source: "UVa 11534",
        statement: &[RULES, include_str!("../package/uva.tex")],
        input_validator: INPUT_VALIDATOR,
        answer_validator: Some(Source {
            file: "answers.py",
            pieces: &[ANSWER_LINES, include_str!("../package/answer_uva.py")],
        }),
        output_validator: None,
        programs: &[
            Source { file: "boards.cpp", pieces: &[BOARDS_CPP, include_str!("../package/uva.cpp")] },
            Source { file: "boards.py", pieces: &[BOARDS_PY, include_str!("../package/uva.py")] },
            Source { file: "boards.rs", pieces: &[BOARDS_RS, include_str!("../package/uva.rs")] },
        ],
        submissions: SUBMISSIONS,
    },
];

const RULES: &str = include_str!("../package/rules.tex");
const INPUT_VALIDATOR: Source = Source { file: "boards.py", pieces: &[include_str!("../package/input_boards.py")] };
const ANSWER_LINES: &str = include_str!("../package/answer_lines.py");
const BOARDS_CPP: &str = include_str!("../package/boards.cpp");
const BOARDS_PY: &str = include_str!("../package/boards.py");
const BOARDS_RS: &str = include_str!("../package/boards.rs");
const SUBMISSIONS: &[&str] = &[include_str!("../package/submissions.txt")];
