for number, line in enumerate(lines, 1):
    if line not in (b"Possible.", b"Impossible."):
        reject("line %d: expected 'Possible.' or 'Impossible.'" % number)
sys.exit(42)
