//! What a problem makes up itself: all cases of a size, random ones, and simpler ones.

use std::collections::BTreeSet;

use judge::{Dialect, Dice, Layout, Problem, solve};

/// Asserts that the random cases of each shape are legal in every dialect, that all cases of a size are legal and none comes
/// twice, and that looking for simpler cases has an end.
pub fn cases_are_legal<P: Problem>() {
    for &dialect in P::Dialect::ALL {
        let form = dialect.form();
        let is_legal =
            |case: &[u8]| solve::<P>(dialect, Layout::Exact, form.input(&[case.to_vec()]).as_slice()).is_ok();
        let (least, most) = form.cells.clone().into_inner();
        let mut dice = Dice::new(1);
        let sizes = [least, most, least.midpoint(most)].into_iter().chain(least..=most.min(least + 5));
        for size in sizes.flat_map(|size| [size; 40]) {
            for shape in P::SHAPES {
                let case = (shape.make)(dialect, size, &mut dice);
                assert!(is_legal(&case), "{} {size}: {}", shape.name, String::from_utf8_lossy(&case));
                for simpler in P::simpler(dialect, &case) {
                    assert!(weight(&simpler) < weight(&case), "{} is not simpler", String::from_utf8_lossy(&simpler));
                }
            }
        }
        let small = (0..=most.min(least + 4)).flat_map(|size| P::every(dialect, size).map(move |case| (size, case)));
        let small: Vec<(usize, Vec<u8>)> = small.collect();
        assert!(small.iter().all(|(size, case)| *size >= least && is_legal(case)), "{dialect:?}");
        assert_eq!(small.iter().collect::<BTreeSet<_>>().len(), small.len(), "{dialect:?}");
        assert!(small.len() >= 5);
    }
}

/// What every step to a simpler case must make less: the length or, of a number, its value; then the cells that are not
/// empty.
fn weight(case: &[u8]) -> (usize, usize) {
    let number: Option<usize> = str::from_utf8(case).ok().and_then(|text| text.parse().ok());
    (number.unwrap_or(case.len()), case.iter().filter(|&&cell| cell != b'.').count())
}
