// The length of a longest strictly increasing subsequence.
#include <bits/stdc++.h>
using namespace std;

int main(int, char** argv) {
    string mode = argv[1];
    int n;
    cin >> n;
    vector<int> a(n), ends;
    for (auto& x : a) cin >> x;
    int best = 1;
    if (mode == "slow") {
        vector<int> length(n, 1);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++)
                if (a[j] < a[i]) best = max(best, length[i] = max(length[i], length[j] + 1));
    } else if (mode == "wrong-contiguous") {
        int run = 1;
        for (int i = 1; i < n; i++) best = max(best, run = a[i - 1] < a[i] ? run + 1 : 1);
    } else if (mode == "wrong-greedy") {
        int last = a[0];
        for (int x : a)
            if (x > last) last = x, best++;
    } else {
        for (int x : a) {
            auto at = mode == "wrong-equal" ? upper_bound(ends.begin(), ends.end(), x) : lower_bound(ends.begin(), ends.end(), x);
            if (at == ends.end()) {
                if (mode != "wrong-limit" || ends.size() < 5000) ends.push_back(x);
            } else {
                *at = x;
            }
        }
        best = ends.size();
    }
    cout << best << "\n";
}
