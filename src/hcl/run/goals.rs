//! Resources as goals of the engine.

use std::sync::Arc;

use lumi_graph::{
    Dependency, Goal, Object, ResourceKind, ResourceName, ResourceOptions, ResourceType,
    SourcePosition, Urn, Value as EngineValue,
};

use crate::syntax::{Diagnostic, Severity, Span};

use super::run::{NodeFailure, Run};

/// The type of the components of modules.
pub const MODULE_TYPE: &str = "hcl:modules:Module";

/// The part of the URN of a resource that names its parents: modules, so many levels deep.
pub fn module_chain(depth: usize) -> String {
    let mut chain = Urn::ROOT_MODULE.to_owned();
    for _ in 0..depth {
        chain.push('$');
        chain.push_str(MODULE_TYPE);
    }
    chain
}

fn invalid(error: impl ToString) -> NodeFailure {
    Diagnostic {
        severity: Severity::Error,
        summary: "a resource cannot be named".to_owned(),
        detail: error.to_string(),
        span: None,
    }
    .into()
}

pub fn resource_type(token: &str) -> Result<ResourceType, NodeFailure> {
    ResourceType::parse(token).map_err(invalid)
}

/// The name of an address in URNs, where two colons separate parts.
pub fn resource_name(address: &str) -> Result<ResourceName, NodeFailure> {
    ResourceName::parse(&escaped_name(address)).map_err(invalid)
}

/// The text of the name of an address. Different addresses have different names.
pub fn escaped_name(address: &str) -> String {
    address.replace('%', "%25").replace("::", "%3A%3A")
}

/// The address that a name stands for.
pub fn address_of_name(name: &str) -> String {
    name.replace("%3A%3A", "::").replace("%25", "%")
}

/// The parts of a goal that differ between kinds.
pub struct GoalParts {
    pub token: String,
    pub address: String,
    pub kind: ResourceKind,
    /// The number of modules above it.
    pub depth: usize,
    pub parent: Option<Urn>,
    pub provider: Option<Urn>,
    pub inputs: Object,
    pub depends_on: Vec<Urn>,
    pub options: ResourceOptions,
    pub span: Span,
}

impl Run {
    /// The goal of a resource.
    pub(super) fn goal(&self, parts: GoalParts) -> Result<Goal, NodeFailure> {
        let resource_type = resource_type(&parts.token)?;
        let name = resource_name(&parts.address)?;
        let facts = &self.facts;
        let chain = module_chain(parts.depth);
        let urn = Urn::new(&facts.stack, &facts.project, &chain, &resource_type, &name);
        let (line, column) = parts.span.position();
        Ok(Goal {
            order: self.next_order(),
            urn,
            resource_type,
            name,
            kind: parts.kind,
            parent: parts.parent,
            provider: parts.provider,
            read_id: None,
            inputs: parts.inputs,
            dependencies: Vec::<Dependency>::new(),
            depends_on: parts.depends_on,
            options: parts.options,
            code: None,
            source: Some(SourcePosition {
                file: Arc::from(parts.span.file()),
                line,
                column,
            }),
        })
    }

    /// The names of all resources that a node depends on.
    pub(super) fn dependency_urns(&self, node: usize) -> Vec<Urn> {
        let values = self.values.lock();
        let mut all = Vec::new();
        for resource in self.nodes.resources_behind(node) {
            let Some(node) = self.nodes.all.get(resource) else {
                continue;
            };
            let super::nodes::NodeKind::Resource(address) = &node.kind else {
                continue;
            };
            for instance in 0..values.instances(node.module) {
                let state = values
                    .resources
                    .get(&(node.module, instance, address.clone()));
                let urns = state.into_iter().flat_map(|it| &it.urns);
                all.extend(urns.map(|(_, urn)| urn.clone()));
            }
        }
        all
    }
}

/// Whether a part of an answer is not known yet.
pub fn is_pending(outputs: &Object, id: Option<&EngineValue>) -> bool {
    matches!(id, Some(EngineValue::Unknown)) || outputs.values().any(EngineValue::contains_unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_for_one_address() {
        for address in ["a.b", "a.b[\"x::y%3A%3A%\"]", "a.b[\"%25::::\"]"] {
            assert_eq!(address_of_name(&escaped_name(address)), address);
        }
    }
}
