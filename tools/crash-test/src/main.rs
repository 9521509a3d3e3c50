//! The program; everything is in the library.

fn main() -> std::process::ExitCode {
    crash_test::run()
}
