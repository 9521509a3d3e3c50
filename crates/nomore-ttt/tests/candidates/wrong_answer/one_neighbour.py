# Compares a mark with its left neighbour only.
from functools import lru_cache


@lru_cache(maxsize=None)
def grundy(left, length, right):
    """The Grundy value of a gap: empty cells between two ends. An end is a mark, or '|' for the edge of the board."""
    reachable = set()
    for i in range(length):
        for mark in "XO":
            if i == 0 and mark == left:
                continue
            reachable.add(grundy(left, i, mark) ^ grundy(mark, length - 1 - i, right))
    value = 0
    while value in reachable:
        value += 1
    return value


def alice_wins(board):
    total, left, length = 0, "|", 0
    for cell in board + "|":
        if cell == ".":
            length += 1
        else:
            total ^= grundy(left, length, cell)
            left, length = cell, 0
    marks = len(board) - board.count(".")
    alice_moves = marks % 2 == 0
    return alice_moves == (total != 0)


for _ in range(int(input())):
    print("Possible." if alice_wins(input()) else "Impossible.")
