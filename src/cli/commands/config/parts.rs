//! `lumi config --path`: parts of values.

use serde_json::{Value, json};

use lumi_project::NewValue;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::secret_like;

use super::Config;

impl Config<'_> {
    pub(super) fn get_part(&mut self, text: &str, as_json: bool) -> Result<Exit, Failure> {
        let path = self.settings.config_path(text)?;
        if path.steps.is_empty() {
            return self.get(&path.key, as_json);
        }
        let part = self
            .settings
            .config_part(&self.stack, &path, &*self.cipher)?;
        let Some(part) = part else {
            return Err(self.settings.part_not_set(&self.stack, &path).into());
        };
        let text = match &part.value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        if !as_json {
            writeln!(self.work.out, "{text}")?;
            return Ok(Exit::Success);
        }
        let mut answer = json!({ "key": path.to_string(), "value": text, "secret": part.secret });
        if part.value.is_object() || part.value.is_array() {
            answer["objectValue"] = part.value;
        }
        writeln!(self.work.out, "{answer:#}")?;
        Ok(Exit::Success)
    }

    pub(super) fn set_part(
        &mut self,
        text: &str,
        value: Option<&str>,
        secret: bool,
    ) -> Result<Exit, Failure> {
        let path = self.settings.config_path(text)?;
        if path.steps.is_empty() {
            return self.set(&path.key, value, secret);
        }
        let declared = self.settings.declared_config()?.get(&path.key).copied();
        let secret = secret || declared.is_some_and(|it| it.secret);
        let shown = self.settings.shortest(&path.to_string());
        let read;
        let value = match value {
            Some(value) if value != "-" => value,
            _ => {
                read = self.asked(&shown, secret)?;
                &read
            }
        };
        let new = match secret {
            true => NewValue::Secret(value, &*self.cipher),
            false => NewValue::Open(value),
        };
        let edit = self
            .settings
            .set_config_part(&self.stack, &path, &new, &*self.cipher);
        let edit = edit?;
        let exit = self.write(&edit, &format!("set {shown}"))?;
        if let Some(warning) = secret_like(&self.stack, &shown, value).filter(|_| !secret) {
            (self.work.warn)(&warning);
        }
        let key = self.settings.shortest(&path.key);
        self.warn_of_undeclared(&key)?;
        Ok(exit)
    }

    pub(super) fn remove_part(&mut self, text: &str) -> Result<Exit, Failure> {
        let path = self.settings.config_path(text)?;
        let edit = self
            .settings
            .remove_config_part(&self.stack, &path, &*self.cipher);
        let shown = self.settings.shortest(&path.to_string());
        self.write(&edit?, &format!("removed {shown}"))
    }
}
