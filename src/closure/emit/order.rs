//! Counts references to values: a value that is used twice needs a name.

use std::iter;

use crate::capture::{
    Capture, Captured, CapturedFunction, CapturedObject, Member, MemberContent, MemberKey,
    ObjectKind, Prototype, ValueId,
};

/// The number of references to each value, including those of cells.
pub fn uses(capture: &Capture) -> Vec<usize> {
    let mut uses = vec![0; capture.values.len()];
    for cell in &capture.cells {
        uses[cell.value.0 as usize] += 1;
    }
    for value in &capture.values {
        for child in children(value) {
            uses[child.0 as usize] += 1;
        }
    }
    if let Some(root) = capture.root {
        uses[root.0 as usize] += 1;
    }
    uses
}

/// The values needed to construct this one, in order, without variables of functions.
pub fn children(value: &Captured) -> Vec<ValueId> {
    match value {
        Captured::Object(object) => object_children(object),
        Captured::Function(function) => function_children(function),
        Captured::Bound {
            target,
            this,
            arguments,
            members: added,
        } => {
            let mut found = vec![*target, *this];
            found.extend(arguments);
            members(added, &mut found);
            found
        }
        Captured::PrototypeOf(function) => vec![*function],
        Captured::MemberOf { object, .. } => vec![*object],
        Captured::Derived {
            function,
            arguments,
        } => iter::once(function).chain(arguments).copied().collect(),
        Captured::Resource(resource) => {
            let members = resource.members.iter().map(|it| it.1);
            resource.client.into_iter().chain(members).collect()
        }
        _ => Vec::new(),
    }
}

fn object_children(object: &CapturedObject) -> Vec<ValueId> {
    let mut found = Vec::new();
    match &object.kind {
        ObjectKind::Map(entries) => found.extend(entries.iter().flat_map(|it| [it.0, it.1])),
        ObjectKind::Set(items) => found.extend(items),
        ObjectKind::View { buffer, .. } => found.push(*buffer),
        ObjectKind::Wrapper(value) | ObjectKind::Promise { value, .. } => found.push(*value),
        _ => {}
    }
    prototype(object.prototype, &mut found);
    members(&object.members, &mut found);
    found.extend(object.private.iter().map(|it| it.1));
    found
}

fn function_children(function: &CapturedFunction) -> Vec<ValueId> {
    let mut found = Vec::new();
    found.extend(function.this);
    found.extend(function.new_target);
    found.extend(function.arguments);
    prototype(function.superclass, &mut found);
    if let Some(owner) = &function.owner {
        found.push(owner.class);
        key(&owner.key, &mut found);
    }
    for (_, computed) in &function.keys {
        key(computed, &mut found);
    }
    found.extend(function.private.iter().map(|it| it.1));
    members(&function.members, &mut found);
    members(&function.prototype_members, &mut found);
    found
}

fn prototype(prototype: Prototype, found: &mut Vec<ValueId>) {
    if let Prototype::Value(value) = prototype {
        found.push(value);
    }
}

fn members(members: &[Member], found: &mut Vec<ValueId>) {
    for member in members {
        key(&member.key, found);
        match &member.content {
            MemberContent::Data { value, .. } => found.push(*value),
            MemberContent::Accessor { get, set } => found.extend(get.iter().chain(set)),
            MemberContent::Live(_) => {}
        }
    }
}

fn key(key: &MemberKey, found: &mut Vec<ValueId>) {
    if let MemberKey::Symbol(symbol) = key {
        found.push(*symbol);
    }
}
