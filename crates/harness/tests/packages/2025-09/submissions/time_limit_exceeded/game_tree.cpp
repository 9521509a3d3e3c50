// Searches the game tree and remembers nothing, deeper and deeper.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <string>
#include <unordered_map>
#include <vector>

using namespace std;

using Cells = unsigned; // a set of cells: bit 4 * row + column

struct Position {
    Cells own, other, neutrals; // `own` is the L of the player to move
};

Position swapped(const Position &p) { return {p.other, p.own, p.neutrals}; }

// The cells turned by a quarter.
Cells turned(Cells cells) {
    Cells result = 0;
    for (int i = 0; i < 16; i++)
        if (cells >> i & 1) result |= 1 << (4 * (i % 4) + 3 - i / 4);
    return result;
}

Cells mirrored(Cells cells) {
    Cells result = 0;
    for (int i = 0; i < 16; i++)
        if (cells >> i & 1) result |= 1 << (i ^ 3);
    return result;
}

vector<Cells> list_placements() {
    vector<Cells> placements;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 2; column++) {
            Cells cells = 0x17 << (4 * row + column); // three cells in a row, and one below the first
            for (int quarter = 0; quarter < 4; quarter++) {
                placements.push_back(cells);
                placements.push_back(mirrored(cells));
                cells = turned(cells);
            }
        }
    return placements;
}

const vector<Cells> placements = list_placements();

// The positions after each move, still seen by the player who makes it.
vector<Position> moves(const Position &p) {
    vector<Position> after;
    for (Cells own : placements) {
        if (own == p.own || own & (p.other | p.neutrals)) continue;
        after.push_back({own, p.other, p.neutrals});
        Cells occupied = own | p.other | p.neutrals;
        for (int from = 0; from < 16; from++)
            for (int to = 0; to < 16; to++)
                if (p.neutrals >> from & 1 && !(occupied >> to & 1))
                    after.push_back({own, p.other, p.neutrals ^ 1 << from ^ 1 << to});
    }
    return after;
}

// Returns false at the end of the input.
bool read(Position &p) {
    p = {0, 0, 0};
    for (int i = 0; i < 16; i++) {
        char cell;
        if (!(cin >> cell)) return false;
        if (cell == '#') p.own |= 1 << i;
        if (cell == '*') p.other |= 1 << i;
        if (cell == 'x') p.neutrals |= 1 << i;
    }
    return true;
}

void print(const Position &p) {
    for (int i = 0; i < 16; i++) {
        cout << (p.own >> i & 1 ? '#' : p.other >> i & 1 ? '*' : p.neutrals >> i & 1 ? 'x' : '.');
        if (i % 4 == 3) cout << '\n';
    }
}

const int LONGEST_WIN = 9; // in moves of both players

// 1 if the player to move wins within `depth` moves of both, -1 if they lose within as many, otherwise 0.
int value(const Position &p, int depth) {
    vector<Position> next = moves(p);
    if (next.empty()) return -1;
    if (depth == 0) return 0;
    int best = -1;
    for (const Position &after : next) {
        best = max(best, -value(swapped(after), depth - 1));
        if (best == 1) break;
    }
    return best;
}

void answer(const Position &p) {
    for (int depth = 0; depth < LONGEST_WIN; depth++) {
        if (value(p, depth) == -1) {
            cout << "No winning move\nLosing\n";
            return;
        }
        for (const Position &after : moves(p))
            if (value(swapped(after), depth) == -1) return print(after);
    }
    cout << "No winning move\nDraw\n";
}

int main() {
    for (Position p; read(p);) answer(p);
}
