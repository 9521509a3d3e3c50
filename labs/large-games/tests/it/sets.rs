//! The numbers of sets of points, and of the points outside of a set.

use large_games::sets::{Gaps, MOST_POINTS, Numbers, all, choices};

#[test]
fn numbers_and_gaps_are_those_of_single_points() {
    let (numbers, gaps) = (Numbers::<5>::default(), Gaps::default());
    for members in 0..=4 {
        let sets = all(members, MOST_POINTS);
        assert_eq!(sets.len(), choices(members, MOST_POINTS) as usize);
        assert!(sets.is_sorted());
        for (number, set) in sets.into_iter().enumerate() {
            assert_eq!(set.count_ones() as usize, members);
            assert_eq!(numbers.number(set), (number, members));
            assert_eq!(usize::from(numbers.members(set)), members);
        }
    }
    for taken in all(7, MOST_POINTS).into_iter().step_by(97) {
        let free: Vec<u32> = (0..24).filter(|point| taken >> point & 1 == 0).collect();
        for closed in all(6, free.len()).into_iter().step_by(89) {
            let points = free.iter().enumerate().filter(|(place, _)| closed >> place & 1 == 1);
            let set = points.fold(0, |set, (_, point)| set | 1 << point);
            assert_eq!(gaps.open(closed, taken), set);
            assert_eq!(gaps.close(set, taken), closed);
        }
    }
}
