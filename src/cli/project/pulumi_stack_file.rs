//! `Pulumi.<stack>.yaml`: the configuration of one stack of a project of Pulumi.

use std::path::Path;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use crate::host::ConfigValue;

use super::config_key::full_key;
use super::fault::Fault;
use super::project_error::ProjectError;
use super::settings_file::{Misfit, kind, read_yaml};
use super::stack_file::{Setting, SettingValue, StackFile, setting_text};

/// The one member of a value that is encrypted.
const ENCRYPTED: &str = "secure";

/// The name of a stack's file.
pub(super) fn name(stack: &str) -> String {
    format!("Pulumi.{stack}.yaml")
}

/// Reads a file; keys without a namespace are `project`'s.
pub(super) fn read(path: &Path, project: &str) -> Result<StackFile, ProjectError> {
    read_yaml(path, |document| interpret(document, project))
}

fn interpret(document: &Map<String, Value>, project: &str) -> Result<StackFile, Misfit> {
    if document.get("environment").is_some_and(|it| !it.is_null()) {
        return Err(Misfit::at_key(&["environment"], Fault::Environments));
    }
    let members = match document.get("config") {
        None | Some(Value::Null) => return Ok(StackFile::default()),
        Some(Value::Object(members)) => members,
        Some(other) => {
            let fault = Fault::Type {
                key: "config".to_owned(),
                expected: "a map of keys to values",
                found: kind(other),
            };
            return Err(Misfit::at_value(&["config"], fault));
        }
    };
    let mut config = IndexMap::new();
    for (key, value) in members {
        let path = ["config", key.as_str()];
        // An older spelling is `namespace:config:name`.
        let short = key.replacen(":config:", ":", 1);
        let full = full_key(&short, project).map_err(|error| Misfit::at_key(&path, error))?;
        let value = match is_encrypted(value) {
            true => SettingValue::Foreign,
            false => match setting_text(value) {
                Some(value) => SettingValue::Open(ConfigValue {
                    value,
                    secret: false,
                }),
                None => return Err(Misfit::at_value(&path, Fault::NoValue(key.clone()))),
            },
        };
        let spelled = short;
        let setting = Setting { spelled, value };
        if config.insert(full.clone(), setting).is_some() {
            return Err(Misfit::at_key(&path, Fault::Duplicate(full)));
        }
    }
    Ok(StackFile { config })
}

/// Whether any part of a value is encrypted.
fn is_encrypted(value: &Value) -> bool {
    match value {
        Value::Object(members) if members.len() == 1 && members.contains_key(ENCRYPTED) => true,
        Value::Object(members) => members.values().any(is_encrypted),
        Value::Array(items) => items.iter().any(is_encrypted),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::settings_file::interpret_yaml;
    use super::*;

    fn read(text: &str) -> Result<StackFile, String> {
        interpret_yaml(text, |document| interpret(document, "web"))
            .map_err(|((line, column), fault)| format!("{line}:{column}: {fault}"))
    }

    #[test]
    fn encrypted_values_are_not_read() {
        let file = read(
            "encryptionsalt: v1:x\nsecretsprovider: passphrase\nconfig:\n  aws:region: eu\n  \
             web:config:size: 3\n  token: {secure: 'v1:a:hunter2'}\n  \
             deep: {a: [{secure: 'v1:a:hunter2'}]}\n  list: [1, {b: c}]\n",
        )
        .unwrap();
        let values = file.config.iter().map(|(key, it)| match &it.value {
            SettingValue::Open(it) => format!("{key} = {}", it.value),
            SettingValue::Foreign => format!("{key} is encrypted"),
            SettingValue::Sealed(_) => format!("{key} is ours"),
        });
        insta::assert_snapshot!(values.collect::<Vec<_>>().join("\n"), @r#"
        aws:region = eu
        web:size = 3
        web:token is encrypted
        web:deep is encrypted
        web:list = [1,{"b":"c"}]
        "#);
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        let message = |text: &str| read(text).unwrap_err();
        let messages = [
            "environment: [prod]\nconfig: {}\n",
            "config: [a]\n",
            "config:\n  a:\n",
            "config:\n  a: 1\n  web:a: 2\n",
        ];
        insta::assert_snapshot!(messages.map(message).join("\n"));
    }
}
