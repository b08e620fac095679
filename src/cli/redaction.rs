//! What no message may quote: the secret values of the configuration, which a program gets in clear and
//! may print, or throw. There is one program, as there is one terminal, so they are those of the process.

use std::sync::{PoisonError, RwLock};

use serde_json::Value as Json;

use lumi_engine::{Event, Redactor};
use lumi_graph::{Object, Value};
use lumi_host::ConfigValue;

/// In bytes.
const SHORTEST_VALUE: usize = 8;
/// The search for more takes noticeable time and memory to make, so those of large runs are not all
/// kept.
const MOST: usize = 1000;
const MASK: &str = "[secret]";

static REDACTOR: RwLock<Option<Redactor>> = RwLock::new(None);

/// Hides the secrets of `config` from now on.
pub fn set_secrets(config: &[(String, ConfigValue)]) {
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

/// Hides the secrets that an event of the engine has from now on: another resource may quote them.
/// Short ones, which resources have for many reasons, are hidden in their own messages only.
pub fn add_secrets_of(event: &Event) {
    let objects: [Option<&Object>; 2] = match event {
        Event::StepStarted(note) | Event::StepEnded { step: note, .. } => {
            [note.old.as_deref(), note.new.as_deref()]
        }
        Event::Outputs { old, new } => [Some(old), Some(new)],
        _ => return,
    };
    let has_secrets = |it: &&Object| it.values().any(Value::contains_secret);
    for object in objects.into_iter().flatten().filter(has_secrets) {
        let mut hidden = REDACTOR.write().unwrap_or_else(PoisonError::into_inner);
        let redactor = hidden.get_or_insert_default();
        if redactor.len() < MOST {
            redactor.add(object, SHORTEST_VALUE);
        }
    }
}

/// Hides nothing any more: the user asked to see secrets.
pub fn disable() {
    set(None);
}

fn set(redactor: Option<Redactor>) {
    *REDACTOR.write().unwrap_or_else(PoisonError::into_inner) = redactor;
}

/// The text with `[secret]` for what is hidden.
pub fn redact(text: &str) -> Option<String> {
    let hidden = REDACTOR.read().unwrap_or_else(PoisonError::into_inner);
    Some(hidden.as_ref()?.redact(text))
}

/// Redacts all texts in a value.
pub fn redact_json(value: &mut Json) {
    match value {
        Json::String(text) => {
            if let Some(clear) = redact(text) {
                *text = clear;
            }
        }
        Json::Number(number) if redact(&number.to_string()).is_some_and(|it| it == MASK) => {
            *value = MASK.into();
        }
        Json::Array(items) => items.iter_mut().for_each(redact_json),
        Json::Object(members) => members.values_mut().for_each(redact_json),
        _ => {}
    }
}
