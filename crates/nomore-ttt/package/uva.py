for _ in range(int(input())):
    print("Possible." if alice_wins(input()) else "Impossible.")
