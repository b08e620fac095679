//! Values that a program takes from the configuration.

use std::collections::{BTreeSet, HashMap};

use lumi_graph::Value;

use super::hidden_value::{HiddenText, HiddenValue};
use crate::code::Code;

/// A value of the configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfiguredValue {
    pub key: String,
    /// Text as it is, all others as JSON; `None` if it is not known.
    pub value: Option<String>,
    pub is_secret: bool,
}

/// The values that are taken from the configuration.
#[derive(Default)]
pub struct ConfiguredValues {
    pub all: Vec<ConfiguredValue>,
    keys: BTreeSet<String>,
    /// The next number of a key that was asked for before.
    next: HashMap<String, u64>,
}

impl ConfiguredValues {
    /// An expression that reads a secret. `value` may be unknown.
    pub fn secret(
        &mut self,
        value: HiddenValue<'_>,
        path: impl IntoIterator<Item = String>,
    ) -> Code {
        let (function, value) = match value.for_configuration() {
            Value::String(text) => ("requireSecret", Some(text.clone())),
            Value::Unknown => ("requireSecret", None),
            other => ("requireSecretObject", Some(json(other).to_string())),
        };
        self.add(function, value, true, path)
    }

    /// An expression that reads a text, which may be a part of a secret.
    pub fn secret_text(
        &mut self,
        text: &HiddenText<'_>,
        path: impl IntoIterator<Item = String>,
    ) -> Code {
        let text = text.for_configuration().to_owned();
        self.add("requireSecret", Some(text), true, path)
    }

    /// An expression that reads a text that the graph does not contain.
    pub fn unknown(&mut self, path: impl IntoIterator<Item = String>) -> Code {
        self.add("require", None, false, path)
    }

    fn add(
        &mut self,
        function: &str,
        value: Option<String>,
        is_secret: bool,
        path: impl IntoIterator<Item = String>,
    ) -> Code {
        let key = self.key(path);
        let code = Code::call(
            Code::text(format!("config.{function}")),
            vec![Code::string(&key)],
        );
        self.all.push(ConfiguredValue {
            key,
            value,
            is_secret,
        });
        code
    }

    fn key(&mut self, path: impl IntoIterator<Item = String>) -> String {
        let is_part = |it: char| it.is_ascii_alphanumeric() || it == '-' || it == '_';
        let parts: Vec<String> = path.into_iter().collect();
        let own: String = parts
            .join("-")
            .chars()
            .map(|it| if is_part(it) { it } else { '-' })
            .collect();
        // A key that begins like a flag could not be given to a command.
        let own = match own.trim_start_matches('-') {
            "" => "value".to_owned(),
            own => own.to_owned(),
        };
        let mut key = own.clone();
        while !self.keys.insert(key.clone()) {
            let number = self.next.entry(own.clone()).or_insert(2);
            key = format!("{own}-{number}");
            *number += 1;
        }
        key
    }
}

/// Whether a configuration can hold the value: JSON, without anything that JSON has no form for.
pub fn is_configurable(value: &Value) -> bool {
    !value.any(|it| match it {
        Value::Number(number) => {
            !number.is_finite() || (*number == 0.0 && number.is_sign_negative())
        }
        Value::Asset(_) | Value::Archive(_) | Value::Resource(_) | Value::Unknown => true,
        _ => false,
    })
}

fn json(value: &Value) -> serde_json::Value {
    match value {
        Value::Bool(it) => (*it).into(),
        Value::Number(it) => (*it).into(),
        Value::String(it) => it.as_str().into(),
        Value::Array(elements) => elements.iter().map(json).collect(),
        Value::Object(members) => {
            let members = members.iter();
            let members = members.map(|(name, it)| (name.clone(), json(it)));
            serde_json::Value::Object(members.collect())
        }
        Value::Secret(inner) => json(inner),
        _ => serde_json::Value::Null,
    }
}
