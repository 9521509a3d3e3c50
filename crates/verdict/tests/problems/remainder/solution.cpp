// The remainder of a by m, from 0 to m - 1.
#include <bits/stdc++.h>
using namespace std;

int main(int, char** argv) {
    string mode = argv[1];
    long long a, m;
    cin >> a >> m;
    if (mode == "wrong-negative") cout << a % m;
    else if (mode == "wrong-absolute") cout << abs(a) % m;
    else if (mode == "wrong-multiple") cout << (a % m + m);
    else if (mode == "wrong-int") cout << ((int)a % m + m) % m;
    else if (mode == "wrong-double") cout << (long long)(a - m * floor((double)a / (double)m));
    else if (mode == "wrong-hangs") {
        // Done when it is in range, which takes long for large numbers.
        while (a < 0) a += m;
        while (a >= m) a -= m;
        cout << a;
    } else cout << (a % m + m) % m;
    cout << "\n";
}
