//! A short run of the program, with all that it tries: `scripts/crash-test` does more of the same.

#[cfg(target_os = "linux")]
mod linux;

#[cfg(not(target_os = "linux"))]
#[test]
fn killed_and_starved_programs_leave_nothing_in_part_and_lose_nothing() {
    testkit::skip("only Linux has the limits by which programs are starved");
}
