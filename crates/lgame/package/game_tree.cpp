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
