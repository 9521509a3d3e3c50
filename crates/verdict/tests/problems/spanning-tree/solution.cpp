// The weight of a lightest spanning tree.
#include <bits/stdc++.h>
using namespace std;

int main(int, char** argv) {
    string mode = argv[1];
    int n, m;
    cin >> n >> m;
    vector<array<long long, 3>> edges(m);
    for (auto& [w, u, v] : edges) cin >> u >> v >> w;
    if (mode == "wrong-key") {
        sort(edges.begin(), edges.end(), [](auto& a, auto& b) { return a[1] < b[1]; });
    } else if (mode == "wrong-text-order") {
        sort(edges.begin(), edges.end(), [](auto& a, auto& b) { return to_string(a[0]) < to_string(b[0]); });
    } else if (mode != "wrong-unsorted") {
        sort(edges.begin(), edges.end());
    }
    vector<int> parent(n + 1);
    iota(parent.begin(), parent.end(), 0);
    auto root = [&](int v) {
        while (parent[v] != v) v = mode == "slow" ? parent[v] : parent[v] = parent[parent[v]];
        return v;
    };
    long long weight = 0;
    int taken = 0;
    for (auto [w, u, v] : edges) {
        if (mode == "wrong-n-edges" ? taken < n - 1 : root(u) != root(v)) {
            parent[root(u)] = root(v);
            weight += w;
            taken++;
        }
    }
    cout << (mode == "wrong-int" ? (int)weight : weight) << "\n";
}
