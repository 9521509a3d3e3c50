// The length of a shortest way from S to T, or -1.
#include <bits/stdc++.h>
using namespace std;

int main(int, char** argv) {
    string mode = argv[1];
    int h, w;
    cin >> h >> w;
    vector<string> grid(h);
    for (auto& row : grid) cin >> row;
    vector<int> distance(h * w, -1);
    deque<int> queue;
    for (int i = 0; i < h * w; i++)
        if (grid[i / w][i % w] == 'S') queue.push_back(i), distance[i] = 0;
    int answer = mode == "wrong-no-way" ? 0 : -1;
    while (!queue.empty()) {
        // From a stack, the first way that is found may be longer than another.
        bool is_stack = mode == "wrong-depth-first";
        int at = is_stack ? queue.back() : queue.front();
        is_stack ? queue.pop_back() : queue.pop_front();
        if (grid[at / w][at % w] == 'T') answer = distance[at];
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                bool diagonal = dy && dx, still = !dy && !dx;
                if (still || (diagonal && mode != "wrong-diagonal")) continue;
                if (mode == "wrong-never-up" && dy < 0) continue;
                int y = at / w + dy, x = at % w + dx;
                if (mode == "wrong-round-the-edge" && x == w) x = 0;
                int limit = mode == "wrong-sides-swapped" ? min(h, w) : w;
                if (y < 0 || y >= h || x < 0 || x >= limit || grid[y][x] == '#' || distance[y * w + x] >= 0) continue;
                distance[y * w + x] = distance[at] + 1;
                queue.push_back(y * w + x);
            }
    }
    cout << answer << "\n";
}
