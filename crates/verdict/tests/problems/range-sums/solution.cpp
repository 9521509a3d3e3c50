// An array of which elements are replaced, and sums of parts asked for.
#include <bits/stdc++.h>
using namespace std;

int main(int, char** argv) {
    string mode = argv[1];
    ios::sync_with_stdio(false);
    int n, q;
    cin >> n >> q;
    vector<long long> a(n + 1), tree(n + 1);
    auto add = [&](int i, long long v) { for (; i <= n; i += i & -i) tree[i] += v; };
    auto sum = [&](int i) {
        long long all = 0;
        for (; i > 0; i -= i & -i) all += tree[i];
        return all;
    };
    for (int i = 1; i <= n; i++) cin >> a[i], add(i, a[i]);
    while (q--) {
        long long kind, first, second;
        cin >> kind >> first >> second;
        if (kind == 1) {
            add(first, mode == "wrong-added" ? second : second - a[first]);
            if (mode != "wrong-old-value") a[first] = second;
            continue;
        }
        long long answer = sum(second - (mode == "wrong-end")) - sum(first - (mode != "wrong-start"));
        if (mode == "slow") answer = accumulate(a.begin() + first, a.begin() + second + 1, 0LL);
        cout << (mode == "wrong-int" ? (int)answer : answer) << "\n";
    }
}
