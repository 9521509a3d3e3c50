// Reads with `cin >>` and ends lines with `endl`. Labels all positions in rounds, until a round changes nothing.
// Usage: program boi [wrong]. With `wrong` it forgets that the L must change its place.
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>
using namespace std;

enum Label { OPEN, WON, LOST };

bool wrong = false;
vector<int> shapes;     // sets of cells: bit 4 * row + column
map<int, int> index_of; // the index of a shape

struct Position {
    int own, other; // indices of shapes
    int neutrals;   // a set of cells
};

Label label[48][48][1 << 8]; // by both shapes, and by compressed()
vector<Position> positions;
vector<int> lost[48][48]; // the neutrals of the lost positions

// A set of two cells as one byte.
int compressed(int pair) { return __builtin_ctz(pair) << 4 | (31 - __builtin_clz(pair)); }

// A set of cells turned by a quarter, or mirrored.
int transformed(int cells, bool turn) {
    int result = 0;
    for (int row = 0; row < 4; row++)
        for (int column = 0; column < 4; column++)
            if (cells >> (4 * row + column) & 1) result |= 1 << (turn ? 4 * column + 3 - row : 4 * row + 3 - column);
    return result;
}

void list_positions() {
    set<int> found;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 2; column++) {
            int shape = 0x17 << (4 * row + column); // three cells in a row, and one below the first
            for (int way = 0; way < 8; way++) {
                found.insert(shape);
                shape = transformed(shape, way != 3);
            }
        }
    shapes.assign(found.begin(), found.end());
    for (int i = 0; i < 48; i++) index_of[shapes[i]] = i;
    for (int a = 0; a < 48; a++)
        for (int b = 0; b < 48; b++)
            for (int q = 0; q < 16; q++)
                for (int p = 0; p < q; p++) {
                    int pair = 1 << p | 1 << q;
                    if (!(shapes[a] & shapes[b]) && !((shapes[a] | shapes[b]) & pair)) positions.push_back({a, b, pair});
                }
}

bool may_move_to(const Position &p, int shape) {
    if (shapes[shape] & (shapes[p.other] | p.neutrals)) return false;
    return shape != p.own || wrong;
}

// Finds a move to a lost position: the new shape and the new neutrals, one of which at most has moved.
bool find_win(const Position &p, int &shape, int &neutrals) {
    for (shape = 0; shape < 48; shape++)
        if (may_move_to(p, shape))
            for (int pair : lost[p.other][shape])
                if (pair & p.neutrals) {
                    neutrals = pair;
                    return true;
                }
    return false;
}

bool only_helps_the_opponent(const Position &p) {
    for (int shape = 0; shape < 48; shape++) {
        if (!may_move_to(p, shape)) continue;
        int occupied = shapes[shape] | shapes[p.other];
        for (int from = 0; from < 16; from++)
            for (int to = 0; to < 16; to++) {
                int stays = p.neutrals & ~(1 << from);
                if (stays == p.neutrals || (occupied | stays) >> to & 1) continue;
                if (label[p.other][shape][compressed(stays | 1 << to)] != WON) return false;
            }
    }
    return true;
}

void label_all() {
    for (bool changed = true; changed;) {
        changed = false;
        for (const Position &p : positions) {
            Label &mine = label[p.own][p.other][compressed(p.neutrals)];
            if (mine != OPEN) continue;
            int shape, neutrals;
            if (find_win(p, shape, neutrals)) {
                mine = WON;
            } else if (only_helps_the_opponent(p)) {
                mine = LOST;
                lost[p.own][p.other].push_back(p.neutrals);
            }
            if (mine != OPEN) changed = true;
        }
    }
}

int main(int argc, char **) {
    wrong = argc > 2;
    list_positions();
    label_all();
    int own = 0, other = 0, neutrals = 0;
    for (int row = 0; row < 4; row++) {
        string line;
        cin >> line;
        for (int column = 0; column < 4; column++) {
            int cell = 1 << (4 * row + column);
            if (line[column] == '#') own |= cell;
            if (line[column] == '*') other |= cell;
            if (line[column] == 'x') neutrals |= cell;
        }
    }
    Position start = {index_of[own], index_of[other], neutrals};
    int shape, after;
    if (!find_win(start, shape, after)) {
        bool is_lost = label[start.own][start.other][compressed(neutrals)] == LOST;
        cout << "No winning move" << endl << (is_lost ? "Losing" : "Draw") << endl;
        return 0;
    }
    for (int row = 0; row < 4; row++) {
        for (int column = 0; column < 4; column++) {
            int cell = 1 << (4 * row + column);
            cout << (shapes[shape] & cell ? '#' : other & cell ? '*' : after & cell ? 'x' : '.');
        }
        cout << endl;
    }
}
