//! Prompts for a passphrase when it is first needed.

use zeroize::Zeroizing;

use super::data_key::DataKey;
use super::key_document::{KeyDocument, KeyWrapping};
use super::key_error::KeyError;
use super::key_source::KeySource;

/// The number of attempts at entering the stack's passphrase.
const ATTEMPTS: usize = 3;

/// Prompts the user for the passphrase of a stack when none was given.
pub trait PassphrasePrompt: Send + Sync {
    /// Prompts; `again` is true after a wrong passphrase.
    fn ask(&self, stack: &str, again: bool) -> PromptAnswer;
}

/// The result of a prompt.
pub enum PromptAnswer {
    Passphrase(Zeroizing<String>),
    /// There is no terminal, or the input was empty.
    Nothing,
    /// The user pressed Ctrl-C.
    Interrupted,
}

/// Opens the keys of a document. A missing passphrase is prompted for, and becomes the key source
/// from then on.
pub fn open_asking(
    document: &KeyDocument,
    source: &mut KeySource,
    prompt: Option<&dyn PassphrasePrompt>,
    (stack, context): (&str, &str),
) -> Result<(Vec<DataKey>, KeyWrapping), KeyError> {
    let opened = document.open(source, stack, context);
    let (Err(KeyError::PassphraseNeeded { .. }), Some(prompt)) = (&opened, prompt) else {
        return opened;
    };
    let mut wrong = KeyError::Interrupted;
    for attempt in 0..ATTEMPTS {
        let passphrase = match prompt.ask(stack, attempt > 0) {
            PromptAnswer::Passphrase(passphrase) => passphrase,
            PromptAnswer::Interrupted => return Err(KeyError::Interrupted),
            PromptAnswer::Nothing => return opened,
        };
        let typed = KeySource::Passphrase(passphrase);
        match document.open(&typed, stack, context) {
            Err(error @ KeyError::WrongPassphrase { .. }) => wrong = error,
            opened => {
                *source = typed;
                return opened;
            }
        }
    }
    Err(wrong)
}
