// Whether t can be made from s by leaving out letters.
#include <bits/stdc++.h>
using namespace std;

int main(int, char** argv) {
    string mode = argv[1];
    string s, t;
    cin >> s >> t;
    bool answer;
    if (mode == "wrong-substring") {
        answer = s.find(t) != string::npos;
    } else if (mode == "wrong-letters") {
        sort(s.begin(), s.end());
        sort(t.begin(), t.end());
        answer = includes(s.begin(), s.end(), t.begin(), t.end());
    } else if (mode == "wrong-set") {
        answer = all_of(t.begin(), t.end(), [&](char c) { return s.find(c) != string::npos; });
    } else {
        size_t found = 0;
        for (size_t i = mode == "wrong-first"; i < s.size() - (mode == "wrong-last"); i++) {
            if (found < t.size() && s[i] == t[found]) found++;
            if (mode == "slow")
                for (size_t j = 0; j < s.size(); j++) found += s[j] == '-';
        }
        answer = found == t.size();
    }
    cout << (answer ? mode == "wrong-case" ? "Yes" : "YES" : "NO") << "\n";
}
