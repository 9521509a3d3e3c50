//! Codes as text.

use grundy::{HeapGame, Octal};

/// Compares what is accepted, and how it is printed, with the definition of a code.
pub(super) fn check(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let parsed: Result<HeapGame, _> = text.parse();
    let printed = parsed.as_ref().ok().map(ToString::to_string);
    assert_eq!(printed, canonical(text), "{text:?}");
    match parsed {
        Ok(game) => assert_eq!(printed.map(|code| code.parse()), Some(Ok(game)), "{text:?}"),
        Err(error) => {
            assert_eq!(text.parse::<Octal>(), Err(error));
            let message = error.to_string();
            assert!(!message.is_empty() && !message.contains('\n'), "{message:?} for {text:?}");
        }
    }
}

/// How a code is printed: without a 0 before the point, and without zeros at its end. `None` if it is not a code.
fn canonical(text: &str) -> Option<String> {
    if text == "grundy" {
        return Some(text.to_owned());
    }
    let (first, others) = text.split_once('.')?;
    let is_code = ["", "0", "4"].contains(&first)
        && others.bytes().all(|digit| (b'0'..=b'7').contains(&digit))
        && (first == "4" || !others.is_empty());
    let (first, others) = (first.trim_start_matches('0'), others.trim_end_matches('0'));
    is_code.then(|| if first.len() + others.len() == 0 { ".0".to_owned() } else { format!("{first}.{others}") })
}
