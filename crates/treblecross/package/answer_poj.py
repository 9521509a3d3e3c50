# Exits with 42 if the standard input has the form of an answer, otherwise with 43 and the reason. Whether the answer is right is
# not checked.
import sys

if sys.stdin.buffer.read() in (b"1\n", b"2\n"):
    sys.exit(42)
print("expected one line, 1 or 2")
sys.exit(43)
