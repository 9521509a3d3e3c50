//! Check and stress for any problem.

fn main() -> std::process::ExitCode {
    verdict::run()
}
