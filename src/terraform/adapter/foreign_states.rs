//! Objects of another tool's state, which become managed.

use std::collections::BTreeSet;

use lumi_graph::Object as ProgramObject;
use lumi_provider::{ProviderError, ReadState};

use crate::cty::{Path, Step, Value};
use crate::lifecycle::{Action, Object, Plan, PlanRequest, Status, StoredObject};
use crate::schema::{AttributeKind, Block, Schema};
use crate::shape::{configuration, needed_inputs};

use super::object_answer::{ObjectAnswer, object_answer, upgraded};
use super::terraform_provider::TerraformProvider;

impl TerraformProvider {
    /// The object in the state of the other tool, in the current schema of the provider.
    pub async fn taken_over(
        &self,
        type_name: &str,
        schema: &Schema,
        stored: &StoredObject,
    ) -> Result<ReadState, ProviderError> {
        let known = upgraded(&self.session, type_name, stored).await?;
        let secrets = &stored.secrets;
        let inputs = self.least_inputs(type_name, schema, &known, secrets).await;
        let object = (&known, stored.status);
        let ObjectAnswer { id, outputs, data } =
            object_answer(&self.session, type_name, schema, object, secrets)?;
        Ok(ReadState {
            id,
            inputs,
            outputs,
            data: Some(data),
        })
    }

    /// The fewest inputs with which the provider plans no change. What a program and the provider may both
    /// set is among them only where the provider would change it otherwise. If no inputs keep the object as
    /// it is, or the provider cannot plan, the next preview shows that.
    async fn least_inputs(
        &self,
        type_name: &str,
        schema: &Schema,
        known: &Object,
        secrets: &[Path],
    ) -> ProgramObject {
        let mut chosen = BTreeSet::new();
        loop {
            let is_chosen = |name: &str| chosen.contains(name);
            let inputs = needed_inputs(&schema.block, &known.value, secrets, &is_chosen);
            let Ok(config) = configuration(&schema.block, &inputs) else {
                return inputs;
            };
            let request = PlanRequest {
                type_name,
                urn: None,
                prior: known,
                status: Status::Ready,
                config: &config.value,
                full_config: &config.value,
                must_replace: false,
                ignored: &[],
            };
            let Ok(plan) = self.session.plan(&request).await else {
                return inputs;
            };
            let more = changed_by_provider(&schema.block, &known.value, &plan);
            let more: Vec<String> = more.into_iter().filter(|it| !is_chosen(it)).collect();
            if plan.action == Action::Nothing || more.is_empty() {
                return inputs;
            }
            chosen.extend(more);
        }
    }
}

/// The attributes and blocks that have parts which both may set, and that a plan changes: those that
/// replace the object, or else those that get a known value, or else all.
fn changed_by_provider(block: &Block, known: &Value, plan: &Plan) -> Vec<String> {
    let changed = |name: &&String| known.attribute(name) != plan.planned.value.attribute(name);
    let names = block.attributes.iter().filter(|(_, it)| {
        let is_shared = it.is_computed && !it.is_computed_only() && !it.is_write_only;
        is_shared || (matches!(it.kind, AttributeKind::Nested(..)) && !it.is_computed_only())
    });
    let names = names.map(|(name, _)| name).chain(block.blocks.keys());
    let changed: Vec<&String> = names
        .filter(changed)
        .filter(|it| !known.attribute(it).is_null())
        .collect();
    let replaces = |name: &&&String| {
        let first =
            |path: &Path| matches!(path.0.first(), Some(Step::Attribute(it)) if it == **name);
        plan.replaces.iter().any(first)
    };
    let is_known = |name: &&&String| plan.planned.value.attribute(name).is_wholly_known();
    let owned = |it: &&String| (*it).clone();
    let replacing: Vec<String> = changed.iter().filter(replaces).map(owned).collect();
    if !replacing.is_empty() {
        return replacing;
    }
    let known: Vec<String> = changed.iter().filter(is_known).map(owned).collect();
    match known.is_empty() {
        true => changed.iter().map(owned).collect(),
        false => known,
    }
}
