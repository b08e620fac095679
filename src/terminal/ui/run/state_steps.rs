//! The difference between two states of a stack, as steps of a run.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use lumi_engine::{StepInfo, StepKind, hide_differences};
use lumi_graph::{Object, ResourceKind};
use lumi_state::{Resource, Serial, StackState};

/// A step for each resource that differs: existing ones in the order of the program, then removed
/// ones.
pub fn state_steps(before: &StackState, after: &StackState) -> Vec<StepInfo> {
    let (old, new) = (before.live_resources(), after.live_resources());
    let by_serial: FxHashMap<Serial, &Resource> =
        old.iter().map(|it| (it.serial, &***it)).collect();
    let by_urn: FxHashMap<_, &Resource> = old.iter().map(|it| (&it.urn, &***it)).collect();
    let mut known = FxHashMap::default();
    let mut steps = Vec::new();
    for resource in &new {
        let same = by_serial.get(&resource.serial).copied();
        let former = same.or_else(|| by_urn.get(&resource.urn).copied());
        if let Some(former) = former {
            known.insert(former.serial, ());
        }
        steps.extend(match (former, same.is_some()) {
            (None, _) => Some(created(resource)),
            (Some(former), true) => changed(former, resource),
            (Some(former), false) => Some(replaced(former, resource)),
        });
    }
    let gone = old.iter().filter(|it| !known.contains_key(&it.serial));
    steps.extend(gone.map(|it| deleted(it)));
    steps
}

fn created(resource: &Resource) -> StepInfo {
    let new = Some(Arc::clone(&resource.inputs));
    step_info(StepKind::Create, resource, None, new)
}

fn deleted(resource: &Resource) -> StepInfo {
    let old = Some(Arc::clone(&resource.inputs));
    step_info(StepKind::Delete, resource, old, None)
}

fn replaced(old: &Resource, new: &Resource) -> StepInfo {
    let inputs = |it: &Resource| Some(Arc::clone(&it.inputs));
    let mut step = step_info(StepKind::CreateReplacement, new, inputs(old), inputs(new));
    hide_differences(&mut step, &new.options);
    step
}

/// `None` if only the position in the program differs.
fn changed(old: &Resource, new: &Resource) -> Option<StepInfo> {
    let mut reasons = Vec::new();
    if old.urn != new.urn {
        reasons.push(format!("it was {}", old.urn));
    }
    let (before, after) = (old.options.to_object(), new.options.to_object());
    let options = differing(&before, &after);
    if !options.is_empty() {
        reasons.push(format!("other options: {}", options.join(", ")));
    }
    if old.is_tainted() != new.is_tainted() {
        let not = if new.is_tainted() { "" } else { "no longer " };
        reasons.push(format!("it is {not}tainted"));
    }
    let (kind, before, after) = match old.inputs == new.inputs && reasons.is_empty() {
        true if old.outputs == new.outputs => return None,
        true => (StepKind::Refresh, &old.outputs, &new.outputs),
        false => (StepKind::Update, &old.inputs, &new.inputs),
    };
    let (before, after) = (Some(Arc::clone(before)), Some(Arc::clone(after)));
    let mut step = step_info(kind, new, before, after);
    step.reason = (!reasons.is_empty()).then(|| reasons.join("; "));
    hide_differences(&mut step, &new.options);
    Some(step)
}

fn differing<'a>(old: &'a Object, new: &'a Object) -> Vec<&'a str> {
    let changed = old.iter().filter(|(key, it)| new.get(*key) != Some(*it));
    let added = new.iter().filter(|(key, _)| !old.contains_key(*key));
    changed.chain(added).map(|(key, _)| key.as_str()).collect()
}

fn step_info(
    kind: StepKind,
    resource: &Resource,
    old: Option<Arc<Object>>,
    new: Option<Arc<Object>>,
) -> StepInfo {
    StepInfo {
        kind,
        urn: resource.urn.clone(),
        is_component: resource.kind == ResourceKind::Component,
        parent: resource.parent.clone(),
        order: Some(resource.order),
        source: resource.source.clone(),
        id: resource.id.clone(),
        old,
        new,
        changes: Vec::new(),
        reason: None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tree::Style;
    use super::super::diff_view::steps_diff;
    use super::*;
    use lumi_graph::{Urn, Value};
    use lumi_state::Record;

    fn state(resources: &[(u64, &str, &str)]) -> StackState {
        let mut state = StackState::default();
        for &(serial, name, content) in resources {
            let content = Value::secret(content.into());
            let inputs = [
                ("path".to_owned(), name.into()),
                ("content".to_owned(), content),
            ];
            let urn = format!("urn:lumi:dev::web::index::std:fs:File::{name}");
            let urn = Urn::parse(&urn).unwrap();
            let resource = Resource {
                order: u32::try_from(serial).unwrap(),
                id: Some(name.to_owned()),
                inputs: Arc::new(inputs.into_iter().collect()),
                ..Resource::new(Serial(serial), urn, ResourceKind::Custom)
            };
            state.apply(&Record::Put(Box::new(resource))).unwrap();
        }
        state
    }

    #[test]
    fn a_step_for_each_resource_that_differs() {
        let before = state(&[
            (1, "same", "1"),
            (2, "changed", "1"),
            (3, "old", "1"),
            (4, "gone", "1"),
            (5, "again", "1"),
        ]);
        let after = state(&[
            (1, "same", "1"),
            (2, "changed", "2"),
            (3, "new", "1"),
            (6, "again", "1"),
            (7, "more", "1"),
        ]);
        let text = steps_diff(&state_steps(&before, &after), Style::default(), &());
        insta::assert_snapshot!(text, @r#"
        ~ update std:fs:File "changed"  id changed
          ~ content: [secret] -> [secret]  (changed)

        ~ update std:fs:File "new"  id new
          because: it was urn:lumi:dev::web::index::std:fs:File::old
          ~ path: "old" -> "new"

        +- replace std:fs:File "again"  id again

        + create std:fs:File "more"
          + path: "more"
          + content: [secret]

        - delete std:fs:File "gone"  id gone
          - path: "gone"
          - content: [secret]
        "#);
        assert!(state_steps(&after, &after).is_empty());
    }
}
