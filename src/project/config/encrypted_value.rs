//! Encrypted values as files have them: `{ secure: TEXT }`.

use serde_json::{Map, Value};

/// The only member.
pub const ENCRYPTED: &str = "secure";

/// The ciphertext of a value that is encrypted as a whole.
pub fn ciphertext(value: &Value) -> Option<&Value> {
    let members = value.as_object().filter(|it| it.len() == 1)?;
    members.get(ENCRYPTED)
}

/// The value with a ciphertext.
pub fn encrypted(ciphertext: &str) -> Value {
    let member = (ENCRYPTED.to_owned(), Value::from(ciphertext));
    Value::Object(Map::from_iter([member]))
}
