//! Parses the results of a provider object's methods. `js/lumi/dynamic/dispatch.ts` validates their
//! form, because the user's source is known there: missing parts count as absent.

use crate::{
    Changes, Checked, Created, Diff, InputFailure, ListedObject, PropertyChange,
    PropertyChangeKind, ProviderError, ReadRequest, ReadState, Recovered,
};
use lumi_graph::{Object, PropertyPath, Value, compare_objects};

/// `{ inputs, failures: [{ property, reason }] }`; without inputs, the requested ones.
pub fn checked(mut answer: Value, asked: Object) -> Checked {
    let inputs = take_object(&mut answer, "inputs").unwrap_or(asked);
    let failures = items(&answer, "failures").map(|it| InputFailure {
        path: text(it, "property"),
        reason: text(it, "reason"),
    });
    // An unknown value cannot be invalid.
    let is_known = |it: &InputFailure| {
        let end = it.path.find(['.', '[']).unwrap_or(it.path.len());
        let value = inputs.get(&it.path[..end]);
        !value.is_some_and(Value::contains_unknown)
    };
    Checked {
        failures: failures.filter(is_known).collect(),
        inputs,
        ..Checked::default()
    }
}

/// `{ changes?, replaces, deleteBeforeReplace, canUpdate }`.
pub fn diff(answer: &Value, old: &Object, new: &Object) -> Diff {
    let replaces = texts(answer, "replaces");
    let can_update = flag(answer, "canUpdate").unwrap_or(true);
    let changes = flag(answer, "changes");
    let delete_before_replace = flag(answer, "deleteBeforeReplace").unwrap_or_default();
    if changes == Some(false) && replaces.is_empty() {
        return Diff {
            changes: Changes::None,
            ..Diff::default()
        };
    }
    if changes.is_none() && replaces.is_empty() && can_update {
        return Diff::default();
    }
    let mut properties = Vec::new();
    compare_objects(old, new, &mut |path, old, new| {
        let path = path.to_string();
        properties.push(PropertyChange {
            replaces: !can_update || replaces.iter().any(|it| is_within(&path, it)),
            kind: kind(old, new),
            path,
        });
    });
    for path in replaces {
        if !properties.iter().any(|it| is_within(&it.path, &path)) {
            properties.push(PropertyChange {
                path,
                kind: PropertyChangeKind::Changed,
                replaces: true,
            });
        }
    }
    let is_same = changes.is_none() && properties.is_empty();
    Diff {
        changes: if is_same {
            Changes::None
        } else {
            Changes::Some
        },
        properties,
        delete_before_replace,
        may_create_first: false,
    }
}

/// `{ id, outs }`.
pub fn created(mut answer: Value) -> Result<Created, ProviderError> {
    let id = text(&answer, "id");
    if id.is_empty() {
        let message = "its provider returned no id, so the created object is unknown";
        return Err(ProviderError::unknown(message));
    }
    Ok(Created {
        data: None,
        id: Some(id),
        outputs: take_object(&mut answer, "outs").unwrap_or_default(),
    })
}

/// `{ outs }`.
pub fn outputs(mut answer: Value) -> Object {
    take_object(&mut answer, "outs").unwrap_or_default()
}

/// `{ id, props, inputs? }`, or null when the object is gone.
pub fn read(mut answer: Value, request: &ReadRequest) -> Option<ReadState> {
    let id = text(&answer, "id");
    if id.is_empty() {
        return None;
    }
    let outputs = take_object(&mut answer, "props").unwrap_or_default();
    let inputs = take_object(&mut answer, "inputs");
    Some(ReadState {
        data: None,
        id,
        inputs: inputs.unwrap_or_else(|| drifted_inputs(request, &outputs)),
        outputs,
    })
}

/// `{ isKnown, id?, props?, inputs? }`: without an id the object does not exist.
pub fn recovered(mut answer: Value, inputs: &Object) -> Result<Recovered, ProviderError> {
    if flag(&answer, "isKnown") != Some(true) {
        let message = "its provider has no method `recover` that could look it up";
        return Err(ProviderError::failed(message));
    }
    let id = text(&answer, "id");
    if id.is_empty() {
        return Ok(Recovered::Absent);
    }
    let outputs = take_object(&mut answer, "props").unwrap_or_default();
    let now = take_object(&mut answer, "inputs");
    Ok(Recovered::Found(ReadState {
        data: None,
        id,
        inputs: now.unwrap_or_else(|| {
            let now = |(name, value): (&String, &Value)| {
                let value = outputs.get(name).unwrap_or(value);
                (name.clone(), value.clone())
            };
            inputs.iter().map(now).collect()
        }),
        outputs,
    }))
}

/// `[{ id, name?, props?, inputs? }]`, or null if the provider has no such method. An object without `props` is read.
pub fn listed(answer: Value) -> Option<Vec<ListedObject>> {
    let Value::Array(items) = answer else {
        return None;
    };
    let listed = items.into_iter().map(|mut item| {
        let id = text(&item, "id");
        let name = Some(text(&item, "name")).filter(|it| !it.is_empty());
        let name = name.unwrap_or_else(|| id.clone());
        let Some(outputs) = take_object(&mut item, "props") else {
            return ListedObject::to_read(id, name);
        };
        let inputs = take_object(&mut item, "inputs").unwrap_or_else(|| outputs.clone());
        let state = ReadState {
            data: None,
            id,
            inputs,
            outputs,
        };
        ListedObject::with_state(name, state)
    });
    Some(listed.collect())
}

/// The inputs of the actual object: an output with the name of an input has its value.
fn drifted_inputs(request: &ReadRequest, outputs: &Object) -> Object {
    let Some(inputs) = &request.inputs else {
        return outputs.clone();
    };
    let drifted = |name: &String, value: &Value| {
        let shows = match &request.outputs {
            Some(old) => old.get(name) == Some(value),
            None => true,
        };
        let now = outputs.get(name).filter(|_| shows);
        now.cloned().unwrap_or_else(|| value.clone())
    };
    inputs
        .iter()
        .map(|(name, value)| (name.clone(), drifted(name, value)))
        .collect()
}

fn kind(old: Option<&Value>, new: Option<&Value>) -> PropertyChangeKind {
    match (old, new) {
        (None, _) => PropertyChangeKind::Added,
        (_, None) => PropertyChangeKind::Removed,
        _ => PropertyChangeKind::Changed,
    }
}

/// Whether `path` is equal to `whole` or inside it.
fn is_within(path: &str, whole: &str) -> bool {
    let parse = |it: &str| it.parse::<PropertyPath>();
    match (parse(path), parse(whole)) {
        (Ok(path), Ok(whole)) => path.parts.starts_with(&whole.parts),
        _ => path == whole,
    }
}

fn member<'a>(answer: &'a Value, name: &str) -> Option<&'a Value> {
    answer.as_object()?.get(name)
}

fn take_object(answer: &mut Value, name: &str) -> Option<Object> {
    let Value::Object(members) = answer else {
        return None;
    };
    match members.get_mut(name).map(std::mem::take) {
        Some(Value::Object(it)) => Some(it),
        _ => None,
    }
}

fn text(answer: &Value, name: &str) -> String {
    let text = member(answer, name).and_then(Value::as_str);
    text.unwrap_or_default().to_owned()
}

fn flag(answer: &Value, name: &str) -> Option<bool> {
    match member(answer, name)? {
        Value::Bool(it) => Some(*it),
        _ => None,
    }
}

fn items<'a>(answer: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    let items = match member(answer, name) {
        Some(Value::Array(items)) => items.as_slice(),
        _ => &[],
    };
    items.iter()
}

pub fn texts(answer: &Value, name: &str) -> Vec<String> {
    let texts = items(answer, name).filter_map(Value::as_str);
    texts.map(str::to_owned).collect()
}
