//! Data sources.

use std::collections::BTreeSet;

use lumi_graph::Value as EngineValue;
use lumi_monitor::{Answer, Invoke, MonitorError};
use lumi_terraform::schema::{Block, unread};

use crate::syntax::Diagnostic;
use crate::value::Value;
use crate::value::wire::{from_wire, to_wire};

use super::address::ResourceInstance;
use super::border::{Missing, inputs, object_from_engine};
use super::expansion::Repeated;
use super::nodes::NodeKind;
use super::resources::ResourceSite;
use super::run::{NodeFailure, Run};
use super::schema_marks::with_schema_marks;
use super::values::ResourceState;

/// An instance that is being read.
struct Reading {
    address: ResourceInstance,
    repeated: Repeated,
    config: Value,
    /// `None` for one that is read in the deployment.
    answer: Option<Answer<EngineValue>>,
}

impl Run {
    /// Reads all instances of a data source at once.
    pub(super) async fn data_source(
        &self,
        site: &ResourceSite<'_>,
    ) -> Result<ResourceState, NodeFailure> {
        let expansion = self.expand(site)?;
        let is_deferred = self.facts.is_plan && self.waits_for_changes(site);
        let mut readings = Vec::new();
        for (key, repeated) in expansion.instances() {
            let address = Self::address_of(site, &key);
            let config = self.decoded(site, &address, &repeated)?;
            let answer = match is_deferred || !config.is_wholly_known() {
                true => None,
                false => Some(self.monitor.invoke(Invoke {
                    token: format!("{}:data:{}", site.package, site.resource.type_name),
                    arguments: inputs(&config, &site.schema.block),
                    provider: site.provider.clone(),
                    version: None,
                })),
            };
            readings.push(Reading {
                address,
                repeated,
                config,
                answer,
            });
        }
        let mut values = Vec::new();
        let mut has_unknown = false;
        for reading in readings {
            let (address, repeated) = (reading.address.clone(), reading.repeated.clone());
            let value = read(site, reading).await?;
            has_unknown |= !value.is_wholly_known();
            self.check_after(site, &address, &repeated, &value)?;
            values.push(value);
        }
        Ok(ResourceState {
            value: expansion.collect(values, &site.schema.block.implied_type()),
            urns: Vec::new(),
            identities: Vec::new(),
            is_pending: has_unknown,
        })
    }

    /// Whether something that `depends_on` names, also that of a module around it, is not deployed yet.
    fn waits_for_changes(&self, site: &ResourceSite<'_>) -> bool {
        let mut pending: Vec<usize> = vec![site.at];
        let mut module = Some(site.module);
        while let Some(at) = module {
            pending.extend(self.nodes.find(at, NodeKind::Expansion));
            module = self.tree.nodes.get(at).and_then(|it| it.parent);
        }
        let explicit = pending.iter().filter_map(|it| self.nodes.explicit.get(it));
        let mut resources = BTreeSet::new();
        for node in explicit.flatten() {
            resources.insert(*node);
            resources.extend(self.nodes.resources_behind(*node));
        }
        let values = self.values.lock();
        resources
            .into_iter()
            .any(|it| match self.nodes.all.get(it) {
                Some(node) => match &node.kind {
                    NodeKind::Resource(address) if !address.starts_with("data.") => {
                        let mut instances = 0..values.instances(node.module);
                        instances.any(|instance| {
                            let place = (node.module, instance, address.clone());
                            values.resources.get(&place).is_some_and(|it| it.is_pending)
                        })
                    }
                    _ => false,
                },
                None => false,
            })
    }
}

/// The value of an instance, once it is read.
async fn read(site: &ResourceSite<'_>, reading: Reading) -> Result<Value, NodeFailure> {
    let block = &site.schema.block;
    let Some(answer) = reading.answer else {
        return Ok(unread_value(block, &reading.config));
    };
    match answer.await {
        Ok(answer) => Ok(read_value(block, &reading.config, &answer)),
        Err(MonitorError::Stopping) => Err(NodeFailure::Stopping),
        Err(MonitorError::Failed { message, .. }) => {
            let summary = format!("`{}` cannot be read", reading.address);
            Err(Diagnostic::error(summary, message, &site.resource.span).into())
        }
    }
}

/// The value of an answer, with the marks that the configuration has.
fn read_value(block: &Block, config: &Value, answer: &EngineValue) -> Value {
    let EngineValue::Object(outputs) = answer.open() else {
        return unread_value(block, config);
    };
    let value = object_from_engine(outputs, block, Missing::Null);
    let (_, marks) = config.unmarked_with_paths();
    value.with_marks_at(&marks)
}

/// A data source that is not read: what its provider sets is unknown.
fn unread_value(block: &Block, config: &Value) -> Value {
    let of = block.implied_type();
    let (plain, _) = config.unmarked_deep();
    let (_, marks) = config.unmarked_with_paths();
    let Ok(wire) = to_wire(&plain, &of) else {
        return Value::unknown(of);
    };
    let value = from_wire(&unread(block, &wire), &of);
    with_schema_marks(value, block).with_marks_at(&marks)
}
