# Runs a validator on many inputs in one process. With an argument, its messages must begin with a line and a column.
#
# Standard input begins with the validator: its length in a line, and its text. Then there is a line `LENGTH ARGUMENT` for each input,
# followed by LENGTH bytes; the validator sees the bytes as its standard input. For each there is a line on standard output: the exit
# code, or what is wrong with the way it ended.
import io
import re
import sys

MESSAGE = rb"(line )?\d+(:|, column )\d+: [ -~]+\n" if sys.argv[1:] else rb"[ -~]*[!-~][ -~]*\n"

inputs, results = sys.stdin.buffer, sys.stdout
code = compile(inputs.read(int(inputs.readline())), "validator", "exec")


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
    if result == 43 and not re.fullmatch(MESSAGE, message):
        result = "its message has another form: " + repr(message)
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
