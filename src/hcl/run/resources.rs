//! Resources.

use std::sync::Arc;

use lumi_graph::{Alias, Goal, Object, ResourceKind, Urn};
use lumi_monitor::{Answer, Registered, RegisteredOutputs};
use lumi_terraform::schema::Schema;

use crate::config::Resource;
use crate::expression::Variables;
use crate::syntax::{Diagnostic, Traversal};
use crate::value::{Marks, Path, Value};

use super::address::{InstanceKey, ResourceInstance};
use super::block_content::{AnyBody, body_references};
use super::block_decoder::BlockDecoder;
use super::border::{Missing, inputs, object_from_engine};
use super::expansion::{Expansion, Repeated};
use super::goals::{GoalParts, is_pending};
use super::run::{NodeFailure, Run};
use super::schema_marks::with_schema_marks;
use super::schemas::resource_schema;
use super::scope::Site;
use super::stacks::is_remote_state;
use super::triggers::identity;
use super::values::{ModuleState, ResourceState};

/// The parts that all instances of a resource in an instance of its module share.
pub(super) struct ResourceSite<'r> {
    pub at: usize,
    pub module: usize,
    pub instance: usize,
    pub state: ModuleState,
    pub resource: &'r Resource,
    pub package: &'r str,
    pub schema: Arc<Schema>,
    /// The values of the references in the body, without those of an instance.
    pub scope: Variables<'static>,
    pub provider: Option<Urn>,
}

/// The value of an instance, and whether parts of it are known only after the deployment.
fn registered_value(
    site: &ResourceSite<'_>,
    registered: &Registered,
    inputs: &Object,
) -> (Value, bool) {
    let block = &site.schema.block;
    match &registered.outputs {
        RegisteredOutputs::EchoInputs => {
            (object_from_engine(inputs, block, Missing::Unknown), true)
        }
        RegisteredOutputs::Planned(outputs) => {
            let is_pending = is_pending(outputs, registered.id.as_ref());
            (
                object_from_engine(outputs, block, Missing::Unknown),
                is_pending,
            )
        }
        RegisteredOutputs::Deployed(outputs) => {
            (object_from_engine(outputs, block, Missing::Null), false)
        }
    }
}

/// An instance that is registered.
struct Begun {
    address: ResourceInstance,
    key: InstanceKey,
    repeated: Repeated,
    urn: Urn,
    inputs: Object,
    /// The places of what the configuration marks.
    marks: Vec<(Path, Marks)>,
    answer: Answer<Registered>,
}

impl Run {
    pub(super) async fn resource(
        &self,
        at: usize,
        module: usize,
        address: &str,
    ) -> Result<(), NodeFailure> {
        let node = self.tree.nodes.get(module);
        let resource = node.and_then(|it| it.module.resources.get(address));
        let (Some(resource), Some(linked)) = (resource, self.nodes.providers.get(&at)) else {
            return Ok(());
        };
        let schema = resource_schema(
            &*self.schemas,
            &linked.package,
            resource.is_data,
            &resource.type_name,
        );
        let schema = schema.map_err(|reason| {
            Diagnostic::error("a resource cannot be used", reason, &resource.type_span)
        })?;
        self.check_imports(module, resource)?;
        let references = body_references(AnyBody::Config(&resource.body), &schema.block);
        let states = self.values.lock().states(module);
        let depends_on = self.dependency_urns(at);
        for (instance, state) in states.into_iter().enumerate() {
            let site = ResourceSite {
                at,
                module,
                instance,
                state,
                resource,
                package: &linked.package,
                schema: Arc::clone(&schema),
                scope: self.scope(Site::new(module, instance), &references)?,
                provider: self.provider_urn(at, module, instance),
            };
            let resource_state = match resource.is_data {
                true if is_remote_state(&site) => self.remote_states(&site).await?,
                true => self.data_source(&site).await?,
                false => self.managed(&site, &depends_on).await?,
            };
            let place = (module, instance, address.to_owned());
            self.values.lock().resources.insert(place, resource_state);
        }
        Ok(())
    }

    /// The instances of a resource.
    pub(super) fn expand(&self, site: &ResourceSite<'_>) -> Result<Expansion, NodeFailure> {
        let repetition = &site.resource.repetition;
        let references = repetition.expression().map(crate::expression::references);
        let references: Vec<Traversal> = references.unwrap_or_default();
        let scope = self.scope(Site::new(site.module, site.instance), &references)?;
        Ok(Expansion::evaluate(repetition, &scope)?)
    }

    /// The value of the body of an instance. Its preconditions hold.
    pub(super) fn decoded(
        &self,
        site: &ResourceSite<'_>,
        address: &ResourceInstance,
        repeated: &Repeated,
    ) -> Result<Value, NodeFailure> {
        let lifecycle = &site.resource.lifecycle;
        let place = Site::new(site.module, site.instance).repeated(repeated);
        let what = format!("a precondition of `{address}`");
        self.check_conditions(place, &what, &lifecycle.preconditions)?;
        let mut decoder = BlockDecoder::default();
        let scope = Variables::child(&site.scope, repeated.variables());
        let body = &site.resource.body;
        let value = decoder.body(
            AnyBody::Config(body),
            &site.schema.block,
            body.end(),
            &scope,
        );
        self.take_decoded(decoder)?;
        Ok(with_schema_marks(value, &site.schema.block))
    }

    pub(super) fn address_of(site: &ResourceSite<'_>, key: &InstanceKey) -> ResourceInstance {
        ResourceInstance {
            module: site.state.address.clone(),
            is_data: site.resource.is_data,
            type_name: site.resource.type_name.clone(),
            name: site.resource.name.clone(),
            key: key.clone(),
        }
    }

    /// Registers all instances at once, and waits for them.
    async fn managed(
        &self,
        site: &ResourceSite<'_>,
        depends_on: &[Urn],
    ) -> Result<ResourceState, NodeFailure> {
        let expansion = self.expand(site)?;
        let mut begun = Vec::new();
        for (key, repeated) in expansion.instances() {
            begun.push(self.begin(site, key, repeated, depends_on)?);
        }
        let mut values = Vec::new();
        let mut urns = Vec::new();
        let mut identities = Vec::new();
        let mut has_unknown = false;
        let mut failure = None;
        for instance in begun {
            let Begun {
                address,
                key,
                repeated,
                urn,
                inputs,
                marks,
                answer,
            } = instance;
            let registered = match answer.await {
                Ok(registered) => registered,
                Err(error) => {
                    failure.get_or_insert(NodeFailure::of_resource(&error));
                    continue;
                }
            };
            let (value, is_pending) = registered_value(site, &registered, &inputs);
            let value = value.with_marks_at(&marks);
            has_unknown |= is_pending;
            self.check_after(site, &address, &repeated, &value)?;
            identities.push((key.clone(), identity(&inputs, &value)));
            values.push(value);
            urns.push((key, urn));
        }
        if let Some(failure) = failure {
            return Err(failure);
        }
        Ok(ResourceState {
            value: expansion.collect(values, &site.schema.block.implied_type()),
            urns,
            identities,
            is_pending: has_unknown,
        })
    }

    /// Checks the postconditions of an instance.
    pub(super) fn check_after(
        &self,
        site: &ResourceSite<'_>,
        address: &ResourceInstance,
        repeated: &Repeated,
        value: &Value,
    ) -> Result<(), NodeFailure> {
        let what = format!("a postcondition of `{address}`");
        let place = Site::new(site.module, site.instance)
            .repeated(repeated)
            .with_own(value);
        Ok(self.check_conditions(place, &what, &site.resource.lifecycle.postconditions)?)
    }

    fn begin(
        &self,
        site: &ResourceSite<'_>,
        key: InstanceKey,
        repeated: Repeated,
        depends_on: &[Urn],
    ) -> Result<Begun, NodeFailure> {
        let address = Self::address_of(site, &key);
        let value = self.decoded(site, &address, &repeated)?;
        let inputs = inputs(&value, &site.schema.block);
        let (_, marks) = value.unmarked_with_paths();
        let goal = self.goal(GoalParts {
            token: format!("{}:resources:{}", site.package, site.resource.type_name),
            address: address.to_string(),
            kind: ResourceKind::Custom,
            depth: site.state.address.0.len(),
            parent: site.state.component.clone(),
            provider: site.provider.clone(),
            inputs: inputs.clone(),
            depends_on: depends_on.to_vec(),
            options: self.options(site, &address, &repeated)?,
            span: site.resource.span.clone(),
        })?;
        let urn = goal.urn.clone();
        Ok(Begun {
            address,
            key,
            repeated,
            urn,
            inputs,
            marks,
            answer: self.registered(goal),
        })
    }

    /// Registers a goal. Its block `import` counts only until the stack has the resource: a later id would put another
    /// object in place of the one that is there, which would be deleted.
    fn registered(&self, mut goal: Goal) -> Answer<Registered> {
        if goal.options.import().is_none() {
            return self.monitor.register(goal);
        }
        let aliases = goal.options.aliases().iter();
        let former = aliases.filter_map(|it| match it {
            Alias::Urn(urn) => Some(urn.clone()),
            _ => None,
        });
        let names = former.chain([goal.urn.clone()]).collect();
        let monitor = Arc::clone(&self.monitor);
        Box::pin(async move {
            if monitor.had_resource(names).await? {
                goal.options.remove("import");
            }
            monitor.register(goal).await
        })
    }
}
