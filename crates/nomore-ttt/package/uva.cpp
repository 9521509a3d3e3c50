
int main() {
    int t;
    cin >> t;
    while (t--) {
        string board;
        cin >> board;
        cout << (alice_wins(board) ? "Possible." : "Impossible.") << '\n';
    }
}
