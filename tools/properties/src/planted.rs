//! A problem that breaks what the others keep, so that it can be seen that this is found.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use problem::{Count, Dialect, Explainer, Field, Format, Line, OutputRule, Problem};

/// Answers with another number each time, accepts every output, and explains nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planted;

const WORD: &[Line] = &[&[Field::Word { name: "a word", length: 1..=9, check: None }]];

static ANSWERS: AtomicUsize = AtomicUsize::new(10);

impl Problem for Planted {
    type Solver = ();
    type Answer = usize;

    const NAME: &'static str = "planted";
    const ABOUT: &'static str = "Breaks what problems keep";
    const DIALECTS: &'static [Dialect<Self>] = &[Dialect {
        name: "none",
        title: "no judge: words",
        aliases: &[],
        format: Format { noun: "word", unit: "letter", count: Count::ToTheEnd(1..=1), case: WORD },
        solve: |(), _| Ok(ANSWERS.fetch_add(1, Ordering::Relaxed)),
        write: |_, answer, out| out.extend_from_slice(format!("{answer}\n").as_bytes()),
        output: OutputRule::EXACT,
        generator: None,
    }];
    const EXPLAINER: Option<Explainer> =
        Some(Explainer { position: "a word", sample: "a", lines: WORD, explain: |_, _| Ok(()), overview: None });

    fn accepts(_: &usize, _: &[u8]) -> Result<(), String> {
        Ok(())
    }
}

/// Asserts that a check panics, with this in its message.
pub(crate) fn assert_found(expected: &str, check: impl FnOnce()) {
    let panic = catch_unwind(AssertUnwindSafe(check)).expect_err(expected);
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let message = text.or_else(|| panic.downcast_ref::<String>().cloned()).expect("a message");
    assert!(message.contains(expected), "{message}");
}
