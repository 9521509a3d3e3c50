"""Checks that standard input is one legal position of the L game: four lines of four cells, and nothing else.

Exits with 42 if it is, otherwise with 43 and a line that says where and why it is not.
"""

import sys


def l_shapes():
    """All sets of four cells that form an L: three in a line, and one beside an end."""
    shapes = set()
    for row in range(4):
        for column in range(4):
            for foot in (0, 2):
                for side in (-1, 1):
                    lying = [(row, column + i) for i in range(3)] + [(row + side, column + foot)]
                    standing = [(c, r) for r, c in lying]
                    for cells in lying, standing:
                        if all(0 <= r < 4 and 0 <= c < 4 for r, c in cells):
                            shapes.add(frozenset(cells))
    return shapes


def find_error(data):
    """The line, the column and the message of the first error; None if there is none."""
    at = 0
    cells = {b"#": [], b"*": [], b"x": [], b".": []}
    for row in range(4):
        for column in range(4):
            cell = data[at : at + 1]
            if cell not in cells:
                return row + 1, column + 1, "expected '#', '*', 'x' or '.'"
            cells[cell].append((row, column))
            at += 1
        if data[at : at + 1] != b"\n":
            return row + 1, 5, "expected a newline after four cells"
        at += 1
    if at < len(data):
        return 5, 1, "expected the end of the input after four lines"
    for sign, count in (b"#", 4), (b"*", 4), (b"x", 2):
        name = "'" + sign.decode() + "'"
        found = cells[sign]
        if len(found) != count:
            row, column = found[count] if len(found) > count else (0, 0)
            return row + 1, column + 1, "%d cells with %s instead of %d" % (len(found), name, count)
        if sign != b"x" and frozenset(found) not in l_shapes():
            return found[0][0] + 1, found[0][1] + 1, "the cells with %s do not form an L" % name
    return None


error = find_error(sys.stdin.buffer.read())
if error:
    print("line %d, column %d: %s" % error)
sys.exit(43 if error else 42)
