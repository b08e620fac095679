//! The passphrase of a stack, typed at a terminal if the environment has none.

use std::io::{self, IsTerminal as _};

use parking_lot::Mutex;
use zeroize::Zeroizing;

use lumi_state::{PassphrasePrompt, PromptAnswer};

use super::prompt::{Echo, StandardInput, ValueSource as _};
use crate::exit::Exit;
use crate::output::terminal::write_error;
use crate::ui::report::escaped;

/// The last typed passphrase, because a command may open a stack more than once.
static TYPED: Mutex<Option<Zeroizing<String>>> = Mutex::new(None);

/// Reads a passphrase from the terminal of the process.
pub struct TerminalPassphrase(());

impl TerminalPassphrase {
    /// `None` without a terminal.
    pub fn at_terminal() -> Option<Self> {
        (io::stdin().is_terminal() && io::stderr().is_terminal()).then_some(Self(()))
    }
}

impl PassphrasePrompt for TerminalPassphrase {
    fn ask(&self, stack: &str, again: bool) -> PromptAnswer {
        // Held during the question, so that stacks opened concurrently ask in sequence.
        let mut typed = TYPED.lock();
        if let Some(typed) = typed.clone().filter(|_| !again) {
            return PromptAnswer::Passphrase(typed);
        }
        if again {
            let stack = escaped(stack);
            write_error(&format!("wrong passphrase for the stack {stack}\n"));
        }
        let name = format!("passphrase of the stack {stack}");
        match StandardInput.value(&name, Echo::Hidden) {
            Ok(passphrase) => {
                *typed = Some(passphrase.clone());
                PromptAnswer::Passphrase(passphrase)
            }
            Err(failure) if failure.exit == Exit::Stopped => PromptAnswer::Interrupted,
            Err(_) => PromptAnswer::Nothing,
        }
    }
}
