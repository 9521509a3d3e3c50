for k in range(1, int(input()) + 1):
    print(f"Case {k}:", "Yes" if alice_wins(input()) else "No")
