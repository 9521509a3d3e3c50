//! The packages for other judging systems, one for each judge; their texts are in `package/`.

use problem::{Package, Source};

pub(crate) const PACKAGES: &[Package] = &[
    Package {
        judge: "uva",
        name: "Treblecross",
        uuid: "aa63b93a-8dcf-456d-b0c7-753e801f403a",
        source: "UVa 10561",
        statement: &[include_str!("../package/rules.tex"), include_str!("../package/uva.tex")],
        input_validator: Source {
            file: "boards.py",
            pieces: &["MOST_BOARDS = 99\n\n", include_str!("../package/input_boards.py")],
        },
        answer_validator: Some(Source {
            file: "answers.py",
            pieces: &[include_str!("../package/answer_lines.py"), include_str!("../package/answer_uva.py")],
        }),
        output_validator: None,
        programs: &[
            Source { file: "boards.cpp", pieces: &[STRIPS_CPP, BOARDS_CPP, include_str!("../package/uva.cpp")] },
            Source { file: "boards.py", pieces: &[STRIPS_PY, BOARDS_PY, include_str!("../package/uva.py")] },
            Source { file: "boards.rs", pieces: &[STRIPS_RS, BOARDS_RS, include_str!("../package/uva.rs")] },
        ],
        submissions: &[SUBMISSIONS, include_str!("../package/submissions_uva.txt")],
    },
    Package {
        judge: "lightoj",
        name: "Treblecross",
        uuid: "88d4db76-3297-4513-9b27-393f3af7d8b2",
        source: "LightOJ 1229",
        statement: &[include_str!("../package/rules.tex"), include_str!("../package/lightoj.tex")],
        input_validator: Source {
            file: "boards.py",
            pieces: &["MOST_BOARDS = 200\n\n", include_str!("../package/input_boards.py")],
        },
        answer_validator: Some(Source {
            file: "answers.py",
            pieces: &[include_str!("../package/answer_lines.py"), include_str!("../package/answer_lightoj.py")],
        }),
        output_validator: None,
        programs: &[
            Source { file: "boards.cpp", pieces: &[STRIPS_CPP, BOARDS_CPP, include_str!("../package/lightoj.cpp")] },
            Source { file: "boards.py", pieces: &[STRIPS_PY, BOARDS_PY, include_str!("../package/lightoj.py")] },
            Source { file: "boards.rs", pieces: &[STRIPS_RS, BOARDS_RS, include_str!("../package/lightoj.rs")] },
        ],
        submissions: &[SUBMISSIONS, include_str!("../package/submissions_lightoj.txt")],
    },
    Package {
        judge: "poj",
        name: "Crosses and Crosses",
        uuid: "cf35be64-5675-4251-b0ba-5ec9cb42c902",
        source: "POJ 3537",
        statement: &[include_str!("../package/poj.tex")],
        input_validator: Source { file: "length.py", pieces: &[include_str!("../package/input_length.py")] },
        answer_validator: Some(Source { file: "answer.py", pieces: &[include_str!("../package/answer_poj.py")] }),
        output_validator: None,
        programs: &[
            Source { file: "strips.cpp", pieces: &[STRIPS_CPP, include_str!("../package/poj.cpp")] },
            Source { file: "strips.py", pieces: &[STRIPS_PY, include_str!("../package/poj.py")] },
            Source { file: "strips.rs", pieces: &[STRIPS_RS, include_str!("../package/poj.rs")] },
        ],
        submissions: &[include_str!("../package/submissions_poj.txt")],
    },
];

const STRIPS_CPP: &str = include_str!("../package/strips.cpp");
const STRIPS_PY: &str = include_str!("../package/strips.py");
const STRIPS_RS: &str = include_str!("../package/strips.rs");
const BOARDS_CPP: &str = include_str!("../package/boards.cpp");
const BOARDS_PY: &str = include_str!("../package/boards.py");
const BOARDS_RS: &str = include_str!("../package/boards.rs");
/// Where boards are given.
const SUBMISSIONS: &str = include_str!("../package/submissions_boards.txt");
