//! Which stacks there are, and which one is meant.

use serde_json::{Value, json};

use crate::cli::args::StackFlag;
use crate::cli::backend::{self, load, owner, tell, wait};
use crate::cli::consent::Consent;
use crate::cli::exit::Exit;
use crate::cli::failure::Failure;
use crate::cli::interrupt::Interrupts;
use crate::cli::terminal::write_error;
use crate::cli::ui::report::{Report, escaped};
use crate::state::StackState;

use super::super::written_file;
use super::Work;

impl Work<'_> {
    pub(super) fn list(&mut self, as_json: bool) -> Result<Exit, Failure> {
        let backend = backend::open(&self.settings)?;
        let names = wait(backend.list_stacks(&self.settings.name))??;
        let selected = self.settings.stack(None)?;
        if as_json {
            let list: Vec<Value> = names
                .iter()
                .map(|name| json!({ "name": name, "selected": *name == selected }))
                .collect();
            writeln!(self.out, "{:#}", Value::Array(list))?;
            return Ok(Exit::Success);
        }
        if names.is_empty() {
            self.terminal
                .say("there are no stacks yet; `lumi up` deploys one");
        }
        for name in names {
            let mark = if name == selected { "*" } else { " " };
            writeln!(self.out, "{mark} {}", escaped(&name))?;
        }
        Ok(Exit::Success)
    }

    pub(super) fn init(&mut self, name: &str) -> Result<Exit, Failure> {
        let stack = self.stack_named(name)?;
        let made = self.change(&stack, "stack init", async |change| {
            let exists = change.locked.load().await?.exists;
            if !exists {
                change.locked.save(&StackState::default()).await?;
            }
            Ok(!exists)
        })?;
        if !made {
            let message = format!("there is a stack `{name}` already");
            let report = Report::error(message).help(format!(
                "`lumi stack select {name}` makes it the one that commands mean"
            ));
            return Err(Failure::new(Exit::Usage, report));
        }
        self.terminal.say(&format!("created the stack {name}"));
        self.write_selected(name)
    }

    pub(super) fn select(&mut self, name: &str) -> Result<Exit, Failure> {
        let stack = self.stack_named(name)?;
        load(&stack, self.terminal)?;
        self.write_selected(name)
    }

    fn write_selected(&mut self, name: &str) -> Result<Exit, Failure> {
        let path = self.settings.selected_stack_file();
        written_file::write(&path, &format!("{name}\n"))?;
        self.terminal.say(&format!("selected the stack {name}"));
        Ok(Exit::Success)
    }

    pub(super) fn remove(&mut self, name: &str, yes: bool, force: bool) -> Result<Exit, Failure> {
        let stack = self.stack_named(name)?;
        let loaded = load(&stack, self.terminal)?;
        let left = loaded.state.resources.len() + loaded.state.pending.len();
        if left > 0 && !force {
            let plural = if left == 1 { "" } else { "s" };
            let message = format!("the stack `{name}` still has {left} resource{plural}");
            let help = format!("`lumi destroy -s {name}` deletes them; --force only forgets them");
            return Err(Failure::new(
                Exit::Failure,
                Report::error(message).help(help),
            ));
        }
        let terminal = self.terminal;
        let agreed = Consent {
            yes,
            can_ask: terminal.can_ask,
            input: &mut Interrupts::install().answers(),
            say: &mut |text| write_error(text),
        }
        .get(&format!("Remove the stack {name} and its history?"), || {
            format!("It has {left} resources.")
        })?;
        if !agreed {
            self.terminal.say("nothing was removed");
            return Ok(Exit::Stopped);
        }
        wait(async {
            let locked = stack.lock(&owner(), "stack rm").await?;
            tell(locked.notices(), terminal);
            locked.remove().await
        })??;
        self.terminal.say(&format!("removed the stack {name}"));
        if self.settings.stack(None)? == name {
            // It may never have been selected.
            let _ = std::fs::remove_file(self.settings.selected_stack_file());
        }
        Ok(Exit::Success)
    }

    pub(super) fn unlock(&mut self, stack: &StackFlag, force: bool) -> Result<Exit, Failure> {
        let stack = self.stack(stack)?;
        let holder = wait(stack.unlock(force))??;
        let name = stack.name();
        let line = match holder {
            Some(note) => format!("took the lock of the stack {name} from {note}"),
            None if force => format!("the stack {name} has no lock any more"),
            None => format!("the stack {name} is not locked"),
        };
        self.terminal.say(&escaped(&line));
        Ok(Exit::Success)
    }
}
