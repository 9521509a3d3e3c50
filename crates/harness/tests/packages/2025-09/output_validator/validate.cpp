// Judges an output for the L game, as in ICPC problem packages: `validate input answer feedback_dir < output`.
// Exits with 42 if the output is right, with 43 if it is wrong, and with 1 if something else is.
//
// White space at the ends of lines and newlines at the end of the output do not count. Any winning move is right. The
// list below has all lost positions, so that nothing is searched; the answer file is not used, but must be there.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace std;

using Grid = string; // sixteen cells, row by row

const size_t OUTPUT_LIMIT = 64 * 1024;
const string NO_WINNING_MOVE = "No winning move";

// All lost positions up to symmetry; '#' is to move.
const char *const LOST = R"(
    ###./#***/x*../.x.. ###./#***/x*../..x. ###x/#.*./***x/.... ###x/#.*./***./..x. ###x/#.*./***./...x
    ###./#***/x..*/.x.. ###./#***/x..*/..x. ###./#**x/x*../.*.. ###x/#**./x.*./..*. ###./#**x/x.*./..*.
    ###./#x**/x.*./..*. ###x/#.x./***./..*. .###/x#**/.x*./..*. #.x./###*/x***/.... #.x./###x/***./..*.
    ###x/#**./x*../.*.. ###./#**x/.*.x/.*.. #.x./###x/***./*... ###./#**x/.*../x*.. ###./#**x/.*../.*x.
    .###/x#*x/***./.... ###x/#.*x/***./.... ###x/#**x/.*../.*.. ###x/#**./.*.x/.*.. ###x/#**./.*../x*..
    ###x/#**./.*../.*x. ###./#**./.*.x/.*x. .###/*#x./***./..x. .###/*#x./***./...x
)";

// The grid, turned and mirrored in the eight ways.
vector<Grid> symmetric(Grid grid) {
    vector<Grid> all;
    for (int quarter = 0; quarter < 4; quarter++) {
        Grid turned = grid, mirrored = grid;
        for (int i = 0; i < 16; i++) {
            turned[i] = grid[4 * (3 - i % 4) + i / 4];
            mirrored[i] = grid[4 * (i / 4) + 3 - i % 4];
        }
        all.push_back(grid);
        all.push_back(mirrored);
        grid = turned;
    }
    return all;
}

set<Grid> list_lost() {
    set<Grid> lost;
    istringstream words(LOST);
    for (Grid grid; words >> grid;) {
        grid.erase(remove(grid.begin(), grid.end(), '/'), grid.end());
        for (const Grid &same : symmetric(grid)) lost.insert(same);
    }
    return lost;
}

// Every L, alone on the board.
set<Grid> list_ls() {
    set<Grid> ls;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 2; column++) {
            Grid grid(16, '.');
            for (int cell : {0, 1, 2, 4}) grid[4 * row + column + cell] = '#';
            for (const Grid &same : symmetric(grid)) ls.insert(same);
        }
    return ls;
}

const set<Grid> lost = list_lost();
const set<Grid> ls = list_ls();

// The cells of one piece: '#' instead of its sign, and '.' elsewhere.
Grid piece(const Grid &grid, char sign) {
    Grid cells = grid;
    for (char &cell : cells) cell = cell == sign ? '#' : '.';
    return cells;
}

// The grid as the other player sees it.
Grid swapped(Grid grid) {
    for (char &cell : grid)
        if (cell == '#')
            cell = '*';
        else if (cell == '*')
            cell = '#';
    return grid;
}

// What is wrong with a position; empty if it is legal.
string position_error(const Grid &grid) {
    for (char sign : {'#', '*', 'x'}) {
        const string name = string("'") + sign + "'";
        const long found = count(grid.begin(), grid.end(), sign), right = sign == 'x' ? 2 : 4;
        if (found != right) return to_string(found) + " cells with " + name + " instead of " + to_string(right);
        if (sign != 'x' && !ls.count(piece(grid, sign))) return "the cells with " + name + " do not form an L";
    }
    return "";
}

// Why no move leads from one legal position to another; empty if one does. '#' is the player who moves.
string move_error(const Grid &before, const Grid &after) {
    if (piece(after, '*') != piece(before, '*')) return "the L of '*' has been moved";
    if (piece(after, '#') == piece(before, '#')) return "the L of '#' has not been moved";
    int moved_neutrals = 0;
    for (int i = 0; i < 16; i++) {
        if (before[i] != 'x' || after[i] == 'x') continue;
        if (after[i] == '#') return "the L of '#' has been moved to a cell where a neutral piece was";
        moved_neutrals++;
    }
    return moved_neutrals > 1 ? "both neutral pieces have been moved" : "";
}

bool has_winning_move(const Grid &before) {
    auto is_reached = [&](const Grid &after) { return move_error(before, swapped(after)).empty(); };
    return any_of(lost.begin(), lost.end(), is_reached);
}

string place(size_t line, size_t column) {
    return "line " + to_string(line) + ", column " + to_string(column) + ": ";
}

// Without white space at their ends, and without empty lines at the end of the text.
vector<string> split_lines(const string &text) {
    vector<string> lines;
    istringstream stream(text);
    for (string line; getline(stream, line);) {
        line.erase(line.find_last_not_of(" \t\v\f\r") + 1);
        lines.push_back(line);
    }
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
    return lines;
}

string judge_verdict(const Grid &before, const vector<string> &lines) {
    if (has_winning_move(before)) return place(1, 1) + "there is a winning move";
    const string right = lost.count(before) ? "Losing" : "Draw";
    if (lines.size() < 2 || lines[1] != right) return place(2, 1) + "expected '" + right + "'";
    if (lines.size() > 2) return place(3, 1) + "expected the end of the output";
    return "";
}

string judge_move(const Grid &before, const vector<string> &lines) {
    Grid after;
    for (size_t row = 0; row < 4; row++) {
        const string line = row < lines.size() ? lines[row] : "";
        const size_t cells = min({line.find_first_not_of("#*x."), line.size(), size_t(4)});
        const string expected = row == 0 ? "expected '" + NO_WINNING_MOVE + "' or four cells" : "expected four cells";
        if (cells < 4 || line.size() > 4) return place(row + 1, cells + 1) + expected;
        after += line;
    }
    if (lines.size() > 4) return place(5, 1) + "expected the end of the output";
    string error = position_error(after);
    if (error.empty()) error = move_error(before, after);
    if (error.empty() && !lost.count(swapped(after))) error = "this move does not win";
    return error;
}

Grid read_position(const string &input) {
    istringstream words(input);
    Grid grid;
    string row;
    for (int i = 0; i < 4; i++) {
        words >> row;
        if (!words || row.find_first_not_of("#*x.") != string::npos || row.size() != 4)
            throw runtime_error("the input does not hold four rows of four cells");
        grid += row;
    }
    if (words >> row) throw runtime_error("the input goes on after the position");
    const string error = position_error(grid);
    if (!error.empty()) throw runtime_error("the input is not a legal position: " + error);
    return grid;
}

// What is wrong with the output; empty if it is right. Throws if something is wrong with the input.
string judge(const string &input, const string &output) {
    const Grid before = read_position(input);
    if (output.size() > OUTPUT_LIMIT) return "the output is longer than 64 KiB";
    const vector<string> lines = split_lines(output);
    if (lines.empty()) return place(1, 1) + "the output is empty";
    return lines[0] == NO_WINNING_MOVE ? judge_verdict(before, lines) : judge_move(before, lines);
}

string read_file(const string &path) {
    ifstream file(path, ios::binary);
    if (!file) throw runtime_error("cannot read " + path);
    return string(istreambuf_iterator<char>(file), istreambuf_iterator<char>());
}

int main(int argc, char **argv) {
    try {
        if (argc < 4) throw runtime_error("usage: validate input answer feedback_dir < output");
        const string input = read_file(argv[1]);
        read_file(argv[2]);
        string output(OUTPUT_LIMIT + 1, '\0');
        cin.read(&output[0], static_cast<streamsize>(output.size()));
        output.resize(static_cast<size_t>(cin.gcount()));
        const string error = judge(input, output);
        const string path = string(argv[3]) + "/judgemessage.txt";
        ofstream message(path);
        message << (error.empty() ? "right" : error) << endl;
        if (!message) throw runtime_error("cannot write " + path);
        return error.empty() ? 42 : 43;
    } catch (const exception &error) {
        cerr << "validate: " << error.what() << endl;
        return 1;
    }
}
