import sys

n, s, *a = map(int, open(sys.argv[1]).read().split())
got = list(map(int, open(sys.argv[2]).read().split()))
if got == [-1]:
    right = all(a[i] + a[j] != s for i in range(n) for j in range(i))
else:
    right = len(got) == 2 and got[0] != got[1] and all(1 <= i <= n for i in got) and a[got[0] - 1] + a[got[1] - 1] == s
sys.exit(not right)
