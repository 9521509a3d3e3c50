# Exits with 42 if the standard input has exactly the form of the statement, otherwise with 43 and the reason.
import re
import sys

text = sys.stdin.buffer.read()
line, end, rest = text.partition(b"\n")
if not re.fullmatch(rb"[1-9][0-9]{0,8}", line) or not 3 <= int(line) <= 2000:
    print("line 1, column 1: expected a number of cells, 3 to 2000, without leading zeros, and nothing else")
elif not end:
    print("line 1, column %d: this line has no line end" % (len(line) + 1))
elif rest:
    print("line 2, column 1: the input goes on after the number")
else:
    sys.exit(42)
sys.exit(43)
