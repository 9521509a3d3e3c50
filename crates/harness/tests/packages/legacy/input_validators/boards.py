MOST_BOARDS = 200

# Exits with 42 if the standard input has exactly the form of the statement, otherwise with 43 and the reason.
import re
import sys


def reject(line, column, reason):
    print("line %d, column %d: %s" % (line, column, reason))
    sys.exit(43)


def read_lines():
    text = sys.stdin.buffer.read()
    for line, row in enumerate(text.split(b"\n"), 1):
        other = re.search(rb"[^ -~]", row)
        if other:
            reject(line, other.start() + 1, "byte 0x%02x does not belong in an input" % ord(other.group()))
    lines = text.decode("ascii").split("\n")
    if lines.pop() != "":
        reject(len(lines) + 1, 1, "this line has no line end")
    return lines


lines = read_lines()
count, boards = (lines or [""])[0], lines[1:]
if not re.fullmatch("[1-9][0-9]{0,8}", count) or int(count) > MOST_BOARDS:
    reject(1, 1, "expected the number of boards, 1 to %d, and nothing else" % MOST_BOARDS)
for line, board in enumerate(boards[: int(count)], 2):
    other = re.search("[^.X]", board)
    if other:
        reject(line, other.start() + 1, "%r is neither '.' nor 'X'" % other.group())
    if not 3 <= len(board) <= 200:
        reject(line, 1, "%d cells; a board has 3 to 200" % len(board))
    if "XXX" in board:
        reject(line, board.index("XXX") + 1, "three adjacent X")
if len(boards) < int(count):
    reject(len(lines) + 1, 1, "the input ends after %d of %s boards" % (len(boards), count))
if len(boards) > int(count):
    reject(int(count) + 2, 1, "the input goes on after the last board")
sys.exit(42)
