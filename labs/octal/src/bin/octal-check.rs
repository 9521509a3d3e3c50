//! The program that checks a checkpoint; everything is in the library.

fn main() -> std::process::ExitCode {
    octal::check::run()
}
