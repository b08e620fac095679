//! The passphrase of Pulumi's files: from the environment, or typed at a terminal.

use std::path::PathBuf;

use zeroize::Zeroizing;

use lumi_graph::environment_variables::{PASSPHRASE, PASSPHRASE_FILE};
use lumi_graph::{SealError, Sealer};
use lumi_pulumi::secrets::{CipherError, PassphraseCipher};
use lumi_state::PromptAnswer;

use super::key_source::passphrase_of;
use crate::files::read_limit;
use crate::process_environment::{passphrase_prompt, raw_variable};
use crate::reports::{FailureKind, ProjectFailure, Report};

/// A passphrase, and the variable that has it.
type NamedPassphrase = (&'static str, Zeroizing<String>);

/// Pulumi's own variables; an empty passphrase is one.
const PULUMI: &str = "PULUMI_CONFIG_PASSPHRASE";
const PULUMI_FILE: &str = "PULUMI_CONFIG_PASSPHRASE_FILE";

/// The cipher of a file or a state of Pulumi.
pub struct PulumiCipher(PassphraseCipher);

impl PulumiCipher {
    /// The cipher of a salt; the user types the passphrase if the environment has none. `stack` is the
    /// name in the question.
    pub fn open(salt: &str, stack: &str) -> Result<Self, ProjectFailure> {
        if let Some((variable, passphrase)) = in_environment()? {
            let opened = PassphraseCipher::open(salt, &passphrase);
            return opened.map(Self).map_err(|error| {
                let help = match error {
                    CipherError::WrongPassphrase => Some(format!("it comes from {variable}")),
                    _ => None,
                };
                failed(error, help)
            });
        }
        let prompt = passphrase_prompt().ok_or_else(missing)?;
        let mut again = false;
        loop {
            let passphrase = match prompt.ask(stack, again) {
                PromptAnswer::Passphrase(passphrase) => passphrase,
                PromptAnswer::Interrupted => return Err(ProjectFailure::stopped()),
                PromptAnswer::Nothing => return Err(missing()),
            };
            match PassphraseCipher::open(salt, &passphrase) {
                Ok(cipher) => return Ok(Self(cipher)),
                Err(CipherError::WrongPassphrase) => again = true,
                Err(error) => return Err(failed(error, None)),
            }
        }
    }

    /// The cipher of a new salt; fails if the environment has no passphrase.
    pub fn new() -> Result<Self, ProjectFailure> {
        let (_, passphrase) = in_environment()?.ok_or_else(missing)?;
        let cipher = PassphraseCipher::new(&passphrase);
        cipher.map(Self).map_err(|error| failed(error, None))
    }

    /// The salt as files have it.
    pub fn salt(&self) -> &str {
        self.0.salt()
    }
}

impl Sealer for PulumiCipher {
    fn seal(&self, plain: &str) -> Result<String, SealError> {
        self.0.seal(plain).map_err(|it| SealError(it.to_string()))
    }

    fn unseal(&self, ciphertext: &str) -> Result<String, SealError> {
        let opened = self.0.unseal(ciphertext);
        opened.map_err(|it| SealError(it.to_string()))
    }
}

/// The passphrase of the environment, with its variable: Pulumi's variables before those of Lumi.
fn in_environment() -> Result<Option<NamedPassphrase>, ProjectFailure> {
    match of_variables(PULUMI, PULUMI_FILE)? {
        Some(passphrase) => Ok(Some(passphrase)),
        None => of_variables(PASSPHRASE, PASSPHRASE_FILE),
    }
}

/// The passphrase of Pulumi's variables.
pub(super) fn of_pulumi() -> Result<Option<Zeroizing<String>>, ProjectFailure> {
    let passphrase = of_variables(PULUMI, PULUMI_FILE)?;
    Ok(passphrase.map(|(_, passphrase)| passphrase))
}

/// A passphrase, or that of a file; an empty one of Pulumi is a passphrase.
fn of_variables(
    text: &'static str,
    file: &'static str,
) -> Result<Option<NamedPassphrase>, ProjectFailure> {
    if let Some(passphrase) = raw_variable(text).and_then(|it| it.to_str()) {
        return Ok(Some((text, Zeroizing::new(passphrase.to_owned()))));
    }
    let Some(path) = raw_variable(file).map(PathBuf::from) else {
        return Ok(None);
    };
    let text = read_limit::secret_file(&path).map_err(|error| {
        let path = path.display();
        let message = format!("cannot read {path}, which {file} names: {error}");
        ProjectFailure::new(FailureKind::Usage, Report::error(message))
    })?;
    Ok(Some((file, passphrase_of(&text))))
}

fn failed(error: CipherError, help: Option<String>) -> ProjectFailure {
    ProjectFailure::new(
        FailureKind::Usage,
        Report::error(error.to_string()).maybe_help(help),
    )
}

fn missing() -> ProjectFailure {
    let message = "it is encrypted with a passphrase, which is not known";
    let help = format!("set {PULUMI} or {PULUMI_FILE}");
    ProjectFailure::new(FailureKind::Usage, Report::error(message).help(help))
}
