// Does not see that an X can win at once.
#include <iostream>
#include <set>
#include <string>
#include <vector>
using namespace std;

const int REACH = 2; // an X takes this many cells on either side out of play

vector<int> known(2001, -1);

// The Grundy value of a strip of cells that are free: empty, and no X within reach.
int grundy(int length) {
    if (length <= 0) return 0;
    if (known[length] >= 0) return known[length];
    set<int> reachable;
    for (int i = 0; i < length; i++)
        reachable.insert(grundy(i - REACH) ^ grundy(length - 1 - i - REACH));
    int value = 0;
    while (reachable.count(value)) value++;
    return known[length] = value;
}

// Whether the next X can complete three.
bool has_threat(const string &board) {
    return board.find("XX") != string::npos || board.find("X.X") != string::npos;
}

// The xor of the values of all strips.
int nim_sum(const string &board) {
    int sum = 0, run = 0;
    for (int i = 0; i < (int)board.size(); i++) {
        bool is_free = board.find('X', max(0, i - REACH)) > size_t(i + REACH);
        if (is_free) {
            run++;
        } else {
            sum ^= grundy(run);
            run = 0;
        }
    }
    return sum ^ grundy(run);
}

vector<int> winning_cells(string board) {
    vector<int> completing, others;
    for (int i = 0; i < (int)board.size(); i++) {
        if (board[i] == 'X') continue;
        board[i] = 'X';
        if (board.find("XXX") != string::npos)
            completing.push_back(i + 1);
        else if (!has_threat(board) && nim_sum(board) == 0)
            others.push_back(i + 1);
        board[i] = '.';
    }
    return others;
}

int main() {
    int t;
    cin >> t;
    for (int k = 1; k <= t; k++) {
        string board;
        cin >> board;
        vector<int> cells = winning_cells(board);
        cout << "Case " << k << ':';
        for (int cell : cells) cout << ' ' << cell;
        if (cells.empty()) cout << " 0";
        cout << '\n';
    }
}
