//! `lumi stack migrate`, `lumi stack rename`.

use crate::args::StackFlag;
use crate::backend::{self, no_stack, owner, print_notices, wait};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::project::{CipherError, ConfigCipher};
use crate::ui::report::{Report, Severity, escaped};
use lumi_state::{ExportedSecrets, Keyring, LoadedState, Origin, Stack, StackState, StateError};

use super::super::written_file;
use super::Work;
use super::change::counted;

impl Work<'_> {
    /// Moves a stack to another backend. The old one is removed once the new one has the same
    /// content.
    pub(super) fn migrate(
        &mut self,
        flag: &StackFlag,
        url: &str,
        yes: bool,
    ) -> Result<Exit, Failure> {
        let from = self.stack(flag)?;
        let name = from.name();
        // A stack that has moved is an error of its own.
        if matches!(wait(from.exists())?, Ok(false)) {
            return Err(no_stack(name));
        }
        let backend = backend::open_at(&self.settings, Some(url))?;
        let to = backend.stack(&self.settings.name, name)?;
        if from.place() == to.place() {
            let message = format!("the stack `{name}` is there already");
            return Err(Failure::new(Exit::Usage, Report::error(message)));
        }
        let question = format!("Move the stack {name} to {url}?");
        let details = || format!("from {}\nto {}", from.place(), to.place());
        if !self.agrees(yes, &question, details)? {
            self.terminal.print_line("nothing was moved");
            return Ok(Exit::Stopped);
        }
        let count = wait(async {
            let source = from.lock(&owner(), "stack migrate").await?;
            print_notices(source.notices(), self.terminal);
            let target = to.lock(&owner(), "stack migrate").await?;
            target.forget_move().await?;
            let moved = async {
                let loaded = source.load().await?;
                if !loaded.exists {
                    return Err(no_stack(name));
                }
                // An interrupted migration may have left an equal copy.
                let copy = backend.stack(&self.settings.name, name)?.load().await?;
                check_vacant(&copy, &loaded.state, name)?;
                source.copy_to(&target, &loaded.state).await?;
                let copy = backend.stack(&self.settings.name, name)?.load().await?;
                match copy.state == loaded.state {
                    true => Ok(loaded.state.resources.len()),
                    false => Err(differs(name)),
                }
            };
            let moved = moved.await;
            let unlocked = target.unlock().await;
            match moved {
                Ok(count) => {
                    unlocked?;
                    source.mark_as_moved(url).await?;
                    source.remove().await?;
                    Ok(count)
                }
                Err(failure) => {
                    source.unlock().await?;
                    Err(failure)
                }
            }
        })??;
        let count = counted(count, "resource");
        self.terminal.print_line(&escaped(&format!(
            "moved the stack {name} with {count} to {url}"
        )));
        self.say_where_stacks_are(url)?;
        Ok(Exit::Success)
    }

    /// Sets the backend in `Lumi.yaml`, unless other stacks remain in the old one.
    fn say_where_stacks_are(&self, url: &str) -> Result<(), Failure> {
        let left = wait(backend::open(&self.settings)?.list_stacks(&self.settings.name))??;
        let is_free = left.is_empty() && !backend::is_chosen_by_environment();
        if is_free && let Some((path, text)) = self.settings.with_backend(url)? {
            written_file::write(&path, &text)?;
            let line =
                format!("wrote `backend: {url}` into Lumi.yaml; commit it, so that others find it");
            self.terminal.print_line(&escaped(&line));
            return Ok(());
        }
        let line = format!("set `backend: {url}` in Lumi.yaml, or LUMI_BACKEND, to go on with it");
        self.terminal.print_line(&escaped(&line));
        if let [first, ..] = &left[..] {
            let line = format!(
                "`lumi stack migrate -s {first} {url}` moves the next stack; those of a project are in one backend"
            );
            self.terminal.print_line(&escaped(&line));
        }
        Ok(())
    }

    /// Renames a stack. The old one is removed once the new one is complete.
    pub(super) fn rename(&mut self, old: &str, new: &str, yes: bool) -> Result<Exit, Failure> {
        let (from, to) = (self.stack_named(old)?, self.stack_named(new)?);
        let question = format!("Rename the stack {old} to {new}?");
        if !self.agrees(yes, &question, || {
            "URNs have the name of the stack in them.".to_owned()
        })? {
            self.terminal.print_line("nothing was renamed");
            return Ok(Exit::Stopped);
        }
        wait(async {
            let source = from.lock(&owner(), "stack rename").await?;
            print_notices(source.notices(), self.terminal);
            let target = to.lock(&owner(), "stack rename").await?;
            let renamed = async {
                let loaded = source.load().await?;
                if !loaded.exists {
                    return Err(no_stack(old));
                }
                let state = renamed_state(&loaded.state, &from, &to).await?;
                let found = target.load().await?;
                check_vacant(&found, &state, new)?;
                // The key first, because the settings file is encrypted with it.
                let keys = Keys {
                    old: from.keyring().await?,
                    new: to.keyring().await?,
                };
                self.rename_settings(old, new, &keys)?;
                target.save(&state).await?;
                source.copy_history(&target).await?;
                Ok(())
            };
            let renamed: Result<(), Failure> = renamed.await;
            let unlocked = target.unlock().await;
            match renamed {
                Ok(()) => {
                    unlocked?;
                    source.remove().await?;
                    let file = self.settings.stack_file_path(old);
                    if file.exists() {
                        std::fs::remove_file(file)?;
                    }
                    Ok(())
                }
                Err(failure) => {
                    source.unlock().await?;
                    Err(failure)
                }
            }
        })??;
        print_notices(&to.take_notices(), self.terminal);
        self.terminal
            .print_line(&format!("renamed the stack {old} to {new}"));
        if self.settings.stack(None)? == old {
            self.write_selected(new)?;
        }
        self.terminal.report(&Report {
            severity: Severity::Warning,
            ..Report::error(format!(
                "a StackReference in another program that names `{old}` has to name `{new}` from \
                 now on"
            ))
        });
        Ok(Exit::Success)
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
                Some(serde_json::from_str(&document).map_err(std::io::Error::from)?)
            }
            false => None,
        };
        let renamed = self.settings.resealed(old, keys, key.as_ref())?;
        written_file::write(&self.settings.stack_file_path(new), &renamed.text)?;
        Ok(())
    }
}

/// Decrypts with the key of one stack, and encrypts with that of another.
struct Keys {
    old: Keyring,
    new: Keyring,
}

impl ConfigCipher for Keys {
    fn seal(&self, text: &str) -> Result<String, CipherError> {
        let sealed = self.new.seal_text(text);
        sealed.map_err(|error| CipherError(error.to_string()))
    }

    fn unseal(&self, sealed: &str) -> Result<String, CipherError> {
        let text = self.old.unseal_text(sealed);
        text.map_err(|error| CipherError(error.to_string()))
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
    let document = state.export(names.0, names.1, &keyring, ExportedSecrets::Shown)?;
    let names = (to.project(), to.name());
    let imported = StackState::import(&document, "the state", names, &keyring, Origin::AnyStack)?;
    Ok(imported.state)
}

/// Fails unless the destination is empty or contains the copy of an interrupted attempt.
fn check_vacant(found: &LoadedState, wanted: &StackState, name: &str) -> Result<(), Failure> {
    if !found.exists || found.state == *wanted {
        return Ok(());
    }
    let report = Report::error(format!("there is another stack `{name}` already"));
    Err(Failure::new(
        Exit::Usage,
        report.help("nothing was changed"),
    ))
}

fn differs(name: &str) -> Failure {
    let message = format!("the copy of the stack `{name}` does not read the same");
    let report = Report::error(message).help("the stack is where it was; nothing was removed");
    Failure::new(Exit::Failure, report)
}
