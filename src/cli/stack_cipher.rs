//! Encrypts configuration with the data key of a stack, which is loaded on first use.

use std::cell::OnceCell;

use lumi_state::{Backend, Keyring, Stack};

use super::backend::{open_stack, print_notices, wait};
use super::failure::Failure;
use super::project::{CipherError, ConfigCipher, ProjectSettings};
use super::terminal::Terminal;
use super::ui::report::{Report, Severity};

/// The cipher of one stack.
pub struct StackCipher {
    settings: ProjectSettings,
    stack: String,
    terminal: Terminal,
    opened: OnceCell<(Stack, Keyring)>,
}

impl StackCipher {
    pub fn new(settings: &ProjectSettings, stack: &str, terminal: Terminal) -> Self {
        Self {
            settings: settings.clone(),
            stack: stack.to_owned(),
            terminal,
            opened: OnceCell::new(),
        }
    }

    fn opened(&self) -> Result<&(Stack, Keyring), CipherError> {
        if let Some(opened) = self.opened.get() {
            return Ok(opened);
        }
        let stack = open_stack(&self.settings, &self.stack).map_err(because)?;
        let keyring = wait(stack.keyring())
            .and_then(|it| it.map_err(Failure::from))
            .map_err(because)?;
        Ok(self.opened.get_or_init(|| (stack, keyring)))
    }
}

impl StackCipher {
    fn say_where_the_key_is(&self) {
        let file = Backend::default_key_file(&self.settings.folder);
        let message = format!(
            "the value can be read with the key file `{}` only, which stays on this machine; for \
             other people, protect the stack with a passphrase: `lumi stack rotate \
             --to-passphrase FILE`",
            file.display()
        );
        self.terminal.report(&Report {
            severity: Severity::Note,
            ..Report::error(message)
        });
    }
}

impl ConfigCipher for StackCipher {
    fn seal(&self, text: &str) -> Result<String, CipherError> {
        let (stack, keyring) = self.opened()?;
        let sealed = keyring.seal(text)?;
        // Values cannot be read without their key, so the key is written to the file first.
        wait(keyring.share())
            .and_then(|it| it.map_err(Failure::from))
            .map_err(because)?;
        print_notices(&stack.take_notices(), self.terminal);
        let needs_passphrase = keyring.needs_passphrase();
        if !needs_passphrase.map_err(|it| CipherError(it.to_string()))? {
            self.say_where_the_key_is();
        }
        Ok(sealed)
    }

    fn unseal(&self, sealed: &str) -> Result<String, CipherError> {
        let (_, keyring) = self.opened()?;
        keyring.unseal(sealed)
    }
}

/// Uses a data key that is stored already.
impl ConfigCipher for Keyring {
    fn seal(&self, text: &str) -> Result<String, CipherError> {
        self.seal_text(text)
            .map_err(|error| CipherError(error.to_string()))
    }

    fn unseal(&self, sealed: &str) -> Result<String, CipherError> {
        self.unseal_text(sealed)
            .map_err(|error| CipherError(error.to_string()))
    }
}

fn because(failure: Failure) -> CipherError {
    let message = failure.report.map(|it| it.message);
    CipherError(message.unwrap_or_default())
}
