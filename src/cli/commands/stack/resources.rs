//! `lumi state`: commands for single resources of a stack.

use std::sync::Arc;

use serde_json::{Value as Json, json};

use crate::args::{ProgramFlags, StackFlag, StateArgs, StateCommand};
use lumi_engine::ResourcePattern;
use lumi_graph::{Object, ResourceKind, Secrets, SerObject, Urn};
use lumi_project::nearest;
use lumi_project::stacks::backend::load_shown;
use lumi_state::{Resource, Serial, Stack, StackState, Stage};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::{Report, escaped};
use lumi_terminal::ui::wording::counted;

use super::StackCommandRunner;
use super::given_ids::Given;

/// A change of a resource's flags.
#[derive(Clone, Copy)]
enum Mark {
    Protected(bool),
    Tainted(bool),
}

impl StackCommandRunner<'_> {
    pub fn state(&mut self, args: &StateArgs) -> Result<Exit, Failure> {
        let flag = &StackFlag {
            stack: args.stack.clone(),
        };
        match &args.command {
            StateCommand::Ls { json } => self.list_resources(flag, *json),
            StateCommand::Show {
                name, show_secrets, ..
            } => self.show_resource(flag, name, Secrets::shown_if(*show_secrets)),
            StateCommand::Protect { names } => self.mark(flag, names, Mark::Protected(true)),
            StateCommand::Unprotect { names } => self.mark(flag, names, Mark::Protected(false)),
            StateCommand::Taint { names } => self.mark(flag, names, Mark::Tainted(true)),
            StateCommand::Untaint { names } => self.mark(flag, names, Mark::Tainted(false)),
            StateCommand::Mv { old, new } => self.rename_resource(flag, old, new),
            StateCommand::Resolve {
                names,
                outcome,
                id,
                ids,
                outputs,
                project,
            } => {
                if let Some(place) = &outcome.list {
                    let place = Some(place.as_str()).filter(|it| !it.is_empty());
                    let mut flags = ProgramFlags::of_stack(flag.clone());
                    flags.sandbox.permissions.project = *project;
                    return self.propose(&args.program, &flags, names, place);
                }
                let given = Given {
                    names,
                    is_done: outcome.done,
                    ids: id,
                    list: self.given_ids(ids.as_deref())?,
                    outputs: self.given_outputs(outputs.as_deref())?,
                };
                self.resolve(flag, given)
            }
            StateCommand::Rm { name, flags } => self.forget(flag, name, *flags),
        }
    }

    fn list_resources(&mut self, flag: &StackFlag, as_json: bool) -> Result<Exit, Failure> {
        let stack = self.stack(flag)?;
        let state = load_shown(&stack, Secrets::Masked, self.terminal)?.state;
        let resources = in_order(&state);
        if as_json {
            let rows: Vec<Json> = resources.iter().map(|it| row(it)).collect();
            return self.write_json(&rows);
        }
        let kind = |it: &Resource| escaped(it.urn.resource_type());
        let width = resources.iter().map(|it| kind(it).chars().count()).max();
        let width = width.unwrap_or(0);
        for resource in resources {
            let marks = marks(resource).join(", ");
            let line = format!(
                "{:width$}  {}  {}  {marks}",
                kind(resource),
                escaped(resource.urn.name()),
                escaped(resource.shown_id().unwrap_or_default()),
            );
            writeln!(self.out, "{}", line.trim_end())?;
        }
        Ok(Exit::Success)
    }

    fn show_resource(
        &mut self,
        flag: &StackFlag,
        name: &str,
        secrets: Secrets<'_>,
    ) -> Result<Exit, Failure> {
        let stack = self.stack(flag)?;
        let state = load_shown(&stack, secrets, self.terminal)?.state;
        let resource = the_only(&state, name, &stack)?;
        let members = |object: &Object| serde_json::to_value(SerObject::new(object, secrets));
        let mut shown = row(resource);
        for (key, object) in [
            ("inputs", &*resource.inputs),
            ("outputs", &*resource.outputs),
            ("options", &resource.options.to_object()),
        ] {
            shown[key] = members(object).map_err(std::io::Error::from)?;
        }
        shown["dependencies"] = resource
            .all_dependencies()
            .map(|urn| Json::from(urn.as_str()))
            .collect();
        shown["problems"] = json!(resource.problems);
        shown["created"] = json!(resource.created);
        shown["modified"] = json!(resource.modified);
        self.write_json(&shown)
    }

    fn mark(&mut self, flag: &StackFlag, names: &[String], mark: Mark) -> Result<Exit, Failure> {
        let changed = self.change_state(flag, mark.command(), async |change, mut state| {
            let mut serials: Vec<Serial> = Vec::new();
            for name in names {
                let found = matching(&state, name);
                if found.is_empty() {
                    return Err(unknown(name, &state, change.locked.stack()));
                }
                serials.extend(mark.marked_objects(&state, found));
            }
            let mut changed = Vec::new();
            for serial in serials {
                if let Some(resource) = state.resources.get_mut(&serial)
                    && mark.set(Arc::make_mut(resource))
                {
                    changed.push(resource.urn.clone());
                }
            }
            if !changed.is_empty() {
                change
                    .save(&state, mark.past_tense(), changed.len())
                    .await?;
            }
            Ok(changed)
        })?;
        for urn in &changed {
            let (kind, name) = (escaped(urn.resource_type()), escaped(urn.name()));
            self.terminal
                .print_line(&format!("{} {kind} {name}", mark.past_tense()));
        }
        match changed.len() {
            0 => {
                let line = format!("nothing was changed: all are already {}", mark.past_tense());
                self.terminal.print_line(&line);
            }
            1 => {}
            count => {
                let line = format!("{} {}", mark.past_tense(), counted(count, "resource"));
                self.terminal.print_line(&line);
            }
        }
        Ok(Exit::Success)
    }
}

impl Mark {
    fn command(self) -> &'static str {
        match self {
            Self::Protected(true) => "state protect",
            Self::Protected(false) => "state unprotect",
            Self::Tainted(true) => "state taint",
            Self::Tainted(false) => "state untaint",
        }
    }

    fn past_tense(self) -> &'static str {
        match self {
            Self::Protected(true) => "protected",
            Self::Protected(false) => "unprotected",
            Self::Tainted(true) => "tainted",
            Self::Tainted(false) => "untainted",
        }
    }

    /// The resources that the mark applies to: only objects can be replaced, so a component is
    /// expanded to its descendants.
    fn marked_objects(self, state: &StackState, found: Vec<&Resource>) -> Vec<Serial> {
        let Self::Tainted(_) = self else {
            return found.iter().map(|it| it.serial).collect();
        };
        let live = || {
            state
                .resources
                .values()
                .filter(|it| it.stage == Stage::Live)
        };
        let mut meant = found;
        let mut at = 0;
        while let Some(above) = meant.get(at).copied() {
            at += 1;
            if above.kind == ResourceKind::Component {
                let below = live().filter(|it| it.parent.as_ref() == Some(&above.urn));
                meant.extend(below.map(|it| &**it));
            }
        }
        let is_object = |it: &&Resource| it.kind != ResourceKind::Component && !it.external;
        let mut serials: Vec<Serial> = meant
            .into_iter()
            .filter(is_object)
            .map(|it| it.serial)
            .collect();
        serials.sort_unstable();
        serials.dedup();
        serials
    }

    /// Applies the mark; returns whether the resource changed.
    fn set(self, resource: &mut Resource) -> bool {
        match self {
            Self::Protected(wanted) => {
                let was = resource.is_protected();
                resource.set_protected(wanted);
                was != wanted
            }
            Self::Tainted(wanted) => {
                let was = resource.is_tainted();
                resource.set_tainted(wanted);
                was != wanted
            }
        }
    }
}

fn in_order(state: &StackState) -> Vec<&Resource> {
    let mut resources: Vec<&Resource> = state.resources.values().map(|it| &**it).collect();
    resources.sort_by_key(|it| (it.order, it.serial));
    resources
}

fn matching<'a>(state: &'a StackState, name: &str) -> Vec<&'a Resource> {
    let pattern = ResourcePattern::new(name);
    let mut found = in_order(state);
    found.retain(|it| it.stage == Stage::Live && pattern.matches(&it.urn));
    found
}

/// The only resource of a name.
pub fn the_only<'a>(
    state: &'a StackState,
    name: &str,
    stack: &Stack,
) -> Result<&'a Resource, Failure> {
    match matching(state, name)[..] {
        [] => Err(unknown(name, state, stack)),
        [only] => Ok(only),
        ref several => {
            let mut report =
                Report::error(format!("`{}` matches several resources", escaped(name)));
            report.details = several.iter().map(|it| it.urn.to_string()).collect();
            Err(Failure::new(
                Exit::Usage,
                report.help("name one of these by its URN"),
            ))
        }
    }
}

fn unknown(name: &str, state: &StackState, stack: &Stack) -> Failure {
    let message = format!(
        "the stack `{}` has no resource `{}`",
        stack.name(),
        escaped(name)
    );
    let live = in_order(state);
    let urns = live.iter().map(|it| &it.urn);
    let help = match nearest_resource(name, urns) {
        Some(near) => format!("did you mean `{}`?", escaped(near)),
        None => "`lumi state ls` lists all resources".to_owned(),
    };
    Failure::new(Exit::Usage, Report::error(message).help(help))
}

/// The name or, for a URN, the URN that is most like a mistyped one.
pub fn nearest_resource<'a>(written: &str, urns: impl Iterator<Item = &'a Urn>) -> Option<&'a str> {
    let is_urn = written.starts_with("urn:");
    let names = urns.map(|it| if is_urn { it.as_str() } else { it.name() });
    nearest(written, names)
}

/// Flags shown after type and name.
fn marks(resource: &Resource) -> Vec<&'static str> {
    let marks = [
        (resource.is_protected(), "protected"),
        (resource.is_tainted(), "tainted"),
        (resource.external, "external"),
        (resource.stage != Stage::Live, "to be deleted"),
    ];
    marks
        .into_iter()
        .filter_map(|(is, mark)| is.then_some(mark))
        .collect()
}

fn row(resource: &Resource) -> Json {
    json!({
        "urn": resource.urn, "type": resource.urn.resource_type(), "name": resource.urn.name(),
        "id": resource.shown_id(), "marks": marks(resource),
    })
}
