//! `lumi state rm`.

use std::time::SystemTime;

use chrono::{DateTime, Utc};
use rustc_hash::FxHashSet;

use crate::args::{ForgetFlags, StackFlag};
use lumi_engine::ResourcePattern;
use lumi_graph::Urn;
use lumi_state::{Action, PendingOperation, Resource, RunInfo, RunKind, Serial, StackState};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::write_error;
use lumi_terminal::ui::report::{Report, escaped};
use lumi_terminal::ui::wording::counted;

use super::StackCommandRunner;
use super::resources::nearest_resource;

impl StackCommandRunner<'_> {
    /// Removes a resource from the state. Its object is not touched.
    pub fn forget(
        &mut self,
        flag: &StackFlag,
        name: &str,
        flags: ForgetFlags,
    ) -> Result<Exit, Failure> {
        let forgotten = self.change_state(flag, "state rm", async |change, mut state| {
            let forgotten = Forgotten::of(&state, &urns(name, &state)?, flags.dependents)?;
            if !flags.force {
                forgotten.check_unprotected(&state)?;
            }
            let text = forgotten.text();
            if !self.terminal.quiet {
                write_error(&text);
            }
            let question = "Forget this? The objects stay, and lumi no longer manages them.";
            if !self.agrees(flags.yes, question, || text.clone())? {
                return Ok(None);
            }
            forgotten.leave(&mut state);
            let count = forgotten.resources.len();
            change.save(&state, "forgotten", count).await?;
            Ok(Some(forgotten))
        })?;
        match forgotten {
            Some(forgotten) => {
                self.terminal
                    .print_line(&format!("forgot {}", forgotten.counted()));
                Ok(Exit::Success)
            }
            None => {
                self.terminal.print_line("nothing was forgotten");
                Ok(Exit::Stopped)
            }
        }
    }
}

/// The resources and operations to forget.
struct Forgotten {
    /// With the URN, which contains type and name, and the id, which helps to find the object.
    resources: Vec<(Serial, Urn, Option<String>)>,
    operations: Vec<(u64, Urn)>,
}

impl Forgotten {
    /// Everything with one of the URNs; with `dependents` also their dependents, which are an error
    /// otherwise.
    fn of(state: &StackState, named: &[Urn], dependents: bool) -> Result<Self, Failure> {
        let mut urns: FxHashSet<Urn> = named.iter().cloned().collect();
        let mut needing = needing(state, &urns);
        if !needing.is_empty() && !dependents {
            return Err(still_needed(named, &needing));
        }
        while !needing.is_empty() {
            urns.extend(needing);
            needing = self::needing(state, &urns);
        }
        let mut resources: Vec<_> = known(state).filter(|it| urns.contains(&it.urn)).collect();
        resources.sort_by_key(|it| (it.order, it.serial));
        let serials: FxHashSet<Serial> = resources.iter().map(|it| it.serial).collect();
        let operations = state.pending.iter().filter_map(|(&number, it)| {
            let about = operation_urn(state, it).filter(|it| urns.contains(*it));
            // A resource that is renamed and replaced has another URN for its new object.
            let is_successor = matches!(&it.action,
                Action::Create { replaces: Some(old), .. } if serials.contains(old));
            let successor = operation_urn(state, it).filter(|_| is_successor);
            Some((number, about.or(successor)?.clone()))
        });
        let forgotten = Self {
            resources: resources
                .into_iter()
                .map(|it| (it.serial, it.urn.clone(), it.shown_id().map(str::to_owned)))
                .collect(),
            operations: operations.collect(),
        };
        Ok(forgotten)
    }

    fn check_unprotected(&self, state: &StackState) -> Result<(), Failure> {
        let resources = self.resources.iter();
        let protected: Vec<&Urn> = resources
            .filter(|(serial, ..)| state.resources[serial].is_protected())
            .map(|(_, urn, _)| urn)
            .collect();
        match protected.is_empty() {
            true => Ok(()),
            false => Err(still_protected(&protected)),
        }
    }

    fn leave(&self, state: &mut StackState) {
        for (serial, ..) in &self.resources {
            state.resources.swap_remove(serial);
        }
        for (number, _) in &self.operations {
            state.pending.shift_remove(number);
        }
        state.last_run = Some(RunInfo {
            kind: RunKind::Edit,
            at: DateTime::<Utc>::from(SystemTime::now()),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        });
    }

    fn counted(&self) -> String {
        let resources = counted(self.resources.len(), "resource");
        match (self.resources.len(), self.operations.len()) {
            (_, 0) => resources,
            (0, operations) => counted(operations, "pending operation"),
            (_, operations) => {
                format!(
                    "{resources} and {}",
                    counted(operations, "pending operation")
                )
            }
        }
    }

    fn text(&self) -> String {
        let resources = self.resources.iter().map(|(_, urn, id)| match id {
            Some(id) => format!("  {urn} ({})\n", escaped(id)),
            None => format!("  {urn}\n"),
        });
        let operations = self.operations.iter();
        let operations = operations.map(|(number, urn)| format!("  operation {number} of {urn}\n"));
        resources.chain(operations).collect()
    }
}

fn known(state: &StackState) -> impl Iterator<Item = &Resource> {
    state.resources.values().map(|it| &**it)
}

/// Resources outside `urns` that depend on one of them.
fn needing(state: &StackState, urns: &FxHashSet<Urn>) -> Vec<Urn> {
    let begun = state.pending.values().filter_map(|it| match &it.action {
        Action::Create { resource, .. } | Action::Update { resource } => Some(&**resource),
        Action::Delete { .. } => None,
    });
    let mut found: Vec<&Resource> = known(state)
        .chain(begun)
        .filter(|it| !urns.contains(&it.urn) && it.all_dependencies().any(|it| urns.contains(it)))
        .collect();
    found.sort_by_key(|it| (it.order, it.serial));
    let mut found: Vec<Urn> = found.into_iter().map(|it| it.urn.clone()).collect();
    found.dedup();
    found
}

/// The resource of an operation; `None` if it does not exist.
pub fn operation_urn<'a>(
    state: &'a StackState,
    operation: &'a PendingOperation,
) -> Option<&'a Urn> {
    match &operation.action {
        Action::Create { resource, .. } | Action::Update { resource } => Some(&resource.urn),
        Action::Delete { serial, .. } => state.resources.get(serial).map(|it| &it.urn),
    }
}

/// The resources, including those of operations, that match a URN or a name, as in `--target`.
fn urns(text: &str, state: &StackState) -> Result<Vec<Urn>, Failure> {
    let pattern = ResourcePattern::new(text);
    let operations = state.pending.values();
    let operations = operations.filter_map(|it| operation_urn(state, it));
    let mut urns: Vec<Urn> = Vec::new();
    for urn in known(state).map(|it| &it.urn).chain(operations) {
        if pattern.matches(urn) && !urns.contains(urn) {
            urns.push(urn.clone());
        }
    }
    let is_exact = !text.contains('*');
    match urns.len() {
        0 => Err(unknown(text, state)),
        1 => Ok(urns),
        _ if is_exact && !text.starts_with("urn:") => Err(ambiguous(text, &urns)),
        _ => Ok(urns),
    }
}

fn unknown(text: &str, state: &StackState) -> Failure {
    let message = format!("the stack has no resource `{}`", escaped(text));
    let help = match nearest_resource(text, known(state).map(|it| &it.urn)) {
        Some(near) => format!("did you mean `{}`?", escaped(near)),
        None => "`lumi graph` shows the names of all resources".to_owned(),
    };
    Failure::new(Exit::Usage, Report::error(message).help(help))
}

/// The error for a name that several resources have.
fn ambiguous(name: &str, urns: &[Urn]) -> Failure {
    let message = format!("{} resources are called `{}`", urns.len(), escaped(name));
    let mut report = Report::error(message);
    report.details = urns.iter().map(ToString::to_string).collect();
    Failure::new(
        Exit::Usage,
        report.help("give the URN of one of them, in single quotes"),
    )
}

fn still_protected(urns: &[&Urn]) -> Failure {
    let count = counted(urns.len(), "resource");
    let verb = if urns.len() == 1 { "is" } else { "are" };
    let mut report = Report::error(format!("{count} {verb} protected; nothing was forgotten"));
    report.details = urns.iter().map(ToString::to_string).collect();
    let report = report.help("--force forgets protected resources, too; their objects stay");
    Failure::new(Exit::Failure, report)
}

fn still_needed(named: &[Urn], needing: &[Urn]) -> Failure {
    let named: Vec<&str> = named.iter().map(Urn::as_str).collect();
    let message = format!("other resources need {}", named.join(", "));
    let mut report = Report::error(message);
    report.details = needing.iter().map(ToString::to_string).collect();
    let report = report.help("forget those first, or all of them with --dependents");
    Failure::new(Exit::Failure, report)
}
