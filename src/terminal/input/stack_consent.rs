//! The question before a state is used that may have come with a repository.

use super::consent;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::terminal::Terminal;
use crate::ui::report::{Report, escaped};
use lumi_project::stacks::used_stacks::StackUse;

/// Asks a user at a terminal about a stack that was not used here. `is_agreed`: a flag has answered.
pub fn accept(stack: &StackUse, is_agreed: bool, terminal: Terminal) -> Result<(), Failure> {
    if stack.is_known() {
        return Ok(());
    }
    if !is_agreed {
        ask(stack, terminal)?;
    }
    stack.note();
    Ok(())
}

fn ask(stack: &StackUse, terminal: Terminal) -> Result<(), Failure> {
    let message = format!(
        "the stack `{}` was not used on this machine before: its state in {} may have come with \
         a repository",
        stack.name,
        escaped(&stack.place)
    );
    if !terminal.can_ask {
        let help = "`lumi state ls` lists what it describes; pass -P (or -y, for commands that \
                    change the stack) if you trust this state";
        return Err(Failure::new(Exit::Usage, Report::error(message).help(help)));
    }
    terminal.report(&Report::warning(message));
    let details = || {
        "A state contains commands and requests that read and delete objects with your \
         permissions. `lumi state ls` lists its resources, `lumi state show NAME` shows one."
            .to_owned()
    };
    consent::require("Use it from now on?", details, terminal)
}
