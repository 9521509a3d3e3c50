//! What the packages for other judging systems hold.

use problem::{Package, Source, Submission};

/// One package for each judge.
pub(crate) const PACKAGES: &[Package] = &[
    Package {
        judge: "lightoj",
        name: "No More Tic-tac-toe",
        uuid: "6bd10d07-1673-4486-a6c9-660a5c8f95b7",
        source: "LightOJ 1401",
        statement: &[RULES, include_str!("../package/lightoj.md")],
        input_validator: INPUT_VALIDATOR,
        answer_validator: Some(Source {
            file: "answers.py",
            pieces: &[ANSWER_LINES, include_str!("../package/answer_lightoj.py")],
        }),
        output_validator: None,
        submissions: &submissions(
            &[BOARDS_CPP, include_str!("../package/lightoj.cpp")],
            &[BOARDS_PY, include_str!("../package/lightoj.py")],
            &[BOARDS_RS, include_str!("../package/lightoj.rs")],
        ),
    },
    Package {
        judge: "uva",
        name: "Say Goodbye to Tic-Tac-Toe",
        uuid: "2d40babd-013c-453f-a020-bd4f53a69540",
        source: "UVa 11534",
        statement: &[RULES, include_str!("../package/uva.md")],
        input_validator: INPUT_VALIDATOR,
        answer_validator: Some(Source {
            file: "answers.py",
            pieces: &[ANSWER_LINES, include_str!("../package/answer_uva.py")],
        }),
        output_validator: None,
        submissions: &submissions(
            &[BOARDS_CPP, include_str!("../package/uva.cpp")],
            &[BOARDS_PY, include_str!("../package/uva.py")],
            &[BOARDS_RS, include_str!("../package/uva.rs")],
        ),
    },
];

const RULES: &str = include_str!("../package/rules.md");
const INPUT_VALIDATOR: Source = Source { file: "boards.py", pieces: &[include_str!("../package/input_boards.py")] };
const ANSWER_LINES: &str = include_str!("../package/answer_lines.py");
const BOARDS_CPP: &str = include_str!("../package/boards.cpp");
const BOARDS_PY: &str = include_str!("../package/boards.py");
const BOARDS_RS: &str = include_str!("../package/boards.rs");

type Pieces = &'static [&'static str];

const fn submissions(cpp: Pieces, python: Pieces, rust: Pieces) -> [Submission; 11] {
    [
        Submission::accepted("boards.cpp", "The values of gaps by recursion with a memo.", cpp),
        Submission::accepted("boards.py", "The values of gaps by recursion with a cache.", python),
        Submission::accepted("boards.rs", "The values of gaps by a closed form.", rust),
        Submission::wrong(
            "answers_for_the_mover.cpp",
            "Tells whether the player to move wins, who need not be Alice.",
            cpp,
            &[
                ("    int marks = board.size() - count(board.begin(), board.end(), '.');\n", ""),
                ("    bool alice_moves = marks % 2 == 0;\n", ""),
                ("return alice_moves == (sum != 0);", "return sum != 0;"),
            ],
            "X",
        ),
        Submission::wrong(
            "alice_has_x.cpp",
            "Takes it for tic-tac-toe, where Alice writes X only, and Bob O only.",
            cpp,
            &[(
                "bool alice_moves = marks % 2 == 0;",
                "bool alice_moves = marks == 2 * count(board.begin(), board.end(), 'X');",
            )],
            "X.X",
        ),
        Submission::wrong(
            "edges_like_marks.cpp",
            "Treats the edges of the board like an X.",
            cpp,
            &[("char left = '|';", "char left = 'X';"), ("board + '|'", "board + 'X'")],
            "..O",
        ),
        Submission::wrong(
            "one_neighbour.cpp",
            "Compares a mark with its left neighbour only.",
            cpp,
            &[("            if (i == length - 1 && mark == right) continue;\n", "")],
            "..X",
        ),
        Submission::wrong(
            "misses_the_last_gap.cpp",
            "Forgets the cells behind the last mark.",
            cpp,
            &[("board + '|'", "board")],
            "...",
        ),
        Submission::wrong(
            "adds_values.cpp",
            "Adds up the values of gaps instead of xoring them.",
            cpp,
            &[
                ("grundy(i, left, mark) ^ grundy(", "grundy(i, left, mark) + grundy("),
                ("sum ^= grundy(", "sum += grundy("),
            ],
            "..X..",
        ),
        Submission::wrong(
            "one_neighbour.py",
            "Compares a mark with its left neighbour only.",
            python,
            &[(" or i == length - 1 and mark == right", "")],
            "..X",
        ),
        Submission::too_slow(
            "without_memo.cpp",
            "Computes the value of a gap again whenever it needs it.",
            cpp,
            &[
                ("    auto known = memo.find({length, left, right});\n", ""),
                ("    if (known != memo.end()) return known->second;\n", ""),
            ],
            "...................................................\
                       .................................................",
        ),
    ]
}
