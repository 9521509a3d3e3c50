//! The program; all of its code is in the library.

fn main() -> std::process::ExitCode {
    crash_test::run()
}
