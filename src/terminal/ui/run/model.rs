//! The state of a run, folded from its events.

use std::time::Duration;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use lumi_engine::{
    Diagnostic, Event, MovedResource, RunStarted, RunSummary, Severity, StepFailure, StepInfo,
    StepKind,
};
use lumi_graph::{Object, ParentTree, Urn};
use lumi_project::cdktf::shown_outputs;

/// All events of a run, folded. Times are relative to its start.
#[derive(Clone, Debug, Default)]
pub struct Model {
    started: Option<RunStarted>,
    pub(super) items: IndexMap<Urn, Item, FxBuildHasher>,
    outputs: Option<(Object, Object)>,
    summary: Option<RunSummary>,
    /// The URNs of moved resources by those that they have in the state.
    moved: FxHashMap<Urn, Urn>,
    /// The number of diagnostics that are errors.
    errors: usize,
    warnings: Vec<Diagnostic>,
    /// The number of steps announced by a preview.
    planned: usize,
    pub(super) running: usize,
    pub(super) ended: usize,
    pub(super) failed: usize,
    /// The number of refreshed or read resources without changes, and of unchanged ones.
    pub(super) unchanged: usize,
}

/// One resource of a run.
#[derive(Clone, Debug)]
pub struct Item {
    pub urn: Urn,
    parent: Option<Urn>,
    order: Option<u32>,
    /// Several steps for a replacement, or after a refresh.
    pub steps: Vec<StepState>,
    /// The reason why the resource was skipped.
    pub skipped: Option<String>,
    /// Its URN in the state, if that is another one.
    pub moved_from: Option<Urn>,
}

#[derive(Clone, Debug)]
pub struct StepState {
    pub info: StepInfo,
    pub status: Status,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Announced by a preview.
    Planned,
    Running {
        since: Duration,
    },
    Done {
        took: Duration,
    },
    Failed {
        took: Duration,
        failure: StepFailure,
    },
}

impl Model {
    /// The model of a run after its preview.
    pub fn planned(plan: &Self) -> Self {
        let mut model = Self {
            moved: plan.moved.clone(),
            ..Self::default()
        };
        for item in plan.items.values() {
            for step in &item.steps {
                let planned = StepState {
                    info: step.info.clone(),
                    status: Status::Planned,
                };
                model.item(&step.info).steps.push(planned);
                model.planned += 1;
            }
        }
        model
    }

    /// Removes the warnings of the run so far.
    pub fn take_warnings(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.warnings)
    }

    /// The resources with announced steps, none of which began, and whether the steps only remove them.
    pub fn unreached(&self) -> Vec<(Urn, bool)> {
        let is_unreached = |item: &Item| {
            let mut steps = item.steps.iter();
            item.skipped.is_none()
                && !item.steps.is_empty()
                && steps.all(|it| it.status == Status::Planned)
        };
        let order = self.order(is_unreached);
        order
            .into_iter()
            .map(|it| {
                let item = &self.items[it];
                let is_removal = item.steps.iter().all(|it| it.info.kind.removes());
                (item.urn.clone(), is_removal)
            })
            .collect()
    }

    /// Adds resources to the summary that the engine has not heard of.
    pub fn count_skipped(&mut self, count: usize) {
        if let Some(summary) = &mut self.summary {
            summary.skipped += count;
        }
    }

    /// Adds failures to the summary that are no steps.
    pub fn count_failed(&mut self, count: usize) {
        if let Some(summary) = &mut self.summary {
            summary.failed += count;
        }
    }

    /// The position of a resource in the program; `None` if the program does not declare it.
    pub fn order_of(&self, urn: &Urn) -> Option<u32> {
        self.items.get(urn).and_then(|it| it.order)
    }

    /// Applies the next event; `now` is the time since the start of the run.
    pub fn apply(&mut self, event: &Event, now: Duration) {
        match event {
            Event::Started(started) => self.started = Some(started.clone()),
            Event::StepStarted(step) => {
                self.running += 1;
                self.step(step).status = Status::Running { since: now };
            }
            Event::StepEnded {
                step,
                duration,
                failure,
            } => self.end(step, *duration, failure.as_ref()),
            Event::Skipped { urn, reason, .. } => {
                let item = self.items.entry(urn.clone());
                let item = item.or_insert_with(|| Item::new(urn, None, None));
                item.skipped = Some(reason.clone());
            }
            Event::Moved(moved) => self.note_moved(moved),
            Event::Diagnostic(diagnostic) => match diagnostic.severity {
                Severity::Error => self.errors += 1,
                Severity::Warning => self.warnings.push(diagnostic.clone()),
                Severity::Info => {}
            },
            Event::Waiting(_) | Event::Secrets(_) => {}
            Event::Outputs { old, new } => {
                let shown = |it| shown_outputs(it).into_owned();
                self.outputs = Some((shown(old), shown(new)));
            }
            Event::Ended(summary) => self.summary = Some(*summary),
        }
    }

    /// The old object of a moved resource is shown with the new one.
    fn note_moved(&mut self, moved: &MovedResource) {
        let MovedResource {
            urn, from, parent, ..
        } = moved;
        let old = self
            .items
            .get_mut(from)
            .filter(|it| it.moved_from.is_none());
        let replaced = old.map_or_else(Vec::new, |old| {
            let is_old = |it: &StepState| it.info.kind == StepKind::DeleteReplaced;
            let (replaced, others) = old.steps.drain(..).partition(is_old);
            old.steps = others;
            replaced
        });
        let item = self.items.entry(urn.clone());
        let item = item.or_insert_with(|| Item::new(urn, parent.as_ref(), Some(moved.order)));
        item.moved_from = Some(from.clone());
        item.steps.extend(replaced);
        self.moved.insert(from.clone(), urn.clone());
    }

    /// Whether a tree shows an item: it has a change, or has moved by itself and not with its parent.
    pub(super) fn is_shown(&self, item: &Item) -> bool {
        let is_moved_along = |from: &Urn| {
            let parent = item.parent.as_ref().and_then(|it| self.items.get(it));
            parent.is_some_and(|it| it.moved_from.is_some()) && from.name() == item.urn.name()
        };
        let moved_from = item.moved_from.as_ref();
        item.is_shown() || moved_from.is_some_and(|it| !is_moved_along(it))
    }

    fn end(&mut self, step: &StepInfo, took: Duration, failure: Option<&StepFailure>) {
        if failure.is_none() && is_without_effect(step) {
            self.unchanged += 1;
            self.drop_step(step);
            return;
        }
        let status = match failure {
            None => Status::Done { took },
            Some(failure) => Status::Failed {
                took,
                failure: failure.clone(),
            },
        };
        self.ended += 1;
        self.failed += usize::from(failure.is_some());
        let state = self.step(step);
        // The end of a step has more details than its start.
        state.info = step.clone();
        let was_running = matches!(state.status, Status::Running { .. });
        state.status = status;
        self.running -= usize::from(was_running);
    }

    /// Removes an announced step that was not needed.
    fn drop_step(&mut self, step: &StepInfo) {
        let item = self.item(step);
        let position = item.steps.iter().position(|it| it.info.kind == step.kind);
        let step = position.map(|at| item.steps.remove(at));
        if let Some(step) = step {
            self.running -= usize::from(matches!(step.status, Status::Running { .. }));
            self.planned = self.planned.saturating_sub(1);
        }
    }

    /// The step of this kind for this resource, created if missing.
    fn step(&mut self, step: &StepInfo) -> &mut StepState {
        let steps = &mut self.item(step).steps;
        let position = steps.iter().position(|it| it.info.kind == step.kind);
        let at = position.unwrap_or_else(|| {
            steps.push(StepState {
                info: step.clone(),
                status: Status::Planned,
            });
            steps.len() - 1
        });
        &mut steps[at]
    }

    fn item(&mut self, step: &StepInfo) -> &mut Item {
        let moved = self.moved.get(&step.urn);
        if let (Some(urn), StepKind::DeleteReplaced) = (moved, step.kind) {
            let urn = urn.clone();
            let item = self.items.entry(urn.clone());
            return item.or_insert_with(|| Item::new(&urn, None, None));
        }
        let item = self.items.entry(step.urn.clone());
        let item = item.or_insert_with(|| Item::new(&step.urn, step.parent.as_ref(), step.order));
        item.parent = item.parent.take().or_else(|| step.parent.clone());
        item.order = item.order.or(step.order);
        item
    }

    pub fn started(&self) -> Option<&RunStarted> {
        self.started.as_ref()
    }

    /// The stack's outputs before and after, once known.
    pub fn outputs(&self) -> Option<&(Object, Object)> {
        self.outputs.as_ref()
    }

    /// The engine's summary, once the run has ended.
    pub fn summary(&self) -> Option<&RunSummary> {
        self.summary.as_ref()
    }

    /// Whether the engine has reported an error besides failed steps.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// The expected number of steps, if a preview or the state determines it.
    pub(super) fn expected(&self) -> Option<usize> {
        (self.planned > 0).then(|| self.planned.max(self.ended + self.running))
    }

    /// Completed or announced steps, in the order of the program.
    pub fn steps(&self) -> impl Iterator<Item = &StepInfo> {
        self.step_states().map(|it| &it.info)
    }

    /// Completed or announced steps with their status, in the order of the program.
    pub fn step_states(&self) -> impl Iterator<Item = &StepState> {
        let order = self.order(|item| !item.steps.is_empty());
        order.into_iter().flat_map(|it| &self.items[it].steps)
    }

    /// Resources that were not processed, with the reasons.
    pub fn skipped(&self) -> impl Iterator<Item = (&Urn, &str)> {
        let items = self.items.values();
        items.filter_map(|it| Some((&it.urn, it.skipped.as_deref()?)))
    }

    /// Positions of the items that match `is_wanted`: those of the program in order, then those no
    /// longer in it.
    pub(super) fn order(&self, is_wanted: impl Fn(&Item) -> bool) -> Vec<usize> {
        let items = self.items.values().enumerate();
        let items = items.filter(|(_, item)| is_wanted(item));
        let mut positions: Vec<usize> = items.map(|(position, _)| position).collect();
        positions.sort_by_key(|&it| self.items[it].order.unwrap_or(u32::MAX));
        positions
    }

    /// The tree of some items. An item whose parent is not among them is placed below its nearest
    /// ancestor that is.
    pub(super) fn family(&self, positions: &[usize]) -> ParentTree {
        let at: FxHashMap<usize, usize> = positions
            .iter()
            .enumerate()
            .map(|(at, &it)| (it, at))
            .collect();
        let parents: Vec<Option<usize>> = positions
            .iter()
            .map(|&it| self.ancestors(it).find_map(|it| at.get(&it).copied()))
            .collect();
        ParentTree::of(&parents)
    }

    /// The chain of known ancestors; limited to the number of items, in case of a cycle.
    fn ancestors(&self, position: usize) -> impl Iterator<Item = usize> {
        let parent = |&it: &usize| {
            let urn = self.items[it].parent.as_ref()?;
            self.items.get_index_of(urn)
        };
        std::iter::successors(parent(&position), parent).take(self.items.len())
    }
}

impl Item {
    fn new(urn: &Urn, parent: Option<&Urn>, order: Option<u32>) -> Self {
        Self {
            urn: urn.clone(),
            parent: parent.cloned(),
            order,
            steps: Vec::new(),
            skipped: None,
            moved_from: None,
        }
    }

    /// Whether the item has or would have a change.
    pub fn is_shown(&self) -> bool {
        !self.steps.is_empty() || self.skipped.is_some()
    }

    /// The duration of a completed replacement: the new object exists, and the old one is deleted.
    pub fn replaced_in(&self) -> Option<Duration> {
        let took = |is_counted: fn(StepKind) -> bool| {
            let step = self.steps.iter().find(|it| is_counted(it.info.kind))?;
            match step.status {
                Status::Done { took } => Some(took),
                _ => None,
            }
        };
        let created = took(|it| it == StepKind::CreateReplacement)?;
        let deleted = took(|it| matches!(it, StepKind::DeleteReplaced | StepKind::Forget))?;
        Some(created + deleted)
    }

    /// The most informative step: a failed one, otherwise a running one, otherwise the last
    /// completed one, otherwise the first.
    pub fn main_step(&self) -> Option<&StepState> {
        let rank = |it: &&StepState| match it.status {
            Status::Failed { .. } => 3,
            Status::Running { .. } => 2,
            Status::Done { .. } => 1,
            Status::Planned => 0,
        };
        // In a replacement, the creating step has the reason.
        let rank = |it: &&StepState| (rank(it), it.info.kind != StepKind::DeleteReplaced);
        let is_planned = self.steps.iter().all(|it| it.status == Status::Planned);
        match is_planned {
            true => self.steps.first(),
            false => self.steps.iter().max_by_key(rank),
        }
    }
}

/// Whether a step only read an object and found no change.
pub fn is_without_effect(step: &StepInfo) -> bool {
    match step.kind {
        StepKind::Same => true,
        // The reason names hidden differences.
        StepKind::Refresh => step.old == step.new && step.reason.is_none(),
        _ => false,
    }
}

/// Whether a step read an object and found it missing.
pub fn is_gone(step: &StepInfo) -> bool {
    let is_look = matches!(step.kind, StepKind::Refresh | StepKind::Read);
    is_look && step.old.is_some() && step.new.is_none()
}

#[cfg(test)]
mod tests {
    use super::super::script::{self, step_info};
    use super::*;

    #[test]
    fn counts_what_runs_and_what_is_done() {
        let mut model = Model::default();
        let mut counts = Vec::new();
        for event in script::up() {
            model.apply(&event, Duration::ZERO);
            counts.push((model.running, model.ended, model.failed));
        }
        assert_eq!(counts.iter().map(|it| it.0).max(), Some(2));
        assert_eq!(counts.last(), Some(&(0, 12, 2)));
        assert_eq!(model.unchanged, 2);
    }

    #[test]
    fn a_plan_is_what_is_expected() {
        let mut plan = Model::default();
        for event in script::preview() {
            plan.apply(&event, Duration::ZERO);
        }
        let model = Model::planned(&plan);
        assert_eq!(model.expected(), Some(plan.ended));
        assert_eq!(model.steps().count(), plan.ended);
        assert_eq!(Model::default().expected(), None);
    }

    #[test]
    fn resources_of_the_program_come_first_and_in_its_order() {
        let mut model = Model::default();
        for (kind, name, order) in [
            (StepKind::Delete, "gone", None),
            (StepKind::Create, "second", Some(2)),
            (StepKind::Create, "first", Some(1)),
        ] {
            let step = StepInfo {
                order,
                ..step_info(kind, "std:fs:File", name)
            };
            model.apply(&Event::StepStarted(step), Duration::ZERO);
        }
        let names: Vec<&str> = model.steps().map(|it| it.urn.name()).collect();
        assert_eq!(names, ["first", "second", "gone"]);
    }

    #[test]
    fn a_ring_of_parents_is_shown() {
        let mut model = Model::default();
        let (a, b) = (
            step_info(StepKind::Create, "std:fs:File", "a"),
            step_info(StepKind::Create, "std:fs:File", "b"),
        );
        for (step, parent) in [(&a, &b), (&b, &a)] {
            let parent = Some(parent.urn.clone());
            let step = StepInfo {
                parent,
                ..step.clone()
            };
            model.apply(&Event::StepStarted(step), Duration::ZERO);
        }
        let positions = model.order(Item::is_shown);
        assert_eq!(model.family(&positions).roots().len(), 1);
    }
}
