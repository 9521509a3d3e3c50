//! The package for other judging systems.

use problem::{Package, Source, Submission};

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
        Submission::accepted(
            "retrograde.cpp",
            "Labels all positions, backwards from those without a move.",
            RETROGRADE,
        ),
        Submission::accepted(
            "lost_positions.py",
            "Knows the lost positions, which all winning moves lead to.",
            LOST_POSITIONS,
        ),
        Submission::accepted("rounds.rs", "Labels all positions in rounds, until a round finds nothing more.", ROUNDS),
        Submission::too_slow(
            "game_tree.cpp",
            "Searches the game tree and remembers nothing, deeper and deeper.",
            GAME_TREE,
            &[],
            DRAW,
        ),
        Submission::wrong(
            "same_place.cpp",
            "Forgets that the L must change its place.",
            RETROGRADE,
            &[("if (own == p.own || own & (p.other | p.neutrals))", "if (own & (p.other | p.neutrals))")],
            SAMPLE,
        ),
        Submission::wrong(
            "one_side.cpp",
            "Forgets that the L may be turned over.",
            RETROGRADE,
            &[("                placements.push_back(mirrored(cells));\n", "")],
            "###*/#***/x..x/....",
        ),
        Submission::wrong(
            "must_move_neutral.cpp",
            "Does not see that both neutral pieces may stay.",
            RETROGRADE,
            &[("        after.push_back({own, p.other, p.neutrals});\n", "")],
            "###*/#.x*/x.**/....",
        ),
        Submission::wrong(
            "cell_just_left.cpp",
            "Does not move a neutral piece to where the L was before.",
            RETROGRADE,
            &[("Cells occupied = own | p.other", "Cells occupied = own | p.own | p.other")],
            SAMPLE,
        ),
        Submission::wrong(
            "neutral_first.py",
            "Lets the L go to where the neutral piece was that moves.",
            LOST_POSITIONS,
            &[("        and not cells(after, \"#\") & neutrals\n", "")],
            "###*/#***/x..x/....",
        ),
        Submission::wrong(
            "both_neutrals.py",
            "Moves both neutral pieces.",
            LOST_POSITIONS,
            &[("\n        and len(cells(after, \"x\") - neutrals) <= 1", "")],
            "###*/#***/x.../x...",
        ),
        Submission::wrong(
            "one_move_ahead.py",
            "Wins only if the opponent then has no move at all.",
            LOST_POSITIONS,
            &[(".split()\n\n\ndef", ".split()[:15]\n\n\ndef")],
            SAMPLE,
        ),
        Submission::wrong(
            "always_draw.py",
            "Calls a lost position a draw.",
            LOST_POSITIONS,
            &[("\"Losing\" if before in lost else \"Draw\"", "\"Draw\"")],
            LOST,
        ),
        Submission::wrong(
            "never_draw.py",
            "Calls a drawn position lost.",
            LOST_POSITIONS,
            &[("\"Losing\" if before in lost else \"Draw\"", "\"Losing\"")],
            DRAW,
        ),
    ],
}];
