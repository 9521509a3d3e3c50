
int main() {
    int t;
    cin >> t;
    for (int k = 1; k <= t; k++) {
        string board;
        cin >> board;
        cout << "Case " << k << ": " << (alice_wins(board) ? "Yes" : "No") << '\n';
    }
}
