//! Which objects a run replaces, changes and leaves alone.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use super::acts::Act;
use super::options::is_managed;
use super::program::{Program, Spec};
use super::scenario::Scenario;
use super::world::RemoteObject;
use lumi_graph::{Object, Value};
use lumi_state::Stage;

/// The object of a resource.
#[derive(Clone)]
struct Seen {
    id: String,
    thing: RemoteObject,
    /// The inputs and options in the state.
    inputs: Object,
    options: Object,
}

impl Seen {
    fn is_same_object(&self, other: &Self) -> bool {
        (&self.id, self.thing.number) == (&other.id, other.thing.number)
    }
}

pub struct ObjectView {
    /// The live objects by the number in the names of their resources.
    live: BTreeMap<String, Seen>,
    /// All objects by id.
    world: BTreeMap<String, RemoteObject>,
}

impl ObjectView {
    pub fn of(stack: &Scenario) -> Self {
        let world = stack.world.lock();
        let mut all: BTreeMap<String, Vec<Seen>> = BTreeMap::new();
        for resource in stack.state.resources.values() {
            if !is_managed(resource) || resource.stage != Stage::Live {
                continue;
            }
            let id = resource.id.clone().unwrap_or_default();
            let Some(thing) = world.objects.get(&id).cloned() else {
                continue;
            };
            let index = resource.urn.name()[1..].to_owned();
            all.entry(index).or_default().push(Seen {
                id,
                thing,
                inputs: Object::clone(&resource.inputs),
                options: resource.options.to_object(),
            });
        }
        // Two resources may have names with the same number for a while.
        let single = all.into_iter().filter(|it| it.1.len() == 1);
        Self {
            live: single.map(|(at, mut seen)| (at, seen.remove(0))).collect(),
            world: world.objects.clone(),
        }
    }

    /// Compares the objects before and after an act; `has_succeeded` says that nothing failed.
    pub fn judge(&self, after: &Self, act: &Act, has_succeeded: bool) -> TestCaseResult {
        if let Act::Exclude(program, index, dependents) = act {
            self.is_left_alone(after, &index.to_string())?;
            if *dependents {
                for index in dependents_of(program, *index) {
                    self.is_left_alone(after, &index)?;
                }
            }
        }
        if let Act::DestroyUnprotected(_) = act {
            for (index, seen) in &self.live {
                if seen.options.get("protect") == Some(&Value::Bool(true)) {
                    self.is_left_alone(after, index)?;
                }
            }
        }
        for spec in act.program().into_iter().flat_map(|it| &it.0) {
            let is_object = !spec.is_component && !spec.is_provider && spec.read_id.is_none();
            let index = &spec.name[1..];
            let (Some(old), Some(new)) = (self.live.get(index), after.live.get(index)) else {
                continue;
            };
            if !is_object {
                continue;
            }
            ignored_inputs_stay(spec, old, new)?;
            let is_whole =
                matches!(act, Act::Up(_) | Act::Replace(..)) || is_replaced_alone(act, index);
            if !has_succeeded || !is_whole || !old.is_same_object(new) {
                continue;
            }
            if let Some(why) = self.reason_to_replace(after, spec, old, act) {
                prop_assert!(false, "{} stayed, though {why}", spec.name);
            }
        }
        Ok(())
    }

    fn is_left_alone(&self, after: &Self, index: &str) -> TestCaseResult {
        let Some(old) = self.live.get(index) else {
            return Ok(());
        };
        // The run may learn of a replacement that an earlier one has created.
        let is_same = after
            .world
            .get(&old.id)
            .is_some_and(|new| (old.thing.number, &old.thing.inputs) == (new.number, &new.inputs));
        prop_assert!(is_same, "{} of {index} was excluded, and changed", old.id);
        Ok(())
    }

    /// Why an object that has stayed should have been replaced.
    fn reason_to_replace(
        &self,
        after: &Self,
        spec: &Spec,
        old: &Seen,
        act: &Act,
    ) -> Option<String> {
        if spec.options.contains_key("import") {
            return None;
        }
        let trigger = |options: &Object| {
            let trigger = options.get("replacementTrigger").and_then(Value::as_str);
            trigger.map(str::to_owned)
        };
        if let (Some(before), Some(now)) = (trigger(&old.options), trigger(&spec.options))
            && before != now
        {
            return Some(format!("its trigger {before} became {now}"));
        }
        let index = &spec.name[1..];
        let is_named = matches!(act, Act::Replace(_, at) if index == at.to_string());
        if is_named || is_replaced_alone(act, index) {
            return Some("a flag names it".to_owned());
        }
        let is_replaced = |partner: &&String| {
            let (old, new) = (self.live.get(&partner[1..]), after.live.get(&partner[1..]));
            old.zip(new)
                .is_some_and(|(old, new)| !old.is_same_object(new))
        };
        let partner = spec.replaced_with.iter().find(is_replaced);
        partner.map(|it| format!("its partner {it} was replaced"))
    }
}

fn is_replaced_alone(act: &Act, index: &str) -> bool {
    matches!(act, Act::TargetReplace(_, at) if index == at.to_string())
}

/// The numbers of the resources of a program that need one, directly or indirectly, and that are no providers: these are a
/// part of every run.
fn dependents_of(program: &Program, index: usize) -> BTreeSet<String> {
    let mut found = BTreeSet::from([index.to_string()]);
    for spec in program.0.iter().filter(|it| !it.is_provider) {
        let needs_one = program.0.iter().filter(|it| spec.needs(&it.name));
        if needs_one
            .into_iter()
            .any(|it| found.contains(&it.name[1..]))
        {
            found.insert(spec.name[1..].to_owned());
        }
    }
    found
}

/// An input named in `ignoreChanges` stays what it was, unless the object is replaced.
fn ignored_inputs_stay(spec: &Spec, old: &Seen, new: &Seen) -> TestCaseResult {
    let Some(Value::Array(ignored)) = spec.options.get("ignoreChanges") else {
        return Ok(());
    };
    for input in ignored.iter().filter_map(Value::as_str) {
        // After an operation with an unknown outcome, the state may not know the object's inputs.
        let is_known = old.inputs.get(input) == old.thing.inputs.get(input);
        prop_assert!(
            !is_known
                || !old.is_same_object(new)
                || old.thing.inputs.get(input) == new.thing.inputs.get(input),
            "`{input}` of {} is ignored, and changed from {:?} to {:?}",
            spec.name,
            old.thing.inputs.get(input),
            new.thing.inputs.get(input)
        );
    }
    Ok(())
}
