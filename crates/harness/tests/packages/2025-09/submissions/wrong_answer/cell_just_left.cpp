// Does not move a neutral piece to where the L was before.
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
        Cells occupied = own | p.own | p.other | p.neutrals;
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

enum Label { DRAWN, WON, LOST };

vector<Position> positions;
unordered_map<uint64_t, int> number_of; // of each position, by its key
vector<Label> labels;                 // DRAWN until something else is known

uint64_t key(const Position &p) { return uint64_t(p.own) << 32 | p.other << 16 | p.neutrals; }

Label label(const Position &p) {
    auto found = number_of.find(key(p));
    return found == number_of.end() ? DRAWN : labels[found->second];
}

void list_positions() {
    for (Cells own : placements)
        for (Cells other : placements)
            for (int a = 0; a < 16; a++)
                for (int b = 0; b < a; b++) {
                    Cells neutrals = 1 << a | 1 << b;
                    if (own & other || (own | other) & neutrals) continue;
                    Position p = {own, other, neutrals};
                    number_of[key(p)] = positions.size();
                    positions.push_back(p);
                }
}

// Goes back from the positions without a move.
void label_positions() {
    vector<vector<int>> predecessors(positions.size());
    vector<int> open_moves(positions.size()); // the moves not known to lead to a won position
    vector<int> labelled;                     // in the order in which their labels became known
    labels.assign(positions.size(), DRAWN);
    auto set_label = [&](int number, Label label) {
        labels[number] = label;
        labelled.push_back(number);
    };
    for (size_t number = 0; number < positions.size(); number++) {
        vector<Position> next = moves(positions[number]);
        for (const Position &after : next) predecessors[number_of[key(swapped(after))]].push_back(number);
        open_moves[number] = next.size();
        if (next.empty()) set_label(number, LOST);
    }
    for (size_t i = 0; i < labelled.size(); i++) {
        bool is_lost = labels[labelled[i]] == LOST;
        for (int before : predecessors[labelled[i]]) {
            if (labels[before] != DRAWN) continue;
            if (is_lost) set_label(before, WON);
            else if (--open_moves[before] == 0) set_label(before, LOST);
        }
    }
}

void answer(const Position &p) {
    for (const Position &after : moves(p))
        if (label(swapped(after)) == LOST) return print(after);
    cout << "No winning move\n" << (label(p) == LOST ? "Losing\n" : "Draw\n");
}

int main() {
    list_positions();
    label_positions();
    for (Position p; read(p);) answer(p);
}
