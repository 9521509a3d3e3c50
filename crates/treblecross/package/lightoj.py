for k in range(1, int(input()) + 1):
    cells = winning_cells(input())
    print(f"Case {k}:", *(cells or [0]))
