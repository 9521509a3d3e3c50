

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
