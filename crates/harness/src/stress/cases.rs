//! The cases that `stress` tries, and the batches in which it tries them.

use problem::{Problem, Rng};

use super::Search;

/// The cases of a search, in order.
///
/// The first half of them, and one more, are enumerated in order of size. If these stop short of the largest size, the
/// other half is random. Otherwise the enumeration continues.
pub(super) fn cases<P: Problem>(search: &Search<'_, P>) -> impl Iterator<Item = Vec<u8>> + Send + use<P> {
    let Search { cases, largest, generator, seed, .. } = *search;
    let smallest = *search.dialect.format.sizes().start();
    let mut enumerated = enumerated(search);
    let mut random: Option<Box<dyn Iterator<Item = Vec<u8>> + Send>> = None;
    (0..cases).map_while(move |number| {
        if let Some(random) = &mut random {
            return random.next();
        }
        let (from, case) = enumerated.next()?;
        if number == cases / 2 && from < largest {
            let count = (cases - number - 1).max(1);
            let size = move |number: usize, rng: &mut Rng| {
                let growth = (number + 1) as u128 * (largest - from) as u128 / count as u128;
                let size = from + usize::try_from(growth).unwrap_or(0).min(largest - from);
                // Half of them are smaller: some programs are wrong only after a larger case.
                if rng.one_in(2) { size } else { rng.between(smallest, size) }
            };
            random = Some(Box::new(generator.random_cases(seed, None, size)));
        }
        Some(case)
    })
}

/// Whether the cases of a search are all that exist up to the largest size.
pub(super) fn are_all<P: Problem>(search: &Search<'_, P>) -> bool {
    let mut rest = enumerated(search).skip(search.cases / 2);
    rest.next().is_none_or(|(size, _)| size == search.largest) && enumerated(search).nth(search.cases).is_none()
}

/// Every case up to the largest size, with its size, in order of size.
fn enumerated<P: Problem>(search: &Search<'_, P>) -> impl Iterator<Item = (usize, Vec<u8>)> + Send + use<P> {
    let enumerate = search.generator.enumerate;
    let sizes = *search.dialect.format.sizes().start()..=search.largest;
    sizes.flat_map(move |size| enumerate(size).map(move |case| (size, case)))
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
