//! Reports in `JUnit`'s XML.

use roxmltree::{Document, Node, NodeType};

/// What the elements of `JUnit`'s XML may hold, in the words of Jenkins' schema junit-10, as far as a report has a use
/// for them: their name, the attributes that they must have and those that they may have, and their children, where
/// `#text` stands for text.
const JUNIT: &[[&str; 4]] = &[
    ["testsuites", "", "name time tests failures errors", "testsuite"],
    [
        "testsuite",
        "name tests failures errors",
        "group time skipped timestamp hostname id package file log url",
        "testsuite properties testcase system-out system-err",
    ],
    ["properties", "", "", "property"],
    ["property", "name value", "", ""],
    ["testcase", "name", "time classname group", "skipped error failure system-out system-err"],
    ["skipped", "", "type message", "#text"],
    ["error", "", "type message", "#text"],
    ["failure", "", "type message", "#text"],
    ["system-out", "", "", "#text"],
    ["system-err", "", "", "#text"],
];

/// Asserts that a text is a report in `JUnit`'s XML whose totals are right.
pub fn assert_valid_junit(text: &str) {
    let document = Document::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(document.root_element().tag_name().name(), "testsuites");
    for node in document.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        let element = JUNIT.iter().find(|element| element[0] == name);
        let [_, required, optional, children] = element.unwrap_or_else(|| panic!("{name} is not allowed"));
        let has = |words: &str, word: &str| words.split(' ').any(|other| other == word);
        for attribute in required.split_whitespace() {
            assert!(node.has_attribute(attribute), "{name} has no {attribute}");
        }
        for attribute in node.attributes() {
            let (key, value) = (attribute.name(), attribute.value());
            assert!(has(required, key) || has(optional, key), "{name} has an attribute {key}");
            // No exponent, and neither infinite nor no number.
            assert!(key != "time" || !value.contains(char::is_alphabetic) && value.parse::<f64>().is_ok(), "{value}");
        }
        for child in node.children() {
            let is_known = match child.node_type() {
                NodeType::Element => has(children, child.tag_name().name()),
                NodeType::Text => has(children, "#text") || child.text().unwrap().trim().is_empty(),
                _ => false,
            };
            assert!(is_known, "{name} has a child {child:?}");
        }
        // Both say the sums of what is in them.
        let with = |child: &str| node.descendants().filter(|node| node.has_tag_name(child)).count().to_string();
        let counted = ["testcase", "failure", "error"].map(with);
        let stated = ["tests", "failures", "errors"].map(|total| node.attribute(total).unwrap_or_default());
        assert!(!name.starts_with("testsuite") || counted == stated, "{name}: {stated:?} instead of {counted:?}");
        let skipped = node.attribute("skipped").unwrap_or("0");
        assert!(name != "testsuite" || skipped == with("skipped"), "{skipped} skipped");
    }
}
