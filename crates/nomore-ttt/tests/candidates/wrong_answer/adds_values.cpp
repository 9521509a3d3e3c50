// Adds up the values of gaps instead of xoring them.
#include <algorithm>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <tuple>
using namespace std;

map<tuple<int, char, char>, int> memo;

// The Grundy value of a gap: empty cells between two ends. An end is a mark, or '|' for the edge of the board.
int grundy(int length, char left, char right) {
    auto known = memo.find({length, left, right});
    if (known != memo.end()) return known->second;
    set<int> reachable;
    for (int i = 0; i < length; i++)
        for (char mark : {'X', 'O'}) {
            if (i == 0 && mark == left) continue;
            if (i == length - 1 && mark == right) continue;
            reachable.insert(grundy(i, left, mark) + grundy(length - 1 - i, mark, right));
        }
    int value = 0;
    while (reachable.count(value)) value++;
    return memo[{length, left, right}] = value;
}

bool alice_wins(const string &board) {
    int sum = 0, length = 0;
    char left = '|';
    for (char cell : board + '|') {
        if (cell == '.') {
            length++;
        } else {
            sum += grundy(length, left, cell);
            left = cell;
            length = 0;
        }
    }
    int marks = board.size() - count(board.begin(), board.end(), '.');
    bool alice_moves = marks % 2 == 0;
    return alice_moves == (sum != 0);
}

int main() {
    int t;
    cin >> t;
    while (t--) {
        string board;
        cin >> board;
        cout << (alice_wins(board) ? "Possible." : "Impossible.") << '\n';
    }
}
