
int main() {
    int n;
    cin >> n;
    cout << (grundy(n) != 0 ? 1 : 2) << '\n';
}
