//! Secrets that a program takes from the configuration.

use std::collections::BTreeSet;

use lumi_graph::Value;

use super::super::value_code::quoted;

/// A secret of the configuration.
#[derive(Clone, Debug)]
pub struct ConfiguredSecret {
    pub key: String,
    /// Text as it is, all others as JSON.
    pub value: String,
}

/// The secrets that are taken from the configuration.
#[derive(Default)]
pub struct Secrets {
    pub all: Vec<ConfiguredSecret>,
    keys: BTreeSet<String>,
}

impl Secrets {
    /// An expression that reads the secret.
    pub fn add(&mut self, value: &Value, path: &[String]) -> String {
        let is_part = |it: char| it.is_ascii_alphanumeric() || it == '-' || it == '_';
        let own: String = path
            .join("-")
            .chars()
            .map(|it| if is_part(it) { it } else { '-' })
            .collect();
        let mut key = own.clone();
        let mut number = 2_u64;
        while !self.keys.insert(key.clone()) {
            key = format!("{own}-{number}");
            number += 1;
        }
        let (function, value) = match value {
            Value::String(text) => ("requireSecret", text.clone()),
            other => ("requireSecretObject", json(other).to_string()),
        };
        let code = format!("config.{function}({})", quoted(&key));
        self.all.push(ConfiguredSecret { key, value });
        code
    }
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
