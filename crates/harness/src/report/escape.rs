//! Text in the places where a format gives some characters a meaning.

/// A JSON string, with its quotes.
pub(super) fn json(text: &str) -> String {
    let escape = |character: char| match character {
        '"' | '\\' | '\n' | '\r' | '\t' => character.escape_default().to_string(),
        // Also those that end a line for some readers, or reorder it.
        '\0'..='\x1F' | '\x7F'..='\u{9F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
            format!("\\u{:04x}", u32::from(character))
        }
        _ => character.to_string(),
    };
    format!("\"{}\"", text.chars().map(escape).collect::<String>())
}

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

/// The message of a command to a GitHub workflow.
pub(super) fn github_message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of such a command.
pub(super) fn github_property(text: &str) -> String {
    github_message(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_can_end_a_string_or_an_element() {
        assert_eq!(json("a\"b\\c\n\u{1b}é"), r#""a\"b\\c\n\u001bé""#);
        assert_eq!(xml("<a b=\"&\">\u{1b}\n\u{FFFF}"), "&lt;a b=&quot;&amp;&quot;&gt;\\u{1b}&#10;\\u{ffff}");
        assert_eq!(github_property("a:b,c%\n::error::"), "a%3Ab%2Cc%25%0A%3A%3Aerror%3A%3A");
    }
}
