// Reads with `cin >>` and ends lines with `endl`. Tries each move on the whole board.
// Usage: program uva|lightoj|poj [wrong]. With `wrong` it forgets that X.X is one move from three, too.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int reach = 2; // an X makes the cells up to this far away suicidal
vector<int> grundy;

void fill_table(int longest) {
    grundy.assign(longest + 1, 0);
    for (int n = 1; n <= longest; n++) {
        vector<bool> seen(256);
        for (int p = 0; p < n; p++)
            seen[grundy[max(0, p - reach)] ^ grundy[max(0, n - 1 - p - reach)]] = true;
        while (seen[grundy[n]]) grundy[n]++;
    }
}

bool can_be_completed(const string &board) {
    if (board.find("XX") != string::npos) return true;
    return reach == 2 && board.find("X.X") != string::npos;
}

int value(const string &board) {
    int n = board.size(), sum = 0, run = 0;
    for (int i = 0; i <= n; i++) {
        bool is_free = i < n;
        for (int j = max(0, i - reach); is_free && j <= min(n - 1, i + reach); j++)
            if (board[j] == 'X') is_free = false;
        if (is_free) {
            run++;
        } else {
            sum ^= grundy[run];
            run = 0;
        }
    }
    return sum;
}

vector<int> winning_cells(string board) {
    vector<int> completing, others;
    for (int i = 0; i < (int)board.size(); i++) {
        if (board[i] == 'X') continue;
        board[i] = 'X';
        if (board.find("XXX") != string::npos)
            completing.push_back(i + 1);
        else if (!can_be_completed(board) && value(board) == 0)
            others.push_back(i + 1);
        board[i] = '.';
    }
    return completing.empty() ? others : completing;
}

int main(int argc, char **argv) {
    string judge = argc > 1 ? argv[1] : "uva";
    if (argc > 2) reach = 1;
    int n;
    cin >> n;
    if (judge == "poj") {
        fill_table(n);
        cout << (grundy[n] ? 1 : 2) << endl;
        return 0;
    }
    fill_table(200);
    for (int k = 1; k <= n; k++) {
        string board;
        cin >> board;
        vector<int> cells = winning_cells(board);
        if (judge == "uva")
            cout << (cells.empty() ? "LOSING" : "WINNING") << endl;
        else
            cout << "Case " << k << ": " << (cells.empty() ? "0" : "");
        for (size_t i = 0; i < cells.size(); i++) cout << (i ? " " : "") << cells[i];
        cout << endl;
    }
}
