//! Parts of values in the configuration of a stack.

use std::path::PathBuf;

use serde_json::Value;

use super::config_cipher::ConfigCipher;
use super::config_edit::{ConfigEdit, NewValue, edited_file, seal};
use super::pulumi_stack_file::{self, PulumiEncryption};
use super::stack_file::{Setting, SettingValue, StackFile, is_plain, setting_text};
use super::stack_file_edit;
use crate::config::config_declaration::ConfigDeclaration;
use crate::config::config_path::{ConfigPath, Step};
use crate::config::encrypted_value::{ciphertext, encrypted};
use crate::config::nested_value::{
    NestedValueError, coerced, part, part_paths, remove_part, set_part,
};
use crate::project_error::ProjectError;
use crate::project_settings::{ProjectSettings, check_type};
use crate::yaml;
use crate::yaml_files::settings_file::read_text;

/// A part of a value, in plain text.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfigPart {
    pub value: Value,
    pub secret: bool,
}

/// The file that has a key, or gets it.
enum Place {
    /// Lumi's own, in which a value is secret as a whole.
    Own(Option<Setting>),
    /// That of Pulumi, in which parts of values are secret.
    Pulumi {
        /// The key as the file has it, or gets it.
        spelled: String,
        encryption: PulumiEncryption,
    },
}

/// A value with its secrets in clear, and whether it has some.
struct OwnValue {
    value: Value,
    secret: bool,
}

impl ProjectSettings {
    /// The path of a text; keys without a namespace belong to the project.
    pub fn config_path(&self, text: &str) -> Result<ConfigPath, ProjectError> {
        Ok(ConfigPath::parse(text, &self.name)?)
    }

    /// The part of a value that the stack has, or that `config` of the project has for all stacks or as a default.
    pub fn config_part(
        &self,
        stack: &str,
        path: &ConfigPath,
        cipher: &dyn ConfigCipher,
    ) -> Result<Option<ConfigPart>, ProjectError> {
        let declared = self.declared_config()?.get(&path.key).copied();
        let is_secret = declared.is_some_and(|it| it.secret);
        let of_project = self.value_of_project(path, declared);
        let (value, secret) = match self.place(stack, &path.key)? {
            Place::Own(Some(setting)) => {
                let OwnValue { value, secret } = self.own_value(stack, &setting, cipher)?;
                let Some(value) = part(&value, &path.steps) else {
                    return Ok(None);
                };
                (value.clone(), secret)
            }
            Place::Pulumi { spelled, .. } => {
                let raw = raw_value(&self.pulumi_stack_file_path(stack), &spelled)?;
                let Some(value) =
                    part(&raw.or(of_project).unwrap_or_default(), &path.steps).cloned()
                else {
                    return Ok(None);
                };
                match pulumi_stack_file::is_encrypted(&value) {
                    true => {
                        let text =
                            self.opened_of_pulumi(stack, &path.key, &spelled, &value, cipher)?;
                        let is_whole = ciphertext(&value).is_some();
                        (
                            if is_whole {
                                text.into()
                            } else {
                                structured(&text)
                            },
                            true,
                        )
                    }
                    false => (value, false),
                }
            }
            Place::Own(None) => {
                let value = of_project.and_then(|it| part(&it, &path.steps).cloned());
                let Some(value) = value else {
                    return Ok(None);
                };
                (value, false)
            }
        };
        let secret = secret || is_secret;
        Ok((!value.is_null()).then_some(ConfigPart { value, secret }))
    }

    /// The value of all stacks that do not set the key.
    fn value_of_project(
        &self,
        path: &ConfigPath,
        declared: Option<&ConfigDeclaration>,
    ) -> Option<Value> {
        let in_pulumi = self.pulumi.as_ref().and_then(|it| it.config.get(&path.key));
        let text = match in_pulumi.map(|it| &it.value) {
            Some(SettingValue::Open(it)) => Some(it.value.as_str()),
            _ => declared.and_then(|it| it.default.as_deref()),
        };
        text.map(structured)
    }

    /// The error for a path to nothing that is read: defaults may have similar ones.
    pub fn part_not_set(&self, stack: &str, path: &ConfigPath) -> ProjectError {
        self.missing_part(stack, path, true)
    }

    /// The error for a path to nothing. Names of parts of secret values are not proposed, and neither is the path itself, which
    /// a default may have, or its key.
    fn missing_part(&self, stack: &str, path: &ConfigPath, has_defaults: bool) -> ProjectError {
        let declared = match self.declared_config() {
            Ok(declared) => declared,
            Err(error) => return error,
        };
        let config = self.stack_file(stack).unwrap_or_default().config;
        let of_stack = config.iter().map(|(key, it)| (key, known_value(&it.value)));
        let defaults = declared
            .iter()
            .filter(|it| has_defaults && !config.contains_key(it.0));
        let defaults =
            defaults.filter_map(|(key, it)| Some((key, Some(structured(it.default.as_deref()?)))));
        let mut known = Vec::new();
        for (key, value) in of_stack.chain(defaults) {
            let is_secret = declared.get(key).is_some_and(|it| it.secret);
            let value = value.filter(|_| !is_secret);
            let paths = value.map_or_else(|| vec![Vec::new()], |it| part_paths(&it));
            let is_itself =
                |it: &Vec<Step>| *key == path.key && (it.is_empty() || *it == path.steps);
            let others = paths.into_iter().filter(|it| !is_itself(it));
            known.extend(others.map(|steps| {
                let path = ConfigPath {
                    key: key.clone(),
                    steps,
                };
                self.shortest(&path.to_string())
            }));
        }
        self.not_set(stack, &known, &self.shortest(&path.to_string()))
    }

    /// Sets a part of a value.
    pub fn set_config_part(
        &self,
        stack: &str,
        path: &ConfigPath,
        new: &NewValue<'_>,
        cipher: &dyn ConfigCipher,
    ) -> Result<ConfigEdit, ProjectError> {
        let place = self.place(stack, &path.key)?;
        let (new, is_secret) = match new {
            NewValue::Open(text) => (*text, false),
            NewValue::Secret(text, _) => (*text, true),
        };
        let (spelled, encryption) = match place {
            Place::Own(setting) => {
                let value = setting.as_ref().map(|it| self.own_value(stack, it, cipher));
                let mut value = value.transpose()?.unwrap_or(OwnValue {
                    value: Value::Null,
                    secret: false,
                });
                let new = if is_secret { new.into() } else { coerced(new) };
                changed(path, set_part(&mut value.value, &path.steps, new))?;
                value.secret |= is_secret;
                return self.with_own_value(stack, path, setting, &value, cipher);
            }
            Place::Pulumi {
                spelled,
                encryption,
            } => (spelled, encryption),
        };
        let file = self.pulumi_stack_file_path(stack);
        let mut value = raw_value(&file, &spelled)?.unwrap_or_default();
        if !is_secret {
            changed(path, set_part(&mut value, &path.steps, coerced(new)))?;
            return self.with_pulumi_value(stack, path, &spelled, &value);
        }
        let unsealed = |source| ProjectError::Unsealed {
            key: path.key.clone(),
            source,
        };
        match cipher.of_pulumi(&encryption).map_err(unsealed)? {
            Some(sealer) => {
                let sealed = encrypted(&sealer.seal(new).map_err(unsealed)?);
                changed(path, set_part(&mut value, &path.steps, sealed))?;
                self.with_pulumi_value(stack, path, &spelled, &value)
            }
            // Lumi's own file takes precedence: it has the whole value from then on.
            None if !pulumi_stack_file::is_encrypted(&value) => {
                changed(path, set_part(&mut value, &path.steps, new.into()))?;
                let secret = true;
                let value = OwnValue { value, secret };
                self.with_own_value(stack, path, None, &value, cipher)
            }
            None => Err(ProjectError::Foreign {
                file,
                key: self.shortest(&path.key),
                with: encryption.key(),
            }),
        }
    }

    /// Removes a part of a value; what it was in stays, even if it is empty.
    pub fn remove_config_part(
        &self,
        stack: &str,
        path: &ConfigPath,
        cipher: &dyn ConfigCipher,
    ) -> Result<ConfigEdit, ProjectError> {
        if path.steps.is_empty() {
            return self.remove_config(stack, &path.key);
        }
        let missing = || self.missing_part(stack, path, false);
        match self.place(stack, &path.key)? {
            Place::Own(None) => Err(missing()),
            Place::Own(Some(setting)) => {
                let mut value = self.own_value(stack, &setting, cipher)?;
                match changed(path, remove_part(&mut value.value, &path.steps))? {
                    true => self.with_own_value(stack, path, Some(setting), &value, cipher),
                    false => Err(missing()),
                }
            }
            Place::Pulumi { spelled, .. } => {
                let file = self.pulumi_stack_file_path(stack);
                let mut value = raw_value(&file, &spelled)?.unwrap_or_default();
                match changed(path, remove_part(&mut value, &path.steps))? {
                    true => self.with_pulumi_value(stack, path, &spelled, &value),
                    false => Err(missing()),
                }
            }
        }
    }

    fn place(&self, stack: &str, full: &str) -> Result<Place, ProjectError> {
        let own = self.own_stack_file(stack)?.config.shift_remove(full);
        if own.is_some() {
            return Ok(Place::Own(own));
        }
        Ok(match self.pulumi_stack_file(stack)? {
            None => Place::Own(None),
            Some(mut file) => {
                let setting = file.config.shift_remove(full);
                Place::Pulumi {
                    spelled: setting.map_or_else(|| full.to_owned(), |it| it.spelled),
                    encryption: file.encryption,
                }
            }
        })
    }

    fn own_value(
        &self,
        stack: &str,
        setting: &Setting,
        cipher: &dyn ConfigCipher,
    ) -> Result<OwnValue, ProjectError> {
        let raw = || raw_value(&self.own_file(stack), &setting.spelled);
        Ok(match &setting.value {
            SettingValue::Open(it) if it.secret => OwnValue {
                value: structured(&it.value),
                secret: true,
            },
            SettingValue::Open(_) | SettingValue::Foreign(_) => OwnValue {
                value: raw()?.unwrap_or_default(),
                secret: false,
            },
            SettingValue::Sealed(sealed) => {
                let text = self.open_sealed(stack, setting, sealed, cipher)?.value;
                OwnValue {
                    value: structured(&text),
                    secret: true,
                }
            }
        })
    }

    fn own_file(&self, stack: &str) -> PathBuf {
        self.folder.join(StackFile::name(stack))
    }

    fn with_own_value(
        &self,
        stack: &str,
        path: &ConfigPath,
        setting: Option<Setting>,
        value: &OwnValue,
        cipher: &dyn ConfigCipher,
    ) -> Result<ConfigEdit, ProjectError> {
        let OwnValue { value, secret } = value;
        let spelled = setting.map_or_else(|| self.shortest(&path.key), |it| it.spelled);
        let text = setting_text(value).unwrap_or_default();
        let declared = self.declared_config()?.get(&path.key).copied();
        check_type(&path.key, &text, declared)?;
        if !secret && !is_plain(value) {
            changed(path, Err(NestedValueError::Reserved))?;
        }
        let sealed = match secret {
            true => Some(seal(&path.key, &text, cipher)?),
            false => None,
        };
        edited_file(
            self.own_file(stack),
            path.to_string(),
            |old| match &sealed {
                Some(sealed) => stack_file_edit::set(old, &spelled, sealed),
                None => stack_file_edit::set_value(old, &spelled, value),
            },
        )
    }

    fn with_pulumi_value(
        &self,
        stack: &str,
        path: &ConfigPath,
        spelled: &str,
        value: &Value,
    ) -> Result<ConfigEdit, ProjectError> {
        let declared = self.declared_config()?.get(&path.key).copied();
        let text = setting_text(value).unwrap_or_default();
        check_type(&path.key, &text, declared)?;
        edited_file(
            self.pulumi_stack_file_path(stack),
            path.to_string(),
            |old| stack_file_edit::set_value(old, spelled, value),
        )
    }
}

fn changed<T>(path: &ConfigPath, change: Result<T, NestedValueError>) -> Result<T, ProjectError> {
    change.map_err(|fault| ProjectError::NestedValue {
        path: path.to_string(),
        fault,
    })
}

/// The value whose parts may be shown; `None` for a secret.
fn known_value(value: &SettingValue) -> Option<Value> {
    match value {
        SettingValue::Open(it) => (!it.secret).then(|| structured(&it.value)),
        SettingValue::Foreign(it) => Some(it.clone()),
        SettingValue::Sealed(_) => None,
    }
}

/// A text of JSON as the map or list that it is; other texts stay.
fn structured(text: &str) -> Value {
    match serde_json::from_str(text) {
        Ok(value @ (Value::Object(_) | Value::Array(_))) => value,
        _ => text.into(),
    }
}

/// The value of a key as a file has it.
fn raw_value(file: &std::path::Path, spelled: &str) -> Result<Option<Value>, ProjectError> {
    if !file.exists() {
        return Ok(None);
    }
    // The file was read before, so it is YAML.
    let document = yaml::parse(&read_text(file)?).unwrap_or_default();
    let config = document.get("config");
    Ok(config.and_then(|it| it.get(spelled)).cloned())
}
