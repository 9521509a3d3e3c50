# Runs a validator on many inputs in one process. Usage: python validators.py VALIDATOR
#
# For each input there is a line `LENGTH ARGUMENT` on standard input, followed by LENGTH bytes; the validator sees the bytes as its
# standard input. For each there is a line on standard output: the exit code, or what is wrong with the way it ended.
import io
import sys

with open(sys.argv[1]) as file:
    code = compile(file.read(), sys.argv[1], "exec")
inputs, results = sys.stdin.buffer, sys.stdout


def run(data, argument):
    sys.stdin = io.TextIOWrapper(io.BytesIO(data), encoding="ascii")
    sys.stdout = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    sys.argv = ["validator", argument]
    try:
        exec(code, {"__name__": "__main__"})
        result = "it did not exit"
    except SystemExit as end:
        result = end.code
    except BaseException as error:
        result = "it raised " + repr(error)
    sys.stdout.flush()
    message = sys.stdout.buffer.getvalue()
    if result == 43 and (message.count(b"\n") != 1 or not message.endswith(b"\n") or not message.strip()):
        result = "its message is not one line: " + repr(message)
    if result == 42 and message:
        result = "it accepts with a message: " + repr(message)
    return ascii(result)


while True:
    header = inputs.readline()
    if not header:
        break
    length, _, argument = header.decode().rstrip("\n").partition(" ")
    result = run(inputs.read(int(length)), argument)
    print(result, file=results)
