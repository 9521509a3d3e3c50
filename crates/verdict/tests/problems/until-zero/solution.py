"""For each number before the zero, the sum of the odd numbers up to it."""
import sys

mode = sys.argv[1]
results = []
for word in sys.stdin:
    n = int(word)
    if n == 0 and mode != "wrong-zero-too":
        break
    odd = (n + 1) // 2
    if mode == "wrong-even":
        odd = n // 2
    if mode == "wrong-float":
        odd = round(n / 2)
    results.append(odd * odd)
if mode == "wrong-last":
    results.pop()
if mode == "wrong-limit":
    results = results[:50]
print(*results, sep="" if mode == "wrong-run-together" else "\n")
