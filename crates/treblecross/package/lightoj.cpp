
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
