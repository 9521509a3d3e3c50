if len(lines) != len(boards):
    reject(len(lines) + 1, "expected a line for each of %d boards, found %d" % (len(boards), len(lines)))
for number, (line, board) in enumerate(zip(lines, boards), 1):
    case = "Case %d: " % number
    if not line.startswith(case):
        reject(number, "expected 'Case %d: '" % number)
    if line[len(case) :] != "0":
        check_cells(number, line[len(case) :], board)
sys.exit(42)
