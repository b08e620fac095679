//! The resources of a run as rows of a tree.

use std::time::Duration;

use lumi_engine::{StepFailure, StepInfo, StepKind};
use lumi_graph::EscapedText;

use super::super::notes;
use super::super::palette;
use super::super::rows::{Forest, Symbol};
use super::lines::done;
use super::model::{Item, Model, Status, StepState, is_gone};
use super::step_style::StepStyle;
use super::summary::seconds;
use super::value_difference::ValueDifference;

/// The shown items of a run, with their notes.
pub struct ItemForest<'a> {
    pub model: &'a Model,
    pub positions: Vec<usize>,
    /// Time since the start of the run.
    pub now: Duration,
    /// Whether this is a preview, whose rows show the reason of each change.
    pub preview: bool,
}

impl ItemForest<'_> {
    fn item(&self, position: usize) -> &Item {
        &self.model.items[self.positions[position]]
    }
}

impl Forest for ItemForest<'_> {
    fn len(&self) -> usize {
        self.positions.len()
    }

    fn symbol(&self, position: usize) -> Symbol {
        let step = self.item(position).main_step();
        step.map_or(
            Symbol {
                text: " ",
                style: palette::QUIET,
            },
            |it| StepStyle::of(it.info.kind).symbol,
        )
    }

    fn resource_type(&self, position: usize) -> &str {
        self.item(position).urn.resource_type()
    }

    fn name(&self, position: usize) -> &str {
        self.item(position).urn.name()
    }

    fn note(&self, position: usize) -> String {
        let item = self.item(position);
        let notes = [self.change_note(item), moved_note(item)];
        let notes: Vec<String> = notes.into_iter().filter(|it| !it.is_empty()).collect();
        notes.join("; ")
    }

    fn is_special(&self, position: usize) -> bool {
        let step = self.item(position).main_step();
        step.is_some_and(|it| matches!(it.status, Status::Failed { .. } | Status::Running { .. }))
    }
}

/// The former identity of a moved resource, as far as it differs.
fn moved_note(item: &Item) -> String {
    let Some(from) = &item.moved_from else {
        return String::new();
    };
    let urn = &item.urn;
    let name = EscapedText::short(from.name());
    if from.resource_type() != urn.resource_type() {
        let before = EscapedText::short(from.resource_type());
        return format!("moved from {before} \"{name}\"");
    }
    match from.name() == urn.name() {
        true => "moved from another parent".to_owned(),
        false => format!("moved from \"{name}\""),
    }
}

impl ItemForest<'_> {
    fn change_note(&self, item: &Item) -> String {
        let step = item.main_step();
        if let (Some(took), false) = (item.replaced_in(), self.preview) {
            return format!("replaced ({})", seconds(took));
        }
        let is_begun = step.is_some_and(|it| it.status != Status::Planned);
        match (step, &item.skipped) {
            (_, Some(reason)) if !is_begun => format!("skipped: {}", EscapedText::whole(reason)),
            (Some(step), _) => match self.preview {
                true => plan_note(step),
                false => status_note(step, self.now),
            },
            (None, _) => String::new(),
        }
    }
}

fn status_note(step: &StepState, now: Duration) -> String {
    let look = StepStyle::of(step.info.kind);
    match &step.status {
        Status::Planned => format!("to {}", look.task),
        Status::Running { since } => match now.saturating_sub(*since) {
            short if short.as_secs() == 0 => format!("{}…", look.doing),
            long => format!("{}… {} s", look.doing, long.as_secs()),
        },
        Status::Done { took } => {
            let done = format!("{} ({})", done(&step.info), seconds(*took));
            match drift(&step.info) {
                Some(drift) => format!("{done}; {drift}"),
                None => done,
            }
        }
        Status::Failed { took, failure } => {
            format!("failed ({}): {}", seconds(*took), first_line(failure))
        }
    }
}

/// The difference between an object and the state, for steps that only read.
pub fn drift(step: &StepInfo) -> Option<String> {
    let is_drift = step.kind == StepKind::Refresh && !is_gone(step);
    let notes = is_drift.then(|| change_notes(step))?;
    notes.into_iter().find(|it| !it.is_empty())
}

fn first_line(failure: &StepFailure) -> EscapedText<'_> {
    EscapedText::short(failure.message.lines().next().unwrap_or_default())
}

/// The reason of a planned change.
fn plan_note(step: &StepState) -> String {
    if let Status::Failed { failure, .. } = &step.status {
        return format!("failed: {}", first_line(failure));
    }
    let step = &step.info;
    let mut parts = Vec::new();
    match step.kind {
        StepKind::Create | StepKind::Import => {
            parts.extend(step.new.as_ref().map(|it| notes::note(it)));
        }
        _ if is_gone(step) => parts.push("gone".to_owned()),
        StepKind::Update
        | StepKind::CreateReplacement
        | StepKind::DeleteReplaced
        | StepKind::Refresh => parts.extend(change_notes(step)),
        _ => {}
    }
    parts.extend(
        step.reason
            .as_ref()
            .map(|it| EscapedText::whole(it).to_string()),
    );
    parts.retain(|it| !it.is_empty());
    parts.join("; ")
}

/// The changed inputs, and separately those that force a replacement.
pub fn change_notes(step: &StepInfo) -> [String; 2] {
    let paths = |replaces| {
        let paths = step.changes.iter().filter(|it| it.replaces == replaces);
        let paths: Vec<String> = paths
            .map(|it| EscapedText::short(&it.path).to_string())
            .collect();
        paths
    };
    let (forcing, mut others) = (paths(true), paths(false));
    if step.changes.is_empty() {
        others = changed_members(step);
    }
    let list = |word: &str, paths: Vec<String>| match paths.len() {
        0 => String::new(),
        count => format!("{word}: {}", notes::few(&paths, count)),
    };
    [list("forces replacement", forcing), list("changes", others)]
}

fn changed_members(step: &StepInfo) -> Vec<String> {
    let (Some(old), Some(new)) = (&step.old, &step.new) else {
        return Vec::new();
    };
    let members = ValueDifference::members(old, new).into_iter();
    members
        .map(|(key, _)| EscapedText::short(key).to_string())
        .collect()
}
