// The number of cycles of a permutation.
#include <bits/stdc++.h>
using namespace std;

int main(int, char** argv) {
    string mode = argv[1];
    int n;
    cin >> n;
    vector<int> p(n + 1), seen(n + 1);
    for (int i = 1; i <= n; i++) cin >> p[i];
    int count = 0;
    for (int i = 1; i <= n; i++) {
        if (seen[i]) continue;
        if (mode == "wrong-fixed-points" && p[i] == i) continue;
        count++;
        if (mode == "wrong-pairs-only") { seen[p[i]] = 1; continue; }
        // Ends only if the way leads back to 1.
        if (mode == "wrong-hangs") for (int j = p[i]; j != 1 && j != i + 1000; j = p[j]) seen[j] = 1;
        else for (int j = i; !seen[j]; j = p[j]) seen[j] = 1;
    }
    cout << count << "\n";
}
