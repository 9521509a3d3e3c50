/* Fixed arrays of exactly the sizes in the statements, filled line by line by fgets. Values of gaps by loops.
 * Usage: program lightoj|uva [wrong]. With `wrong` the scan ends at the last mark, and forgets the cells after it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 10000 boards of up to 100 cells, each with its line end */
char boards[10000][102];
int grundy[101][3][3]; /* length, and what is at both ends: 0 the edge, 1 X, 2 O */

void fill_table(void) {
    for (int n = 1; n <= 100; n++)
        for (int left = 0; left < 3; left++)
            for (int right = 0; right < 3; right++) {
                char seen[256] = {0};
                for (int i = 0; i < n; i++)
                    for (int mark = 1; mark <= 2; mark++)
                        if (!(i == 0 && mark == left) && !(i == n - 1 && mark == right))
                            seen[grundy[i][left][mark] ^ grundy[n - 1 - i][mark][right]] = 1;
                while (seen[grundy[n][left][right]]) grundy[n][left][right]++;
            }
}

int main(int argc, char **argv) {
    int is_uva = argc > 1 && strcmp(argv[1], "uva") == 0, wrong = argc > 2;
    char line[10];
    int t = atoi(fgets(line, sizeof line, stdin));
    for (int k = 0; k < t; k++) fgets(boards[k], sizeof boards[k], stdin);
    fill_table();
    for (int k = 0; k < t; k++) {
        int sum = 0, left = 0, length = 0, marks = 0;
        for (int i = 0; boards[k][i] != '\n' && boards[k][i] != '\0'; i++) {
            if (boards[k][i] == '.') {
                length++;
                continue;
            }
            int mark = boards[k][i] == 'X' ? 1 : 2;
            sum ^= grundy[length][left][mark];
            left = mark;
            length = 0;
            marks++;
        }
        if (!wrong) sum ^= grundy[length][left][0];
        int alice_wins = (marks % 2 == 0) == (sum != 0);
        if (is_uva)
            puts(alice_wins ? "Possible." : "Impossible.");
        else
            printf("Case %d: %s\n", k + 1, alice_wins ? "Yes" : "No");
    }
    return 0;
}
