//! The differences of a plan.

use std::collections::BTreeSet;

use lumi_provider::{PropertyChange, PropertyChangeKind};

use crate::cty::{Path, Step, Value};
use crate::lifecycle::Plan;
use crate::shape::program_path;

/// The properties that a plan changes. What only follows, because the provider computes it anew, is
/// left out if there is something else.
pub fn property_changes(prior: &Value, config: &Value, plan: &Plan) -> Vec<PropertyChange> {
    let mut found = Vec::new();
    differences(&Path::ROOT, prior, &plan.planned.value, &mut found);
    for path in &plan.replaces {
        let is_there = found.iter().any(|it| path.contains(&it.path));
        if !is_there {
            found.push(Difference {
                path: path.clone(),
                kind: PropertyChangeKind::Changed,
                is_computed: false,
            });
        }
    }
    for difference in &mut found {
        let is_set = config.at(&difference.path).is_ok_and(|it| !it.is_null());
        difference.is_computed &= !is_set;
    }
    let is_shown = |it: &Difference| !it.is_computed || is_replacing(plan, &it.path);
    if found.iter().any(is_shown) {
        found.retain(is_shown);
    }
    let change = |it: Difference| PropertyChange {
        replaces: is_replacing(plan, &it.path),
        path: program_path(&it.path),
        kind: it.kind,
    };
    found.into_iter().map(change).collect()
}

struct Difference {
    path: Path,
    kind: PropertyChangeKind,
    /// Whether the planned value is not known.
    is_computed: bool,
}

fn is_replacing(plan: &Plan, path: &Path) -> bool {
    plan.replaces.iter().any(|it| it.contains(path))
}

/// Finds the innermost places with other values. Sets, and values of any type, differ as a whole.
fn differences(path: &Path, old: &Value, new: &Value, found: &mut Vec<Difference>) {
    if old == new {
        return;
    }
    let is_object = match (old, new) {
        (Value::Object(_), Value::Object(_)) => Some(true),
        (Value::Map(_), Value::Map(_)) => Some(false),
        _ => None,
    };
    if let (Some(is_object), Some(before), Some(after)) = (is_object, old.members(), new.members())
    {
        let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
        for name in names {
            let step = match is_object {
                true => Step::Attribute(name.clone()),
                false => Step::Key(name.clone()),
            };
            let (old, new) = (old.attribute(name), new.attribute(name));
            differences(&path.then(step), &old, &new, found);
        }
        return;
    }
    let is_list = |it: &Value| matches!(it, Value::List(_) | Value::Tuple(_));
    if let (Some(before), Some(after)) = (old.elements(), new.elements())
        && is_list(old)
        && is_list(new)
        && before.len() == after.len()
    {
        for ((step, old), new) in old.children().zip(after) {
            let path = step.map_or_else(|| path.clone(), |it| path.then(it));
            differences(&path, old, new, found);
        }
        return;
    }
    found.push(Difference {
        path: path.clone(),
        kind: kind(old, new),
        is_computed: new.is_unknown(),
    });
}

fn kind(old: &Value, new: &Value) -> PropertyChangeKind {
    match (old.is_null(), new.is_null()) {
        (true, _) => PropertyChangeKind::Added,
        (_, true) => PropertyChangeKind::Removed,
        _ => PropertyChangeKind::Changed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lifecycle::{Action, Object};
    use crate::protocol::Diagnostics;

    fn changes(prior: &Value, config: &Value, planned: Value, replaces: &[&str]) -> Vec<String> {
        let plan = Plan {
            action: Action::Update,
            planned: Object {
                value: planned,
                ..Object::default()
            },
            replaces: replaces.iter().map(|it| Path::attribute(*it)).collect(),
            planned_before: Vec::new(),
            is_legacy: false,
            diagnostics: Diagnostics::default(),
        };
        let all = property_changes(prior, config, &plan).into_iter();
        all.map(|it| format!("{} {:?} {}", it.path, it.kind, it.replaces))
            .collect()
    }

    #[test]
    fn the_innermost_places_that_a_program_sets_are_named() {
        let value = |id: Value, to: i64, text: Option<&str>| {
            let rule = Value::object([("from_port", Value::from(1)), ("to", Value::from(to))]);
            Value::object([
                ("id", id),
                ("rules", Value::List(vec![rule])),
                ("text", text.map_or(Value::Null, Value::string)),
                ("tags", Value::map([("a.b", Value::from(to))])),
            ])
        };
        let prior = value(Value::string("i"), 1, Some("x"));
        let config = value(Value::Null, 2, None);
        let planned = value(Value::UNKNOWN, 2, None);
        assert_eq!(
            changes(&prior, &config, planned, &["text"]),
            [
                "rules[0].to Changed false",
                "tags[\"a.b\"] Changed false",
                "text Removed true"
            ]
        );
        // Without anything else, what the provider computes is the change.
        let config = value(Value::Null, 1, Some("x"));
        let planned = value(Value::UNKNOWN, 1, Some("x"));
        assert_eq!(changes(&prior, &config, planned, &[]), ["id Changed false"]);
        // A write-only attribute can replace the object, and is not shown.
        assert_eq!(
            changes(&prior, &config, prior.clone(), &["password"]),
            ["password Changed true"]
        );
    }
}
