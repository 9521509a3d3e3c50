# Reads with input(). Values of gaps by recursion with a cache.
# Usage: program lightoj|uva [wrong]. With `wrong` it compares a mark with its left neighbour only.
import sys
from functools import lru_cache

judge = sys.argv[1] if len(sys.argv) > 1 else "lightoj"
wrong = len(sys.argv) > 2


@lru_cache(maxsize=None)
def grundy(left, length, right):
    options = set()
    for i in range(length):
        for mark in "XO":
            if i == 0 and mark == left:
                continue
            if i == length - 1 and mark == right and not wrong:
                continue
            options.add(grundy(left, i, mark) ^ grundy(mark, length - 1 - i, right))
    value = 0
    while value in options:
        value += 1
    return value


def value(board):
    total, left, length = 0, "|", 0
    for cell in board + "|":
        if cell == ".":
            length += 1
        else:
            total ^= grundy(left, length, cell)
            left, length = cell, 0
    return total


boards = [input() for _ in range(int(input()))]
for k, board in enumerate(boards, 1):
    alice_moves = (len(board) - board.count(".")) % 2 == 0
    alice_wins = alice_moves == (value(board) != 0)
    if judge == "uva":
        print("Possible." if alice_wins else "Impossible.")
    else:
        print(f"Case {k}: {'Yes' if alice_wins else 'No'}")
