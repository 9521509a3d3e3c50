import sys

words = list(map(int, open(sys.argv[1]).read().split()))
n, edges = words[0], words[2:]
order = list(map(int, open(sys.argv[2]).read().split()))
place = {v: i for i, v in enumerate(order)}
right = sorted(order) == list(range(1, n + 1))
sys.exit(not (right and all(place[u] < place[v] for u, v in zip(edges[::2], edges[1::2]))))
