//! The encrypted keys of stacks in `Lumi.<stack>.yaml`.

use serde_json::{Map, Value};

use lumi_state::SharedKeys;

use crate::ProjectSettings;
use crate::files::file_writer::write_in as write_project_file;

/// The encrypted keys of a project's stacks.
pub struct StackKeys {
    settings: ProjectSettings,
}

impl StackKeys {
    pub fn new(settings: &ProjectSettings) -> Self {
        Self {
            settings: settings.clone(),
        }
    }
}

impl SharedKeys for StackKeys {
    fn place(&self, stack: &str) -> String {
        format!("Lumi.{stack}.yaml")
    }

    fn read(&self, project: &str, stack: &str) -> Result<Option<String>, String> {
        if project != self.settings.name {
            return Ok(None);
        }
        let file = self.settings.stack_file(stack);
        let file = file.map_err(|error| error.to_string())?;
        Ok(file.encryption.map(|it| it.to_string()))
    }

    fn write(&self, project: &str, stack: &str, document: &str) -> Result<bool, String> {
        if project != self.settings.name {
            return Ok(false);
        }
        let key: Map<String, Value> =
            serde_json::from_str(document).map_err(|error| error.to_string())?;
        let edit = self.settings.with_key(stack, &key);
        let edit = edit.map_err(|error| error.to_string())?;
        let written = write_project_file(&self.settings.folder, &edit.path, &edit.text);
        written.map_err(|error| error.to_string())
    }
}
