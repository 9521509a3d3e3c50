# Reads with input(). Splits the board at its X instead of looking at cells.
# Usage: program uva|lightoj|poj [wrong]. With `wrong` it adds up the values of strips instead of xoring them.
import sys
from operator import add, xor

judge = sys.argv[1] if len(sys.argv) > 1 else "uva"
combine = add if len(sys.argv) > 2 else xor


def table(longest):
    # g[n + 2] is the value of n cells; a move takes up to two cells on each side with it, so g[0] and g[1] are 0, too.
    g = [0, 0, 0]
    for n in range(1, longest + 1):
        seen = set(map(combine, g[:n], reversed(g[:n])))
        value = 0
        while value in seen:
            value += 1
        g.append(value)
    return g[2:]


def total(board):
    runs = [len(run) for run in board.split("X")]
    if len(runs) == 1:
        return g[runs[0]]
    result = combine(g[max(0, runs[0] - 2)], g[max(0, runs[-1] - 2)])
    for run in runs[1:-1]:
        result = combine(result, g[max(0, run - 4)])
    return result


def winning_cells(board):
    after = {i + 1: board[:i] + "X" + board[i + 1 :] for i, cell in enumerate(board) if cell == "."}
    completing = [i for i in after if "XXX" in after[i]]
    if completing:
        return completing
    return [i for i in after if "XX" not in after[i] and "X.X" not in after[i] and total(after[i]) == 0]


n = int(input())
if judge == "poj":
    print(1 if table(n)[n] else 2)
else:
    g = table(200)
    boards = [input() for _ in range(n)]
    for k, board in enumerate(boards, 1):
        cells = " ".join(map(str, winning_cells(board)))
        if judge == "uva":
            print("WINNING" if cells else "LOSING")
            print(cells)
        else:
            print(f"Case {k}: {cells or 0}")
