//! Names of resources in programs, from their addresses.

use std::collections::BTreeSet;

use super::state_file::StateObject;

/// The name of each object: module names and keys, the resource name, and the instance key, joined by `-`. The second object of a type that would get a name has a number behind it. Deposed objects
/// have the name of the object that came in their place.
pub fn names(objects: &[StateObject]) -> Vec<String> {
    let mut taken: BTreeSet<(&str, String)> = BTreeSet::new();
    let mut named: Vec<(&str, String)> = Vec::new();
    let mut all = Vec::new();
    for object in objects {
        let known = named
            .iter()
            .rev()
            .find(|(address, _)| *address == object.address);
        if let Some((_, name)) = known {
            all.push(name.clone());
            continue;
        }
        let own = own_name(object);
        let mut name = own.clone();
        let mut number = 2_u64;
        while !taken.insert((&object.type_name, name.clone())) {
            name = format!("{own}-{number}");
            number += 1;
        }
        // Objects of one address follow each other.
        named.clear();
        named.push((&object.address, name.clone()));
        all.push(name);
    }
    all
}

fn own_name(object: &StateObject) -> String {
    let mut parts = Vec::new();
    for (name, key) in &object.modules {
        parts.push(name.clone());
        parts.extend(key.as_ref().map(ToString::to_string));
    }
    parts.push(object.name.clone());
    parts.extend(object.key.as_ref().map(ToString::to_string));
    let mut name = parts.join("-").replace(char::is_control, "_");
    // Two colons separate the parts of a URN.
    while name.contains("::") {
        name = name.replace("::", ":");
    }
    name
}
