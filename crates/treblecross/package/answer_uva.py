if len(lines) != 2 * len(boards):
    reject(len(lines) + 1, "expected 2 lines for each of %d boards, found %d" % (len(boards), len(lines)))
for index, board in enumerate(boards):
    first, second = lines[2 * index : 2 * index + 2]
    if first == "WINNING":
        check_cells(2 * index + 2, second, board)
    elif first != "LOSING":
        reject(2 * index + 1, "expected WINNING or LOSING")
    elif second != "":
        reject(2 * index + 2, "expected an empty line after LOSING")
sys.exit(42)
