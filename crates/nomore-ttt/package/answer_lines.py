# Exits with 42 if the standard input has the form of an answer to the input whose path is the first argument, otherwise with 43
# and the reason. Whether the answer is right is not checked.
import sys


def reject(reason):
    print(reason)
    sys.exit(43)


try:
    with open(sys.argv[1], "rb") as file:
        boards = len(file.read().split()) - 1
except (IndexError, OSError) as error:
    reject("cannot read the input: %s" % ascii(error))
lines = sys.stdin.buffer.read().split(b"\n")
if lines.pop() != b"":
    reject("line %d: this line has no line end" % (len(lines) + 1))
if len(lines) != boards:
    reject("expected a line for each of %d boards, found %d" % (boards, len(lines)))
