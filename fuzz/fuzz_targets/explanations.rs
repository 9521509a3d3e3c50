#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| _ = properties::explanations::check(data));
