# Splits the board at its X, and a table holds the values of strips.
from operator import xor


def grundy_values(longest):
    """The Grundy values of strips of 0 to `longest` free cells."""
    # An X takes two cells on either side out of play. Where a side has fewer, nothing is left of it: the zeros are for strips
    # of -2, -1 and 0 cells.
    g = [0, 0, 0]
    for n in range(1, longest + 1):
        half = (n + 1) // 2  # moves in the other half are mirror images
        reachable = set(map(xor, g[:half], reversed(g[:n])))
        value = 0
        while value in reachable:
            value += 1
        g.append(value)
    return g[2:]


def nim_sum(board):
    """The xor of the values of all strips of free cells."""
    first, *others = [len(run) for run in board.split("X")]
    if not others:
        return g[first]
    *inner, last = others
    strips = [first - 2, *[run - 4 for run in inner], last - 2]
    total = 0
    for strip in strips:
        total ^= g[max(0, strip)]
    return total


def winning_cells(board):
    after = {i + 1: board[:i] + "X" + board[i + 1 :] for i, cell in enumerate(board) if cell == "."}
    completing = [cell for cell in after if "XXX" in after[cell]]
    if completing:
        return completing
    safe = [cell for cell in after if "XX" not in after[cell] and "X.X" not in after[cell]]
    return [cell for cell in safe if nim_sum(after[cell]) == 0]


g = grundy_values(200)
for k in range(1, int(input()) + 1):
    cells = winning_cells(input())
    print(f"Case {k}:", *(cells or [0]))
