//! Reading many cases of a line each at a time.

use super::{CHUNK, Layout, Scanner};
use crate::diagnostic::InputError;

impl Scanner<'_> {
    /// Solves cases that have a line each in bulk, until there are `count` answers, the input ends, or a line is left.
    ///
    /// `solve` is given complete lines and `count`. It appends the answers to lines from the first on, and returns how
    /// many bytes these lines have. A line that is very long or does not end is left.
    pub fn solve_lines<A>(
        &mut self,
        count: usize,
        answers: &mut Vec<A>,
        mut solve: impl FnMut(&[u8], usize, &mut Vec<A>) -> usize,
    ) -> Result<(), InputError> {
        while answers.len() < count {
            let text = self.whole_lines()?;
            let (length, solved_before) = (text.len(), answers.len());
            let solved_bytes = solve(text, count, answers);
            self.skip_lines(solved_bytes, answers.len() - solved_before);
            if length == 0 || solved_bytes < length {
                break;
            }
        }
        Ok(())
    }

    /// The complete lines that are in memory. Empty if the scanner is not at the beginning of a line, or if that line
    /// is very long or does not end.
    fn whole_lines(&mut self) -> Result<&[u8], InputError> {
        self.begin()?;
        self.begin_case();
        if self.layout == Layout::Free {
            self.skip_blanks()?;
        }
        if self.place.column != 1 {
            return Ok(&[]);
        }
        loop {
            let unread = &self.window[self.next..self.end];
            let whole = unread.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
            if whole > 0 || unread.len() >= CHUNK || !self.fill()? {
                return Ok(&self.window[self.next..self.next + whole]);
            }
        }
    }

    /// Marks the first `bytes` bytes of [`whole_lines`](Self::whole_lines) as read; they must be `lines` complete
    /// lines.
    fn skip_lines(&mut self, bytes: usize, lines: usize) {
        debug_assert!(bytes == 0 || self.window[self.next..self.end][bytes - 1] == b'\n');
        self.next += bytes;
        self.place.line += lines;
    }
}
