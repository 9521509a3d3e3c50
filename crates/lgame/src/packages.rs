//! The package for other judging systems; its texts are in `package/`.

use problem::{Package, Source};

/// The board in C++, which several programs begin with.
const RULES: &str = include_str!("../package/rules.cpp");

pub(crate) const PACKAGES: &[Package] = &[Package {
    judge: "boi",
    name: "L Game",
    uuid: "fa69d5c2-2f40-4d21-8447-eb2b3e4d0cc8",
    source: "BalticOI 2002",
    statement: &[include_str!("../package/statement.tex")],
    input_validator: Source { file: "validate.py", pieces: &[include_str!("../package/validate.py")] },
    answer_validator: None,
    output_validator: Some(Source { file: "validate.cpp", pieces: &[include_str!("../package/validate.cpp")] }),
    programs: &[
        Source { file: "retrograde.cpp", pieces: &[RULES, include_str!("../package/retrograde.cpp")] },
        Source { file: "game_tree.cpp", pieces: &[RULES, include_str!("../package/game_tree.cpp")] },
        Source { file: "lost_positions.py", pieces: &[include_str!("../package/lost_positions.py")] },
        Source { file: "rounds.rs", pieces: &[include_str!("../package/rounds.rs")] },
    ],
    submissions: &[include_str!("../package/submissions.txt")],
}];
