//! Matches goals with resources of the state.

use lumi_graph::{Alias, Goal, ResourceName, ResourceType, Urn};

/// The URNs that the resource of a goal may have in the state: its own first, then those of its
/// aliases, then those below each former identity of its parent.
pub fn candidates(goal: &Goal, aliases: &[Alias], old_parents: &[Urn]) -> Vec<Urn> {
    let mut found = vec![goal.urn.clone()];
    let mut add = |urn: Option<Urn>| {
        if let Some(urn) = urn
            && !found.contains(&urn)
        {
            found.push(urn);
        }
    };
    for alias in aliases {
        add(alias.urn(&goal.urn));
    }
    for (old, new) in old_parents.iter().zip(goal.parent.iter().cycle()) {
        for name in inherited_names(goal.name.as_str(), old.name(), new.name()) {
            add(below(goal, old, &name));
        }
        // The alias may also refer to the old parent.
        for alias in aliases {
            add(aliased_below(goal, alias, old));
        }
    }
    found
}

fn aliased_below(goal: &Goal, alias: &Alias, parent: &Urn) -> Option<Urn> {
    let parts = match alias {
        Alias::Parts(parts) if parts.parent().is_none() && !parts.has_no_parent() => parts,
        _ => return None,
    };
    urn(
        parent.stack(),
        parent.project(),
        &parent.child_module(),
        parts.resource_type().unwrap_or(goal.resource_type.as_str()),
        parts.name().unwrap_or(goal.name.as_str()),
    )
}

fn below(goal: &Goal, parent: &Urn, name: &str) -> Option<Urn> {
    urn(
        parent.stack(),
        parent.project(),
        &parent.child_module(),
        goal.resource_type.as_str(),
        name,
    )
}

/// The child's own name, and the one with the parent's old name as its prefix, as components often
/// name their children after themselves.
pub fn inherited_names(name: &str, old_parent: &str, new_parent: &str) -> Vec<String> {
    let mut names = vec![name.to_owned()];
    if old_parent != new_parent
        && let Some(rest) = name.strip_prefix(new_parent)
    {
        names.push(format!("{old_parent}{rest}"));
    }
    names
}

fn urn(stack: &str, project: &str, module: &str, resource_type: &str, name: &str) -> Option<Urn> {
    let resource_type = ResourceType::parse(resource_type).ok()?;
    let name = ResourceName::parse(name).ok()?;
    Some(Urn::new(stack, project, module, &resource_type, &name))
}
