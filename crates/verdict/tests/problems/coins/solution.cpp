// The fewest coins with the sum s, or -1.
#include <bits/stdc++.h>
using namespace std;

int main(int, char** argv) {
    string mode = argv[1];
    int n, s;
    cin >> n >> s;
    vector<int> coins(n);
    for (auto& c : coins) cin >> c;
    if (mode == "wrong-greedy") {
        sort(coins.rbegin(), coins.rend());
        int count = 0;
        for (int c : coins) count += s / c, s %= c;
        cout << (s ? -1 : count) << "\n";
        return 0;
    }
    const int none = 1000000;
    vector<int> fewest(s + 1, none);
    fewest[0] = 0;
    if (mode == "wrong-once") {
        for (int c : coins)
            for (int sum = s; sum >= c; sum--) fewest[sum] = min(fewest[sum], fewest[sum - c] + 1);
    } else {
        for (int sum = 1; sum <= s; sum++)
            for (int c : coins)
                if (mode == "wrong-exact" ? c < sum : c <= sum) fewest[sum] = min(fewest[sum], fewest[sum - c] + 1);
    }
    if (mode == "wrong-zero" && s == 0) fewest[0] = none;
    cout << (fewest[s] == none && mode != "wrong-none" ? -1 : fewest[s]) << "\n";
}
