//! The cases that `stress` tries, and the batches in which it tries them.

use problem::{Problem, Rng};

use super::Plan;

type BoxedIterator<T> = Box<dyn Iterator<Item = T> + Send>;

/// The cases of a plan, in order.
///
/// The first half of them, and one more, are enumerated in order of size. If these stop short of the largest size, the
/// other half is random. Otherwise the enumeration goes on.
pub(super) struct Cases {
    /// Every case with its size, in order of size.
    enumerated: BoxedIterator<(usize, Vec<u8>)>,
    /// Makes random cases, given the size to grow from and how many there will be.
    random_from: Box<dyn Fn(usize, usize) -> BoxedIterator<Vec<u8>> + Send>,
    /// The random cases, once they have taken over from `enumerated`.
    random: Option<BoxedIterator<Vec<u8>>>,
    returned: usize,
    limit: usize,
    largest: usize,
}

impl Cases {
    pub(super) fn new<P: Problem>(plan: &Plan<P>) -> Self {
        let Plan { dialect, generator, cases, seed, largest, .. } = *plan;
        let smallest = *dialect.format.sizes().start();
        let enumerated =
            (smallest..=largest).flat_map(move |size| (generator.enumerate)(size).map(move |case| (size, case)));
        let random_from = move |from, count| -> BoxedIterator<Vec<u8>> {
            let size = move |number, rng: &mut Rng| {
                // Half of them are smaller: some programs are wrong only after a larger case.
                let size = growing_size(from, largest, number, count);
                if rng.one_in(2) { size } else { rng.between(smallest, size) }
            };
            Box::new(generator.random_cases(seed, None, size))
        };
        Self {
            enumerated: Box::new(enumerated.fuse()),
            random_from: Box::new(random_from),
            random: None,
            returned: 0,
            limit: cases,
            largest,
        }
    }

    /// Whether the cases returned so far are all that exist up to the largest size.
    pub(super) fn are_all(mut self) -> bool {
        self.random.is_none() && self.enumerated.next().is_none()
    }
}

impl Iterator for Cases {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        if self.returned == self.limit {
            return None;
        }
        let case = if let Some(random) = &mut self.random {
            random.next()?
        } else {
            let (size, case) = self.enumerated.next()?;
            if self.returned == self.limit / 2 && size < self.largest {
                let count = self.limit - self.returned - 1;
                self.random = Some((self.random_from)(size, count));
            }
            case
        };
        self.returned += 1;
        Some(case)
    }
}

/// A size that grows from `from` to `to` as `number` goes from 0 to `count - 1`.
fn growing_size(from: usize, to: usize, number: usize, count: usize) -> usize {
    let growth = (number + 1) as u128 * (to - from) as u128 / count.max(1) as u128;
    from + usize::try_from(growth).map_or(to - from, |growth| growth.min(to - from))
}

/// Puts cases into batches of `size`. Every second batch is shuffled: some programs are wrong only if a smaller case
/// comes after a larger one.
pub(super) fn batches(
    mut cases: impl Iterator<Item = Vec<u8>> + Send,
    size: usize,
    seed: u64,
) -> impl Iterator<Item = Vec<Vec<u8>>> + Send {
    let mut rng = Rng::new(seed);
    let batches = std::iter::repeat_with(move || cases.by_ref().take(size).collect::<Vec<_>>());
    batches.take_while(|batch| !batch.is_empty()).enumerate().map(move |(number, mut batch)| {
        if number % 2 == 1 {
            for unshuffled in (1..batch.len()).rev() {
                batch.swap(unshuffled, rng.below(unshuffled + 1));
            }
        }
        batch
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One case of size 1, two of size 2 and so on: `1a`, `2a`, `2b`, `3a`. Random ones show how they were made.
    fn cases(limit: usize, largest: usize) -> Cases {
        let enumerated = (1..=largest).flat_map(|size| {
            (b'a'..).take(size).map(move |letter| (size, [size.to_string().as_bytes(), &[letter]].concat()))
        });
        let random_from = |from, count| -> BoxedIterator<Vec<u8>> {
            Box::new((1..).map(move |number| format!("{number} of {count} from {from}").into_bytes()))
        };
        Cases {
            enumerated: Box::new(enumerated),
            random_from: Box::new(random_from),
            random: None,
            returned: 0,
            limit,
            largest,
        }
    }

    #[track_caller]
    fn check(limit: usize, largest: usize, expected: &[&str], are_all: bool) {
        let mut cases = cases(limit, largest);
        let returned: Vec<Vec<u8>> = cases.by_ref().collect();
        let returned: Vec<_> = returned.iter().map(|case| str::from_utf8(case).unwrap()).collect();
        assert_eq!(returned, expected);
        // The end is final.
        assert_eq!(cases.next(), None);
        assert_eq!(cases.are_all(), are_all);
    }

    #[test]
    fn half_of_the_cases_and_one_more_are_enumerated_and_the_rest_is_random() {
        check(5, 9, &["1a", "2a", "2b", "1 of 2 from 2", "2 of 2 from 2"], false);
        check(4, 9, &["1a", "2a", "2b", "1 of 1 from 2"], false);
        check(1, 9, &["1a"], false);
    }

    #[test]
    fn the_enumeration_goes_on_if_the_first_half_reaches_the_largest_size() {
        check(4, 2, &["1a", "2a", "2b"], true);
        check(3, 2, &["1a", "2a", "2b"], true);
        check(2, 2, &["1a", "2a"], false);
        check(6, 3, &["1a", "2a", "2b", "3a", "3b", "3c"], true);
        check(5, 3, &["1a", "2a", "2b", "1 of 2 from 2", "2 of 2 from 2"], false);
        check(100, 1, &["1a"], true);
    }

    #[test]
    fn every_second_batch_is_shuffled() {
        let cases = (0..7).map(|case| vec![case]);
        let batches: Vec<_> = batches(cases, 3, 1).collect();
        assert_eq!(batches.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3, 1]);
        assert_eq!((batches[0].as_slice(), batches[2].as_slice()), (&[vec![0], vec![1], vec![2]][..], &[vec![6]][..]));
        // The first two numbers of this seed, below 3 and below 2, are 1 and 0.
        assert_eq!(batches[1], [vec![5], vec![3], vec![4]]);
    }

    #[test]
    fn sizes_grow_to_the_largest_without_overflow() {
        assert_eq!((0..5).map(|number| growing_size(10, 20, number, 5)).collect::<Vec<_>>(), [12, 14, 16, 18, 20]);
        assert_eq!(growing_size(7, 7, 0, 1), 7);
        assert_eq!(growing_size(0, usize::MAX, usize::MAX - 1, usize::MAX), usize::MAX);
        assert_eq!(growing_size(3, usize::MAX, 0, 1), usize::MAX);
    }
}
