//! `Pulumi.<stack>.yaml`: the configuration of one stack of a Pulumi project.

use std::path::Path;

use serde_json::{Map, Value};

use super::stack_file::{SettingValue, StackFile, plain_setting};
use crate::project_error::ProjectError;
use crate::yaml_files::fault::Fault;
use crate::yaml_files::settings_file::{SettingsError, read_yaml};

/// The only member of an encrypted value.
const ENCRYPTED: &str = "secure";

/// The file name for a stack.
pub fn name(stack: &str) -> String {
    format!("Pulumi.{stack}.yaml")
}

/// Reads a file; the default namespace of keys is `project`.
pub fn read(path: &Path, project: &str) -> Result<StackFile, ProjectError> {
    read_yaml(path, |document| interpret(document, project))
}

pub fn interpret(document: &Map<String, Value>, project: &str) -> Result<StackFile, SettingsError> {
    if document.get("environment").is_some_and(|it| !it.is_null()) {
        return Err(SettingsError::at_key(&["environment"], Fault::Environments));
    }
    // Older keys have the form `namespace:config:name`.
    let spell = |key: &str| key.replacen(":config:", ":", 1);
    StackFile::of_config(document, project, spell, |key, value| {
        match is_encrypted(value) {
            true => Ok(SettingValue::Foreign),
            false => plain_setting(key, value, false),
        }
    })
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
    use super::*;
    use crate::yaml_files::settings_file::interpret_yaml;

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
