//! Values in several lines.

use serde_json::{Map, Value};

use super::{CONFIG, EditError, File, checked, plain_or_quoted, scalar};

/// Sets `config.KEY` to a value, whose members and items have lines of their own.
pub fn set_value(text: &str, key: &str, value: &Value) -> Result<String, EditError> {
    let file = File::read(text, CONFIG)?;
    let indent = file.indent();
    let value_text = notation(value, indent.len() + 2, file.line_end);
    let head = format!("{indent}{}:", scalar(key));
    let change = match file.entry(key) {
        Some(entry) => {
            let comment = file.comment(entry);
            let line = match value_text.contains('\n') {
                true => format!("{head}{comment}{value_text}"),
                false => format!("{head}{value_text}{comment}"),
            };
            file.replaced(entry.start, entry.end, Some(&line))
        }
        None => file.inserted(&format!("{head}{value_text}")),
    };
    let mut document = file.document.clone();
    let members = document.entry(CONFIG).or_insert(Value::Null);
    if members.is_null() {
        *members = Value::Object(Map::new());
    }
    let members = members.as_object_mut().ok_or(EditError::NotABlock)?;
    members.insert(key.to_owned(), value.clone());
    checked(change, &document)
}

/// The text after the colon of a key: on the same line, or on lines of their own with this indentation.
fn notation(value: &Value, indent: usize, line_end: &str) -> String {
    let start = format!("{line_end}{}", " ".repeat(indent));
    match value {
        Value::Object(members) if !members.is_empty() => {
            let member = |(key, it): (&String, &Value)| {
                let value = notation(it, indent + 2, line_end);
                format!("{start}{}:{value}", scalar(key))
            };
            members.iter().map(member).collect()
        }
        Value::Array(items) if !items.is_empty() => {
            let item = |it: &Value| {
                let value = notation(it, indent + 2, line_end);
                // The first line of a map or list follows the dash.
                format!("{start}- {}", value.trim_start())
            };
            items.iter().map(item).collect()
        }
        Value::String(text) => {
            let text = plain_or_quoted(text, |it: &Value| it.as_str() == Some(text));
            format!(" {text}")
        }
        other => format!(" {other}"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn structured_values_have_lines_of_their_own() {
        let value = json!({
            "a": 1, "b": ["x", ["y", null], { "c": true, "d": { "secure": "v1:x:y" } }, {}], "e f": "# z", "g": "\n",
        });
        let text =
            "config: # All.\n  # First.\n  web:a: 1 # why\n  web:b: {}\nencryptionsalt: v1\n";
        let changed = set_value(text, "web:a", &value).unwrap();
        let changed = set_value(&changed, "web:c", &json!([])).unwrap();
        insta::assert_snapshot!(changed, @r##"
        config: # All.
          # First.
          web:a: # why
            a: 1
            b:
              - x
              - - y
                - null
              - c: true
                d:
                  secure: v1:x:y
              - {}
            e f: "# z"
            g: "\n"
          web:b: {}
          web:c: []
        encryptionsalt: v1
        "##);
        let again = set_value(&changed, "web:a", &json!("x")).unwrap();
        assert!(again.contains("  web:a: x\n  web:b"), "{again}");
        assert_eq!(
            set_value("", "web:a", &json!({ "b": 1 })).unwrap(),
            "config:\n  web:a:\n    b: 1\n"
        );
    }
}
