//! `Pulumi.<stack>.yaml`: the configuration of one stack of a Pulumi project.

use std::path::Path;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use lumi_graph::{SealError, Sealer};

use super::stack_file::{Setting, SettingValue, StackFile, plain_setting, setting_text};
use crate::config::encrypted_value::ciphertext;
use crate::project_error::ProjectError;
use crate::yaml_files::fault::Fault;
use crate::yaml_files::settings_file::{SettingsError, read_yaml, wrong_type};

/// The content of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PulumiStackFile {
    /// Settings by full key.
    pub config: IndexMap<String, Setting>,
    pub encryption: PulumiEncryption,
}

/// How the secrets of a file are encrypted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PulumiEncryption {
    /// By the service that Pulumi keeps the stack at; also where nothing is encrypted yet.
    #[default]
    Service,
    /// With a passphrase and this salt.
    Passphrase(String),
    /// With a key of a key management service, named as users know it.
    KeyService(&'static str),
}

impl PulumiEncryption {
    fn read(document: &Map<String, Value>) -> Result<Self, SettingsError> {
        let text = |key: &'static str| match document.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.as_str()).filter(|it| !it.is_empty())),
            Some(other) => Err(wrong_type(&[key], "a text", other)),
        };
        let provider = text("secretsprovider")?.unwrap_or_default();
        let scheme = provider.split_once("://").map_or(provider, |it| it.0);
        let has_key = text("encryptedkey")?.is_some();
        Ok(match (scheme, text("encryptionsalt")?) {
            ("awskms", _) => Self::KeyService("AWS KMS"),
            ("azurekeyvault", _) => Self::KeyService("Azure Key Vault"),
            ("gcpkms", _) => Self::KeyService("Google Cloud KMS"),
            ("hashivault", _) => Self::KeyService("HashiCorp Vault"),
            (_, Some(salt)) => Self::Passphrase(salt.to_owned()),
            (_, None) if has_key => Self::KeyService("a key management service"),
            (_, None) => Self::Service,
        })
    }

    /// Whose key encrypts the secrets.
    pub fn key(&self) -> &'static str {
        match self {
            Self::Service => "the service of Pulumi",
            Self::Passphrase(_) => "a passphrase",
            Self::KeyService(name) => name,
        }
    }
}

pub fn name(stack: &str) -> String {
    format!("Pulumi.{stack}.yaml")
}

/// Reads a file; the default namespace of keys is `project`.
pub fn read(path: &Path, project: &str) -> Result<PulumiStackFile, ProjectError> {
    read_yaml(path, |document| interpret(document, project))
}

pub fn interpret(
    document: &Map<String, Value>,
    project: &str,
) -> Result<PulumiStackFile, SettingsError> {
    if document.get("environment").is_some_and(|it| !it.is_null()) {
        return Err(SettingsError::at_key(&["environment"], Fault::Environments));
    }
    // Older keys have the form `namespace:config:name`.
    let spell = |key: &str| key.replacen(":config:", ":", 1);
    let file = StackFile::of_config(document, project, spell, |key, value| {
        match is_encrypted(value) {
            true => Ok(SettingValue::Foreign(value.clone())),
            false => plain_setting(key, value, false),
        }
    })?;
    Ok(PulumiStackFile {
        config: file.config,
        encryption: PulumiEncryption::read(document)?,
    })
}

/// Whether any part of a value is encrypted.
pub fn is_encrypted(value: &Value) -> bool {
    match value {
        value if ciphertext(value).is_some() => true,
        Value::Object(members) => members.values().any(is_encrypted),
        Value::Array(items) => items.iter().any(is_encrypted),
        _ => false,
    }
}

/// The text of an encrypted value; parts of lists and maps are decrypted where they are.
pub fn opened(value: &Value, cipher: &dyn Sealer) -> Result<String, SealError> {
    Ok(setting_text(&decrypted(value, cipher)?).unwrap_or_default())
}

fn decrypted(value: &Value, cipher: &dyn Sealer) -> Result<Value, SealError> {
    if let Some(sealed) = ciphertext(value) {
        let sealed = sealed.as_str().unwrap_or_default();
        return cipher.unseal(sealed).map(Value::String);
    }
    Ok(match value {
        Value::Object(members) => {
            let member = |(key, it): (&String, _)| Ok((key.clone(), decrypted(it, cipher)?));
            let members: Result<_, SealError> = members.iter().map(member).collect();
            Value::Object(members?)
        }
        Value::Array(items) => {
            let items = items.iter().map(|it| decrypted(it, cipher));
            Value::Array(items.collect::<Result<_, _>>()?)
        }
        plain => plain.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml_files::settings_file::interpret_yaml;

    fn read(text: &str) -> Result<PulumiStackFile, String> {
        interpret_yaml(text, |document| interpret(document, "web"))
            .map_err(|((line, column), fault)| format!("{line}:{column}: {fault}"))
    }

    #[test]
    fn encrypted_values_are_distinguished_from_others() {
        let file = read(
            "encryptionsalt: v1:x\nsecretsprovider: passphrase\nconfig:\n  aws:region: eu\n  \
             web:config:size: 3\n  token: {secure: 'v1:a:hunter2'}\n  \
             deep: {a: [{secure: 'v1:a:hunter2'}]}\n  list: [1, {b: c}]\n",
        )
        .unwrap();
        let values = file.config.iter().map(|(key, it)| match &it.value {
            SettingValue::Open(it) => format!("{key} = {}", it.value),
            SettingValue::Foreign(_) => format!("{key} is encrypted"),
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

    /// A test cipher that makes encryption visible.
    struct Reverse;

    impl Sealer for Reverse {
        fn seal(&self, plain: &str) -> Result<String, SealError> {
            Ok(plain.chars().rev().collect())
        }

        fn unseal(&self, ciphertext: &str) -> Result<String, SealError> {
            match ciphertext {
                "" => Err(SealError("it is empty".to_owned())),
                text => self.seal(text),
            }
        }
    }

    #[test]
    fn parts_are_decrypted_where_they_are() {
        let file = read(
            "config:\n  a: {secure: cba}\n  b: [1, {secure: cba}, {c: {secure: '321'}}]\n  \
             d: {secure: [1]}\n",
        );
        let file = file.unwrap();
        let open = |key: &str| match &file.config[key].value {
            SettingValue::Foreign(value) => opened(value, &Reverse),
            other => panic!("{other:?}"),
        };
        assert_eq!(open("web:a").as_deref(), Ok("abc"));
        assert_eq!(open("web:b").as_deref(), Ok(r#"[1,"abc",{"c":"123"}]"#));
        assert!(open("web:d").is_err());
    }

    #[test]
    fn the_keys_of_secrets_are_known() {
        let key = |text: &str| read(text).map(|it| it.encryption);
        let salt = PulumiEncryption::Passphrase("v1:x".to_owned());
        assert_eq!(key("encryptionsalt: v1:x\n"), Ok(salt.clone()));
        let both = "secretsprovider: passphrase\nencryptionsalt: v1:x\n";
        assert_eq!(key(both), Ok(salt));
        assert_eq!(key("config: {}\n"), Ok(PulumiEncryption::Service));
        for (text, expected) in [
            ("secretsprovider: awskms://alias/x?region=eu\n", "AWS KMS"),
            (
                "secretsprovider: hashivault://x\nencryptedkey: a\n",
                "HashiCorp Vault",
            ),
            ("encryptedkey: a\n", "a key management service"),
        ] {
            assert_eq!(key(text), Ok(PulumiEncryption::KeyService(expected)));
        }
        assert!(key("encryptionsalt: 1\n").is_err());
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
