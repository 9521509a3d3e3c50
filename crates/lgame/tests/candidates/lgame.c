/* Fixed arrays of exactly the sizes in the statement, filled by scanf. Labels all positions backwards from the lost ones.
 * Usage: program boi [wrong]. With `wrong` it forgets that a neutral piece may move. */
#include <stdio.h>

/* ILLEGAL: pieces on top of each other; no move leads there */
enum { ILLEGAL, OPEN, WON, LOST };

char grid[4][5];
int wrong;

int shape[48], shapes; /* sets of cells: bit 4 * row + column */
/* by both L, the one to move first, and by the cells of the neutral pieces, in both orders */
char label[48][48][16][16];

int bit(int row, int column) {
    return row < 0 || row > 3 || column < 0 || column > 3 ? 1 << 16 : 1 << (4 * row + column);
}

void list_shapes(void) {
    for (int row = 0; row < 4; row++)
        for (int column = 0; column < 4; column++)
            for (int foot = -1; foot <= 1; foot += 2)
                for (int side = -1; side <= 1; side += 2) {
                    /* the middle of the line, its two neighbours, and the foot beside one of these */
                    int lying = bit(row, column) | bit(row, column - 1) | bit(row, column + 1) |
                                bit(row + side, column + foot);
                    int standing = bit(row, column) | bit(row - 1, column) | bit(row + 1, column) |
                                   bit(row + foot, column + side);
                    if (lying < 1 << 16) shape[shapes++] = lying;
                    if (standing < 1 << 16) shape[shapes++] = standing;
                }
}

void list_positions(void) {
    for (int a = 0; a < 48; a++)
        for (int b = 0; b < 48; b++)
            for (int p = 0; p < 16; p++)
                for (int q = 0; q < 16; q++) {
                    int is_legal = !(shape[a] & shape[b]) && !((shape[a] | shape[b]) & (1 << p | 1 << q)) && p != q;
                    label[a][b][p][q] = is_legal ? OPEN : ILLEGAL;
                }
}

/* Where the piece at `from` may be after a move. */
int may_go(int from, int to) { return !wrong || from == to; }

int is_lost(int own, int other, int p, int q) {
    for (int s = 0; s < 48; s++) {
        if (s == own || shape[s] & (shape[other] | 1 << p | 1 << q)) continue;
        for (int to = 0; to < 16; to++) {
            int first = label[other][s][p][to], second = label[other][s][q][to];
            if ((first == OPEN || first == LOST) && may_go(q, to)) return 0;
            if ((second == OPEN || second == LOST) && may_go(p, to)) return 0;
        }
    }
    return 1;
}

/* Labels all positions from which a move leads to a lost one, where the other L has just moved. */
void mark_won(int own, int other, int p, int q) {
    for (int s = 0; s < 48; s++)
        for (int from = 0; from < 16; from++) {
            if (s == other || shape[other] >> from & 1) continue;
            char *first = &label[s][own][p][from], *second = &label[s][own][q][from];
            if (*first == OPEN && may_go(from, q)) *first = label[s][own][from][p] = WON;
            if (*second == OPEN && may_go(from, p)) *second = label[s][own][from][q] = WON;
        }
}

int label_all(void) {
    int changed = 0;
    for (int a = 0; a < 48; a++)
        for (int b = 0; b < 48; b++)
            for (int p = 0; p < 16; p++)
                for (int q = p + 1; q < 16; q++)
                    if (label[a][b][p][q] == OPEN && is_lost(a, b, p, q)) {
                        label[a][b][p][q] = label[a][b][q][p] = LOST;
                        mark_won(a, b, p, q);
                        changed = 1;
                    }
    return changed;
}

/* Prints the grid after a winning move, if there is one. */
int print_win(int own, int other, int p, int q) {
    for (int s = 0; s < 48; s++) {
        if (s == own || shape[s] & (shape[other] | 1 << p | 1 << q)) continue;
        for (int i = 0; i < 32; i++) {
            int stays = i < 16 ? p : q, from = i < 16 ? q : p, to = i % 16;
            if (label[other][s][stays][to] != LOST || !may_go(from, to)) continue;
            for (int cell = 0; cell < 16; cell++) {
                int is_neutral = cell == stays || cell == to;
                putchar(is_neutral ? 'x' : shape[s] >> cell & 1 ? '#' : shape[other] >> cell & 1 ? '*' : '.');
                if (cell % 4 == 3) putchar('\n');
            }
            return 1;
        }
    }
    return 0;
}

int main(int argc, char **argv) {
    int cells[3] = {0, 0, 0}, own = 0, other = 0, p = 0, q = 15;
    (void)argv;
    wrong = argc > 2;
    for (int row = 0; row < 4; row++) scanf("%s", grid[row]);
    for (int i = 0; i < 16; i++) {
        char cell = grid[i / 4][i % 4];
        if (cell != '.') cells[cell == '#' ? 0 : cell == '*' ? 1 : 2] |= 1 << i;
    }
    list_shapes();
    list_positions();
    while (label_all()) {
    }
    while (shape[own] != cells[0]) own++;
    while (shape[other] != cells[1]) other++;
    while (!(cells[2] >> p & 1)) p++;
    while (!(cells[2] >> q & 1)) q--;
    if (!print_win(own, other, p, q))
        printf("No winning move\n%s\n", label[own][other][p][q] == LOST ? "Losing" : "Draw");
    return 0;
}
