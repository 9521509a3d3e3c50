//! What the page in `static/` asks about the three games, answered as data.
//!
//! [`games`] lists the games with their judges and limits. [`look`] says who wins a position and why: a [`Row`] for the
//! games on a row of cells, a [`Square`] for the L game. [`solve`], [`judge`] and [`generate`] do for a text in a page
//! what the programs do for a file. `bindings.rs` gives them to JavaScript, each answer as JSON.
//!
//! No rule of a game is here, and no message: both come from the crates of the games and from `problem`. A text that is
//! not what it should be is a [`Fault`] with its place, never a panic; what is too long is rejected before it is read.

#[cfg(target_arch = "wasm32")]
mod bindings;
mod judging;
mod positions;

use problem::Diagnostic;
use serde::Serialize;

pub use judging::{Game, Judge, Judgement, LARGEST_NUMBER, games, generate, judge, solve};
pub use positions::{Ends, Look, Row, Square, look};

/// The most characters of a position that the page shows.
pub const LONGEST_ROW: usize = 1000;
/// The most bytes of an input or an output that the page judges.
pub const LONGEST_TEXT: usize = 1 << 20;

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in bytes.
    pub column: usize,
}

impl From<problem::Place> for Place {
    fn from(problem::Place { line, column }: problem::Place) -> Self {
        Self { line, column }
    }
}

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The place, unless the text as a whole is wrong.
    pub place: Option<Place>,
    /// What is wrong, and how to fix it.
    pub message: String,
}

impl Fault {
    /// A fault of the text as a whole.
    fn whole(message: impl Into<String>) -> Self {
        Self { place: None, message: message.into() }
    }
}

impl From<Diagnostic> for Fault {
    fn from(Diagnostic { place, message }: Diagnostic) -> Self {
        Self { place: Some(place.into()), message }
    }
}

/// Runs an expression with `$problem` standing for the problem of this name, or returns a fault.
macro_rules! with_problem {
    ($name:expr, $problem:ident => $run:expr) => {{
        macro_rules! run {
            ($type:ty) => {{
                type $problem = $type;
                $run
            }};
        }
        match $name {
            "treblecross" => run!(treblecross::Treblecross),
            "nomore-ttt" => run!(nomore_ttt::NoMore),
            "lgame" => run!(lgame::LGame),
            other => Err($crate::Fault::whole(format!("there is no game {other}"))),
        }
    }};
}
use with_problem;

/// Rejects what is longer than the page takes.
fn check_length(text: &[u8]) -> Result<(), Fault> {
    if text.len() <= LONGEST_TEXT {
        return Ok(());
    }
    Err(Fault::whole(format!("{} bytes; this page takes at most {LONGEST_TEXT}, the programs any number", text.len())))
}
