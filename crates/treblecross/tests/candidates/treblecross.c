/* Fixed arrays of exactly the sizes in the statements, filled by scanf. Looks at the cells around a move only.
 * Usage: program uva|lightoj|poj [wrong]. With `wrong` the loop over the moves of a strip ends one cell too early. */
#include <stdio.h>
#include <string.h>

int last = 0; /* how many cells at the end of a strip the loop leaves out */
int grundy[2001];

/* uva gives fewer than 100 boards, lightoj 200, of up to 200 cells each */
char boards[200][201];
int count;

void fill_table(int longest) {
    for (int n = 1; n <= longest; n++) {
        char seen[128] = {0};
        for (int p = 1; p <= n - last; p++) {
            int left = p > 3 ? p - 3 : 0, right = n - p > 2 ? n - p - 2 : 0;
            seen[grundy[left] ^ grundy[right]] = 1;
        }
        while (seen[grundy[n]]) grundy[n]++;
    }
}

int is_x(const char *board, int length, int i) { return i >= 0 && i < length && board[i] == 'X'; }

int completes(const char *board, int length, int i) {
    int a = is_x(board, length, i - 2), b = is_x(board, length, i - 1);
    int c = is_x(board, length, i + 1), d = is_x(board, length, i + 2);
    return (a && b) || (b && c) || (c && d);
}

int is_near_x(const char *board, int length, int i) {
    for (int j = i - 2; j <= i + 2; j++)
        if (is_x(board, length, j)) return 1;
    return 0;
}

int value(const char *board, int length) {
    int sum = 0, run = 0;
    for (int i = 0; i < length; i++) {
        if (is_near_x(board, length, i)) {
            sum ^= grundy[run];
            run = 0;
        } else {
            run++;
        }
    }
    return sum ^ grundy[run];
}

/* Fills in the winning cells and returns how many there are. */
int solve(char *board, int cells[200]) {
    int length = strlen(board), found = 0;
    for (int i = 0; i < length; i++)
        if (board[i] == '.' && completes(board, length, i)) cells[found++] = i + 1;
    if (found > 0) return found;
    for (int i = 0; i < length; i++) {
        if (board[i] == 'X' || is_near_x(board, length, i)) continue;
        board[i] = 'X';
        if (value(board, length) == 0) cells[found++] = i + 1;
        board[i] = '.';
    }
    return found;
}

int main(int argc, char **argv) {
    const char *judge = argc > 1 ? argv[1] : "uva";
    if (argc > 2) last = 1;
    scanf("%d", &count);
    if (strcmp(judge, "poj") == 0) {
        fill_table(2000);
        puts(grundy[count] != 0 ? "1" : "2");
        return 0;
    }
    fill_table(200);
    for (int k = 0; k < count; k++) scanf("%s", boards[k]);
    for (int k = 0; k < count; k++) {
        int cells[200], found = solve(boards[k], cells);
        if (strcmp(judge, "uva") == 0)
            puts(found ? "WINNING" : "LOSING");
        else
            printf(found ? "Case %d: " : "Case %d: 0", k + 1);
        for (int i = 0; i < found; i++) printf(i ? " %d" : "%d", cells[i]);
        printf("\n");
    }
    return 0;
}
