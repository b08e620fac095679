//! Redacts secret configuration values, which a program gets in clear and may print or throw. The
//! secrets are process-wide, because a process has one program and one terminal.

use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::RwLock;

use serde_json::Value as Json;

use lumi_engine::{Event, Redactor};
use lumi_graph::{Object, SECRET_MASK, Value};
use lumi_host::ConfigValue;

/// Minimum length in bytes of a secret to redact.
const MIN_VALUE: usize = 8;

static REDACTOR: RwLock<Option<Redactor>> = RwLock::new(None);
/// Whether the user asked to see secrets.
static ARE_SHOWN: AtomicBool = AtomicBool::new(false);

/// Redacts the secrets of `config` from now on.
pub fn set_secrets(config: &[(String, ConfigValue)]) {
    let secrets = secrets_of(config);
    let redactor = (!secrets.is_empty()).then(|| Redactor::of_origins(&secrets));
    set(redactor);
}

/// The secrets of a configuration.
pub fn secrets_of(config: &[(String, ConfigValue)]) -> Object {
    let secrets = config.iter().filter(|(_, it)| it.secret);
    secrets
        .map(|(key, it)| (key.clone(), Value::secret(whole_and_parts(&it.value))))
        .collect()
}

/// Of structured values, the program gets the text or the parts.
fn whole_and_parts(text: &str) -> Value {
    match Value::from_json(text) {
        Ok(parts @ (Value::Array(_) | Value::Object(_))) => Value::Array(vec![text.into(), parts]),
        _ => text.into(),
    }
}

/// Redacts the secrets of an engine event from now on, because other resources may quote them.
/// Short ones occur in many resources by chance, and are redacted only in messages of their own
/// resource.
pub fn add_secrets_of(event: &Event) {
    let objects: [Option<&Object>; 2] = match event {
        Event::StepStarted(step) | Event::StepEnded { step, .. } => {
            [step.old.as_deref(), step.new.as_deref()]
        }
        Event::Outputs { old, new } => [Some(old), Some(new)],
        Event::Secrets(secrets) => [Some(secrets), None],
        _ => return,
    };
    let has_secrets = |it: &&Object| it.values().any(Value::contains_secret);
    for object in objects.into_iter().flatten().filter(has_secrets) {
        let mut hidden = REDACTOR.write();
        hidden
            .get_or_insert_default()
            .add_of_others(object, MIN_VALUE);
    }
    if let Event::Outputs { new, .. } = event {
        open_outputs(new);
    }
}

/// Shows the texts of outputs that are not secret: the engine has marked all that quote a secret, but those that
/// the program opened.
fn open_outputs(outputs: &Object) {
    let mut hidden = REDACTOR.write();
    let Some(redactor) = &mut *hidden else { return };
    for value in outputs.values() {
        value.any_in_clear(|it| {
            if let Value::String(text) = it {
                redactor.open(text);
            }
            false
        });
    }
}

/// Redacts texts from now on that the program made secret.
pub fn add_texts(texts: Vec<String>) {
    if ARE_SHOWN.load(Ordering::Relaxed) {
        return;
    }
    let secrets = texts.into_iter().enumerate();
    let secrets: Object = secrets
        .map(|(at, it)| (at.to_string(), Value::secret(it.into())))
        .collect();
    let mut hidden = REDACTOR.write();
    hidden
        .get_or_insert_default()
        .add_origins(&secrets, MIN_VALUE);
}

/// Stops redacting, because the user asked to see secrets.
pub fn disable() {
    ARE_SHOWN.store(true, Ordering::Relaxed);
    set(None);
}

fn set(redactor: Option<Redactor>) {
    *REDACTOR.write() = redactor;
}

/// The text with `[secret]` in place of secrets; `None` if it has none.
pub fn redact(text: &str) -> Option<String> {
    let hidden = REDACTOR.read();
    Some(hidden.as_ref()?.redact(text))
}

/// The number of bytes at the end of a text that may be the beginning of a secret.
pub fn open_end(text: &str) -> usize {
    let hidden = REDACTOR.read();
    hidden.as_ref().map_or(0, |it| it.open_end(text))
}

/// The members of an event that have the values of resources and outputs. Their secrets are marked.
const VALUES: [&str; 3] = ["old", "new", "graph"];

/// Redacts all texts of an event, but not the values in it: one of them is secret by its mark, and never because it
/// looks like a secret.
pub fn redact_event(event: &mut Json) {
    let Json::Object(members) = event else {
        return redact_json(event);
    };
    let texts = members
        .iter_mut()
        .filter(|(name, _)| !VALUES.contains(&name.as_str()));
    texts.for_each(|(_, it)| redact_json(it));
}

/// Redacts all texts in a value.
pub fn redact_json(value: &mut Json) {
    match value {
        Json::String(text) => {
            if let Some(clear) = redact(text) {
                *text = clear;
            }
        }
        Json::Number(number) if redact(&number.to_string()).is_some_and(|it| it == SECRET_MASK) => {
            *value = SECRET_MASK.into();
        }
        Json::Array(items) => items.iter_mut().for_each(redact_json),
        Json::Object(members) => members.values_mut().for_each(redact_json),
        _ => {}
    }
}
