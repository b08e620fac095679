//! `Lumi.<stack>.yaml`: the configuration of one stack.

use std::path::Path;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use lumi_host::ConfigValue;

use super::stack_file_edit::{plain_or_quoted, quoted};
use crate::config::config_key::full_key;
use crate::config::encrypted_value::ENCRYPTED;
use crate::project_error::ProjectError;
use crate::yaml_files::fault::Fault;
use crate::yaml_files::settings_file::{SettingsError, check_keys, read_yaml, wrong_type};

const KEYS: &[&str] = &["config", DEPLOYED, ENCRYPTION];
/// The member with the encrypted data key.
pub const ENCRYPTION: &str = "encryption";
/// The member that records a deployment.
pub const DEPLOYED: &str = "deployed";
/// The only member of a secret value.
const SECRET: &str = "secret";
/// Prefix of encrypted text.
const SEALED: &str = "v1:";
/// The name that other tools use for encrypted text.
const NOT_OURS: &str = "ciphertext";

/// The content of a stack's file.
///
/// ```yaml
/// config:
///   size: 3                    # belongs to the project: web:size
///   aws:region: eu-central-1
///   tags: { team: web }        # JSON text for the program
///   token: { secret: hunter2 }
///   password: { secure: "v1:…" }
/// encryption:                  # written by lumi: the encrypted key of the stack
///   version: 1
///   …
/// deployed: true               # written by lumi: the stack has resources
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StackFile {
    /// Settings by full key (`project:key`), in the order of the file.
    pub config: IndexMap<String, Setting>,
    /// The encrypted data key; the keyring validates it.
    pub encryption: Option<Value>,
    /// Whether the stack has resources, as the last deployment with this file recorded it.
    pub deployed: bool,
}

/// A configuration value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The key as written in the file.
    pub spelled: String,
    pub value: SettingValue,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingValue {
    Open(ConfigValue),
    /// Encrypted with the data key of the stack.
    Sealed(String),
    /// Encrypted by Pulumi, in whole or in part.
    Foreign(Value),
}

impl StackFile {
    pub fn name(stack: &str) -> String {
        format!("Lumi.{stack}.yaml")
    }

    /// Reads a file; the default namespace of keys is `project`.
    pub fn read(path: &Path, project: &str) -> Result<Self, ProjectError> {
        read_yaml(path, |document| Self::interpret(document, project))
    }

    pub fn interpret(document: &Map<String, Value>, project: &str) -> Result<Self, SettingsError> {
        check_keys(document, KEYS)?;
        let file = Self::of_config(document, project, str::to_owned, setting_value)?;
        let encryption = match document.get(ENCRYPTION) {
            None | Some(Value::Null) => None,
            Some(key @ Value::Object(_)) => Some(key.clone()),
            Some(other) => {
                let expected = "what lumi wrote there";
                return Err(wrong_type(&[ENCRYPTION], expected, other));
            }
        };
        let deployed = match document.get(DEPLOYED) {
            None | Some(Value::Null) => false,
            Some(Value::Bool(deployed)) => *deployed,
            Some(other) => return Err(wrong_type(&[DEPLOYED], "true or false", other)),
        };
        Ok(Self {
            encryption,
            deployed,
            ..file
        })
    }

    /// The settings below `config`; `spell` converts keys, and `read` converts values.
    pub fn of_config(
        document: &Map<String, Value>,
        project: &str,
        spell: impl Fn(&str) -> String,
        read: impl Fn(&str, &Value) -> Result<SettingValue, Fault>,
    ) -> Result<Self, SettingsError> {
        let members = match document.get("config") {
            None | Some(Value::Null) => return Ok(Self::default()),
            Some(Value::Object(members)) => members,
            Some(other) => {
                let expected = "a map of keys to values";
                return Err(wrong_type(&["config"], expected, other));
            }
        };
        let mut config = IndexMap::new();
        for (key, value) in members {
            let path = ["config", key.as_str()];
            let spelled = spell(key);
            let full =
                full_key(&spelled, project).map_err(|error| SettingsError::at_key(&path, error))?;
            let value = read(key, value).map_err(|it| SettingsError::at_value(&path, it))?;
            let setting = Setting {
                spelled: key.clone(),
                value,
            };
            if config.insert(full.clone(), setting).is_some() {
                return Err(SettingsError::at_key(&path, Fault::Duplicate(full)));
            }
        }
        Ok(Self {
            config,
            ..Self::default()
        })
    }
}

/// The notation of an unencrypted text in the file.
pub fn open_text(text: &str) -> String {
    plain_or_quoted(text, |value| {
        let read = setting_value("", value).ok();
        read.is_some_and(
            |it| matches!(it, SettingValue::Open(it) if it.value == text && !it.secret),
        )
    })
}

/// The notation of an encrypted text in the file.
pub fn sealed_text(sealed: &str) -> String {
    format!("{{ {ENCRYPTED}: {} }}", quoted(sealed))
}

fn setting_value(key: &str, value: &Value) -> Result<SettingValue, Fault> {
    let plain = |value: &Value, secret| plain_setting(key, value, secret);
    let Value::Object(members) = value else {
        return plain(value, false);
    };
    let marker = |marker| members.contains_key(marker);
    match members.get(SECRET) {
        Some(secret) if members.len() == 1 => plain(secret, true),
        // The value was meant to be secret, so passing it on in clear is not an option.
        Some(_) => Err(Fault::MixedSecret(key.to_owned())),
        None if members.len() == 1 && marker(ENCRYPTED) => match &members[ENCRYPTED] {
            Value::String(sealed) if sealed.starts_with(SEALED) => {
                Ok(SettingValue::Sealed(sealed.clone()))
            }
            _ => Err(Fault::Encrypted(key.to_owned())),
        },
        None if members.len() == 1 && marker(NOT_OURS) => Err(Fault::Encrypted(key.to_owned())),
        None => plain(value, false),
    }
}

/// Whether a value of the file is neither secret nor refused.
pub fn is_plain(value: &Value) -> bool {
    let read = setting_value("", value);
    read.is_ok_and(|it| matches!(it, SettingValue::Open(it) if !it.secret))
}

/// A setting with an unencrypted value.
pub fn plain_setting(key: &str, value: &Value, secret: bool) -> Result<SettingValue, Fault> {
    let value = setting_text(value).ok_or_else(|| Fault::NoValue(key.to_owned()))?;
    Ok(SettingValue::Open(ConfigValue { value, secret }))
}

/// A scalar as text, other values as JSON; `None` for null.
pub fn setting_text(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml_files::settings_file::interpret_yaml;

    fn read(text: &str) -> Result<StackFile, String> {
        interpret_yaml(text, |document| StackFile::interpret(document, "web"))
            .map_err(|((line, column), fault)| format!("{line}:{column}: {fault}"))
    }

    #[test]
    fn completes_keys_and_turns_values_to_text() {
        let file = read(
            "config:\n  size: 3\n  aws:region: eu\n  on: true\n  ratio: 0.5\n  empty: ''\n  \
             tags: {team: web, list: [1, null]}\n  token: {secret: hunter2}\n  \
             both: {secret: {a: hunter2}}\n  sealed: {secure: 'v1:ab'}\n",
        )
        .unwrap();
        let values: Vec<String> = file
            .config
            .iter()
            .map(|(key, it)| match &it.value {
                SettingValue::Open(it) => format!("{key} = {} {}", it.value, it.secret),
                SettingValue::Sealed(sealed) => format!("{key} = {sealed} sealed"),
                SettingValue::Foreign(_) => format!("{key} is foreign"),
            })
            .collect();
        insta::assert_snapshot!(values.join("\n"), @r#"
            web:size = 3 false
            aws:region = eu false
            web:on = true false
            web:ratio = 0.5 false
            web:empty =  false
            web:tags = {"team":"web","list":[1,null]} false
            web:token = hunter2 true
            web:both = {"a":"hunter2"} true
            web:sealed = v1:ab sealed
            "#);
        assert!(!format!("{file:?}").contains("hunter2"));
    }

    #[test]
    fn nothing_is_required() {
        for text in ["", "config:\n", "config: {}\n"] {
            assert_eq!(read(text), Ok(StackFile::default()), "{text:?}");
        }
    }

    #[test]
    fn says_what_is_wrong_and_where_without_values() {
        let message = |text: &str| read(text).unwrap_err();
        let messages = [
            "confg:\n  a: hunter2\n",
            "secrets: hunter2\n",
            "config: hunter2\n",
            "config:\n  a: b\n  c d: hunter2\n",
            "config:\n  a:b:c: hunter2\n",
            "config:\n  a:\n",
            "config:\n  a: {secret: }\n",
            "config:\n  size: 1\n  web:size: hunter2\n",
            "config:\n  a: {secret: hunter2, user: me}\n",
            "config:\n  a: {secure: hunter2}\n",
            "config:\n  a: {secret: !x hunter2}\n",
            "config:\n  a: {secret: \"hunter2\\q\"}\n",
            "config:\n  a: {secret: .nan}\n",
            "config:\n  a: {secret: *hunter2}\n",
            "deployed: hunter2\n",
        ]
        .map(message)
        .join("\n");
        insta::assert_snapshot!(messages, @r#"
            1:1: unknown key `confg`; did you mean `config`?
            1:1: unknown key `secrets`; the keys are `config`, `deployed`, `encryption`
            1:9: `config` must be a map of keys to values, but it is a text
            3:3: the configuration key `c d` holds a space or control character; write a name such as `instance-size`
            2:3: the configuration key `a:b:c` has more than one colon; a key is a namespace, a colon and a name, such as `aws:region`
            2:5: `a` has no value; give it one, write `""` for an empty text, or remove the key
            2:6: `a` has no value; give it one, write `""` for an empty text, or remove the key
            3:3: the key `web:size` occurs twice; remove one
            2:6: `a` has `secret` beside other keys; make the whole value secret with `a: { secret: … }`, or rename that key
            2:6: `a` is encrypted, but not by lumi; set it again with `lumi config set a --secret`
            2:15: YAML tags such as `!Ref` are not supported; write a plain value
            2:23: found unknown escape character, while parsing a quoted scalar at line 2 column 15; correct the syntax here
            2:15: JSON cannot represent this number; write it in quotes
            2:15: unknown anchor; correct the syntax here
            1:11: `deployed` must be true or false, but it is a text
            "#);
        assert!(!messages.contains("hunter2"));
    }

    proptest::proptest! {
        #[test]
        fn reads_anything(text in "config: ?\\n?( {0,2}[a-z:]{0,3}: ?[ -~]{0,8}\\n){0,5}") {
            let _ = read(&text);
        }
    }
}
