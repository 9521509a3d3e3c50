// Whether the brackets of a string match.
#include <bits/stdc++.h>
using namespace std;

int main(int, char** argv) {
    string mode = argv[1];
    string s, open;
    cin >> s;
    bool matches = true;
    int depth = 0;
    for (char c : s) {
        bool opens = c == '(' || c == '[';
        depth += opens ? 1 : -1;
        if (opens) {
            open.push_back(c);
        } else if (mode == "wrong-empty-stack") {
            // Below the stack is whatever was there before.
            if (open.empty()) continue;
            matches &= open.back() == (c == ')' ? '(' : '[');
            open.pop_back();
        } else if (open.empty() || (mode != "wrong-kind" && open.back() != (c == ')' ? '(' : '['))) {
            matches = false;
        } else {
            open.pop_back();
        }
    }
    if (mode == "wrong-count") matches = depth == 0;
    else if (mode != "wrong-left-open") matches &= open.empty();
    cout << (matches ? "yes" : "no") << "\n";
}
