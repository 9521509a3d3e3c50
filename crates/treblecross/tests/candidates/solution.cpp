// A solution of LightOJ 1229 with a common mistake: it sees XX, which the opponent completes, but not X.X.
#include <bits/stdc++.h>
using namespace std;

int nimber[201];

void fill_table() {
    for (int n = 1; n <= 200; n++) {
        set<int> reached;
        for (int p = 1; p <= n; p++) reached.insert(nimber[max(0, p - 3)] ^ nimber[max(0, n - p - 2)]);
        while (reached.count(nimber[n])) nimber[n]++;
    }
}

int nim_sum(const string &board) {
    int sum = 0, run = 0, length = board.size();
    for (int i = 0; i <= length; i++) {
        bool near = i == length;
        for (int j = max(0, i - 2); j <= min(length - 1, i + 2); j++) near |= board[j] == 'X';
        if (near) sum ^= nimber[run], run = 0;
        else run++;
    }
    return sum;
}

vector<int> winning_cells(string board) {
    vector<int> three, safe;
    for (size_t i = 0; i < board.size(); i++) {
        if (board[i] == 'X') continue;
        board[i] = 'X';
        if (board.find("XXX") != string::npos) three.push_back(i + 1);
        else if (board.find("XX") == string::npos && nim_sum(board) == 0) safe.push_back(i + 1);
        board[i] = '.';
    }
    return three.empty() ? safe : three;
}

int main() {
    fill_table();
    int cases;
    cin >> cases;
    for (int k = 1; k <= cases; k++) {
        string board;
        cin >> board;
        cout << "Case " << k << ":";
        vector<int> cells = winning_cells(board);
        for (int cell : cells) cout << " " << cell;
        if (cells.empty()) cout << " 0";
        cout << "\n";
    }
}
