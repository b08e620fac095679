//! `lumi stack migrate`.

use crate::args::StackFlag;
use lumi_project::stacks::backend;
use lumi_project::stacks::backend::no_stack;
use lumi_project::stacks::backend::owner;
use lumi_project::stacks::backend::print_notices;
use lumi_project::stacks::backend::wait;
use lumi_state::{Backend, CopySource, LoadedState, LockedStack, Stack, StackState};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::{Report, escaped};
use lumi_terminal::ui::wording::counted;

use super::super::file_writer;
use super::StackCommandRunner;

impl StackCommandRunner<'_> {
    /// Moves a stack to another backend. The old one is removed once the new one has the same
    /// content.
    pub fn migrate(&mut self, flag: &StackFlag, url: &str, yes: bool) -> Result<Exit, Failure> {
        let from = self.stack(flag)?;
        let name = from.name();
        // A stack that has moved is an error of its own.
        if matches!(wait(from.exists())?, Ok(false)) {
            return Err(no_stack(name).into());
        }
        let backend = backend::open_at(&self.settings, Some(url))?;
        let to = backend.stack(&self.settings.name, name)?;
        if from.place() == to.place() {
            let message = format!("the stack `{name}` is already there");
            return Err(Failure::new(Exit::Usage, Report::error(message)));
        }
        let question = format!("Move the stack {name} to {url}?");
        let details = || format!("from {}\nto {}", from.place(), to.place());
        if !self.agrees(yes, &question, details)? {
            self.terminal.print_line("nothing was moved");
            return Ok(Exit::Stopped);
        }
        let moved = wait(self.move_stack(&from, &to, url))??;
        let count = moved.map(|count| format!(" with {}", counted(count, "resource")));
        let count = count.unwrap_or_default();
        self.terminal
            .print_line(&escaped(&format!("moved the stack {name}{count} to {url}")));
        self.set_backend(url)?;
        Ok(Exit::Success)
    }

    /// Moves a stack, or ends a move that was interrupted after the mark of its old place was
    /// written; returns the number of its resources in the first case.
    async fn move_stack(
        &self,
        from: &Stack,
        to: &Stack,
        url: &str,
    ) -> Result<Option<usize>, Failure> {
        let source = from.lock(&owner(), "stack migrate").await?;
        print_notices(source.notices(), self.terminal);
        let target = to.lock(&owner(), "stack migrate").await?;
        let copied = async {
            if self.has_moved_to(from, to).await? {
                return Ok(None);
            }
            let backend = backend::open_at(&self.settings, Some(url))?;
            let count = copy_all(&source, &target, &backend).await?;
            source.mark_as_moved(url).await?;
            Ok(Some(count))
        };
        let copied: Result<_, Failure> = copied.await;
        let ended = match &copied {
            Ok(_) => target.end_copy().await,
            Err(_) => Ok(()),
        };
        let unlocked = target.unlock().await;
        let count = match copied {
            Ok(count) => count,
            Err(failure) => {
                source.unlock().await?;
                return Err(failure);
            }
        };
        ended?;
        unlocked?;
        source.remove().await?;
        Ok(count)
    }

    async fn has_moved_to(&self, from: &Stack, to: &Stack) -> Result<bool, Failure> {
        let Some(url) = from.moved_to().await? else {
            return Ok(false);
        };
        let there = backend::open_at(&self.settings, Some(&url))?;
        Ok(there.stack(to.project(), to.name())?.place() == to.place() && to.has_state().await?)
    }

    /// Sets the backend in `Lumi.yaml`, unless other stacks remain in the old one.
    fn set_backend(&self, url: &str) -> Result<(), Failure> {
        let left = wait(backend::open(&self.settings)?.list_stacks(&self.settings.name))??;
        let is_free = left.is_empty() && !backend::is_chosen_by_environment();
        if is_free && let Some((path, text)) = self.settings.with_backend(url)? {
            file_writer::write_in(&self.settings.folder, &path, &text)?;
            let line =
                format!("wrote `backend: {url}` into Lumi.yaml; commit it, so that others find it");
            self.terminal.print_line(&escaped(&line));
            return Ok(());
        }
        let file = self.settings.file_name();
        let member = match self.settings.pulumi {
            Some(_) => format!("backend: {{ url: {url} }}"),
            None => format!("backend: {url}"),
        };
        let line = format!("set `{member}` in {file}, or LUMI_BACKEND, to use it from now on");
        self.terminal.print_line(&escaped(&line));
        if let [first, ..] = &left[..] {
            let line = format!(
                "`lumi stack migrate -s {first} {url}` moves the next stack; those of a project are in one backend"
            );
            self.terminal.print_line(&escaped(&line));
        }
        Ok(())
    }
}

/// Copies a stack to a place without one; the copy is unfinished until its mark is removed. Returns
/// the number of resources.
async fn copy_all(
    source: &LockedStack,
    target: &LockedStack,
    backend: &Backend,
) -> Result<usize, Failure> {
    let (from, to) = (source.stack(), target.stack());
    let name = from.name();
    let loaded = source.load().await?;
    if !loaded.exists {
        return Err(no_stack(name).into());
    }
    // Handles without what the writer knows, as another process would have them.
    let again = || backend.stack(to.project(), name);
    let origin = CopySource::Place(from.place());
    if !to.is_copy_of(&origin).await? && !target.has_moved_away().await? {
        check_vacant(&again()?.load().await?, &loaded.state, name)?;
    }
    target.begin_copy(origin).await?;
    source.copy_to(target, &loaded.state).await?;
    let copied = again()?.load_copy().await?;
    match copied.state == loaded.state {
        true => Ok(loaded.state.resources.len()),
        false => Err(differs(name)),
    }
}

/// Fails unless the destination is empty or contains the copy of an interrupted attempt.
fn check_vacant(found: &LoadedState, wanted: &StackState, name: &str) -> Result<(), Failure> {
    if !found.exists || found.state == *wanted {
        return Ok(());
    }
    let report = Report::error(format!("another stack `{name}` already exists"));
    Err(Failure::new(
        Exit::Usage,
        report.help("nothing was changed"),
    ))
}

fn differs(name: &str) -> Failure {
    let message = format!("the copy of the stack `{name}` does not read the same");
    let report = Report::error(message).help("the stack is where it was; nothing was removed");
    Failure::new(Exit::Failure, report)
}
