//! Whether a result keeps to its plan.

use crate::cty::{Path, Step, Value, ValueError};

use super::block::{Block, Nesting};

/// All places where an object has become what was not planned. Reasons never repeat values.
pub fn check_compatible(block: &Block, planned: &Value, actual: &Value) -> Vec<ValueError> {
    let mut found = Vec::new();
    check_block(block, planned, actual, &Path::ROOT, &mut found);
    found
}

fn wrong(path: &Path, reason: &str, found: &mut Vec<ValueError>) {
    found.push(ValueError {
        path: path.clone(),
        reason: reason.to_owned(),
    });
}

/// Whether both are there.
fn are_present(planned: &Value, actual: &Value, path: &Path, found: &mut Vec<ValueError>) -> bool {
    match (planned.is_null(), actual.is_null()) {
        (true, true) => false,
        (false, false) => true,
        (true, false) => {
            wrong(path, "it was planned to be absent, but is there", found);
            false
        }
        (false, true) => {
            wrong(path, "it was planned, but is absent", found);
            false
        }
    }
}

fn check_block(
    block: &Block,
    planned: &Value,
    actual: &Value,
    path: &Path,
    found: &mut Vec<ValueError>,
) {
    // Anything may come of a block of which nothing is known.
    if planned.is_unknown() || !are_present(planned, actual, path, found) {
        return;
    }
    for name in block.attributes.keys() {
        let path = path.then(Step::Attribute(name.clone()));
        check_value(
            &planned.attribute(name),
            &actual.attribute(name),
            &path,
            found,
        );
    }
    for (name, nested) in &block.blocks {
        let path = path.then(Step::Attribute(name.clone()));
        let (planned, actual) = (planned.attribute(name), actual.attribute(name));
        let inner = &nested.block;
        if matches!(nested.nesting, Nesting::Single | Nesting::Group) {
            check_block(inner, &planned, &actual, &path, found);
            continue;
        }
        let is_open = |it: &Value| it.is_null() || it.is_unknown();
        if is_open(&planned) || is_open(&actual) {
            continue;
        }
        let fits = |planned: &Value, actual: &Value| {
            let mut found = Vec::new();
            check_block(inner, planned, actual, &Path::ROOT, &mut found);
            found.is_empty()
        };
        match nested.nesting {
            Nesting::Set => check_set(&planned, &actual, &fits, &path, found),
            _ => each(
                &planned,
                &actual,
                &path,
                found,
                |planned, actual, path, found| {
                    check_block(inner, planned, actual, path, found);
                },
            ),
        }
    }
}

/// Elements of a list or a map: the indices and keys must be equal.
fn each(
    planned: &Value,
    actual: &Value,
    path: &Path,
    found: &mut Vec<ValueError>,
    mut check: impl FnMut(&Value, &Value, &Path, &mut Vec<ValueError>),
) {
    let steps = |it: &Value| it.children().map(|(step, _)| step).collect::<Vec<_>>();
    if steps(planned) != steps(actual) {
        return wrong(path, "it has other elements than planned", found);
    }
    for ((step, planned), (_, actual)) in planned.children().zip(actual.children()) {
        let path = step.map_or_else(|| path.clone(), |it| path.then(it));
        check(planned, actual, &path, found);
    }
}

/// Each element needs a partner, in both directions; a set may not grow.
fn check_set(
    planned: &Value,
    actual: &Value,
    fits: &dyn Fn(&Value, &Value) -> bool,
    path: &Path,
    found: &mut Vec<ValueError>,
) {
    let elements = |it: &Value| it.elements().unwrap_or_default().to_vec();
    let (planned, actual) = (elements(planned), elements(actual));
    let all_found = planned
        .iter()
        .all(|it| actual.iter().any(|other| fits(it, other)));
    let all_planned = actual
        .iter()
        .all(|it| planned.iter().any(|other| fits(other, it)));
    if actual.len() > planned.len() || !all_found || !all_planned {
        wrong(path, "it has other elements than planned", found);
    }
}

fn check_value(planned: &Value, actual: &Value, path: &Path, found: &mut Vec<ValueError>) {
    if let Value::Unknown(refinement) = planned {
        let is_allowed = refinement.as_ref().is_none_or(|it| it.allows(actual));
        if !is_allowed {
            wrong(
                path,
                "the value is outside of what the plan has promised",
                found,
            );
        }
        return;
    }
    if !are_present(planned, actual, path, found) {
        return;
    }
    if actual.is_unknown() {
        return wrong(path, "it was known, but is unknown", found);
    }
    match (planned, actual) {
        (Value::List(_), Value::List(_))
        | (Value::Tuple(_), Value::Tuple(_))
        | (Value::Map(_), Value::Map(_))
        | (Value::Object(_), Value::Object(_)) => {
            each(planned, actual, path, found, check_value);
        }
        (Value::Set(_), Value::Set(_)) => {
            let fits = |planned: &Value, actual: &Value| {
                let mut found = Vec::new();
                check_value(planned, actual, &Path::ROOT, &mut found);
                found.is_empty()
            };
            check_set(planned, actual, &fits, path, found);
        }
        (Value::Dynamic(planned), Value::Dynamic(actual)) => {
            check_value(&planned.1, &actual.1, path, found);
        }
        _ if planned == actual => {}
        _ => wrong(path, "the value differs from the plan", found),
    }
}
