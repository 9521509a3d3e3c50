//! Ctrl-C, Ctrl-Break, and the end of the console.

use std::sync::Arc;

use super::Shared;

/// Passes it on when this process is asked to end, with the number that Ctrl-C has elsewhere.
pub(super) fn listen(shared: Arc<Shared>) {
    const SIGINT: i32 = 2;
    // Where this cannot be set, these end the process at once.
    let _ = ctrlc::set_handler(move || shared.request(SIGINT));
}

pub(super) fn name(_: i32) -> String {
    "Ctrl-C".to_owned()
}
