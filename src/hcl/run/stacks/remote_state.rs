//! `terraform_remote_state`: the outputs of another stack, which is one of Lumi.

use lumi_graph::{
    Object, ResourceKind, ResourceOptions, STACK_REFERENCE, StackName, Value as EngineValue,
};
use lumi_monitor::{Registered, RegisteredOutputs};

use crate::config::BUILT_IN_PACKAGE;
use crate::syntax::Diagnostic;
use crate::value::{Type, Value};

use super::super::address::ResourceInstance;
use super::super::border::{Missing, from_engine};
use super::super::builtin::REMOTE_STATE;
use super::super::goals::GoalParts;
use super::super::resources::ResourceSite;
use super::super::run::{NodeFailure, Run};
use super::super::values::ResourceState;

/// Whether a data source reads the outputs of another stack.
pub(crate) fn is_remote_state(site: &ResourceSite<'_>) -> bool {
    site.resource.is_data
        && site.package == BUILT_IN_PACKAGE
        && site.resource.type_name == REMOTE_STATE
}

impl Run {
    /// Reads the stacks that the instances of a data source name.
    pub(crate) async fn remote_states(
        &self,
        site: &ResourceSite<'_>,
    ) -> Result<ResourceState, NodeFailure> {
        let expansion = self.expand(site)?;
        let mut values = Vec::new();
        for (key, repeated) in expansion.instances() {
            let address = Self::address_of(site, &key);
            let config = self.decoded(site, &address, &repeated)?;
            let outputs = self.outputs_of_stack(site, &address, &config).await?;
            let value = with_outputs(&config, outputs);
            self.check_after(site, &address, &repeated, &value)?;
            values.push(value);
        }
        Ok(ResourceState {
            is_pending: values.iter().any(|it| !it.is_wholly_known()),
            value: expansion.collect(values, &site.schema.block.implied_type()),
            urns: Vec::new(),
            identities: Vec::new(),
        })
    }

    /// The outputs of the stack that a data source names; `None` if they are known only after its deployment.
    async fn outputs_of_stack(
        &self,
        site: &ResourceSite<'_>,
        address: &ResourceInstance,
        config: &Value,
    ) -> Result<Option<Object>, NodeFailure> {
        let (plain, _) = config.unmarked_deep();
        let config = plain.attribute("config");
        let path = config.as_ref().and_then(|it| it.attribute("path"));
        let path = path.as_ref().and_then(Value::as_str);
        let siblings = self.facts.sibling_stacks.as_ref();
        let stack = siblings.and_then(|it| it.referred(&address.name, path));
        let Some(stack) = stack else {
            return Err(unknown_state(site, address).into());
        };
        let id = StackName::new(&self.facts.project, stack).to_string();
        let mut goal = self.goal(GoalParts {
            token: STACK_REFERENCE.to_owned(),
            address: address.to_string(),
            kind: ResourceKind::Custom,
            depth: site.state.address.0.len(),
            parent: site.state.component.clone(),
            provider: None,
            inputs: [("name".to_owned(), EngineValue::from(id.as_str()))]
                .into_iter()
                .collect(),
            depends_on: Vec::new(),
            options: ResourceOptions::default(),
            span: site.resource.span.clone(),
        })?;
        goal.read_id = Some(EngineValue::from(id.as_str()));
        let registered = self.monitor.register(goal).await;
        let registered = registered.map_err(|error| NodeFailure::of_resource(&error))?;
        Ok(outputs_of(registered))
    }
}

fn outputs_of(registered: Registered) -> Option<Object> {
    let (RegisteredOutputs::Planned(outputs) | RegisteredOutputs::Deployed(outputs)) =
        registered.outputs
    else {
        return None;
    };
    match outputs.get("outputs").map(EngineValue::open) {
        Some(EngineValue::Object(outputs)) => Some(outputs.clone()),
        _ => None,
    }
}

/// The value of a data source with the outputs that were read, over its defaults.
fn with_outputs(config: &Value, outputs: Option<Object>) -> Value {
    let outputs = match outputs {
        None => Value::unknown(Type::Dynamic),
        Some(outputs) => {
            let read = from_engine(&EngineValue::Object(outputs), &Type::Dynamic, Missing::Null);
            let defaults = config.attribute("defaults");
            let defaults = defaults.as_ref().and_then(Value::members);
            let mut members = defaults.cloned().unwrap_or_default();
            members.extend(read.members().cloned().unwrap_or_default());
            Value::object(members)
        }
    };
    let mut members = config.members().cloned().unwrap_or_default();
    members.insert("outputs".to_owned(), outputs);
    Value::object(members)
}

fn unknown_state(site: &ResourceSite<'_>, address: &ResourceInstance) -> Diagnostic {
    let detail = format!(
        "`{address}` is not the state of a stack of the same program, and Lumi reads no other states: pass the values as \
         variables, by `--var NAME=VALUE` or the file of the stack"
    );
    Diagnostic::error("a remote state cannot be read", detail, &site.resource.span)
}
