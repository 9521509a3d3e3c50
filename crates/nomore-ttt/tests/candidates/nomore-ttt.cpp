// Reads with `cin >>` and ends lines with `endl`. Values of gaps by recursion with a memo.
// Usage: program lightoj|uva [wrong]. With `wrong` it takes it for tic-tac-toe, where Alice marks with X and Bob with O.
#include <algorithm>
#include <cstring>
#include <iostream>
#include <set>
#include <string>
using namespace std;

int memo[101][3][3];

int kind(char end) { return end == 'X' ? 1 : end == 'O' ? 2 : 0; }

// A gap of `length` cells between two ends: 0 for the edge of the board, 1 for X, 2 for O.
int grundy(int length, int left, int right) {
    int &value = memo[length][left][right];
    if (value >= 0) return value;
    set<int> reachable;
    for (int i = 0; i < length; i++)
        for (int mark = 1; mark <= 2; mark++) {
            if (i == 0 && left == mark) continue;
            if (i == length - 1 && right == mark) continue;
            reachable.insert(grundy(i, left, mark) ^ grundy(length - 1 - i, mark, right));
        }
    value = 0;
    while (reachable.count(value)) value++;
    return value;
}

int main(int argc, char **argv) {
    string judge = argc > 1 ? argv[1] : "lightoj";
    bool wrong = argc > 2;
    memset(memo, -1, sizeof memo);
    int t;
    cin >> t;
    for (int k = 1; k <= t; k++) {
        string board;
        cin >> board;
        int sum = 0, left = 0, length = 0;
        for (char cell : board + '|') {
            if (cell == '.') {
                length++;
                continue;
            }
            sum ^= grundy(length, left, kind(cell));
            left = kind(cell);
            length = 0;
        }
        int xs = count(board.begin(), board.end(), 'X'), os = count(board.begin(), board.end(), 'O');
        bool alice_moves = wrong ? xs == os : (xs + os) % 2 == 0;
        bool alice_wins = alice_moves == (sum != 0);
        if (judge == "uva")
            cout << (alice_wins ? "Possible." : "Impossible.") << endl;
        else
            cout << "Case " << k << ": " << (alice_wins ? "Yes" : "No") << endl;
    }
}
