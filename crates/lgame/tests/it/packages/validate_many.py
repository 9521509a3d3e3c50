"""Runs the validator whose path is the argument on many inputs. Standard input holds them, each after its length, a number of
four bytes, lowest first. For each there is a line: the exit code, and what the validator prints in Python's notation."""

import io
import sys

with open(sys.argv[1]) as file:
    validator = compile(file.read(), sys.argv[1], "exec")
inputs, verdicts = sys.stdin.buffer, sys.stdout
while True:
    length = inputs.read(4)
    if not length:
        break
    sys.stdin = io.TextIOWrapper(io.BytesIO(inputs.read(int.from_bytes(length, "little"))))
    sys.stdout = io.StringIO()
    try:
        exec(validator, {"__name__": "__main__"})
        code = 0
    except SystemExit as end:
        code = end.code
    print(code, ascii(sys.stdout.getvalue()), file=verdicts)
