// Any order of the vertices in which all edges lead forward.
#include <bits/stdc++.h>
using namespace std;

int main(int, char** argv) {
    string mode = argv[1];
    int n, m;
    cin >> n >> m;
    vector<vector<int>> edges(n + 1);
    vector<int> incoming(n + 1), order;
    for (int i = 0; i < m; i++) {
        int u, v;
        cin >> u >> v;
        if (mode == "wrong-backwards") swap(u, v);
        edges[u].push_back(v);
        incoming[v]++;
    }
    vector<bool> seen(n + 1);
    function<void(int)> visit = [&](int v) {
        if (seen[v]) return;
        seen[v] = true;
        if (mode == "wrong-preorder") order.push_back(v);
        for (int to : edges[v]) visit(to);
        if (mode == "other") order.push_back(v);
    };
    if (mode == "wrong-preorder" || mode == "other") {
        for (int v = 1; v <= n; v++) visit(v);
        if (mode == "other") reverse(order.begin(), order.end());
    } else if (mode == "wrong-by-number") {
        order.resize(n);
        iota(order.begin(), order.end(), 1);
    } else {
        queue<int> free;
        for (int v = 1; v <= n; v++)
            if (!incoming[v] && !(mode == "wrong-lonely" && edges[v].empty())) free.push(v);
        while (!free.empty()) {
            int v = free.front();
            free.pop();
            order.push_back(v);
            for (int to : edges[v])
                if (--incoming[to] == 0) free.push(to);
        }
    }
    for (int v : order) cout << v << " ";
    cout << "\n";
}
