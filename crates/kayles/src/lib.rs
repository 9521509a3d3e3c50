//! Kayles: a row of bowling pins. A move knocks down one pin or two neighbouring ones. The player who knocks down the last pin
//! wins.
//!
//! The judge of this problem is invented. The crate shows how little code a game needs: copy it to start a new one.
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
