# Reads with input(). Knows the lost positions, which all winning moves lead to.
# Usage: program boi [wrong]. With `wrong` it does not ask whether the position itself is lost, and calls it a draw.
import sys

wrong = len(sys.argv) > 2

# All lost positions up to symmetry: # is to move. The first 15 have no legal move.
LOST = """
###./#***/x*../.x.. ###./#***/x*../..x. ###x/#.*./***x/.... ###x/#.*./***./..x. ###x/#.*./***./...x
###./#***/x..*/.x.. ###./#***/x..*/..x. ###./#**x/x*../.*.. ###x/#**./x.*./..*. ###./#**x/x.*./..*.
###./#x**/x.*./..*. ###x/#.x./***./..*. .###/x#**/.x*./..*. #.x./###*/x***/.... #.x./###x/***./..*.
###x/#**./x*../.*.. ###./#**x/.*.x/.*.. #.x./###x/***./*... ###./#**x/.*../x*.. ###./#**x/.*../.*x.
.###/x#*x/***./.... ###x/#.*x/***./.... ###x/#**x/.*../.*.. ###x/#**./.*.x/.*.. ###x/#**./.*../x*..
###x/#**./.*../.*x. ###./#**./.*.x/.*x. .###/*#x./***./..x. .###/*#x./***./...x
""".replace("/", "").split()


def turned(grid):
    return "".join(grid[4 * (3 - i % 4) + i // 4] for i in range(16))


def mirrored(grid):
    return "".join(grid[4 * (i // 4) + 3 - i % 4] for i in range(16))


lost = set()
for grid in LOST:
    for _ in range(4):
        lost |= {grid, mirrored(grid)}
        grid = turned(grid)

shapes = set()
for row in range(4):
    for column in range(4):
        for sideways in False, True:
            for foot in 0, 2:
                for side in -1, 1:
                    cells = [(row, column + i) for i in range(3)] + [(row + side, column + foot)]
                    if sideways:
                        cells = [(c, r) for r, c in cells]
                    if all(0 <= r < 4 and 0 <= c < 4 for r, c in cells):
                        shapes.add(frozenset(4 * r + c for r, c in cells))


def moves(grid):
    own = {i for i in range(16) if grid[i] == "#"}
    empty = grid.replace("#", ".")
    for shape in shapes:
        if shape == own or any(empty[i] != "." for i in shape):
            continue
        after = [("#" if i in shape else cell) for i, cell in enumerate(empty)]
        yield "".join(after)
        for piece in range(16):
            for to in range(16):
                if after[piece] == "x" and after[to] == ".":
                    with_neutral = after[:]
                    with_neutral[piece], with_neutral[to] = ".", "x"
                    yield "".join(with_neutral)


grid = "".join([input() for _ in range(4)])
for after in moves(grid):
    if after.translate(str.maketrans("#*", "*#")) in lost:
        for row in range(4):
            print(after[4 * row : 4 * row + 4])
        break
else:
    print("No winning move")
    print("Losing" if grid in lost and not wrong else "Draw")
