//! What the page says, compared with the answers in `fixtures/` and with values worked out by hand.

mod judging;
mod positions;
