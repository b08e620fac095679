//! Finds dependents that must be replaced with a resource that is deleted first.

use std::collections::HashSet;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use lumi_graph::{ResourceKind, Urn};
use lumi_state::{Resource, Serial};

use crate::plan::{Decision, Dependent, DiffContext, dependents_to_replace};
use crate::run_context::RunContext;

/// The resources that must be replaced when `root` is deleted before its replacement exists.
pub async fn dependents_to_delete(
    context: &RunContext,
    root: &Arc<Resource>,
) -> Vec<Arc<Resource>> {
    let mut to_delete: HashSet<Urn> = HashSet::from([root.urn.clone()]);
    let mut found = Vec::new();
    let mut asked: FxHashSet<(Serial, usize)> = FxHashSet::default();
    let mut new = vec![root.urn.clone()];
    while !new.is_empty() {
        let near = context.old().replaced_with(&new);
        let candidates = dependents_to_replace(&near, &to_delete);
        new.clear();
        for dependent in candidates {
            // Repeat the check when more inputs have become unknown.
            let unknown = dependent
                .inputs
                .values()
                .filter(|it| it.contains_unknown())
                .count();
            if !asked.insert((dependent.resource.serial, unknown)) {
                continue;
            }
            if must_be_replaced(context, &dependent).await {
                to_delete.insert(dependent.resource.urn.clone());
                new.push(dependent.resource.urn.clone());
                found.push(dependent.resource);
            }
        }
    }
    found
}

/// Whether a dependent must be replaced; false if its provider is not available.
pub async fn must_be_replaced(context: &RunContext, dependent: &Dependent) -> bool {
    let Dependent {
        resource,
        inputs,
        is_deleted_along,
    } = dependent;
    if *is_deleted_along {
        return true;
    }
    if resource.kind != ResourceKind::Custom {
        return false;
    }
    let inputs = Arc::new(inputs.clone());
    let Some(diff) = context.diff_of_object(resource, &inputs).await else {
        return false;
    };
    let question = DiffContext {
        old: resource,
        inputs: &inputs,
        diff: &diff,
        options: &resource.options,
        replace_because: None,
    };
    matches!(question.decide(), Decision::Replace { .. })
}
