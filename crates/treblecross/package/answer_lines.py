# Exits with 42 if the standard input has the form of an answer to the input whose path is the first argument, otherwise with 43
# and the reason. Whether the answer is right is not checked.
import re
import sys


def reject(line, reason):
    print("line %d: %s" % (line, reason))
    sys.exit(43)


def read_boards():
    try:
        with open(sys.argv[1], "rb") as file:
            return file.read().decode("ascii").split()[1:]
    except (IndexError, OSError, UnicodeDecodeError) as error:
        print("cannot read the input: %s" % ascii(error))
        sys.exit(43)


def read_lines():
    lines = sys.stdin.buffer.read().decode("latin-1").split("\n")
    if lines.pop() != "":
        reject(len(lines) + 1, "this line has no line end")
    return lines


def check_cells(line, text, board):
    numbers = text.split(" ")
    if not all(re.fullmatch("[1-9][0-9]{0,8}", number) for number in numbers):
        reject(line, "expected numbers with one blank between two of them")
    cells = [int(number) for number in numbers]
    if any(left >= right for left, right in zip(cells, cells[1:])):
        reject(line, "the numbers do not ascend")
    for cell in cells:
        if board[cell - 1 : cell] != ".":
            reject(line, "the board has no empty cell %d" % cell)


boards, lines = read_boards(), read_lines()
