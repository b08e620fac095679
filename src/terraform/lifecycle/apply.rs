//! Makes the change of a plan.

use crate::cty::Value;
use crate::protocol::{CallFailure, encode};
use crate::tfplugin6 as wire;

use super::lifecycle_error::LifecycleError;
use super::object::{Object, Status};
use super::outcome::{Change, Outcome, check_outcome};
use super::plan::Plan;
use super::session::{Session, decode_answer};

impl Session {
    /// Creates or updates. `prior` is the object that is changed: nothing for a creation, also for
    /// that of a replacement. There is no time limit: providers have their own.
    pub async fn apply(
        &self,
        type_name: &str,
        prior: (&Object, Status),
        plan: &Plan,
        config: &Value,
    ) -> Result<Outcome, LifecycleError> {
        self.change(type_name, prior, &plan.planned, config, plan.is_legacy)
            .await
    }

    /// Deletes an object.
    pub async fn delete(
        &self,
        type_name: &str,
        prior: (&Object, Status),
    ) -> Result<Outcome, LifecycleError> {
        let private = self.plan_destroy(type_name, prior.0).await?;
        self.destroy(type_name, prior, private).await
    }

    /// Deletes an object after its deletion was planned.
    pub async fn destroy(
        &self,
        type_name: &str,
        prior: (&Object, Status),
        private: Vec<u8>,
    ) -> Result<Outcome, LifecycleError> {
        let planned = Object {
            value: Value::Null,
            private,
            identity: prior.0.identity.clone(),
        };
        self.change(type_name, prior, &planned, &Value::Null, false)
            .await
    }

    async fn change(
        &self,
        type_name: &str,
        (prior, status): (&Object, Status),
        planned: &Object,
        config: &Value,
        is_legacy_plan: bool,
    ) -> Result<Outcome, LifecycleError> {
        const METHOD: &str = "ApplyResourceChange";
        let schema = self.resource(type_name)?;
        let of = schema.value_type();
        let encoded = |value: &Value, what| encode(value, of).map_err(LifecycleError::value(what));
        let request = wire::apply_resource_change::Request {
            type_name: type_name.to_owned(),
            prior_state: Some(encoded(&prior.value, "the state")?),
            planned_state: Some(encoded(&planned.value, "the plan")?),
            config: Some(encoded(config, "the configuration")?),
            planned_private: planned.private.clone(),
            provider_meta: None,
            planned_identity: self.identity_message(type_name, planned.identity.as_ref())?,
        };
        let answer = self.client().apply_resource_change(request).await?;
        let diagnostics = self.diagnostics(answer.diagnostics);
        let value = decode_answer(METHOD, answer.new_state.as_ref(), of)?;
        if value.is_unknown() {
            // Whether there is an object is not known either.
            let (method, reason) = (METHOD, "all of the object is unknown".to_owned());
            return Err(CallFailure::Unreadable { method, reason }.into());
        }
        self.hide_secrets(&schema.block, &value);
        let identity = self.read_identity(type_name, METHOD, answer.new_identity.as_ref())?;
        let made = Object {
            value,
            private: answer.private,
            identity: identity.or_else(|| planned.identity.clone()),
        };
        let change = Change {
            block: &schema.block,
            prior,
            status,
            planned: &planned.value,
            is_legacy: is_legacy_plan || answer.legacy_type_system,
        };
        Ok(check_outcome(&change, made, diagnostics))
    }
}
