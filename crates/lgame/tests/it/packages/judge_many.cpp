// Follows the text of the output validator, and judges many outputs in one process: standard input holds
// inputs and outputs in turn, each after its length, a number of four bytes, lowest first. The answer to each pair is a line:
// "right", "wrong: " or "error: " with a message.

bool read_text(string &text) {
    unsigned char length[4];
    if (!cin.read(reinterpret_cast<char *>(length), 4)) return false;
    text.resize(length[0] | length[1] << 8 | length[2] << 16 | length[3] << 24);
    return text.empty() || cin.read(&text[0], static_cast<streamsize>(text.size()));
}

int main() {
    ios::sync_with_stdio(false);
    for (string input, output; read_text(input) && read_text(output);) {
        try {
            const string wrong = judge(input, output);
            cout << (wrong.empty() ? "right" : "wrong: " + wrong) << '\n';
        } catch (const exception &error) {
            cout << "error: " << error.what() << '\n';
        }
    }
}
