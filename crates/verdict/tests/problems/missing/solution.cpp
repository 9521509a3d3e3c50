// For each test case, the smallest positive number that is not in the array.
#include <bits/stdc++.h>
using namespace std;

int main(int, char** argv) {
    string mode = argv[1];
    int t;
    cin >> t;
    vector<bool> kept(200002);
    while (t--) {
        int n;
        cin >> n;
        vector<bool> own(n + 2);
        auto& seen = mode == "wrong-stale" ? kept : own;
        for (int i = 0; i < n; i++) {
            int x;
            cin >> x;
            if (mode == "wrong-first-only" && i >= 100) continue;
            seen[x] = true;
        }
        int answer = mode == "wrong-from-zero" ? 0 : 1;
        while (seen[answer] && !(mode == "wrong-limit" && answer == n)) answer++;
        if (mode == "slow")
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) answer += seen[j] && !seen[j];
        cout << answer << "\n";
    }
}
