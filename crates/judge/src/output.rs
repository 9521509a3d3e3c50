//! Writing to standard output so that nothing is lost in silence, and nothing is said when nobody listens any more.

use std::io::{self, Write};

use anstream::{AutoStream, ColorChoice};
use anyhow::Context;

/// Appends `number` in decimal digits.
///
/// ```
/// let mut line = b"Case ".to_vec();
/// judge::push_number(&mut line, 12);
/// assert_eq!(line, b"Case 12");
/// ```
pub fn push_number(out: &mut Vec<u8>, number: usize) {
    match u32::try_from(number) {
        Ok(small) if small < 100_000_000 => {
            // All eight digits are appended at once, which is cheaper than a copy of just as many as are needed.
            let (digits, count) = eight_digits(small);
            let length = out.len() + count;
            out.extend_from_slice(&digits);
            out.truncate(length);
        }
        _ => out.extend_from_slice(number.to_string().as_bytes()),
    }
}

/// Appends the `Case 7: ` that some judges want in front of each answer.
///
/// ```
/// let mut line = Vec::new();
/// judge::push_case(&mut line, 7);
/// assert_eq!(line, b"Case 7: ");
/// ```
pub fn push_case(out: &mut Vec<u8>, number: usize) {
    out.extend_from_slice(b"Case ");
    push_number(out, number);
    out.extend_from_slice(b": ");
}

/// The decimal digits of a number of at most eight of them, from the left, and how many there are. The bytes after them
/// mean nothing.
fn eight_digits(number: u32) -> ([u8; 8], usize) {
    // Halves each group of digits, in all groups at once, until a group is a byte. The leading digit ends up lowest.
    let number = u64::from(number);
    let fours = (number / 10_000) | ((number % 10_000) << 32);
    let hundreds = ((fours * 10_486) >> 20) & 0x0000_007F_0000_007F;
    let twos = hundreds | (fours - 100 * hundreds) << 16;
    let tens = ((twos * 103) >> 10) & 0x000F_000F_000F_000F;
    let ones = tens | (twos - 10 * tens) << 8;
    let leading_zeros = (ones.trailing_zeros() / 8).min(7);
    let digits = (ones | 0x3030_3030_3030_3030) >> (8 * leading_zeros);
    (digits.to_le_bytes(), 8 - leading_zeros as usize)
}

/// Lets `write` write to standard output and sees to it that all of it arrives. A reader that has gone away has had what
/// it wanted; any other failure is an error.
pub(crate) fn to_stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    forgive_closed_pipe(unforgiving_stdout().and_then(|mut stdout| {
        write(&mut stdout)?;
        stdout.flush()
    }))
}

/// Standard output as a file: the standard library's own takes it for success if the descriptor cannot be written to.
#[cfg(unix)]
fn unforgiving_stdout() -> io::Result<impl Write> {
    use std::os::fd::AsFd;
    io::stdout().as_fd().try_clone_to_owned().map(std::fs::File::from)
}

#[cfg(not(unix))]
fn unforgiving_stdout() -> io::Result<impl Write> {
    Ok(io::stdout().lock())
}

/// Styled text as it is written where colours are shown, or not shown.
pub(crate) fn painted(text: &str, colors: ColorChoice) -> Vec<u8> {
    let mut stream = AutoStream::new(Vec::new(), colors);
    stream.write_all(text.as_bytes()).expect("memory takes every write");
    stream.into_inner()
}

/// Standard output for somebody who works on when nobody listens any more, because the exit code still matters.
pub(crate) fn patient_stdout() -> io::Result<impl Write> {
    Ok(Patient { out: unforgiving_stdout()?, is_closed: false })
}

struct Patient<W> {
    out: W,
    is_closed: bool,
}

impl<W: Write> Write for Patient<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_closed {
            match self.out.write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.is_closed = true,
                written => return written,
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_closed { Ok(()) } else { self.out.flush() }
    }
}

pub(crate) fn forgive_closed_pipe(written: io::Result<()>) -> anyhow::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("standard output"),
    }
}

#[cfg(test)]
mod tests {
    use super::push_number;

    #[test]
    fn numbers_are_written_as_the_standard_library_writes_them() {
        let powers = (0..20).map(|digits| 10_usize.saturating_pow(digits));
        let edges = powers.flat_map(|power| [power - 1, power, power + 1, 7 * (power / 9)]);
        for number in (0..200_000).chain((0..100_000_000).step_by(997)).chain(edges).chain([usize::MAX]) {
            let mut written = b"Case ".to_vec();
            push_number(&mut written, number);
            assert_eq!(written, format!("Case {number}").as_bytes());
        }
    }
}
