// The number of edges of a longest path in a tree.
#include <bits/stdc++.h>
using namespace std;

vector<vector<int>> next_to;

int depth(int at, int from) {
    // As large as in programs that keep more than they need.
    volatile char local[256] = {};
    int deepest = local[0];
    for (int to : next_to[at])
        if (to != from) deepest = max(deepest, 1 + depth(to, at));
    return deepest;
}

pair<int, int> farthest(int start) {
    vector<int> distance(next_to.size(), -1), order{start};
    distance[start] = 0;
    for (size_t i = 0; i < order.size(); i++)
        for (int to : next_to[order[i]])
            if (distance[to] < 0) distance[to] = distance[order[i]] + 1, order.push_back(to);
    return {distance[order.back()], order.back()};
}

int main(int, char** argv) {
    string mode = argv[1];
    int n;
    cin >> n;
    next_to.resize(n + 1);
    for (int i = 1; i < n; i++) {
        int u, v;
        cin >> u >> v;
        next_to[u].push_back(v);
        if (mode != "wrong-one-direction") next_to[v].push_back(u);
    }
    int answer = farthest(farthest(1).second).first;
    if (mode == "wrong-from-the-root") answer = farthest(1).first;
    if (mode == "wrong-vertices") answer++;
    if (mode == "wrong-stack") answer = depth(farthest(1).second, 0);
    if (mode == "wrong-leaves") {
        answer = 0;
        for (auto& edges : next_to) answer += edges.size() > 1;
        answer++;
    }
    if (mode == "slow")
        for (int v = 1; v <= n; v++) answer = max(answer, farthest(v).first);
    cout << answer << "\n";
}
