

n = int(input())
print(1 if grundy_values(n)[n] else 2)
