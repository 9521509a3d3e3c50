//! Text in the places where a format gives some characters a meaning.

/// A JSON string, with its quotes.
pub(super) fn json(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            // Also those that end a line for some readers, or reorder it.
            _ if character.is_control() || matches!(character, '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}') => {
                let digits = format!("{:04x}", u32::from(character));
                quoted.extend(["\\u", &digits]);
            }
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

/// Text of an element or an attribute of XML. Characters that XML forbids are replaced by what Rust writes for them.
pub(crate) fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            '\t' => escaped.push_str("&#9;"),
            '\u{FFFE}' | '\u{FFFF}' => escaped.extend(character.escape_unicode()),
            _ if character.is_control() => escaped.extend(character.escape_default()),
            _ => escaped.push(character),
        }
    }
    escaped
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
