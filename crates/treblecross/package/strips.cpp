#include <iostream>
#include <set>
#include <string>
#include <vector>
using namespace std;

const int REACH = 2; // an X takes this many cells on either side out of play

vector<int> known(2001, -1);

// The Grundy value of a strip of cells that are free: empty, and no X within reach.
int grundy(int length) {
    if (length <= 0) return 0;
    if (known[length] >= 0) return known[length];
    set<int> reachable;
    for (int i = 0; i < length; i++)
        reachable.insert(grundy(i - REACH) ^ grundy(length - 1 - i - REACH));
    int value = 0;
    while (reachable.count(value)) value++;
    return known[length] = value;
}
