//! A passphrase that is asked for when it is needed.

use zeroize::Zeroizing;

use super::data_key::DataKey;
use super::key_document::{KeyDocument, KeyWrapping};
use super::key_error::KeyError;
use super::key_source::KeySource;

/// How often a passphrase is asked for that is not the one of the stack.
const ATTEMPTS: usize = 3;

/// Whom the keyring asks for the passphrase of a stack that none was given for.
pub trait PassphrasePrompt: Send + Sync {
    /// Asks; `again` tells that the last answer was wrong.
    fn ask(&self, stack: &str, again: bool) -> Asked;
}

/// What came of a question.
pub enum Asked {
    Passphrase(Zeroizing<String>),
    /// The prompt has no terminal, or nothing was typed.
    Nothing,
    /// The user has pressed Ctrl-C.
    Interrupted,
}

/// Opens the keys of a document. A passphrase that was not given is asked for, and is the source of
/// the key from then on.
pub(super) fn open_asking(
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
            Asked::Passphrase(passphrase) => passphrase,
            Asked::Interrupted => return Err(KeyError::Interrupted),
            Asked::Nothing => return opened,
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
