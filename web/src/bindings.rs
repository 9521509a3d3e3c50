//! What JavaScript calls. Every answer is JSON: what the function of the same name gives, as `{"Ok": …}` or
//! `{"Err": …}` where that is a `Result`.

#![expect(unreachable_pub, reason = "JavaScript reaches it")]

use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("texts and numbers")
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct About {
    longest_row: usize,
    longest_text: usize,
    games: Vec<crate::Game>,
}

/// The limits of the page and all games, with their judges.
#[wasm_bindgen]
#[must_use]
pub fn about() -> String {
    json(&About { longest_row: crate::LONGEST_ROW, longest_text: crate::LONGEST_TEXT, games: crate::games() })
}

/// Who wins a position, and why.
#[wasm_bindgen]
#[must_use]
pub fn look(game: &str, text: &str) -> String {
    json(&crate::look(game, text))
}

/// The answer to an input.
#[wasm_bindgen]
#[must_use]
pub fn solve(game: &str, judge: &str, input: &[u8]) -> String {
    json(&crate::solve(game, judge, input))
}

/// The verdict on an output.
#[wasm_bindgen]
#[must_use]
pub fn judge(game: &str, judge: &str, comparison: &str, input: &[u8], output: &[u8]) -> String {
    json(&crate::judge(game, judge, comparison, input, output))
}

/// A random input.
#[wasm_bindgen]
#[must_use]
pub fn generate(game: &str, judge: &str, cases: usize, size: Option<usize>, seed: u64) -> String {
    json(&crate::generate(game, judge, cases, size, seed))
}
