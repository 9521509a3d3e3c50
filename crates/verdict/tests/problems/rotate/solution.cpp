// The array, rotated to the left by k places.
#include <bits/stdc++.h>
using namespace std;

int main(int, char** argv) {
    string mode = argv[1];
    int n, k;
    cin >> n >> k;
    vector<int> a(n);
    for (auto& x : a) cin >> x;
    if (mode == "wrong-once-round") k = min(k, n);
    if (mode == "wrong-right") k = n - k % n;
    if (mode == "wrong-off-by-one") k++;
    for (int i = 0; i < n; i++) {
        if (i && mode != "wrong-run-together") cout << " ";
        cout << a[(i + k % n) % n];
    }
    cout << "\n";
}
