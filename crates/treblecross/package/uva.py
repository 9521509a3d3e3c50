for _ in range(int(input())):
    cells = winning_cells(input())
    print("WINNING" if cells else "LOSING")
    print(*cells)
