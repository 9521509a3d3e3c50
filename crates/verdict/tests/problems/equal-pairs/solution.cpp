// How many pairs of places hold equal numbers.
#include <bits/stdc++.h>
using namespace std;

int main(int, char** argv) {
    string mode = argv[1];
    int n;
    cin >> n;
    vector<int> a(n);
    for (auto& x : a) cin >> x;
    long long pairs = 0;
    if (mode == "slow") {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++) pairs += a[i] == a[j];
    } else if (mode == "wrong-neighbours") {
        for (int i = 1; i < n; i++) pairs += a[i] == a[i - 1];
    } else if (mode == "wrong-limit") {
        static int count[1000];
        for (int x : a) pairs += count[x % 1000]++;
    } else {
        map<int, long long> count;
        for (int x : a) pairs += count[x]++;
        if (mode == "wrong-values") {
            pairs = 0;
            for (auto [value, c] : count) pairs += c > 1;
        }
    }
    cout << (mode == "wrong-int" ? (int)pairs : pairs) << "\n";
}
