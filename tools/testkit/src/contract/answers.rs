//! The answers and messages of a program on its fixtures.

use problem::Problem;

use super::Subject;
use crate::fixtures::fixtures;
use crate::program::show;

impl<P: Problem> Subject<P> {
    /// Runs the program on every fixture. Asserts that it gives exactly the bytes of the answer file, or for an invalid
    /// input one message and nothing else, and that `--strict` changes nothing or gives one message and nothing else.
    /// Returns all messages, and those that only `--strict` causes: lines that begin with the path below the folder of
    /// the program's fixtures.
    #[must_use]
    pub fn messages(&self) -> [String; 2] {
        let [mut all, mut of_strict] = [const { String::new() }; 2];
        for fixture in fixtures(P::NAME) {
            let path = fixture.relative_path().to_string_lossy();
            let arguments = ["--judge", &fixture.judge, &path];
            let free = self.run(&arguments, b"");
            let place = format!("{path}:");
            if fixture.has_answer() {
                assert!(free.code == Some(0) && free.stdout == fixture.answer(), "{place} {}", free.transcript());
            } else {
                Self::assert_rejected(&free, &[&place]);
            }
            let strict = self.run(&[&arguments[..], &["--strict"]].concat(), b"");
            if strict != free {
                Self::assert_rejected(&strict, &[&place]);
                of_strict += &Self::page(&strict.stderr);
            }
            all += &Self::page(&free.stderr);
        }
        [all, of_strict]
    }

    /// Messages as a snapshot shows them, without the beginning that all have in common.
    fn page(messages: &[u8]) -> String {
        let beginning = format!("{0}: fixtures/{0}/", P::NAME);
        show(String::from_utf8_lossy(messages).replace(&beginning, "").as_bytes())
    }
}
