//! `lumi stack import`.

use std::collections::HashSet;
use std::io;
use std::path::Path;

use crate::args::StackFlag;
use lumi_graph::{ResourceKind, Urn};
use lumi_project::stacks::deployed_stacks;
use lumi_project::stacks::used_stacks::StackUse;
use lumi_provider::StdProvider;
use lumi_pulumi::checkpoint::TakenState;
use lumi_state::{Imported, Origin, RunInfo, StackState};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::read_limit;
use lumi_terminal::ui::report::{Report, escaped};
use lumi_terminal::ui::wording::counted;

use super::super::CommandError;
use super::super::graph_file::STDIN;
use super::StackCommandRunner;
use super::change::Change;
use super::pulumi_document;

impl StackCommandRunner<'_> {
    /// Replaces the state of a stack with a document. Everything is checked before anything is
    /// written.
    pub fn import(
        &mut self,
        stack: &StackFlag,
        file: &Path,
        force: bool,
        yes: bool,
    ) -> Result<Exit, Failure> {
        let document = pulumi_document::uncompressed(self.read(file)?)?;
        let stack = self.stack(stack)?;
        let place = file.display().to_string();
        let of_pulumi = pulumi_document::read(&document, &place, stack.name())?;
        if let Some(taken) = of_pulumi.as_ref().filter(|_| !force) {
            pulumi_document::check_stack(taken, &place, (stack.project(), stack.name()))?;
        }
        let imported = self.change(&stack, "stack import", async |change| {
            let Some(consent) = self.agrees_to_replace(change, yes, force).await? else {
                return Ok(None);
            };
            let document = match &of_pulumi {
                Some(taken) => StateSource::Pulumi(taken),
                None => StateSource::Export(&document),
            };
            let put = replace_state(change, document, &place, force, consent).await?;
            Ok(Some(put))
        })?;
        let Some(imported) = imported else {
            self.terminal.print_line("nothing was imported");
            return Ok(Exit::Stopped);
        };
        let ReplacedState { imported, aside } = imported;
        for place in aside {
            self.terminal
                .print_line(&format!("kept the damaged state as {place}"));
        }
        StackUse::of(&self.settings, &stack).note();
        let (name, state) = (stack.name(), &imported.state);
        deployed_stacks::record(&self.settings, &stack, state, self.terminal);
        let count = counted(state.resources.len(), "resource");
        self.terminal
            .print_line(&format!("imported {count} into the stack {name}"));
        self.warn(&imported, name);
        if let Some(taken) = &of_pulumi {
            self.warn_of_pulumi(taken);
        }
        Ok(Exit::Success)
    }

    /// Asks for consent at a terminal before existing resources are replaced. A script is not asked:
    /// its document must keep all resources, unless `--force` is given. `None` if the user says no.
    async fn agrees_to_replace(
        &self,
        change: &Change,
        yes: bool,
        force: bool,
    ) -> Result<Option<Consent>, Failure> {
        if yes {
            return Ok(Some(Consent::All));
        }
        if !self.terminal.can_ask {
            return Ok(Some(match force {
                true => Consent::All,
                false => Consent::KeepResources,
            }));
        }
        // A damaged state is handled when the document replaces it.
        let known = change.locked.load().await;
        let known = known.map_or(0, |it| it.state.resources.len());
        if known == 0 {
            return Ok(Some(Consent::All));
        }
        let name = change.locked.stack().name().to_owned();
        let question = format!("Replace the state of the stack {name}?");
        let details = format!("It has {}.", counted(known, "resource"));
        let agreed = self.agrees(false, &question, || details.clone())?;
        Ok(agreed.then_some(Consent::All))
    }

    fn read(&self, file: &Path) -> Result<Vec<u8>, Failure> {
        let bytes = if file == Path::new(STDIN) {
            read_limit::all(io::stdin().lock(), read_limit::DOCUMENT)
        } else {
            read_limit::file(&self.current.join(file), read_limit::DOCUMENT)
        };
        Ok(bytes.map_err(|source| CommandError::Read {
            path: file.to_owned(),
            source,
        })?)
    }

    /// Names members of a document of Pulumi that were not taken over, and says that the objects have two owners.
    fn warn_of_pulumi(&self, taken: &TakenState) {
        if !taken.unknown.is_empty() {
            let members: Vec<_> = taken.unknown.iter().map(|it| escaped(it)).collect();
            let message = format!(
                "members of resources that lumi does not know were left out: {}",
                members.join(", ")
            );
            self.terminal.report(&Report::warning(message));
        }
        if !taken.state.resources.is_empty() {
            let message = "the objects are those of the stack of Pulumi, which still has them: from now \
                           on, change them with one of the two only";
            let help = "`lumi preview` compares them with the program; `lumi stack export --pulumi` \
                        goes back";
            self.terminal.report(&Report::note(message).help(help));
        }
    }

    fn warn(&self, imported: &Imported, name: &str) {
        let warning = |message: String, help: String| Report::warning(message).help(help);
        if let Some((stack, project)) = &imported.moved_from {
            let message = format!(
                "its objects are those of the stack `{stack}` of the project `{project}`; if that \
                 stack still exists, both stacks change and delete the same objects"
            );
            let help = format!("`lumi stack rm {stack} --force` there forgets them");
            self.terminal.report(&warning(message, help));
        }
        let pending = imported.state.pending.len();
        if pending > 0 {
            let message = format!("{} of unknown outcome", counted(pending, "operation"));
            let help = format!("`lumi stack pending -s {name}` shows what to do");
            self.terminal.report(&warning(message, help));
        }
    }
}

/// The consent of the user.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Consent {
    All,
    /// All resources of the stack have to be in the document.
    KeepResources,
}

#[derive(Clone, Copy)]
enum StateSource<'a> {
    /// The text of an export of Lumi.
    Export(&'a [u8]),
    Pulumi(&'a TakenState),
}

/// The outcome of an import.
struct ReplacedState {
    imported: Imported,
    /// The paths of a damaged state that was moved aside.
    aside: Vec<String>,
}

async fn replace_state(
    change: &Change,
    document: StateSource<'_>,
    place: &str,
    force: bool,
    consent: Consent,
) -> Result<ReplacedState, Failure> {
    let stack = change.locked.stack();
    let present = match change.locked.load().await {
        Ok(loaded) => Some(loaded.state),
        Err(error) if force && error.is_damage() => None,
        Err(error) => return Err(error.into()),
    };
    let keyring = stack.keyring().await?;
    let origin = match force {
        true => Origin::AnyStack,
        false => Origin::SameStack,
    };
    let names = (stack.project(), stack.name());
    let mut imported = match document {
        StateSource::Export(text) => StackState::import(text, place, names, &keyring, origin)?,
        StateSource::Pulumi(taken) => {
            let own = || (names.1.to_owned(), names.0.to_owned());
            let of = taken.of.clone().unwrap_or_else(own);
            taken.state.clone().adopt(place, of, names, origin)?
        }
    };
    check_types(&imported.state)?;
    let state = &mut imported.state;
    let mut aside = Vec::new();
    match &present {
        Some(present) => {
            if let Some(last) = &present.last_run
                && present.last_run != state.last_run
                && !force
            {
                return Err(outdated(last, stack.name()));
            }
            if consent == Consent::KeepResources {
                keeps_resources(present, state)?;
            }
            // Serials are never reused.
            let (serial, operation) = present.counters();
            state.set_counters(serial, operation);
        }
        None => aside = change.locked.set_aside().await?,
    }
    change
        .save(state, "imported", state.resources.len())
        .await?;
    Ok(ReplacedState { imported, aside })
}

/// Fails for a type that `std` does not have: no command could read, change or delete the object.
fn check_types(state: &StackState) -> Result<(), Failure> {
    let managed = state.resources.values();
    let managed = managed.filter(|it| it.kind == ResourceKind::Custom);
    let mut checked = HashSet::new();
    for resource in managed {
        let token = resource.urn.resource_type();
        if !token.starts_with("std:") || !checked.insert(token) {
            continue;
        }
        if let Err(problem) = StdProvider::check_type(token) {
            let urn = resource.urn.to_string();
            let message = format!("cannot import `{}`: {}", escaped(&urn), escaped(&problem));
            let help = "correct its type in the document, or remove the resource from it; a document \
                        of a newer lumi needs that version";
            return Err(Failure::new(Exit::Usage, Report::error(message).help(help)));
        }
    }
    Ok(())
}

/// Fails if the stack has resources that the document lacks: their objects would be orphaned.
fn keeps_resources(present: &StackState, document: &StackState) -> Result<(), Failure> {
    let kept: HashSet<&Urn> = document.resources.values().map(|it| &it.urn).collect();
    let dropped = present
        .resources
        .values()
        .filter(|it| !kept.contains(&it.urn));
    let dropped: Vec<String> = dropped.map(|it| escaped(it.urn.name())).collect();
    if dropped.is_empty() {
        return Ok(());
    }
    let count = counted(dropped.len(), "resource");
    let message = format!(
        "the document lacks {count} of the stack: {}; their objects would stay, unmanaged",
        dropped.join(", ")
    );
    let report = Report::error(message).help("pass -y to agree in advance");
    Err(Failure::new(Exit::Usage, report))
}

/// The error for a document that is older than the last run.
fn outdated(last: &RunInfo, stack: &str) -> Failure {
    let message = format!(
        "the document is not an export of the current state: the last run of the stack `{}` was \
         `{}` at {}",
        escaped(stack),
        last.kind.as_str(),
        last.at.format("%Y-%m-%d %H:%M:%S UTC"),
    );
    let help = "export the state again; --force imports the document anyway, and loses what that \
                run recorded";
    Failure::new(Exit::Locked, Report::error(message).help(help))
}
