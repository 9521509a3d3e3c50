// The number of connected components.
#include <bits/stdc++.h>
using namespace std;

int main(int, char** argv) {
    string mode = argv[1];
    int n, m;
    cin >> n >> m;
    vector<int> parent(mode == "wrong-limit" ? max(1001, n + 1) : n + 1);
    iota(parent.begin(), parent.end(), 0);
    auto root = [&](int v) {
        while (parent[v] != v) v = mode == "slow" ? parent[v] : parent[v] = parent[parent[v]];
        return v;
    };
    int answer = n;
    for (int i = 0; i < m; i++) {
        int u, v;
        cin >> u >> v;
        if (mode == "wrong-limit" && i >= 1000) continue;
        if (mode == "wrong-every-edge-joins") {
            answer = max(1, answer - 1);
        } else if (mode == "wrong-no-root") {
            if (parent[u] != parent[v]) answer--, parent[v] = parent[u];
        } else {
            if (mode == "wrong-loop" && u == v) answer--;
            if (root(u) != root(v)) answer--, parent[root(u)] = root(v);
        }
    }
    if (mode == "wrong-connected") answer = m >= n - 1 ? 1 : answer;
    cout << answer << "\n";
}
