# Wins only if the opponent then has no move at all.
import sys
from collections import defaultdict

# All lost positions up to symmetry; '#' is to move. The first 15 have no legal move.
LOST = """
###./#***/x*../.x.. ###./#***/x*../..x. ###x/#.*./***x/.... ###x/#.*./***./..x. ###x/#.*./***./...x
###./#***/x..*/.x.. ###./#***/x..*/..x. ###./#**x/x*../.*.. ###x/#**./x.*./..*. ###./#**x/x.*./..*.
###./#x**/x.*./..*. ###x/#.x./***./..*. .###/x#**/.x*./..*. #.x./###*/x***/.... #.x./###x/***./..*.
###x/#**./x*../.*.. ###./#**x/.*.x/.*.. #.x./###x/***./*... ###./#**x/.*../x*.. ###./#**x/.*../.*x.
.###/x#*x/***./.... ###x/#.*x/***./.... ###x/#**x/.*../.*.. ###x/#**./.*.x/.*.. ###x/#**./.*../x*..
###x/#**./.*../.*x. ###./#**./.*.x/.*x. .###/*#x./***./..x. .###/*#x./***./...x
""".replace("/", "").split()[:15]


def turned(grid):
    return "".join(grid[4 * (3 - i % 4) + i // 4] for i in range(16))


def mirrored(grid):
    return "".join(grid[4 * (i // 4) + 3 - i % 4] for i in range(16))


def swapped(grid):
    return grid.translate(str.maketrans("#*", "*#"))


def cells(grid, sign):
    return frozenset(i for i in range(16) if grid[i] == sign)


def is_move(before, after):
    """Whether a move leads from one position to the other, given that the L of the opponent is in its place."""
    own, neutrals = cells(before, "#"), cells(before, "x")
    return (
        cells(after, "#") != own
        and not cells(after, "#") & neutrals
        and len(cells(after, "x") - neutrals) <= 1
    )


lost = set()
goals = defaultdict(list)  # by the cells of '*': the positions that a winning move of '#' leads to
for grid in LOST:
    for _ in range(4):
        for same in grid, mirrored(grid):
            lost.add(same)
            goals[cells(same, "#")].append(swapped(same))
        grid = turned(grid)

rows = sys.stdin.read().split()
for first in range(0, len(rows), 4):
    before = "".join(rows[first : first + 4])
    for after in goals[cells(before, "*")]:
        if is_move(before, after):
            for i in range(0, 16, 4):
                print(after[i : i + 4])
            break
    else:
        print("No winning move")
        print("Losing" if before in lost else "Draw")
