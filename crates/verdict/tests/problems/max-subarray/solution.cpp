// The largest sum of a non-empty contiguous part.
#include <bits/stdc++.h>
using namespace std;

int main(int, char** argv) {
    string mode = argv[1];
    int n;
    cin >> n;
    vector<long long> a(n);
    for (auto& x : a) cin >> x;
    if (mode == "wrong-last-ignored" && n > 1) a.pop_back();
    long long best = mode == "wrong-empty-part" ? 0 : mode == "wrong-minimum" ? -1000 : LLONG_MIN, sum = 0;
    if (mode == "slow") {
        for (size_t i = 0; i < a.size(); i++) {
            sum = 0;
            for (size_t j = i; j < a.size(); j++) best = max(best, sum += a[j]);
        }
    } else {
        for (long long x : a) {
            sum = max(sum, 0LL) + x;
            if (mode == "wrong-int") sum = (int)sum;
            best = max(best, sum);
        }
    }
    cout << best << "\n";
}
