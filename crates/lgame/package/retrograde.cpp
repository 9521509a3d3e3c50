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
