// Any two places whose numbers have the sum s, or -1.
#include <bits/stdc++.h>
using namespace std;

int main(int, char** argv) {
    string mode = argv[1];
    int n, s;
    cin >> n >> s;
    vector<int> a(n);
    for (auto& x : a) cin >> x;
    if (mode == "wrong-two-pointers") {
        // As if the array were sorted.
        for (int i = 0, j = n - 1; i < j; a[i] + a[j] < s ? i++ : j--)
            if (a[i] + a[j] == s) return printf("%d %d\n", i + 1, j + 1), 0;
        return puts("-1"), 0;
    }
    for (int i = 0; i < n; i++)
        for (int j = mode == "other" ? n - 1 : 0; mode == "other" ? j >= 0 : j < n; mode == "other" ? j-- : j++) {
            if (i == j && mode != "wrong-same-place") continue;
            if (mode == "wrong-equal" && a[i] == a[j]) continue;
            if (a[i] + a[j] != s) continue;
            int base = mode == "wrong-from-zero" ? 0 : 1;
            cout << i + base << " " << j + base << "\n";
            return 0;
        }
    if (mode != "wrong-silent") cout << "-1\n";
}
