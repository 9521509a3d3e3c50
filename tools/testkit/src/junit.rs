//! Reports in `JUnit`'s XML.

/// What an element may hold; `#text` among the children stands for text.
struct Element {
    name: &'static str,
    required: &'static [&'static str],
    optional: &'static [&'static str],
    children: &'static [&'static str],
}

/// The elements of `JUnit`'s XML, in the words of Jenkins' schema junit-10, as far as a report has a use for them.
const JUNIT: &[Element] = &[
    Element {
        name: "testsuites",
        required: &[],
        optional: &["name", "time", "tests", "failures", "errors"],
        children: &["testsuite"],
    },
    Element {
        name: "testsuite",
        required: &["name", "tests", "failures", "errors"],
        optional: &["group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"],
        children: &["testsuite", "properties", "testcase", "system-out", "system-err"],
    },
    Element { name: "properties", required: &[], optional: &[], children: &["property"] },
    Element { name: "property", required: &["name", "value"], optional: &[], children: &[] },
    Element {
        name: "testcase",
        required: &["name"],
        optional: &["time", "classname", "group"],
        children: &["skipped", "error", "failure", "system-out", "system-err"],
    },
    Element { name: "skipped", required: &[], optional: &["type", "message"], children: &["#text"] },
    Element { name: "error", required: &[], optional: &["type", "message"], children: &["#text"] },
    Element { name: "failure", required: &[], optional: &["type", "message"], children: &["#text"] },
    Element { name: "system-out", required: &[], optional: &[], children: &["#text"] },
    Element { name: "system-err", required: &[], optional: &[], children: &["#text"] },
];

/// Asserts that a text is a report in `JUnit`'s XML whose totals are right.
pub fn assert_valid_junit(text: &str) {
    let document = roxmltree::Document::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(document.root_element().tag_name().name(), "testsuites");
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        let name = node.tag_name().name();
        let element = JUNIT.iter().find(|element| element.name == name);
        let Element { required, optional, children, .. } = element.unwrap_or_else(|| panic!("{name} is not allowed"));
        for attribute in *required {
            assert!(node.has_attribute(*attribute), "{name} has no {attribute}");
        }
        for attribute in node.attributes() {
            let known = required.contains(&attribute.name()) || optional.contains(&attribute.name());
            assert!(known, "{name} has an attribute {}", attribute.name());
            if attribute.name() == "time" {
                let digits = attribute.value().replacen('.', "", 1);
                assert!(
                    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()),
                    "{}",
                    attribute.value()
                );
            }
        }
        for child in node.children() {
            let is_known = match child.node_type() {
                roxmltree::NodeType::Element => children.contains(&child.tag_name().name()),
                roxmltree::NodeType::Text => children.contains(&"#text") || child.text().unwrap().trim().is_empty(),
                _ => false,
            };
            assert!(is_known, "{name} has a child {child:?}");
        }
        if name == "testsuites" {
            let sum = |name| -> usize {
                let numbers = node.children().filter_map(|suite| suite.attribute(name));
                numbers.map(|number| number.parse::<usize>().expect("a number")).sum()
            };
            for name in ["tests", "failures", "errors"] {
                assert_eq!(node.attribute(name), Some(sum(name).to_string().as_str()));
            }
        }
        if name == "testsuite" {
            let with = |child: &str| node.descendants().filter(|node| node.has_tag_name(child)).count().to_string();
            let counted = ["testcase", "failure", "error", "skipped"].map(with);
            let stated = ["tests", "failures", "errors", "skipped"].map(|name| node.attribute(name).unwrap_or("0"));
            assert_eq!(counted, stated);
        }
    }
}
