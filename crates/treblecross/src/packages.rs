//! What the packages for other judging systems hold.

use problem::{Package, Source, Submission, Verdict};

/// One package for each judge.
pub(crate) const PACKAGES: &[Package] = &[
    Package {
        judge: "uva",
        name: "Treblecross",
        uuid: "aa63b93a-8dcf-456d-b0c7-753e801f403a",
        source: "UVa 10561",
        statement: &[include_str!("../package/rules.md"), include_str!("../package/uva.md")],
        input_validator: Source {
            file: "boards.py",
            pieces: &["MOST_BOARDS = 99\n\n", include_str!("../package/input_boards.py")],
        },
        answer_validator: Some(Source {
            file: "answers.py",
            pieces: &[include_str!("../package/answer_lines.py"), include_str!("../package/answer_uva.py")],
        }),
        output_validator: None,
        submissions: &on_boards(
            UVA_CPP,
            &[STRIPS_PY, BOARDS_PY, include_str!("../package/uva.py")],
            &[STRIPS_RS, BOARDS_RS, include_str!("../package/uva.rs")],
            Submission {
                verdict: Verdict::PresentationError,
                ..Submission::wrong(
                    "no_empty_line.cpp",
                    "Writes no empty line after LOSING.",
                    UVA_CPP,
                    &[("        cout << '\\n';\n    }", "        if (!cells.empty()) cout << '\\n';\n    }")],
                    "......",
                )
            },
        ),
    },
    Package {
        judge: "lightoj",
        name: "Treblecross",
        uuid: "88d4db76-3297-4513-9b27-393f3af7d8b2",
        source: "LightOJ 1229",
        statement: &[include_str!("../package/rules.md"), include_str!("../package/lightoj.md")],
        input_validator: Source {
            file: "boards.py",
            pieces: &["MOST_BOARDS = 200\n\n", include_str!("../package/input_boards.py")],
        },
        answer_validator: Some(Source {
            file: "answers.py",
            pieces: &[include_str!("../package/answer_lines.py"), include_str!("../package/answer_lightoj.py")],
        }),
        output_validator: None,
        submissions: &on_boards(
            LIGHTOJ_CPP,
            &[STRIPS_PY, BOARDS_PY, include_str!("../package/lightoj.py")],
            &[STRIPS_RS, BOARDS_RS, include_str!("../package/lightoj.rs")],
            Submission::wrong(
                "no_zero.cpp",
                "Writes nothing for a board without a winning cell.",
                LIGHTOJ_CPP,
                &[("        if (cells.empty()) cout << \" 0\";\n", "")],
                "......",
            ),
        ),
    },
    Package {
        judge: "poj",
        name: "Crosses and Crosses",
        uuid: "cf35be64-5675-4251-b0ba-5ec9cb42c902",
        source: "POJ 3537",
        statement: &[include_str!("../package/poj.md")],
        input_validator: Source { file: "length.py", pieces: &[include_str!("../package/input_length.py")] },
        answer_validator: Some(Source { file: "answer.py", pieces: &[include_str!("../package/answer_poj.py")] }),
        output_validator: None,
        submissions: &on_lengths(
            &[STRIPS_CPP, include_str!("../package/poj.cpp")],
            &[STRIPS_PY, include_str!("../package/poj.py")],
            &[STRIPS_RS, include_str!("../package/poj.rs")],
        ),
    },
];

const STRIPS_CPP: &str = include_str!("../package/strips.cpp");
const STRIPS_PY: &str = include_str!("../package/strips.py");
const STRIPS_RS: &str = include_str!("../package/strips.rs");
const BOARDS_CPP: &str = include_str!("../package/boards.cpp");
const BOARDS_PY: &str = include_str!("../package/boards.py");
const BOARDS_RS: &str = include_str!("../package/boards.rs");
const UVA_CPP: Pieces = &[STRIPS_CPP, BOARDS_CPP, include_str!("../package/uva.cpp")];
const LIGHTOJ_CPP: Pieces = &[STRIPS_CPP, BOARDS_CPP, include_str!("../package/lightoj.cpp")];

type Pieces = &'static [&'static str];

const fn too_slow(pieces: Pieces, fails_on: &'static str) -> Submission {
    Submission::too_slow(
        "without_memo.cpp",
        "Computes the value of a strip again whenever it needs it.",
        pieces,
        &[("    if (known[length] >= 0) return known[length];\n", "")],
        fails_on,
    )
}

const ADDED_CPP: (&str, &str) =
    ("grundy(i - REACH) ^ grundy(length - 1 - i - REACH)", "grundy(i - REACH) + grundy(length - 1 - i - REACH)");

/// Solutions of the problem where boards are given. One of them is wrong in what it writes for this judge.
const fn on_boards(cpp: Pieces, python: Pieces, rust: Pieces, in_writing: Submission) -> [Submission; 13] {
    [
        Submission::accepted("boards.cpp", "Tries each cell, and evaluates the whole board after it.", cpp),
        Submission::accepted("boards.py", "Splits the board at its X, and a table holds the values of strips.", python),
        Submission::accepted(
            "boards.rs",
            "Looks at the cells around each cell, and a table holds the values of strips.",
            rust,
        ),
        Submission::wrong(
            "forgets_gaps.cpp",
            "Forgets that X.X is one move from three, too.",
            cpp,
            &[("REACH = 2", "REACH = 1"), (" || board.find(\"X.X\") != string::npos", "")],
            "..X",
        ),
        Submission::wrong(
            "reaches_one_cell.cpp",
            "Takes only the two cells beside an X out of play.",
            cpp,
            &[("REACH = 2", "REACH = 1")],
            "....",
        ),
        in_writing,
        Submission::wrong(
            "ends_like_x.cpp",
            "Treats the ends of the board like an X.",
            cpp,
            &[("> size_t(i + REACH);", "> size_t(i + REACH) && i >= REACH && i + REACH < (int)board.size();")],
            ".....",
        ),
        Submission::wrong(
            "misses_threes.cpp",
            "Does not see that an X can win at once.",
            cpp,
            &[("return completing.empty() ? others : completing;", "return others;")],
            "X.X..",
        ),
        Submission::wrong(
            "one_winning_cell.cpp",
            "Writes only the first winning cell.",
            cpp,
            &[(
                "    return completing.empty() ? others : completing;",
                "    vector<int> &cells = completing.empty() ? others : completing;\n    \
                 if (cells.size() > 1) cells.resize(1);\n    return cells;",
            )],
            "....",
        ),
        Submission::wrong(
            "counts_from_zero.cpp",
            "Numbers the cells from 0.",
            cpp,
            &[
                ("completing.push_back(i + 1)", "completing.push_back(i)"),
                ("others.push_back(i + 1)", "others.push_back(i)"),
            ],
            "...",
        ),
        Submission::wrong(
            "adds_values.cpp",
            "Adds up the values of strips instead of xoring them.",
            cpp,
            &[ADDED_CPP, ("sum ^= grundy(run)", "sum += grundy(run)"), ("sum ^ grundy(run)", "sum + grundy(run)")],
            ".......",
        ),
        Submission::wrong(
            "adds_values.py",
            "Adds up the values of strips instead of xoring them.",
            python,
            &[
                ("from operator import xor", "from operator import add"),
                ("map(xor, ", "map(add, "),
                ("total ^= ", "total += "),
            ],
            ".......",
        ),
        too_slow(
            cpp,
            "....................................................................................................\
             ....................................................................................................",
        ),
    ]
}

/// Solutions of the problem where the length of an empty strip is given.
const fn on_lengths(cpp: Pieces, python: Pieces, rust: Pieces) -> [Submission; 9] {
    [
        Submission::accepted("strips.cpp", "The values of strips by recursion with a memo.", cpp),
        Submission::accepted("strips.py", "The values of all strips in a table.", python),
        Submission::accepted("strips.rs", "The values of all strips in a table.", rust),
        Submission::wrong(
            "odd_wins.cpp",
            "Believes that only the middle cell of an odd number wins, by mirroring the opponent's moves.",
            cpp,
            &[("grundy(n) != 0", "n % 2 == 1")],
            "4",
        ),
        Submission::wrong(
            "won_or_lost.cpp",
            "Takes two strips that are both won for a lost position, whatever their values are.",
            cpp,
            &[("return known[length] = value;", "return known[length] = value > 0;")],
            "12",
        ),
        Submission::wrong(
            "misses_the_ends.cpp",
            "Never moves near the ends of a strip.",
            cpp,
            &[("for (int i = 0; i < length; i++)", "for (int i = REACH; i < length - REACH; i++)")],
            "4",
        ),
        Submission::wrong(
            "adds_values.cpp",
            "Adds up the values of strips instead of xoring them.",
            cpp,
            &[ADDED_CPP],
            "12",
        ),
        Submission::wrong(
            "adds_values.py",
            "Adds up the values of strips instead of xoring them.",
            python,
            &[("from operator import xor", "from operator import add"), ("map(xor, ", "map(add, ")],
            "12",
        ),
        too_slow(cpp, "2000"),
    ]
}
