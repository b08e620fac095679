//! The property in the user's file that an error is about.

use lumi_closure::property_place::property_offset;
use lumi_graph::{PathPart, PropertyPath, SourcePosition, SourceText};

/// The position at which the text of a file writes the input at `path`, such as `rules[0].port`, of the resource or
/// the call at `at`; `None` if the text does not write it there. The text is parsed.
pub fn property_position(text: &str, at: &SourcePosition, path: &str) -> Option<SourcePosition> {
    let path: PropertyPath = path.parse().ok()?;
    let parts: Vec<String> = path.parts.into_iter().map(text_of).collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let start = SourceText(text).offset(at.line, at.column)?;
    let (line, column) = SourceText(text).position(property_offset(text, start, &parts)?);
    Some(SourcePosition {
        file: at.file.clone(),
        line,
        column,
    })
}

fn text_of(part: PathPart) -> String {
    match part {
        PathPart::Key(key) => key,
        PathPart::Index(index) => index.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_property_has_a_position() {
        let text = "new Thing('😀', {\n  rules: [{ port: 1 }],\n});\n";
        let at = |line, column| SourcePosition {
            file: "index.ts".into(),
            line,
            column,
        };
        let place = |path| property_position(text, &at(1, 1), path);
        assert_eq!(place("rules[0].port"), Some(at(2, 13)));
        assert_eq!(place("rules[1]"), Some(at(2, 3)));
        for path in ["size", "", "rules["] {
            assert_eq!(place(path), None, "{path}");
        }
        assert_eq!(property_position(text, &at(9, 1), "rules"), None);
    }
}
