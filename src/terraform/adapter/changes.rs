//! Plans, and the changes of objects.

use lumi_graph::Object as ProgramObject;
use lumi_provider::{
    Changes, CheckRequest, Checked, CreateRequest, Created, DeleteRequest, Diff, DiffRequest,
    ProviderError, Target, UpdateRequest, Updated, oversized_input,
};

use crate::cty::Value;
use crate::lifecycle::{Action, Object, Outcome, Plan, PlanRequest, Status};
use crate::shape::{Configuration, configuration, marked_inputs, outputs};

use super::failure::{
    contradictions, errors_of, failed, failed_change, failed_inputs, input_failures,
    input_failures_of_shape, invalid_inputs, refused,
};
use super::object_answer::{ObjectAnswer, no_object, object_answer, stored, upgraded};
use super::prepared_plans::PreparedPlan;
use super::property_changes::property_changes;
use super::terraform_provider::TerraformProvider;
use super::token::resource_name;

/// The desired change, and the existing object.
struct Change<'c> {
    target: &'c Target,
    type_name: &'c str,
    prior: Object,
    config: Configuration,
}

/// The maximum size of all inputs of a resource, in bytes: providers receive at most 256 MiB, and a message has the object
/// before and after, and the configuration.
const MAX_INPUTS: usize = 64 << 20;

impl TerraformProvider {
    pub async fn checked(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        if let Some(failure) = oversized_input(&request.inputs, MAX_INPUTS) {
            return Ok(Checked::new(request.inputs, vec![failure]));
        }
        let target = &request.target;
        let type_name = resource_name(&target.resource_type)?;
        let schema = self.schema(type_name)?;
        let marked = marked_inputs(&schema.block, request.inputs);
        let given = match self.values.resolve(&marked.inputs) {
            Ok(given) => given,
            Err(failures) => return Ok(Checked::new(marked.inputs, failures)),
        };
        let failures = match configuration(&schema.block, &given) {
            Err(errors) => input_failures_of_shape(errors),
            Ok(config) => {
                self.add_secrets(&config);
                let about = (type_name, Some(&target.urn));
                let diagnostics = self.session.validate(about, &config.value).await;
                let diagnostics = diagnostics.map_err(failed)?;
                self.warn(Some(&target.urn), &diagnostics);
                input_failures(&diagnostics)
            }
        };
        Ok(Checked {
            inputs: marked.inputs,
            failures,
            unstored: marked.written,
        })
    }

    /// The configuration of checked inputs.
    fn config(
        &self,
        type_name: &str,
        inputs: &ProgramObject,
    ) -> Result<Configuration, ProviderError> {
        let schema = self.schema(type_name)?;
        let given = self.values.resolve(inputs).map_err(failed_inputs)?;
        let config = configuration(&schema.block, &given).map_err(invalid_inputs)?;
        self.add_secrets(&config);
        Ok(config)
    }

    async fn plan(&self, change: &Change<'_>) -> Result<Plan, ProviderError> {
        let request = PlanRequest {
            type_name: change.type_name,
            urn: Some(&change.target.urn),
            prior: &change.prior,
            status: Status::Ready,
            config: &change.config.value,
            full_config: &change.config.value,
            must_replace: false,
            ignored: &change.target.ignored,
        };
        let plan = self.session.plan(&request).await.map_err(failed)?;
        self.warn(Some(&change.target.urn), &plan.diagnostics);
        Ok(plan)
    }

    pub async fn difference(&self, request: DiffRequest) -> Result<Diff, ProviderError> {
        let target = &request.target;
        let type_name = resource_name(&target.resource_type)?;
        let stored = stored(target)?.ok_or_else(missing_provider_data)?;
        let change = Change {
            target,
            type_name,
            prior: upgraded(&self.session, type_name, &stored).await?,
            config: self.config(type_name, &request.inputs)?,
        };
        let is_tainted = stored.status == Status::Tainted;
        let plan = match self.plan(&change).await {
            // Half an object may be none that can be planned with. It is replaced in any case.
            Err(_) if is_tainted => return Ok(difference(Changes::None, Vec::new())),
            plan => plan?,
        };
        // An object of another type has to be recorded as one of this type.
        let is_moved = stored.former_type(type_name).is_some();
        if plan.action == Action::Nothing && !is_moved {
            return Ok(difference(Changes::None, Vec::new()));
        }
        let config = change.config.value;
        let properties = property_changes(&change.prior.value, &config, &plan);
        // An object in place of half a one is planned without it.
        if !is_tainted {
            let data = target.data.clone();
            let prepared = PreparedPlan { data, config, plan };
            self.plans.put(&target.urn, prepared);
        }
        Ok(difference(Changes::Some, properties))
    }

    pub async fn created(&self, request: CreateRequest) -> Result<Created, ProviderError> {
        let target = &request.target;
        let type_name = resource_name(&target.resource_type)?;
        let mut change = Change {
            target,
            type_name,
            prior: no_object(),
            config: self.config(type_name, &request.inputs)?,
        };
        let prepared = self.plans.take(&target.urn);
        let plan = match prepared {
            Some(it) if it.plan.action == Action::Replace && it.config == change.config.value => {
                it.plan
            }
            prepared => {
                // The private data of the provider for the old object, for the plan of a new one.
                let said = prepared.map(|it| it.plan.planned_before);
                change.prior.private = said.unwrap_or_default();
                self.plan(&change).await?
            }
        };
        change.prior = no_object();
        if request.preview {
            return Ok(Created {
                id: None,
                outputs: self.planned_outputs(&change, &plan.planned.value)?,
                data: None,
            });
        }
        let outcome = self.applied(&change, &plan).await?;
        let ObjectAnswer { id, outputs, data } = self.change_result(&change, outcome)?;
        Ok(Created {
            id: Some(id),
            outputs,
            data: Some(data),
        })
    }

    pub async fn updated(&self, request: UpdateRequest) -> Result<Updated, ProviderError> {
        let target = &request.target;
        let type_name = resource_name(&target.resource_type)?;
        let config = self.config(type_name, &request.inputs)?;
        let stored = stored(target)?.ok_or_else(missing_provider_data)?;
        let change = Change {
            target,
            type_name,
            prior: upgraded(&self.session, type_name, &stored).await?,
            config,
        };
        let prepared = self.plans.take(&target.urn);
        let plan = match prepared {
            Some(it) if it.data == target.data && it.config == change.config.value => it.plan,
            _ => self.plan(&change).await?,
        };
        if request.preview {
            let outputs = self.planned_outputs(&change, &plan.planned.value)?;
            return Ok(outputs.into());
        }
        if plan.action == Action::Replace {
            return Err(ProviderError::failed(
                "the provider cannot change it any more, but would replace it; run lumi again",
            ));
        }
        let outcome = match plan.action {
            Action::Nothing => Outcome {
                object: Some(change.prior.clone()),
                status: Status::Ready,
                diagnostics: plan.diagnostics,
                contradictions: Vec::new(),
            },
            _ => self.applied(&change, &plan).await?,
        };
        let ObjectAnswer { outputs, data, .. } = self.change_result(&change, outcome)?;
        let data = Some(data);
        Ok(Updated { outputs, data })
    }

    async fn applied(&self, change: &Change<'_>, plan: &Plan) -> Result<Outcome, ProviderError> {
        let _running = self.changes.begin()?;
        let (name, prior) = (change.type_name, (&change.prior, Status::Ready));
        let applied = self
            .session
            .apply(name, prior, plan, &change.config.value)
            .await;
        let outcome = applied.map_err(failed_change)?;
        self.warn(Some(&change.target.urn), &outcome.diagnostics);
        Ok(outcome)
    }

    fn planned_outputs(
        &self,
        change: &Change<'_>,
        planned: &Value,
    ) -> Result<ProgramObject, ProviderError> {
        let schema = self.schema(change.type_name)?;
        Ok(outputs(&schema.block, planned, &change.config.secrets))
    }

    /// The object after a change, or the reason why there is none. Half of a change is an error with the object.
    fn change_result(
        &self,
        change: &Change<'_>,
        outcome: Outcome,
    ) -> Result<ObjectAnswer, ProviderError> {
        let has_failed = outcome.has_failed();
        let refusal = refusal(&outcome);
        let reasons = reasons(&outcome);
        let Some(object) = outcome.object else {
            return Err(refusal);
        };
        if has_failed && object == change.prior {
            return Err(refusal);
        }
        let schema = self.schema(change.type_name)?;
        let secrets = &change.config.secrets;
        let object = (&object, outcome.status);
        let kept = object_answer(&self.session, change.type_name, &schema, object, secrets)?;
        if !has_failed {
            return Ok(kept);
        }
        Err(ProviderError::PartialInit {
            id: kept.id,
            outputs: kept.outputs,
            reasons,
            data: Some(kept.data),
            is_tainted: outcome.status == Status::Tainted,
        })
    }

    pub async fn deleted(&self, request: DeleteRequest) -> Result<(), ProviderError> {
        let target = &request.target;
        let type_name = resource_name(&target.resource_type)?;
        let stored = stored(target)?.ok_or_else(missing_provider_data)?;
        let prior = upgraded(&self.session, type_name, &stored).await?;
        let planned = self.session.plan_destroy(type_name, &prior).await;
        let private = planned.map_err(failed)?;
        let _running = self.changes.begin()?;
        let deleted = self
            .session
            .destroy(type_name, (&prior, stored.status), private)
            .await;
        let outcome = deleted.map_err(failed_change)?;
        self.warn(Some(&target.urn), &outcome.diagnostics);
        match outcome.has_failed() {
            true => Err(refusal(&outcome)),
            false => Ok(()),
        }
    }
}

/// A replacement deletes first, as Terraform does: names are often unique. A dependent that is to be created first
/// turns that around, as there.
fn difference(changes: Changes, properties: Vec<lumi_provider::PropertyChange>) -> Diff {
    Diff {
        changes,
        properties,
        delete_before_replace: true,
        may_create_first: true,
    }
}

fn reasons(outcome: &Outcome) -> Vec<String> {
    let mut reasons = errors_of(&outcome.diagnostics);
    reasons.extend(contradictions(&outcome.contradictions));
    reasons
}

fn refusal(outcome: &Outcome) -> ProviderError {
    refused(
        &outcome.diagnostics,
        contradictions(&outcome.contradictions),
    )
}

fn missing_provider_data() -> ProviderError {
    ProviderError::failed("the state has no provider data for it; `lumi refresh` reads it")
}
