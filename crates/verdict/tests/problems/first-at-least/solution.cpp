// The first place of a sorted array whose number is at least x, or n + 1.
#include <bits/stdc++.h>
using namespace std;

int main(int, char** argv) {
    string mode = argv[1];
    int n, x;
    cin >> n >> x;
    vector<int> a(n);
    for (auto& y : a) cin >> y;
    int low = 0, high = mode == "wrong-never-past-the-end" ? n - 1 : n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (mode == "wrong-above" ? a[middle] <= x : a[middle] < x) low = mode == "wrong-hangs" ? middle : middle + 1;
        else high = mode == "wrong-one-before" ? max(low, middle - 1) : middle;
    }
    if (mode == "wrong-any-equal" && binary_search(a.begin(), a.end(), x))
        for (low = 0; a[low] != x || (low + 1 < n && a[low + 1] == x); low++) {}
    cout << low + 1 << "\n";
}
