//! `lumi stack`: the stacks of a project.

use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};

use crate::cli::args::{StackArgs, StackCommand, StackFlag};
use crate::cli::backend::{self, load, owner, tell, wait};
use crate::cli::consent::Consent;
use crate::cli::exit::Exit;
use crate::cli::failure::Failure;
use crate::cli::project::ProjectSettings;
use crate::cli::terminal::{Terminal, write_error};
use crate::cli::ui::report::{Report, escaped};
use crate::cli::ui::run::{outputs_text, run_kind};
use crate::graph::{Object, ObjectForm, Secrets};
use crate::state::{HistoryEntry, Stack, StackState};

use super::written_file;

/// Does what the command says; `current` is what paths are relative to.
pub fn run(
    args: &StackArgs,
    current: &Path,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let settings = ProjectSettings::find(&args.program, current)?;
    let mut work = Work {
        settings,
        terminal,
        out,
    };
    match &args.command {
        StackCommand::Ls { json } => work.list(*json),
        StackCommand::Init { name } => work.init(name),
        StackCommand::Select { name } => work.select(name),
        StackCommand::Rm { name, yes, force } => work.remove(name, *yes, *force),
        StackCommand::Output {
            key,
            stack,
            json,
            show_secrets,
        } => work.output(stack, key.as_deref(), *json, *show_secrets),
        StackCommand::History { stack, json } => work.history(stack, *json),
        StackCommand::Unlock { stack, force } => work.unlock(stack, *force),
    }
}

struct Work<'a> {
    settings: ProjectSettings,
    terminal: Terminal,
    out: &'a mut dyn Write,
}

impl Work<'_> {
    fn list(&mut self, as_json: bool) -> Result<Exit, Failure> {
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

    fn init(&mut self, name: &str) -> Result<Exit, Failure> {
        let stack = self.stack_named(name)?;
        let made = wait(async {
            let locked = stack.lock(&owner(), "stack init").await?;
            let exists = locked.load().await?.exists;
            if !exists {
                locked.save(&StackState::default()).await?;
            }
            locked.unlock().await?;
            Ok::<_, Failure>(!exists)
        })??;
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

    fn select(&mut self, name: &str) -> Result<Exit, Failure> {
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

    fn remove(&mut self, name: &str, yes: bool, force: bool) -> Result<Exit, Failure> {
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
            input: &mut std::io::stdin().lock(),
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

    fn output(
        &mut self,
        stack: &StackFlag,
        key: Option<&str>,
        as_json: bool,
        show_secrets: bool,
    ) -> Result<Exit, Failure> {
        let stack = self.stack(stack)?;
        let mut outputs = load(&stack, self.terminal)?.state.outputs;
        let secrets = match show_secrets {
            true => Secrets::Shown,
            false => Secrets::Masked,
        };
        if let Some(key) = key {
            let Some(value) = outputs.shift_remove(key) else {
                let message = format!("the stack `{}` has no output `{key}`", stack.name());
                let names: Vec<&str> = outputs.keys().map(String::as_str).collect();
                let mut report = Report::error(message);
                if !names.is_empty() {
                    report = report.help(format!("its outputs are {}", names.join(", ")));
                }
                return Err(Failure::new(Exit::Failure, report));
            };
            match value.as_str() {
                // For scripts: as it is, without quotes.
                Some(text) if !as_json => writeln!(self.out, "{text}")?,
                _ => {
                    let value = serde_json::to_value(value.form(secrets));
                    writeln!(self.out, "{:#}", value.map_err(std::io::Error::from)?)?;
                }
            }
            return Ok(Exit::Success);
        }
        self.write_outputs(&outputs, as_json, secrets, show_secrets)
    }

    fn write_outputs(
        &mut self,
        outputs: &Object,
        as_json: bool,
        secrets: Secrets,
        show_secrets: bool,
    ) -> Result<Exit, Failure> {
        if as_json {
            let outputs = serde_json::to_value(ObjectForm::new(outputs, secrets));
            writeln!(self.out, "{:#}", outputs.map_err(std::io::Error::from)?)?;
        } else {
            let style = self.terminal.tree_style(show_secrets);
            write!(self.out, "{}", outputs_text(outputs, 0, style))?;
        }
        Ok(Exit::Success)
    }

    fn history(&mut self, stack: &StackFlag, as_json: bool) -> Result<Exit, Failure> {
        let stack = self.stack(stack)?;
        let entries = wait(stack.history())??;
        if as_json {
            let entries = serde_json::to_value(entries).map_err(std::io::Error::from)?;
            writeln!(self.out, "{entries:#}")?;
            return Ok(Exit::Success);
        }
        for entry in entries {
            writeln!(self.out, "{}", history_line(&entry))?;
        }
        Ok(Exit::Success)
    }

    fn unlock(&mut self, stack: &StackFlag, force: bool) -> Result<Exit, Failure> {
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

    /// The stack that a flag means.
    fn stack(&self, flag: &StackFlag) -> Result<Stack, Failure> {
        let name = self.settings.stack(flag.stack.as_deref())?;
        backend::open_stack(&self.settings, &name)
    }

    fn stack_named(&self, name: &str) -> Result<Stack, Failure> {
        let name = self.settings.stack(Some(name))?;
        backend::open_stack(&self.settings, &name)
    }
}

/// `12  2026-11-21 10:00:00 UTC  up  ok  3.2 s  created 3, updated 1`
fn history_line(entry: &HistoryEntry) -> String {
    let counts: Vec<String> = entry
        .counts
        .iter()
        .map(|(what, count)| format!("{} {count}", escaped(what)))
        .collect();
    let outcome = if entry.succeeded { "ok" } else { "failed" };
    let seconds = entry.duration as f64 / 1000.0;
    let line = format!(
        "{:>4}  {}  {:8} {outcome:6} {seconds:>7.1} s  {}",
        entry.number,
        entry.at.format("%Y-%m-%d %H:%M:%S UTC"),
        run_kind(entry.kind),
        counts.join(", ")
    );
    line.trim_end().to_owned()
}
