// The most intervals of which no two overlap; they may touch.
#include <bits/stdc++.h>
using namespace std;

int main(int, char** argv) {
    string mode = argv[1];
    int n;
    cin >> n;
    vector<pair<long long, long long>> intervals(n);
    for (auto& [l, r] : intervals) cin >> l >> r;
    sort(intervals.begin(), intervals.end(), [&](auto& a, auto& b) {
        if (mode == "wrong-by-start") return a < b;
        if (mode == "wrong-by-length") return a.second - a.first < b.second - b.first;
        return a.second < b.second;
    });
    int count = 0;
    long long end = -1;
    vector<pair<long long, long long>> taken;
    for (auto [l, r] : intervals) {
        bool is_free = mode == "wrong-touching" ? l > end : l >= end;
        if (mode == "wrong-by-length")
            is_free = none_of(taken.begin(), taken.end(), [&](auto& t) { return l < t.second && t.first < r; });
        if (!is_free) continue;
        count++;
        end = r;
        if (mode == "wrong-by-length") taken.push_back({l, r});
    }
    if (mode == "wrong-one" && n == 1) count = 0;
    cout << count << "\n";
}
