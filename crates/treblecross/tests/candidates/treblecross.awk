# The naive solution of UVa 10561, with the bug `values` if the variable `bug` says so.

function xor(a, b,    bit, sum) {
    for (bit = 1; a || b; bit *= 2) {
        if (a % 2 != b % 2) sum += bit
        a = int(a / 2)
        b = int(b / 2)
    }
    return sum + 0
}

function max(a, b) { return a > b ? a : b }

# Computes the values of all strips of up to `longest` cells.
function grow(longest,    n, p, value) {
    for (n = known + 1; n <= longest; n++) {
        delete seen
        for (p = 1; p <= n; p++) seen[xor(g[max(0, p - 3)], g[max(0, n - p - 2)])] = 1
        for (value = 0; value in seen; value++) continue
        g[n] = (bug == "values" && n <= 3) ? 0 : value
    }
    known = max(known, longest)
}

# The xor of the values of all strips; cells within two of an X belong to none.
function nim_sum(board,    run, cell, near, sum) {
    for (cell = 1; cell <= length(board); cell++) {
        near = substr(board, max(1, cell - 2), cell + 2 - max(1, cell - 2) + 1)
        if (index(near, "X")) {
            sum = xor(sum, g[run + 0])
            run = 0
        } else run++
    }
    return xor(sum, g[run + 0])
}

function is_threat(board) { return index(board, "XX") || index(board, "X.X") }

BEGIN { g[0] = 0 }

NR == 1 { next }

{
    grow(length($1))
    threes = wins = ""
    for (cell = 1; cell <= length($1); cell++) {
        if (substr($1, cell, 1) != ".") continue
        after = substr($1, 1, cell - 1) "X" substr($1, cell + 1)
        if (index(after, "XXX")) threes = threes " " cell
        else if (!is_threat(after) && nim_sum(after) == 0) wins = wins " " cell
    }
    if (threes != "" && is_threat($1)) wins = threes
    if (wins != "") printf "WINNING\n%s\n", substr(wins, 2)
    else print "LOSING\n"
}
