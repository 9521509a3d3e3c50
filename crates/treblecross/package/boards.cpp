
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
    return completing.empty() ? others : completing;
}
