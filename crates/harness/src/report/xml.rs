//! Text in XML.

/// Text of an element or an attribute of XML. Characters that XML forbids are replaced by what Rust writes for them.
pub(crate) fn xml(text: &str) -> String {
    let escape = |character: char| match character {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        '\n' | '\t' => format!("&#{};", u32::from(character)),
        '\u{FFFE}' | '\u{FFFF}' => character.escape_unicode().to_string(),
        _ if character.is_control() => character.escape_default().to_string(),
        _ => character.to_string(),
    };
    text.chars().map(escape).collect()
}
