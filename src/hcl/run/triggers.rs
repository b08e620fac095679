//! Values of `replace_triggered_by`, whose changes replace a resource.

use lumi_graph::{Object, Value as EngineValue};

use crate::expression::references;
use crate::syntax::{Diagnostic, Expression, ExpressionKind, Literal, StepKind, Traversal};
use crate::value::Value;

use super::address::InstanceKey;
use super::border::to_engine;
use super::resources::ResourceSite;
use super::run::{NodeFailure, Run};
use super::scope::Site;

/// The value that changes when the configuration of an object does, or another object takes its place: its inputs and
/// its id. The parts that a provider computes can differ without either.
pub(super) fn identity(inputs: &Object, value: &Value) -> EngineValue {
    let mut parts = inputs.clone();
    if let Some(id) = value.attribute("id") {
        parts.insert("id".to_owned(), to_engine(&id));
    }
    EngineValue::Object(parts)
}

/// The instances of a resource that a whole reference names.
enum Instances {
    All,
    Keyed(InstanceKey),
}

impl Run {
    /// The value that an expression of `replace_triggered_by` stands for.
    pub(super) fn trigger(
        &self,
        resource: &ResourceSite<'_>,
        place: Site<'_>,
        expression: &Expression,
    ) -> Result<EngineValue, NodeFailure> {
        let address = self.trigger_address(resource, expression)?;
        let instances = match &*expression.kind {
            ExpressionKind::Traversal(traversal) => constant_instances(traversal),
            ExpressionKind::Index { collection, key } => match &*collection.kind {
                ExpressionKind::Traversal(traversal) if traversal.steps.len() == 1 => {
                    instance_key(&self.value(place, key)?).map(Instances::Keyed)
                }
                _ => None,
            },
            _ => None,
        };
        // A part of an object is what it is.
        let Some(instances) = instances else {
            return Ok(to_engine(&self.value(place, expression)?));
        };
        // An instance that is not there is an error as anywhere.
        self.value(place, expression)?;
        let values = self.values.lock();
        let state = values
            .resources
            .get(&(resource.module, resource.instance, address));
        let identities = state.map_or(&[][..], |it| &it.identities);
        let identities = identities.iter().filter(|(key, _)| match &instances {
            Instances::All => true,
            Instances::Keyed(one) => key == one,
        });
        Ok(EngineValue::Array(
            identities.map(|(_, it)| it.clone()).collect(),
        ))
    }

    /// The resource that the expression refers to, which must be one of this module.
    fn trigger_address(
        &self,
        resource: &ResourceSite<'_>,
        expression: &Expression,
    ) -> Result<String, NodeFailure> {
        let node = self.tree.nodes.get(resource.module);
        let is_resource = |address: &String| {
            let resource = node.and_then(|it| it.module.resources.get(address));
            resource.is_some_and(|it| !it.is_data)
        };
        let references = references(expression);
        let mut addresses = references
            .iter()
            .filter(|it| !matches!(it.root.as_str(), "each" | "count"))
            .map(|it| address_of(it).filter(is_resource));
        match (addresses.next(), addresses.next()) {
            (Some(Some(address)), None) => Ok(address),
            _ => {
                let detail = "each element must refer to one resource of this module, and to nothing else but `each` \
                              and `count`";
                let summary = "`replace_triggered_by` is not valid";
                Err(Diagnostic::error(summary, detail, &expression.span).into())
            }
        }
    }
}

fn address_of(traversal: &Traversal) -> Option<String> {
    match &traversal.steps.first()?.kind {
        StepKind::Attribute(name) => Some(format!("{}.{name}", traversal.root)),
        StepKind::Index(_) => None,
    }
}

/// The instances, if the reference names them as a whole.
fn constant_instances(traversal: &Traversal) -> Option<Instances> {
    match traversal.steps.as_slice() {
        [_] => Some(Instances::All),
        [_, step] => match &step.kind {
            StepKind::Index(Literal::Text(key)) => {
                Some(Instances::Keyed(InstanceKey::Text(key.clone())))
            }
            StepKind::Index(Literal::Number(index)) => {
                let index = index.parse().ok()?;
                Some(Instances::Keyed(InstanceKey::Number(index)))
            }
            _ => None,
        },
        _ => None,
    }
}

fn instance_key(value: &Value) -> Option<InstanceKey> {
    match (value.as_str(), value.as_number()) {
        (Some(text), _) => Some(InstanceKey::Text(text.to_owned())),
        (_, Some(number)) => {
            let index = u64::try_from(number.to_i64()?).ok()?;
            Some(InstanceKey::Number(index))
        }
        _ => None,
    }
}
