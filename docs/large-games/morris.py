"""Reads values of nine or six men's morris from a folder that large-games has solved, without its code.

python3 docs/large-games/morris.py nine-mens-morris solved/nine-mens-morris 'a1,d6,g4 b2,d2,f4'
"""
import itertools
import math
import struct
import sys


def value(path, rank):
    """The value at a rank of a part for the player to move, in plies; None if the rank has no position."""
    with open(path, "rb") as file:
        magic, version, name, cells = struct.unpack("<20s3I", file.read(32))
        assert magic == b"retrograde solution\n" and version == 3, path
        file.seek(96 + name)  # after 8 numbers: ranks, won, lost, drawn, checksum, and 3 that are 0, 1 and a power of 2
        cells = struct.unpack(f"<{cells}H", file.read(2 * cells))
        width, code = (len(cells) - 1).bit_length(), 0
        if width:
            block, place = divmod(rank, 8 * 4088 // width)
            file.seek(96 + name + 2 * len(cells) + 8 + 4096 * block + place * width // 8)
            code = int.from_bytes(file.read(3), "little") >> place * width % 8 & (1 << width) - 1
    kind, plies = divmod(cells[code], 1 << 14)
    return {2: f"loss in {plies}", 3: f"win in {plies}"}.get(kind, None if plies else "draw")


def symmetries(rings, any_order):
    """Where each symmetry takes the points: 8 to a ring, clockwise from the upper left corner, the outer ring first."""
    orders = itertools.permutations(range(rings)) if rings == 2 or any_order else [(0, 1, 2), (2, 1, 0)]
    turns = [[(sign * place + turn) % 8 for place in range(8)] for sign in (1, -1) for turn in (0, 2, 4, 6)]
    return [[8 * ring + place for ring in order for place in turn] for order in orders for turn in turns]


def place(own, other, in_hand, rings, flying):
    """The part of a position and its rank there. The stones of the player to move and of the other are sets of points."""
    points, numbers = 8 * rings, [len(own), len(other)]
    group = symmetries(rings, flying and in_hand == 0 and numbers == [3, 3])
    bits = lambda stones, image: sum(1 << image[point] for point in stones)
    own_bits, other_bits = min((bits(own, image), bits(other, image)) for image in group)
    sets = lambda number: ([bits(set, image) for image in group] for set in itertools.combinations(range(points), number))
    lowest = lambda number: (images[0] for images in sets(number) if images[0] == min(images))
    number = sum(lower < own_bits for lower in lowest(len(own)))
    left = [point for point in range(points) if not own_bits >> point & 1]
    stones = [place for place, point in enumerate(left) if other_bits >> point & 1]
    rank = number * math.comb(len(left), len(stones)) + sum(map(math.comb, stones, range(1, points)))
    if in_hand == 0 and numbers[0] < numbers[1]:  # after the positions in which the player to move has more stones
        rank += sum(1 for _ in lowest(len(other))) * math.comb(points - len(other), len(own))
        numbers.reverse()
    return (f"h{in_hand}-" if in_hand else "") + "-".join(map(str, numbers)), rank


if __name__ == "__main__":
    sys.excepthook = lambda _, error, __: print(error, __doc__, sep="\n", file=sys.stderr)
    game, folder, text = sys.argv[1:]
    rings, (board, _, in_hand) = 2 if game == "six-mens-morris" else 3, text.partition("+")
    around = [(0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0), (0, 0), (0, 1)]
    names = ["abcdefg"[out + (rings - out) * x] + str(1 + out + (rings - out) * y) for out in range(rings) for x, y in around]
    own, other = ({names.index(name) for name in word.split(",") if word != "-"} for word in board.split())
    part, rank = place(own, other, int(in_hand or 0), rings, game == "nine-mens-morris")
    print(part, rank, value(f"{folder}/{part}.solution", rank))
