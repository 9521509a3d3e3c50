// The number of pairs of places where the larger number comes first.
#include <bits/stdc++.h>
using namespace std;

int main(int, char** argv) {
    string mode = argv[1];
    int n;
    cin >> n;
    vector<int> a(n);
    for (auto& x : a) cin >> x;
    long long count = 0;
    if (mode == "slow") {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++) count += a[j] > a[i];
    } else if (mode == "wrong-neighbours") {
        for (int i = 1; i < n; i++) count += a[i - 1] > a[i];
    } else {
        vector<int> sorted = a;
        sort(sorted.begin(), sorted.end());
        vector<int> tree(n + 1);
        for (int i = n - 1; i >= 0; i--) {
            int at = lower_bound(sorted.begin(), sorted.end(), a[i]) - sorted.begin() + 1;
            for (int j = mode == "wrong-equal" ? at : at - 1; j > 0; j -= j & -j) count += tree[j];
            // Without its lowest bit, a tree misses what is above.
            for (int j = at; j <= n; j += mode == "wrong-tree" ? j : j & -j) tree[j]++;
        }
    }
    cout << (mode == "wrong-int" ? (int)count : count) << "\n";
}
