//! Ctrl-C, Ctrl-Break, and the end of the console.

/// Calls `interrupt` when this process is asked to end, with the number that Ctrl-C has elsewhere.
pub(super) fn listen(mut interrupt: impl FnMut(i32) + Send + 'static) {
    const SIGINT: i32 = 2;
    // Where this cannot be set, these end the process at once.
    let _ = ctrlc::set_handler(move || interrupt(SIGINT));
}

/// There is no such limit.
pub(super) fn report_file_size_limit() {}

pub(super) fn name(_: i32) -> String {
    "Ctrl-C".to_owned()
}
