NR > 1 { print (/I/ ? "First" : "Second") }
