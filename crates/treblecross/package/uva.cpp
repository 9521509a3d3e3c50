
int main() {
    int n;
    cin >> n;
    while (n--) {
        string board;
        cin >> board;
        vector<int> cells = winning_cells(board);
        cout << (cells.empty() ? "LOSING" : "WINNING") << '\n';
        for (size_t i = 0; i < cells.size(); i++) cout << (i > 0 ? " " : "") << cells[i];
        cout << '\n';
    }
}
