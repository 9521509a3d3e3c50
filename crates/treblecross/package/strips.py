from operator import xor


def grundy_values(longest):
    """The Grundy values of strips of 0 to `longest` free cells."""
    # An X takes two cells on either side out of play. Where a side has fewer, nothing is left of it: the zeros are for strips
    # of -2, -1 and 0 cells.
    g = [0, 0, 0]
    for n in range(1, longest + 1):
        half = (n + 1) // 2  # moves in the other half are mirror images
        reachable = set(map(xor, g[:half], reversed(g[:n])))
        value = 0
        while value in reachable:
            value += 1
        g.append(value)
    return g[2:]
