// The length of a shortest path from vertex 1 to vertex n.
#include <bits/stdc++.h>
using namespace std;

int main(int, char** argv) {
    string mode = argv[1];
    int n, m;
    cin >> n >> m;
    vector<vector<pair<int, long long>>> edges(n + 1);
    for (int i = 0; i < m; i++) {
        long long u, v, w;
        cin >> u >> v >> w;
        edges[u].push_back({v, w});
        if (mode != "wrong-directed") edges[v].push_back({u, w});
    }
    const long long far = mode == "wrong-infinity" ? 1000000000 : LLONG_MAX;
    vector<long long> distance(n + 1, far);
    vector<bool> is_done(n + 1);
    priority_queue<pair<long long, int>> queue;
    distance[1] = 0;
    queue.push({0, 1});
    while (!queue.empty()) {
        int at = queue.top().second;
        queue.pop();
        if (is_done[at] && mode != "slow") continue;
        is_done[at] = true;
        for (auto [to, w] : edges[at]) {
            if (mode == "wrong-fewest-edges") w = 1;
            long long through = distance[at] + w;
            if (mode == "wrong-int") through = (int)through;
            if (mode == "wrong-first-found" ? distance[to] == far : through < distance[to]) {
                distance[to] = through;
                queue.push({mode == "slow" ? through : -through, to});
            }
        }
    }
    cout << distance[n] << "\n";
}
