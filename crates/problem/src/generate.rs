//! Making cases: all of a size, random ones, and smaller variants of a case.
//!
//! A case is the text in the input, not a position. Only the solver knows whether it is legal.

use crate::format::Format;
use crate::inputs::chunks;
use crate::rng::Rng;

/// Makes the cases of a dialect. A case is its text in the input, with slashes between its lines.
#[derive(Clone, Copy, Debug)]
pub struct Generator {
    /// Lists every legal case of a size once.
    pub enumerate: fn(usize) -> Box<dyn Iterator<Item = Vec<u8>> + Send>,
    /// The kinds of random cases, at least one. `generate` and `stress` take turns among them.
    pub shapes: &'static [Shape],
    /// Lists cases one step smaller than this one, the largest step first: `stress` looks among them for one on which a
    /// program is still wrong. Some may be illegal. [`shrink_row`] does this for rows of cells.
    pub shrink: fn(&[u8]) -> Vec<Vec<u8>>,
}

/// A kind of random cases.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The name that `--shape` takes.
    pub name: &'static str,
    /// What is special about its cases, for `--help`.
    pub about: &'static str,
    /// Makes one of a size, legal for the dialect. It is called only with sizes of which there are cases, which may be
    /// more than the judge gives.
    pub make: fn(usize, &mut Rng) -> Vec<u8>,
}

impl Generator {
    /// An endless sequence of random cases, the same for the same seed on every machine. `size` chooses the size of a
    /// case, given its number counted from 0; if it has no cases, the next smaller one that has is taken. All cases
    /// have the shape `shape`, or without it the shapes take turns.
    pub fn random_cases(
        self,
        seed: u64,
        shape: Option<Shape>,
        size: impl Fn(usize, &mut Rng) -> usize + Send,
    ) -> impl Iterator<Item = Vec<u8>> + Send {
        let mut rng = Rng::new(seed);
        (0..).map(move |number: usize| {
            let shape = shape.unwrap_or_else(|| self.shapes[number % self.shapes.len()]);
            let wanted = size(number, &mut rng);
            let size = (0..=wanted).rev().find(|&size| self.has_cases(size)).unwrap_or(wanted);
            (shape.make)(size, &mut rng)
        })
    }

    /// Whether there is a case of this size.
    pub fn has_cases(&self, size: usize) -> bool {
        (self.enumerate)(size).next().is_some()
    }
}

impl Format {
    /// A random size among those that this judge gives, often one of the smallest or the largest, where programs err
    /// most.
    pub fn random_size(&self, rng: &mut Rng) -> usize {
        const NEAR: usize = 7;
        let (least, most) = self.sizes().into_inner();
        match rng.below(4) {
            0 => rng.between(least, most.min(least + NEAR)),
            1 => most,
            _ => rng.between(least, most),
        }
    }
}

/// All rows of this many cells, each cell holding one of `symbols`, in the order that the symbols have. The iterator is
/// lazy.
///
/// ```
/// let rows: Vec<Vec<u8>> = problem::rows(b".X", 2).collect();
/// assert_eq!(rows, [b"..", b".X", b"X.", b"XX"]);
/// ```
pub fn rows(symbols: &[u8], cells: usize) -> impl Iterator<Item = Vec<u8>> + Send {
    let successor = move |row: &Vec<u8>| {
        let mut next = row.clone();
        // As when counting: the last digit that can grow does, and those after it start over.
        let grown = next.iter().rposition(|&symbol| usize::from(symbol) + 1 < symbols.len())?;
        next[grown] += 1;
        next[grown + 1..].fill(0);
        Some(next)
    };
    let first = (!symbols.is_empty()).then(|| vec![0_u8; cells]);
    std::iter::successors(first, successor)
        .map(move |row| row.into_iter().map(|symbol| symbols[usize::from(symbol)]).collect())
}

/// The rows one step smaller than this one: first with a run of cells cut out, from half of the row down to one cell,
/// then with one cell emptied.
///
/// ```
/// let steps = problem::shrink_row(b"X.O", b'.');
/// assert_eq!(steps, [b"X.".to_vec(), b"XO".to_vec(), b".O".to_vec(), b"..O".to_vec(), b"X..".to_vec()]);
/// ```
pub fn shrink_row(row: &[u8], empty: u8) -> Vec<Vec<u8>> {
    let shorter = chunks(row.len()).map(|cut| [&row[..cut.start], &row[cut.end..]].concat());
    let marks = (0..row.len()).filter(|&at| row[at] != empty);
    let emptier = marks.map(|at| [&row[..at], &[empty], &row[at + 1..]].concat());
    shorter.chain(emptier).collect()
}

/// The numbers smaller than this one by a half of it, a quarter, and so on down to one: what [`shrink_row`] is for a
/// row, for a case that is a number. Empty if the text is not a number.
///
/// ```
/// assert_eq!(problem::shrink_number(b"10"), [b"5".to_vec(), b"8".to_vec(), b"9".to_vec()]);
/// ```
pub fn shrink_number(number: &[u8]) -> Vec<Vec<u8>> {
    let number: usize = str::from_utf8(number).ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let steps = (1..usize::BITS).map(|halvings| number >> halvings).take_while(|&step| step > 0);
    steps.map(|step| (number - step).to_string().into_bytes()).collect()
}
