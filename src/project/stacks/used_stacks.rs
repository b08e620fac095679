//! The stacks in folders that a user has used on this machine.
//!
//! A state in the folder of a project may have come with a repository, and says which commands and
//! requests look at its objects and delete them. So the first command that acts on one asks. States
//! in buckets, and those that `LUMI_BACKEND` selects, are the user's own.

use lumi_state::Stack;

use super::backend;
use crate::ProjectSettings;
use crate::acceptance::Acceptance;

/// The record that a user has used a stack; `None` for a stack that no repository can bring.
pub struct StackUse {
    record: Option<Acceptance>,
    pub name: String,
    /// The place of the state, for messages.
    pub place: String,
}

impl StackUse {
    pub fn of(settings: &ProjectSettings, stack: &Stack) -> Self {
        let url = settings.manifest.backend.as_deref();
        let is_folder = url.is_none_or(|it| it.starts_with("file:"));
        let can_be_foreign = is_folder && !backend::is_chosen_by_environment();
        let place = stack.place();
        let lines = [place.clone(), stack.name().to_owned()];
        Self {
            record: can_be_foreign
                .then(|| Acceptance::new("used-stacks", &settings.folder, &lines)),
            name: stack.name().to_owned(),
            place,
        }
    }

    /// Whether the user has used the stack, or no repository can have brought it.
    pub fn is_known(&self) -> bool {
        self.record.as_ref().is_none_or(Acceptance::exists)
    }

    /// Records the use. If the home folder cannot be written, the next command asks again.
    pub fn note(&self) {
        if let Some(record) = self.record.as_ref().filter(|it| !it.exists()) {
            let _ = record.write();
        }
    }
}
