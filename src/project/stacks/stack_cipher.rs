//! Encrypts configuration with the data key of a stack, which is loaded on first use.

use std::sync::OnceLock;

use lumi_graph::{SealError, Sealer};
use lumi_state::{Backend, KeyError, Keyring, Stack, StateError};

use super::backend::{open_stack, print_notices, wait};
use super::pulumi_cipher::PulumiCipher;
use crate::reports::{ProjectFailure, Report, Reporter};
use crate::{ConfigCipher, ProjectSettings, PulumiEncryption};

/// The next step for a value that no key opens.
const SET_AGAIN: &str = "set it again with `lumi config set KEY --secret`";

pub struct StackCipher<R> {
    settings: ProjectSettings,
    stack: String,
    reporter: R,
    opened: OnceLock<(Stack, Keyring)>,
    pulumi: OnceLock<PulumiCipher>,
}

impl<R: Reporter> StackCipher<R> {
    pub fn new(settings: &ProjectSettings, stack: &str, reporter: R) -> Self {
        Self {
            settings: settings.clone(),
            stack: stack.to_owned(),
            reporter,
            opened: OnceLock::new(),
            pulumi: OnceLock::new(),
        }
    }

    fn opened(&self) -> Result<&(Stack, Keyring), SealError> {
        if let Some(opened) = self.opened.get() {
            return Ok(opened);
        }
        let stack = open_stack(&self.settings, &self.stack).map_err(because)?;
        let keyring = wait(stack.keyring())
            .and_then(|it| it.map_err(ProjectFailure::from))
            .map_err(because)?;
        Ok(self.opened.get_or_init(|| (stack, keyring)))
    }
}

impl<R: Reporter> StackCipher<R> {
    fn print_key_location(&self) {
        let file = Backend::default_key_file(&self.settings.folder);
        let message = format!(
            "the value can be read with the key file `{}` only, which stays on this machine; for \
             other people, protect the stack with a passphrase: `lumi stack rotate \
             --to-passphrase FILE`",
            file.display()
        );
        self.reporter.report(&Report::note(message));
    }
}

impl<R: Reporter> Sealer for StackCipher<R> {
    fn seal(&self, text: &str) -> Result<String, SealError> {
        let (stack, keyring) = self.opened()?;
        let sealed = keyring.seal(text)?;
        // Values cannot be read without their key, so the key is written to the file first.
        wait(keyring.share())
            .and_then(|it| it.map_err(ProjectFailure::from))
            .map_err(because)?;
        print_notices(&stack.take_notices(), self.reporter.clone());
        let needs_passphrase = keyring.needs_passphrase();
        if !needs_passphrase.map_err(|it| SealError(it.to_string()))? {
            self.print_key_location();
        }
        Ok(sealed)
    }

    fn unseal(&self, sealed: &str) -> Result<String, SealError> {
        let (_, keyring) = self.opened()?;
        keyring.unseal_text(sealed).map_err(|error| match error {
            KeyError::Undecipherable => SealError(format!("{error}, or {SET_AGAIN}")),
            KeyError::Format => SealError(format!("{error}; {SET_AGAIN}")),
            error => because(StateError::from(error).into()),
        })
    }
}

impl<R: Reporter> ConfigCipher for StackCipher<R> {
    fn of_pulumi(&self, encryption: &PulumiEncryption) -> Result<Option<&dyn Sealer>, SealError> {
        let PulumiEncryption::Passphrase(salt) = encryption else {
            return Ok(None);
        };
        if let Some(known) = self.pulumi.get() {
            return Ok(Some(known));
        }
        let cipher = PulumiCipher::open(salt, &self.stack).map_err(because)?;
        Ok(Some(self.pulumi.get_or_init(|| cipher)))
    }
}

/// A data key without Pulumi's passphrase.
impl ConfigCipher for Keyring {}

/// The message of a failure, and the next step.
fn because(failure: ProjectFailure) -> SealError {
    let help = failure.report.as_ref().and_then(|it| it.help.clone());
    let message = failure.into_message();
    SealError(match help {
        Some(help) => format!("{message}; {help}"),
        None => message,
    })
}
