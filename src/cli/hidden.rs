//! What no message may quote: the secret values of the configuration, which a program gets in clear and
//! may print, or throw. There is one program, as there is one terminal, so they are those of the process.

use std::sync::{PoisonError, RwLock};

use serde_json::Value as Json;

use crate::engine::Redactor;
use crate::graph::{Object, Value};
use crate::host::ConfigValue;

static HIDDEN: RwLock<Option<Redactor>> = RwLock::new(None);

/// Hides the secrets of `config` from now on.
pub fn hide(config: &[(String, ConfigValue)]) {
    let secrets = config.iter().filter(|(_, it)| it.secret);
    let secrets: Object = secrets
        .map(|(key, it)| (key.clone(), Value::secret(parsed(&it.value))))
        .collect();
    let redactor = (!secrets.is_empty()).then(|| Redactor::new([&secrets]));
    set(redactor);
}

/// Structured values are JSON, of which the program gets the parts.
fn parsed(text: &str) -> Value {
    match Value::from_json(text) {
        Ok(value @ (Value::Array(_) | Value::Object(_))) => value,
        _ => text.into(),
    }
}

/// Hides nothing any more: the user asked to see secrets.
pub fn show() {
    set(None);
}

fn set(redactor: Option<Redactor>) {
    *HIDDEN.write().unwrap_or_else(PoisonError::into_inner) = redactor;
}

/// The text with `[secret]` for what is hidden.
pub fn clear(text: &str) -> Option<String> {
    let hidden = HIDDEN.read().unwrap_or_else(PoisonError::into_inner);
    Some(hidden.as_ref()?.clear(text))
}

/// The same for all texts in a value.
pub fn clear_json(value: &mut Json) {
    match value {
        Json::String(text) => {
            if let Some(clear) = clear(text) {
                *text = clear;
            }
        }
        Json::Array(items) => items.iter_mut().for_each(clear_json),
        Json::Object(members) => members.values_mut().for_each(clear_json),
        _ => {}
    }
}
