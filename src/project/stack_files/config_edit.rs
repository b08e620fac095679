//! Edits of a stack's configuration, as the new text of its file.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use lumi_graph::Sealer;

use super::config_cipher::ConfigCipher;
use super::stack_file::{DEPLOYED, ENCRYPTION, SettingValue, StackFile, open_text, sealed_text};
use super::stack_file_edit;
use super::stack_file_edit::EditError;
use crate::config::config_key::full_key;
use crate::nearest::nearest;
use crate::project_error::ProjectError;
use crate::project_settings::{ProjectSettings, check_type};
use crate::yaml_files::settings_file::read_text;

/// The new text of the stack's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigEdit {
    pub path: PathBuf,
    pub text: String,
    /// The full key that changes.
    pub key: String,
}

/// The stack's file with all encrypted values reencrypted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReencryptedConfig {
    pub path: PathBuf,
    pub text: String,
    /// The number of encrypted values.
    pub count: usize,
}

/// A value to set.
pub enum NewValue<'a> {
    Open(&'a str),
    /// A value to encrypt.
    Secret(&'a str, &'a dyn ConfigCipher),
}

impl ProjectSettings {
    /// Sets a key; a key without a namespace belongs to the project. In a project of Pulumi, the file
    /// of the stack that has the key is changed; otherwise that of Pulumi, if it is there.
    pub fn set_config(
        &self,
        stack: &str,
        key: &str,
        value: &NewValue<'_>,
    ) -> Result<ConfigEdit, ProjectError> {
        let (file, full) = (self.stack_file(stack)?, full_key(key, &self.name)?);
        let declared = self.declared_config()?.get(&full).copied();
        let new = match value {
            NewValue::Open(text) | NewValue::Secret(text, _) => text,
        };
        check_type(&full, new, declared)?;
        let in_pulumi = match self.own_stack_file(stack)?.config.contains_key(&full) {
            true => None,
            false => self.pulumi_stack_file(stack)?,
        };
        let (text, in_pulumi) = match (value, in_pulumi) {
            (NewValue::Open(text), in_pulumi) => (open_text(text), in_pulumi),
            (NewValue::Secret(text, cipher), in_pulumi) => {
                let encryption = in_pulumi.as_ref().map(|it| &it.encryption);
                match encryption.map(|it| cipher.of_pulumi(it)) {
                    Some(Ok(Some(sealer))) => (seal(&full, text, sealer)?, in_pulumi),
                    Some(Err(source)) => {
                        return Err(ProjectError::Unsealed { key: full, source });
                    }
                    // Lumi's own file takes precedence over that of Pulumi.
                    None | Some(Ok(None)) => (seal(&full, text, *cipher)?, None),
                }
            }
        };
        let Some(in_pulumi) = in_pulumi else {
            let spelled = match file.config.get(&full) {
                Some(setting) => setting.spelled.clone(),
                None => self.shortest(&full),
            };
            return self.edited(stack, full, |old| {
                stack_file_edit::set(old, &spelled, &text)
            });
        };
        let present = in_pulumi.config.get(&full).map(|it| it.spelled.clone());
        // Pulumi wants keys with their namespaces.
        let spelled = present.unwrap_or_else(|| full.clone());
        edited_file(self.pulumi_stack_file_path(stack), full, |old| {
            stack_file_edit::set(old, &spelled, &text)
        })
    }

    pub fn remove_config(&self, stack: &str, key: &str) -> Result<ConfigEdit, ProjectError> {
        let full = full_key(key, &self.name)?;
        if let Some(setting) = self.own_stack_file(stack)?.config.get(&full) {
            return self.edited(stack, full, |old| {
                stack_file_edit::remove(old, &setting.spelled)
            });
        }
        let in_pulumi = self.pulumi_stack_file(stack)?.unwrap_or_default();
        let Some(setting) = in_pulumi.config.get(&full) else {
            return Err(self.key_not_set(stack, &self.stack_file(stack)?, &full));
        };
        edited_file(self.pulumi_stack_file_path(stack), full, |old| {
            stack_file_edit::remove(old, &setting.spelled)
        })
    }

    /// A key with its namespace.
    pub fn full_key(&self, key: &str) -> Result<String, ProjectError> {
        Ok(full_key(key, &self.name)?)
    }

    /// The error for a key that is not in the file.
    pub fn key_not_set(&self, stack: &str, file: &StackFile, full: &str) -> ProjectError {
        let known: Vec<String> = file.config.keys().map(|it| self.shortest(it)).collect();
        self.not_set(stack, &known, &self.shortest(full))
    }

    /// The error for a missing key or path, with the most similar one that is known.
    pub(super) fn not_set(&self, stack: &str, known: &[String], key: &str) -> ProjectError {
        let similar = nearest(key, known.iter().map(String::as_str)).map(str::to_owned);
        let in_pulumi = self.pulumi_stack_file_path(stack);
        let file = match self.pulumi.is_some() && in_pulumi.exists() {
            true => in_pulumi,
            false => self.folder.join(StackFile::name(stack)),
        };
        let key = key.to_owned();
        ProjectError::NotSet { file, key, similar }
    }

    /// A full key without the project's own namespace.
    pub fn shortest(&self, full: &str) -> String {
        let own = full
            .strip_prefix(self.name.as_str())
            .and_then(|it| it.strip_prefix(':'));
        own.unwrap_or(full).to_owned()
    }

    /// Reencrypts every encrypted value; `cipher` has the old key and the new one. `key` is the new
    /// encrypted key, which replaces the one beside the values.
    pub fn resealed(
        &self,
        stack: &str,
        cipher: &dyn Sealer,
        key: Option<&Value>,
    ) -> Result<ReencryptedConfig, ProjectError> {
        let path = self.folder.join(StackFile::name(stack));
        let mut text = old_text(&path)?;
        let mut count = 0;
        for (full, setting) in self.stack_file(stack)?.config {
            let SettingValue::Sealed(sealed) = &setting.value else {
                continue;
            };
            let plain = self.open_sealed(stack, &setting, sealed, cipher)?;
            let sealed = seal(&full, &plain.value, cipher)?;
            text = stack_file_edit::set(&text, &setting.spelled, &sealed)
                .map_err(|fault| edit_error(&path, full, fault))?;
            count += 1;
        }
        if let Some(Value::Object(key)) = key {
            text = stack_file_edit::set_block(&text, ENCRYPTION, key)
                .map_err(|fault| edit_error(&path, ENCRYPTION.to_owned(), fault))?;
        }
        Ok(ReencryptedConfig { path, text, count })
    }

    /// Adds the encrypted key to the file of a stack.
    pub fn with_key(
        &self,
        stack: &str,
        key: &Map<String, Value>,
    ) -> Result<ConfigEdit, ProjectError> {
        self.own_stack_file(stack)?;
        self.edited(stack, ENCRYPTION.to_owned(), |old| {
            stack_file_edit::set_block(old, ENCRYPTION, key)
        })
    }

    /// Records in the file of a stack whether it has resources.
    pub fn with_deployed(&self, stack: &str, deployed: bool) -> Result<ConfigEdit, ProjectError> {
        self.edited(stack, DEPLOYED.to_owned(), |old| match deployed {
            true => stack_file_edit::set_true(old, DEPLOYED),
            false => stack_file_edit::remove_member(old, DEPLOYED),
        })
    }

    fn edited(
        &self,
        stack: &str,
        key: String,
        edit: impl FnOnce(&str) -> Result<String, EditError>,
    ) -> Result<ConfigEdit, ProjectError> {
        edited_file(self.folder.join(StackFile::name(stack)), key, edit)
    }
}

pub(super) fn edited_file(
    path: PathBuf,
    key: String,
    edit: impl FnOnce(&str) -> Result<String, EditError>,
) -> Result<ConfigEdit, ProjectError> {
    match edit(&old_text(&path)?) {
        Ok(text) => Ok(ConfigEdit { path, text, key }),
        Err(fault) => Err(edit_error(&path, key, fault)),
    }
}

/// The current text of the file; empty if it does not exist.
fn old_text(path: &Path) -> Result<String, ProjectError> {
    match path.exists() {
        true => read_text(path),
        false => Ok(String::new()),
    }
}

/// Encrypts a text in the file's notation.
pub(super) fn seal(
    key: &str,
    text: &str,
    cipher: &(impl Sealer + ?Sized),
) -> Result<String, ProjectError> {
    let unsealed = |source| ProjectError::Unsealed {
        key: key.to_owned(),
        source,
    };
    Ok(sealed_text(&cipher.seal(text).map_err(unsealed)?))
}

fn edit_error(path: &Path, key: String, fault: EditError) -> ProjectError {
    let file = path.to_owned();
    ProjectError::Edit { file, key, fault }
}
