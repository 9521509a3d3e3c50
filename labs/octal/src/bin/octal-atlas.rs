//! The atlas of all small octal games; everything is in the library.

fn main() -> std::process::ExitCode {
    octal::atlas::run()
}
