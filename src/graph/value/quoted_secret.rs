//! Texts that contain a secret, such as an id that is a path with a token in it.

use super::value::{Object, Value};
use crate::text::whole_encoding::decoded_whole;

/// The minimum length of a secret in bytes. Shorter texts occur in ids by chance.
const MIN_CONTAINED: usize = 4;

/// Whether a text, such as an id, or the text that it is an encoding of, contains a secret text of one of the objects.
pub fn quotes_secret<'a>(id: &str, objects: impl IntoIterator<Item = &'a Object>) -> bool {
    let values = objects.into_iter().flat_map(Object::values);
    let mut secrets = values.filter(|it| it.contains_secret()).peekable();
    if secrets.peek().is_none() {
        return false;
    }
    let decoded = decoded_whole(id);
    let is_quoted = |it: &Value| decoded.iter().any(|text| quotes(text, it, false));
    secrets.any(|it| quotes(id, it, false) || is_quoted(it))
}

fn quotes(id: &str, value: &Value, is_secret: bool) -> bool {
    match value {
        Value::Secret(inner) => quotes(id, inner, true),
        Value::String(text) => {
            is_secret && text.len() >= MIN_CONTAINED && id.contains(text.as_str())
        }
        Value::Array(items) => items.iter().any(|it| quotes(id, it, is_secret)),
        Value::Object(members) => members.values().any(|it| quotes(id, it, is_secret)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(value: Value) -> Object {
        let member = ("a".to_owned(), Value::Array(vec![Value::secret(value)]));
        [member].into_iter().collect()
    }

    #[test]
    fn an_id_with_a_secret_in_it_is_found() {
        let token = secret("hunter2".into());
        assert!(quotes_secret("out/hunter2.txt", [&token]));
        assert!(!quotes_secret("out/hunter3.txt", [&token]));
        for encoded in [
            "aHVudGVyMg==",
            "aHVudGVyMg",
            "68756e74657232",
            "6875 6E74 6572 32",
            "NB2W45DFOIZA====",
            "nb2w45dfoiza",
            "YUhWdWRHVnlNZz09",
        ] {
            assert!(quotes_secret(encoded, [&token]), "{encoded}");
        }
        let short = secret("out".into());
        assert!(!quotes_secret("out/f", [&short]));
        let plain: Object = [("a".to_owned(), Value::from("hunter2"))]
            .into_iter()
            .collect();
        assert!(!quotes_secret("hunter2", [&plain]));
    }
}
