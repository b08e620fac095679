//! Stores `-c` configuration of a deployment in the stack's file.

use crate::commands::write_project_file;
use lumi_project::{NewValue, SettingValue};
use lumi_state::Keyring;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::Report;

use super::deploy_request::DeploySource;
use super::deployment::Deployment;

impl Deployment<'_> {
    /// Writes `-c` values into `Lumi.<stack>.yaml`; otherwise the next run without the flags would
    /// undo this deployment. A file that cannot be written is a warning.
    pub async fn save_config(&self) -> Result<(), Failure> {
        let flags = &self.request.flags.config;
        if flags.is_empty() || !matches!(self.request.source, DeploySource::Program) {
            return Ok(());
        }
        let keyring = self.stack.keyring().await?;
        for (key, value) in flags.iter().filter_map(|it| it.split_once('=')) {
            let is_sealed = self.save_value(key.trim(), value, &keyring)?;
            if is_sealed {
                keyring.save().await?;
            }
        }
        Ok(())
    }

    /// Returns whether the value was encrypted.
    fn save_value(&self, key: &str, value: &str, keyring: &Keyring) -> Result<bool, Failure> {
        let (settings, stack) = (&self.settings, self.stack_name.as_str());
        let full = settings.full_key(key)?;
        let file = settings.stack_file(stack)?;
        let is_secret = match file.config.get(&full).map(|it| &it.value) {
            Some(SettingValue::Open(old)) if old.value == value => return Ok(false),
            Some(SettingValue::Open(old)) => old.secret,
            Some(SettingValue::Sealed(_) | SettingValue::Foreign(_)) => true,
            None => false,
        };
        let value = match is_secret {
            true => NewValue::Secret(value, keyring),
            false => NewValue::Open(value),
        };
        let edit = settings.set_config(stack, key, &value)?;
        let name = edit.path.file_name().unwrap_or_default().to_string_lossy();
        match write_project_file(&settings.folder, &edit.path, &edit.text) {
            Ok(_) => self.terminal.print_line(&format!("set {key} in {name}")),
            Err(error) => self.terminal.report(&Report::warning(format!(
                "{key} applies to this run only, because {name} cannot be written: {error}"
            ))),
        }
        Ok(is_secret)
    }
}
