//! Sparse spaces.

use grundy::sparse::SparseSpace;
use grundy::tally::Tally;

/// The best space, and the number of rare heaps.
fn best(code: &str, values: &[u16]) -> Option<(SparseSpace, usize)> {
    let tally: Tally = values.iter().copied().collect();
    tally.sparse_space(&code.parse().unwrap()).map(|(space, rare)| (space, rare.count))
}

#[test]
fn the_best_space_has_the_fewest_rare_heaps() {
    // All values are odd but those of two heaps.
    let mut values = [1, 3, 3, 1, 7, 5, 5, 5, 3, 1].repeat(4);
    (values[3], values[20]) = (2, 6);
    let (space, rare) = best(".4", &values).unwrap();
    assert_eq!((space.mask(), space.counts_size(), rare), (1, false, 2));
    // Values are odd where sizes are, except at three heaps; a move takes one token.
    let mut values = [0, 1, 2, 3].repeat(10);
    (values[3], values[20], values[30]) = (2, 1, 3);
    let (space, rare) = best(".4", &values).unwrap();
    assert_eq!((space.mask(), space.counts_size(), rare), (1, true, 3));
    assert!(space.rare_heaps(&values).eq([3, 20, 30]));
    assert!(best(".3", &values).is_none(), "no move splits a heap");
}

/// By Flammenkamp's definition: rare heaps have a value of which the digits under the mask are an even number if
/// the heap without the tokens that a splitting move takes is even, and an odd number otherwise. Here these are the
/// heaps 7, 47, 87, ...
#[test]
fn where_sizes_count_a_heap_is_judged_without_the_tokens_taken() {
    for (code, taken) in [(".4", 1), (".04", 2), ("4.", 0), (".404", 1), (".0404", 2)] {
        let is_rare = |heap: usize| heap % 40 == 7;
        let value = |heap: usize| u16::from((heap + taken) % 2 == usize::from(is_rare(heap)));
        let values: Vec<u16> = (0..400).map(value).collect();
        let (space, count) = best(code, &values).unwrap();
        assert_eq!((space.mask(), space.counts_size(), count), (1, true, 10), "{code}");
        assert!(space.rare_heaps(&values).eq((0..400).filter(|&heap| is_rare(heap))), "{code}");
    }
}
