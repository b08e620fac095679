//! Dynamic resources, which have another type and a code of their own in each tool.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use lumi_graph::{Alias, Graph, Object, ResourceOption, Urn};

/// The package of dynamic resources of Pulumi's Node SDK.
const FORMER: &str = "pulumi-nodejs:";
/// The input with the code of the provider there.
const CODE: &str = "__provider";

/// Gives dynamic resources of the first graph the types that they have in the second one, which says so with aliases,
/// and leaves out those aliases.
pub fn adopt(first: &mut Graph, second: &mut Graph) {
    let known: HashSet<Urn> = first.vertices.iter().map(|it| it.urn.clone()).collect();
    let mut renamed = HashMap::new();
    for vertex in &mut second.vertices {
        let aliases = vertex.options.aliases().to_vec();
        let is_former = |alias: &Alias| {
            let urn = alias.urn(&vertex.urn);
            urn.filter(|it| it.resource_type().starts_with(FORMER))
        };
        let former = aliases.iter().filter_map(is_former);
        for urn in former.filter(|it| known.contains(it)) {
            renamed.insert(urn, (vertex.urn.clone(), vertex.resource_type.clone()));
        }
        let rest: Vec<Alias> = aliases
            .iter()
            .filter(|it| is_former(it).is_none())
            .cloned()
            .collect();
        match rest.is_empty() {
            true => vertex.options.remove("aliases"),
            false => vertex.options.set(ResourceOption::Aliases(rest)),
        }
    }
    let rename = |urn: &mut Urn| {
        if let Some((new, _)) = renamed.get(urn) {
            *urn = new.clone();
        }
    };
    for vertex in &mut first.vertices {
        if let Some((_, resource_type)) = renamed.get(&vertex.urn) {
            vertex.resource_type = resource_type.clone();
            vertex.options.remove("version");
            forget_code(&mut vertex.inputs);
            forget_code(&mut vertex.outputs);
        }
        rename(&mut vertex.urn);
        if let Some(parent) = &mut vertex.parent {
            rename(parent);
        }
    }
    for edge in &mut first.edges {
        rename(&mut edge.from);
        rename(&mut edge.to);
    }
}

fn forget_code(properties: &mut Arc<Object>) {
    if properties.contains_key(CODE) {
        Arc::make_mut(properties).shift_remove(CODE);
    }
}
