//! `lumi stack rotate`.

use std::fs;
use std::io;
use std::path::Path;

use zeroize::Zeroizing;

use crate::cli::args::{NewProtection, StackFlag};
use crate::cli::backend::{self, key_source, no_stack, tell};
use crate::cli::exit::Exit;
use crate::cli::failure::Failure;
use crate::cli::ui::report::{Report, escaped};
use crate::state::{Backend, KeyError, KeySource, StateError};

use super::super::CommandError;
use super::super::graph_file::STDIN;
use super::super::written_file;
use super::Work;
use super::change::{Change, counted};

impl Work<'_> {
    /// Gives a stack a new key. Old secrets can be read until the new ones are in place, so a
    /// rotation that is interrupted is made good by another one.
    pub(super) fn rotate(
        &mut self,
        stack: &StackFlag,
        to: &NewProtection,
    ) -> Result<Exit, Failure> {
        let stack = self.stack(stack)?;
        let source = self.new_source(to)?;
        let resealed = self.change(&stack, "stack rotate", async |change| {
            self.rotate_locked(change, source).await
        })?;
        let name = stack.name();
        let mut line = format!("gave the stack {name} a new key");
        if resealed > 0 {
            let values = counted(resealed, "value");
            line.push_str(&format!(
                ", and encrypted {values} of Lumi.{name}.yaml with it"
            ));
        }
        self.terminal.say(&escaped(&line));
        if resealed > 0 {
            self.terminal
                .say("older copies of that file, on other branches, cannot be read any more");
        }
        if to.passphrase.is_some() {
            self.terminal
                .say("from now on set LUMI_PASSPHRASE to the new passphrase");
        } else if to.key_file {
            self.terminal.say("from now on leave LUMI_PASSPHRASE away");
        }
        Ok(Exit::Success)
    }

    /// Answers how many values of the configuration were encrypted anew.
    async fn rotate_locked(&self, change: &Change, source: KeySource) -> Result<usize, Failure> {
        let stack = change.locked.stack();
        let keyring = stack.keyring().await?;
        keyring.check().map_err(locked_out)?;
        let loaded = change.locked.load().await?;
        tell(&loaded.notices, self.terminal);
        // Whatever could fail is tried before the key changes.
        let present = self.settings.resealed(stack.name(), &keyring)?;
        if !loaded.exists && present.count == 0 {
            return Err(no_stack(stack.name()));
        }
        let keyring = change.locked.rotate(source).await?;
        let resealed = self.settings.resealed(stack.name(), &keyring)?;
        if resealed.count > 0 {
            written_file::write(&resealed.path, &resealed.text)?;
        }
        change.locked.finish_rotation().await?;
        Ok(resealed.count)
    }

    fn new_source(&self, to: &NewProtection) -> Result<KeySource, Failure> {
        match &to.passphrase {
            Some(file) => Ok(KeySource::Passphrase(self.passphrase(file)?)),
            None if to.key_file => {
                let path = Backend::default_key_file(&self.settings.folder);
                Ok(KeySource::File(path))
            }
            None => key_source(&self.settings),
        }
    }

    fn passphrase(&self, file: &Path) -> Result<Zeroizing<String>, Failure> {
        let text = match file == Path::new(STDIN) {
            true => io::read_to_string(io::stdin().lock()),
            false => fs::read_to_string(self.current.join(file)),
        };
        let text = text.map(Zeroizing::new);
        let text = text.map_err(|source| CommandError::Read {
            path: file.to_owned(),
            source,
        })?;
        let passphrase = backend::passphrase_of(&text);
        if passphrase.is_empty() {
            let report = Report::error("the new passphrase is empty");
            return Err(Failure::new(Exit::Usage, report));
        }
        Ok(passphrase)
    }
}

/// The present keys cannot be opened.
fn locked_out(error: KeyError) -> Failure {
    let failure = Failure::from(StateError::Key(error));
    failure.help(
        "rotating takes the present passphrase or key file; if an earlier rotation was \
         interrupted, that is the new one already",
    )
}
