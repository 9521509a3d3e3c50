//! The package for other judging systems.

use problem::{Package, Source, Submission, Verdict};

const SAMPLE: &str = ".***/#*.x/###./x...";
const DRAW: &str = "...x/###./#***/x..*";
const LOST: &str = ".###/x#*x/***./....";

/// The board in C++, which several programs begin with.
const RULES: &str = include_str!("../package/rules.cpp");
const RETROGRADE: &[&str] = &[RULES, include_str!("../package/retrograde.cpp")];
const GAME_TREE: &[&str] = &[RULES, include_str!("../package/game_tree.cpp")];
const LOST_POSITIONS: &[&str] = &[include_str!("../package/lost_positions.py")];
const ROUNDS: &[&str] = &[include_str!("../package/rounds.rs")];

pub(crate) const PACKAGES: &[Package] = &[Package {
    judge: "boi",
    name: "L Game",
    uuid: "fa69d5c2-2f40-4d21-8447-eb2b3e4d0cc8",
    source: "BalticOI 2002",
    statement: &[include_str!("../package/statement.md")],
    input_validator: Source { file: "validate.py", pieces: &[include_str!("../package/validate.py")] },
    answer_validator: None,
    output_validator: Some(Source { file: "validate.cpp", pieces: &[include_str!("../package/validate.cpp")] }),
    submissions: &[
        accepted("retrograde.cpp", RETROGRADE, "Labels all positions, backwards from those without a move."),
        accepted("lost_positions.py", LOST_POSITIONS, "Knows the lost positions, which all winning moves lead to."),
        accepted("rounds.rs", ROUNDS, "Labels all positions in rounds, until a round finds nothing more."),
        Submission {
            verdict: Verdict::TimeLimitExceeded,
            fails_on: DRAW,
            ..accepted("game_tree.cpp", GAME_TREE, "Searches the game tree and remembers nothing, deeper and deeper.")
        },
        Submission {
            edits: &[("if (own == p.own || own & (p.other | p.neutrals))", "if (own & (p.other | p.neutrals))")],
            fails_on: SAMPLE,
            ..wrong("same_place.cpp", RETROGRADE, "Forgets that the L must change its place.")
        },
        Submission {
            edits: &[("                placements.push_back(mirrored(cells));\n", "")],
            fails_on: "###*/#***/x..x/....",
            ..wrong("one_side.cpp", RETROGRADE, "Forgets that the L may be turned over.")
        },
        Submission {
            edits: &[("        after.push_back({own, p.other, p.neutrals});\n", "")],
            fails_on: "###*/#.x*/x.**/....",
            ..wrong("must_move_neutral.cpp", RETROGRADE, "Does not see that both neutral pieces may stay.")
        },
        Submission {
            edits: &[("        and not cells(after, \"#\") & neutrals\n", "")],
            fails_on: "###*/#***/x..x/....",
            ..wrong("neutral_first.py", LOST_POSITIONS, "Lets the L go to where the neutral piece was that moves.")
        },
        Submission {
            edits: &[("\n        and len(cells(after, \"x\") - neutrals) <= 1", "")],
            fails_on: "###*/#***/x.../x...",
            ..wrong("both_neutrals.py", LOST_POSITIONS, "Moves both neutral pieces.")
        },
        Submission {
            edits: &[(".split()\n\n\ndef", ".split()[:15]\n\n\ndef")],
            fails_on: SAMPLE,
            ..wrong("one_move_ahead.py", LOST_POSITIONS, "Wins only if the opponent then has no move at all.")
        },
        Submission {
            edits: &[("\"Losing\" if before in lost else \"Draw\"", "\"Draw\"")],
            fails_on: LOST,
            ..wrong("always_draw.py", LOST_POSITIONS, "Calls a lost position a draw.")
        },
        Submission {
            edits: &[("\"Losing\" if before in lost else \"Draw\"", "\"Losing\"")],
            fails_on: DRAW,
            ..wrong("never_draw.py", LOST_POSITIONS, "Calls a drawn position lost.")
        },
    ],
}];

const fn accepted(file: &'static str, pieces: &'static [&'static str], about: &'static str) -> Submission {
    Submission { verdict: Verdict::Accepted, about, source: Source { file, pieces }, edits: &[], fails_on: "" }
}

const fn wrong(file: &'static str, pieces: &'static [&'static str], about: &'static str) -> Submission {
    Submission { verdict: Verdict::WrongAnswer, ..accepted(file, pieces, about) }
}
