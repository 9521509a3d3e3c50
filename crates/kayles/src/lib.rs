//! Kayles: a row of pins, of which a move knocks down one, or two that stand side by side. The player who knocks down the last
//! pin wins.
//!
//! No judge poses this problem: its dialect is invented. The crate shows how little a game needs, and is a good one to copy.
//!
//! ```
//! use kayles::{Player, Row, Solver};
//!
//! let row = Row::parse(b"III.II").expect("a row of pins");
//! assert_eq!(Solver::default().winner(row), Player::First);
//! ```

mod dialects;
mod explain;
mod rules;
mod solver;

pub use dialects::Kayles;
pub use rules::{InvalidPin, Row};
pub use solver::{Player, Solver};
