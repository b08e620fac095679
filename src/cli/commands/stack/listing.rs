//! Lists, creates, selects and removes stacks.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::args::StackFlag;
use lumi_graph::Secrets;
use lumi_project::SettingValue;
use lumi_project::stacks::backend;
use lumi_project::stacks::backend::load;
use lumi_project::stacks::backend::load_shown;
use lumi_project::stacks::backend::owner;
use lumi_project::stacks::backend::print_notices;
use lumi_project::stacks::backend::wait;
use lumi_project::stacks::deployed_stacks;
use lumi_project::stacks::key_source::key_source;
use lumi_project::stacks::stack_lookup;
use lumi_project::stacks::used_stacks::StackUse;
use lumi_state::{CopySource, HistoryEntry, Stack, StackState, StateError};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::{Report, escaped};
use lumi_terminal::ui::wording::counted;

use super::super::file_writer;
use super::StackCommandRunner;

/// A row of `lumi stack ls`.
struct ListedStack {
    name: String,
    is_selected: bool,
    last_run: Option<HistoryEntry>,
    exists: bool,
    /// The source of the state if it is only partly copied.
    copied_from: Option<CopySource>,
}

impl ListedStack {
    /// `None` for a stack that was moved: it is listed where it is.
    async fn load(
        name: String,
        is_selected: bool,
        stack: &Stack,
    ) -> Result<Option<Self>, StateError> {
        let last_run = stack.newest_history_entry().await?;
        let exists = last_run.is_some() || stack.has_state().await?;
        let is_elsewhere = !exists && stack.exists().await.is_err();
        // Another mark is an error, and does not mean a copy.
        let copied_from = stack.unfinished().await.ok().flatten();
        Ok((!is_elsewhere).then_some(Self {
            name,
            is_selected,
            last_run,
            exists,
            copied_from,
        }))
    }

    fn to_json(&self) -> Value {
        let last = self.last_run.as_ref();
        json!({
            "name": self.name, "selected": self.is_selected,
            "exists": self.exists && self.copied_from.is_none(),
            "unfinishedCopy": self.copied_from.is_some(),
            "resources": last.and_then(|it| it.resources),
            "lastRun": last.map(|it| it.kind.as_str()),
            "updated": last.map(HistoryEntry::end),
        })
    }

    fn line(&self, width: usize) -> String {
        let mark = if self.is_selected { "*" } else { " " };
        let last = match (&self.copied_from, &self.last_run, self.exists) {
            (Some(source), ..) => unfinished_copy(source),
            (None, Some(last), _) => last_run(last),
            (None, None, true) => String::new(),
            (None, None, false) => "(not deployed, only configured)".to_owned(),
        };
        format!("{mark} {:width$}  {last}", escaped(&self.name))
    }
}

impl StackCommandRunner<'_> {
    pub fn list(&mut self, as_json: bool) -> Result<Exit, Failure> {
        let backend = backend::open(&self.settings)?;
        let configured = stack_lookup::with_settings(&self.settings);
        // A copy of a settings file may have any name.
        let configured = configured.filter(|it| self.settings.stack(Some(it.as_str())).is_ok());
        let mut names: BTreeSet<String> = configured.collect();
        names.extend(wait(backend.list_stacks(&self.settings.name))??);
        let selected = self.settings.chosen_stack()?;
        let mut stacks = Vec::new();
        for name in names {
            let stack = backend.stack(&self.settings.name, &name)?;
            let is_selected = selected.as_ref() == Some(&name);
            stacks.extend(wait(ListedStack::load(name, is_selected, &stack))??);
        }
        if as_json {
            let list: Vec<Value> = stacks.iter().map(ListedStack::to_json).collect();
            return self.write_json(&list);
        }
        if stacks.is_empty() {
            self.terminal
                .print_line("there are no stacks yet; `lumi up` deploys one");
        }
        let width = stacks.iter().map(|it| escaped(&it.name).chars().count());
        let width = width.max().unwrap_or(0);
        for stack in stacks {
            writeln!(self.out, "{}", stack.line(width).trim_end())?;
        }
        Ok(Exit::Success)
    }

    pub fn init(&mut self, name: &str) -> Result<Exit, Failure> {
        let stack = self.stack_named(name)?;
        let made = self.change(&stack, "stack init", async |change| {
            change.locked.free_name().await?;
            let exists = change.locked.load().await?.exists;
            if !exists {
                let help = format!("`lumi up -s {name} --new-state` begins without it");
                deployed_stacks::refuse_missing_state(&self.settings, &stack, &help)?;
                self.bind_passphrase(&stack).await?;
                change.locked.save(&StackState::default()).await?;
            }
            Ok(!exists)
        })?;
        if !made {
            let message = format!("the stack `{name}` already exists");
            let report =
                Report::error(message).help(format!("`lumi stack select {name}` selects it"));
            return Err(Failure::new(Exit::Usage, report));
        }
        StackUse::of(&self.settings, &stack).note();
        self.terminal
            .print_line(&format!("created the stack {name}"));
        self.write_selected(name)
    }

    /// A passphrase that is set while a stack is created becomes its passphrase.
    async fn bind_passphrase(&self, stack: &Stack) -> Result<(), Failure> {
        if key_source(&self.settings)?.is_passphrase() {
            stack.keyring().await?.bind().await?;
        }
        Ok(())
    }

    pub fn select(&mut self, name: &str) -> Result<Exit, Failure> {
        let stack = self.stack_named(name)?;
        if !wait(stack.exists())?? {
            return Err(self.unknown_stack(name));
        }
        load_shown(&stack, Secrets::Masked, self.terminal)?;
        self.write_selected(name)
    }

    pub fn write_selected(&mut self, name: &str) -> Result<Exit, Failure> {
        let path = self.settings.selected_stack_file();
        file_writer::write_in(&self.settings.folder, &path, &format!("{name}\n"))?;
        self.terminal
            .print_line(&format!("selected the stack {name}"));
        Ok(Exit::Success)
    }

    pub fn remove(&mut self, name: &str, yes: bool, force: bool) -> Result<Exit, Failure> {
        let stack = self.stack_named(name)?;
        if let Some(source) = wait(stack.unfinished())?? {
            return self.drop_copy(&stack, &source, yes);
        }
        let left = load(&stack, self.terminal)?.state;
        check_empty(name, &left, force)?;
        let question = format!("Remove the stack {name} and its history?");
        let count = counted(left.resources.len(), "resource");
        if !self.agrees(yes, &question, || format!("It has {count}."))? {
            self.terminal.print_line("nothing was removed");
            return Ok(Exit::Stopped);
        }
        wait(async {
            let locked = stack.lock(&owner(), "stack rm").await?;
            print_notices(locked.notices(), self.terminal);
            // Another run may have deployed while the question was open.
            check_empty(name, &locked.load().await?.state, force)?;
            self.keep_config_readable(&stack).await?;
            Ok::<_, Failure>(locked.remove().await?)
        })??;
        let nothing = StackState::default();
        deployed_stacks::record(&self.settings, &stack, &nothing, self.terminal);
        self.terminal
            .print_line(&format!("removed the stack {name}"));
        if self.settings.chosen_stack()?.as_deref() == Some(name) {
            // The stack may never have been selected.
            let _ = std::fs::remove_file(self.settings.selected_stack_file());
        }
        Ok(Exit::Success)
    }

    /// Removes what an interrupted `rename` or `migrate` has copied. The settings of a stack that is
    /// renamed are copied, too; those of one that moves are the only ones.
    fn drop_copy(&self, stack: &Stack, source: &CopySource, yes: bool) -> Result<Exit, Failure> {
        let name = stack.name();
        let question = format!("Remove the unfinished copy {name}?");
        let details = || "The original stack stays.".to_owned();
        if !self.agrees(yes, &question, details)? {
            self.terminal.print_line("nothing was removed");
            return Ok(Exit::Stopped);
        }
        wait(async {
            let locked = stack.lock(&owner(), "stack rm").await?;
            let file = self.settings.stack_file_path(name);
            if matches!(source, CopySource::Stack(_)) && file.exists() {
                std::fs::remove_file(file)?;
            }
            Ok::<_, Failure>(locked.drop_copy().await?)
        })??;
        self.terminal
            .print_line(&format!("removed the unfinished copy {name}"));
        Ok(Exit::Success)
    }

    /// Stores the key in the settings file, which stays with encrypted values.
    async fn keep_config_readable(&self, stack: &Stack) -> Result<(), Failure> {
        let file = self.settings.stack_file(stack.name())?;
        let mut values = file.config.values();
        if values.any(|it| matches!(it.value, SettingValue::Sealed(_))) {
            stack.keyring().await?.share().await?;
            print_notices(&stack.take_notices(), self.terminal);
        }
        Ok(())
    }

    pub fn unlock(&mut self, stack: &StackFlag, force: bool) -> Result<Exit, Failure> {
        let stack = self.stack(stack)?;
        let holder = wait(stack.unlock(force))??;
        let name = stack.name();
        let line = match holder {
            Some(note) => format!("took the lock of the stack {name} from {note}"),
            None if force => format!("the stack {name} has no lock any more"),
            None => format!("the stack {name} is not locked"),
        };
        self.terminal.print_line(&escaped(&line));
        Ok(Exit::Success)
    }
}

/// Resources and last run of a stack as text: `12 resources  2026-11-21 10:00:00 UTC  up`.
fn last_run(entry: &HistoryEntry) -> String {
    let count = entry
        .resources
        .map(|it| usize::try_from(it).unwrap_or(usize::MAX));
    let count = count.map(|it| counted(it, "resource")).unwrap_or_default();
    let at = entry.end().format("%Y-%m-%d %H:%M:%S UTC");
    format!("{count:>13}  {at}  {}", entry.kind.as_str())
}

/// The remainder of an interrupted `rename` or `migrate`, as text.
fn unfinished_copy(source: &CopySource) -> String {
    let (from, command) = match source {
        CopySource::Stack(old) => (escaped(old), "stack rename"),
        CopySource::Place(place) => (escaped(place), "stack migrate"),
    };
    format!("(an unfinished copy of {from}: `lumi {command}` continues, `lumi stack rm` drops it)")
}

/// Refuses to remove a stack that has or may have resources, unless forced.
fn check_empty(name: &str, state: &StackState, force: bool) -> Result<(), Failure> {
    let left = match (state.resources.len(), state.pending.len()) {
        (0, 0) => return Ok(()),
        _ if force => return Ok(()),
        (0, operations) => counted(operations, "operation") + " of unknown outcome",
        (resources, _) => counted(resources, "resource"),
    };
    let report = Report::error(format!("the stack `{name}` still has {left}"));
    let help = format!("`lumi destroy -s {name}` deletes what it has; --force only forgets it");
    Err(Failure::new(Exit::Failure, report.help(help)))
}
