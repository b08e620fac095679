//! `lumi stack rename`.

use std::fs;
use std::io;

use lumi_graph::{SealError, Sealer, Secrets};
use lumi_project::stacks::backend::{no_stack, owner, print_notices, wait};
use lumi_project::stacks::used_stacks::StackUse;
use lumi_provider::rename_managers_of_files;
use lumi_state::{CopySource, Keyring, LockedStack, Origin, Stack, StackState, StateError};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::Report;

use super::super::file_writer;
use super::StackCommandRunner;

impl StackCommandRunner<'_> {
    /// Renames a stack, or ends a renaming that was interrupted.
    pub fn rename(&mut self, old: &str, new: &str, yes: bool) -> Result<Exit, Failure> {
        let (from, to) = (self.stack_named(old)?, self.stack_named(new)?);
        if from.place() == to.place() {
            let message = format!("the stack is already called `{old}`");
            return Err(Failure::new(Exit::Usage, Report::error(message)));
        }
        // The rest of a renamed stack has an error of its own.
        if matches!(wait(from.exists())?, Ok(false)) {
            return Err(no_stack(old).into());
        }
        let question = format!("Rename the stack {old} to {new}?");
        if !self.agrees(yes, &question, || {
            "URNs contain the name of the stack.".to_owned()
        })? {
            self.terminal.print_line("nothing was renamed");
            return Ok(Exit::Stopped);
        }
        let is_known = StackUse::of(&self.settings, &from).is_known();
        wait(self.rename_stack(&from, &to))??;
        if is_known {
            StackUse::of(&self.settings, &to).note();
        }
        print_notices(&to.take_notices(), self.terminal);
        self.terminal
            .print_line(&format!("renamed the stack {old} to {new}"));
        if self.settings.chosen_stack()?.as_deref() == Some(old) {
            self.write_selected(new)?;
        }
        self.terminal.report(&Report::warning(format!(
            "a StackReference in another program that names `{old}` has to name `{new}` from \
                 now on"
        )));
        Ok(Exit::Success)
    }

    /// The mark of the old name decides which of the two stacks can be used: until it is written,
    /// the new one is an unfinished copy, and what is left of the old one is removed after it.
    async fn rename_stack(&self, from: &Stack, to: &Stack) -> Result<(), Failure> {
        let source = from.lock(&owner(), "stack rename").await?;
        print_notices(source.notices(), self.terminal);
        let target = to.lock(&owner(), "stack rename").await?;
        let renamed = async {
            if from.renamed_to().await?.as_deref() != Some(to.name()) {
                self.copy_with_name(&source, &target).await?;
                source.mark_as_renamed(to.name()).await?;
            }
            Ok::<_, Failure>(target.end_copy().await?)
        };
        let renamed = renamed.await;
        let unlocked = target.unlock().await.map_err(Failure::from);
        // The same command ends the renaming, so both can be used again.
        if let Err(failure) = renamed.and(unlocked) {
            source.unlock().await?;
            return Err(failure);
        }
        self.rename_in_records(from, to);
        source.remove().await?;
        let file = self.settings.stack_file_path(from.name());
        if file.exists() {
            fs::remove_file(file)?;
        }
        Ok(())
    }

    /// Files of the project belong to the stack under its new name.
    fn rename_in_records(&self, from: &Stack, to: &Stack) {
        rename_managers_of_files(&self.settings.folder, |urn| {
            let is_old = (urn.project(), urn.stack()) == (from.project(), from.name());
            is_old.then(|| urn.in_stack(to.name(), to.project()))
        });
    }

    /// Copies settings, keys, state and history to a name without a stack. The copy is unfinished
    /// until its mark is removed.
    async fn copy_with_name(
        &self,
        source: &LockedStack,
        target: &LockedStack,
    ) -> Result<(), Failure> {
        let (from, to) = (source.stack(), target.stack());
        let loaded = source.load().await?;
        if !loaded.exists {
            return Err(no_stack(from.name()).into());
        }
        let state = renamed_state(&loaded.state, from, to).await?;
        let origin = CopySource::Stack(from.name().to_owned());
        if !to.is_copy_of(&origin).await? {
            self.check_free(target).await?;
        }
        target.begin_copy(origin).await?;
        // The key first, because the settings file is encrypted with it.
        let keys = Keys {
            old: from.keyring().await?,
            new: to.keyring().await?,
        };
        self.rename_settings(from.name(), to.name(), &keys)?;
        target.save(&state).await?;
        Ok(source.copy_history(target).await?)
    }

    /// Fails if there is a stack, or settings for one that is to come.
    async fn check_free(&self, target: &LockedStack) -> Result<(), Failure> {
        let to = target.stack();
        let name = to.name();
        let has_left = to.renamed_to().await?.is_some() && target.has_moved_away().await?;
        let message = if !has_left && target.load().await?.exists {
            format!("another stack `{name}` already exists")
        } else if self.settings.stack_file_path(name).exists() {
            format!("Lumi.{name}.yaml already has settings of a stack `{name}`")
        } else {
            return Ok(());
        };
        let report = Report::error(message).help("nothing was changed");
        Err(Failure::new(Exit::Usage, report))
    }

    /// Writes the settings of the new name; the old ones are removed at the end.
    fn rename_settings(&self, old: &str, new: &str, keys: &Keys) -> Result<(), Failure> {
        let file = self.settings.stack_file_path(old);
        if !file.exists() {
            return Ok(());
        }
        let present = self.settings.resealed(old, keys, None)?;
        let is_shared = self.settings.stack_file(old)?.encryption.is_some();
        let key = match is_shared || present.count > 0 {
            true => {
                let document = keys.new.shared_document().map_err(StateError::Key)?;
                Some(serde_json::from_str(&document).map_err(io::Error::from)?)
            }
            false => None,
        };
        let renamed = self.settings.resealed(old, keys, key.as_ref())?;
        file_writer::write_in(
            &self.settings.folder,
            &self.settings.stack_file_path(new),
            &renamed.text,
        )?;
        Ok(())
    }
}

/// Decrypts with the key of one stack, and encrypts with that of another.
struct Keys {
    old: Keyring,
    new: Keyring,
}

impl Sealer for Keys {
    fn seal(&self, text: &str) -> Result<String, SealError> {
        self.new.seal(text)
    }

    fn unseal(&self, sealed: &str) -> Result<String, SealError> {
        self.old.unseal(sealed)
    }
}

/// The state with the other name in all URNs.
async fn renamed_state(
    state: &StackState,
    from: &Stack,
    to: &Stack,
) -> Result<StackState, Failure> {
    let keyring = from.keyring().await?;
    let names = (from.project(), from.name());
    // The document stays in memory.
    let document = state.export(names.0, names.1, Secrets::Shown)?;
    let names = (to.project(), to.name());
    let imported = StackState::import(&document, "the state", names, &keyring, Origin::AnyStack)?;
    Ok(imported.state)
}
