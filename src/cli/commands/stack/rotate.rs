//! `lumi stack rotate`.

use std::io;
use std::path::Path;

use serde_json::Value;
use zeroize::Zeroizing;

use crate::args::{NewProtection, StackFlag};
use lumi_project::stacks::backend::{no_stack, print_notices};
use lumi_project::stacks::key_source::{key_source, passphrase_of};
use lumi_state::{Backend, KeyError, KeySource, Keyring, Stack, StateError};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::prompt;
use lumi_terminal::input::read_limit;
use lumi_terminal::output::terminal::write_error;
use lumi_terminal::ui::report::{Report, escaped};
use lumi_terminal::ui::wording::counted;

use super::super::CommandError;
use super::super::file_writer;
use super::super::graph_file::STDIN;
use super::StackCommandRunner;
use super::change::Change;

impl StackCommandRunner<'_> {
    /// Gives a stack a new key. Old secrets can be read until the new ones are written, so another
    /// rotation repairs an interrupted one.
    pub fn rotate(
        &mut self,
        stack: &StackFlag,
        to: &NewProtection,
        yes: bool,
    ) -> Result<Exit, Failure> {
        let stack = self.stack_to_rotate(stack)?;
        let source = self.new_source(to)?;
        let resealed = self.change(&stack, "stack rotate", async |change| {
            self.rotate_locked(change, source, yes).await
        })?;
        let Some(resealed) = resealed else {
            self.terminal.print_line("nothing was changed");
            return Ok(Exit::Stopped);
        };
        let name = stack.name();
        let mut line = format!("gave the stack {name} a new key");
        if resealed > 0 {
            let values = counted(resealed, "value");
            line.push_str(&format!(
                ", and encrypted {values} of Lumi.{name}.yaml with it"
            ));
        }
        self.terminal.print_line(&escaped(&line));
        if resealed > 0 {
            self.terminal
                .print_line("older copies of that file need the old passphrase or key file");
        }
        if to.passphrase.is_some() {
            self.terminal
                .print_line("from now on, set LUMI_PASSPHRASE to the new passphrase");
        } else if to.key_file {
            self.terminal
                .print_line("from now on, do not set LUMI_PASSPHRASE");
        }
        Ok(Exit::Success)
    }

    /// A stack with a state, or with encrypted values in its settings file.
    fn stack_to_rotate(&self, flag: &StackFlag) -> Result<Stack, Failure> {
        let stack = self.stack(flag)?;
        match self.settings.stack_file_path(stack.name()).exists() {
            true => Ok(stack),
            false => self.existing_stack(flag),
        }
    }

    /// Returns the number of reencrypted configuration values; `None` if the user declines.
    async fn rotate_locked(
        &self,
        change: &Change,
        source: KeySource,
        yes: bool,
    ) -> Result<Option<usize>, Failure> {
        let stack = change.locked.stack();
        let keyring = stack.keyring().await?;
        keyring.check().map_err(locked_out)?;
        let loaded = change.locked.load().await?;
        print_notices(&loaded.notices, self.terminal);
        // Everything that may fail is tried before the key changes.
        let present = self.settings.resealed(stack.name(), &keyring, None)?;
        if !loaded.exists && present.count == 0 {
            return Err(no_stack(stack.name()).into());
        }
        let plan = rotation_plan(stack.name(), present.count, &source);
        if !yes && self.terminal.can_ask {
            write_error(&format!("{plan}\n"));
        }
        if !self.agrees(yes, "Rotate the key?", || plan.clone())? {
            return Ok(None);
        }
        let keyring = change.locked.rotate(source).await?;
        let is_shared = self.settings.stack_file(stack.name())?.encryption.is_some();
        let needs_passphrase = keyring.needs_passphrase().map_err(StateError::Key)?;
        let key = match is_shared || present.count > 0 || needs_passphrase {
            true => Some(shared_key(&keyring)?),
            false => None,
        };
        let name = stack.name();
        let resealed = self.settings.resealed(name, &keyring, key.as_ref())?;
        if resealed.count > 0 || key.is_some() {
            file_writer::write_in(&self.settings.folder, &resealed.path, &resealed.text)?;
        }
        change.locked.finish_rotation().await?;
        Ok(Some(resealed.count))
    }

    fn new_source(&self, to: &NewProtection) -> Result<KeySource, Failure> {
        match &to.passphrase {
            Some(file) => Ok(KeySource::Passphrase(self.passphrase(file)?)),
            None if to.key_file => {
                let path = Backend::default_key_file(&self.settings.folder);
                Ok(KeySource::File(path))
            }
            None => Ok(key_source(&self.settings)?),
        }
    }

    fn passphrase(&self, file: &Path) -> Result<Zeroizing<String>, Failure> {
        if file == Path::new(STDIN) {
            return prompt::new_passphrase().and_then(checked);
        }
        let text = read_limit::secret_file(&self.current.join(file));
        let text = text.map_err(|source| CommandError::Read {
            path: file.to_owned(),
            source,
        })?;
        checked(passphrase_of(&text))
    }
}

/// Describes what a rotation will do.
fn rotation_plan(name: &str, values: usize, source: &KeySource) -> String {
    let protection = match source {
        KeySource::Passphrase(_) | KeySource::PassphraseOrFile(..) => "a passphrase".to_owned(),
        KeySource::File(path) => format!("the key file {}", path.display()),
    };
    let mut plan = format!(
        "The stack {name} gets a new key, protected by {protection}. The secrets in its state are \
         encrypted with it."
    );
    if values > 0 {
        let values = counted(values, "value");
        plan.push_str(&format!(
            " {values} of Lumi.{name}.yaml will be encrypted with it, too: commit that file, as \
             older copies of it need the old passphrase or key file."
        ));
    }
    escaped(&plan)
}

/// The encrypted key as stored in the settings file.
fn shared_key(keyring: &Keyring) -> Result<Value, Failure> {
    let text = keyring.shared_document().map_err(StateError::Key)?;
    Ok(serde_json::from_str(&text).map_err(io::Error::from)?)
}

fn checked(passphrase: Zeroizing<String>) -> Result<Zeroizing<String>, Failure> {
    if passphrase.is_empty() {
        let report = Report::error("the new passphrase is empty");
        return Err(Failure::new(Exit::Usage, report));
    }
    Ok(passphrase)
}

/// The error for keys that cannot be opened.
fn locked_out(error: KeyError) -> Failure {
    let failure = Failure::from(StateError::Key(error));
    failure.help(
        "rotating needs the current passphrase or key file; after an interrupted rotation, that \
         may already be the new one",
    )
}
