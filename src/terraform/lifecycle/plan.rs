//! The changes that a configuration would make.

use lumi_graph::{PathPattern, Urn};

use crate::cty::{Path, Value};
use crate::protocol::{CAPABILITIES, Diagnostics, encode, from_wire_path};
use crate::schema::{Schema, check_plan, proposed_new};
use crate::tfplugin6 as wire;

use super::decision::{Action, decide};
use super::ignored::keep_ignored;
use super::lifecycle_error::LifecycleError;
use super::object::{Object, Status};
use super::session::{Session, decode_answer};

/// The change to plan.
#[derive(Clone, Copy, Debug)]
pub struct PlanRequest<'r> {
    pub type_name: &'r str,
    /// The resource, if the answer of a preview may be used for it.
    pub urn: Option<&'r Urn>,
    /// The object before; its value is null if there is none.
    pub prior: &'r Object,
    pub status: Status,
    /// The desired configuration in the type of the schema, with ignored values taken from
    /// the object before.
    pub config: &'r Value,
    /// The full configuration, for a new object in place of the old one.
    pub full_config: &'r Value,
    /// Whether the program wants another object in any case.
    pub must_replace: bool,
    /// The places of which the program ignores changes.
    pub ignored: &'r [PathPattern],
}

/// A plan, and what applies it.
#[derive(Clone, Debug)]
pub struct Plan {
    pub action: Action,
    /// The object after; unknown values are known after the change.
    pub planned: Object,
    pub replaces: Vec<Path>,
    /// The private data of the plan for the old object, for the plan of a new one in its
    /// place.
    pub planned_before: Vec<u8>,
    /// The provider may contradict itself, and the checks of results are off.
    pub is_legacy: bool,
    pub diagnostics: Diagnostics,
}

struct Answer {
    planned: Object,
    named: Vec<Path>,
    is_legacy: bool,
    diagnostics: Diagnostics,
}

impl Session {
    /// Checks a configuration of a resource. It may have unknown parts.
    pub async fn validate(
        &self,
        (type_name, urn): (&str, Option<&Urn>),
        config: &Value,
    ) -> Result<Diagnostics, LifecycleError> {
        let schema = self.resource(type_name)?;
        self.hide_secrets(&schema.block, config);
        let of = schema.value_type();
        let config = encode(config, of).map_err(LifecycleError::value("the configuration"))?;
        let request = wire::validate_resource_config::Request {
            type_name: type_name.to_owned(),
            config: Some(config),
            client_capabilities: Some(CAPABILITIES),
        };
        let about = (urn, "ValidateResourceConfig");
        let call = |it| self.client().validate_resource_config(it);
        let answer = self.answer(about, request, call).await?;
        Ok(self.diagnostics(answer.diagnostics))
    }

    /// Plans the change from one object to the next.
    pub async fn plan(&self, request: &PlanRequest<'_>) -> Result<Plan, LifecycleError> {
        let schema = self.resource(request.type_name)?;
        let none = Object::default();
        let is_tainted = request.status == Status::Tainted && !request.prior.value.is_null();
        if is_tainted {
            let answer = self
                .ask(request, &schema, &none, request.full_config)
                .await?;
            return Ok(replacement(answer, Vec::new(), Vec::new()));
        }
        let prior = request.prior;
        let mut answer = self.ask(request, &schema, prior, request.config).await?;
        if answer.is_legacy && !prior.value.is_null() {
            // Providers with the older SDK may plan other values than they were given.
            keep_ignored(&mut answer.planned.value, &prior.value, request.ignored);
        }
        let planned = &answer.planned.value;
        let decision = decide(&schema.block, &prior.value, planned, answer.named.clone());
        if !decision.wrong.is_empty() && !answer.is_legacy {
            return Err(contradiction(decision.wrong));
        }
        let has_object = !prior.value.is_null();
        let replaces = decision.action == Action::Replace || (request.must_replace && has_object);
        if !replaces {
            return Ok(Plan {
                action: decision.action,
                planned_before: answer.planned.private.clone(),
                planned: answer.planned,
                replaces: Vec::new(),
                is_legacy: answer.is_legacy,
                diagnostics: answer.diagnostics,
            });
        }
        // Values that depend on the old object are planned once more, without it.
        let planned_before = answer.planned.private;
        let before = Object {
            private: planned_before.clone(),
            ..none
        };
        let second = self
            .ask(request, &schema, &before, request.full_config)
            .await?;
        let second = Answer {
            diagnostics: answer.diagnostics,
            ..second
        };
        Ok(replacement(second, decision.replaces, planned_before))
    }

    async fn ask(
        &self,
        request: &PlanRequest<'_>,
        schema: &Schema,
        prior: &Object,
        config: &Value,
    ) -> Result<Answer, LifecycleError> {
        const METHOD: &str = "PlanResourceChange";
        let of = schema.value_type();
        self.hide_secrets(&schema.block, config);
        let proposed =
            without_write_only(schema, &proposed_new(&schema.block, &prior.value, config));
        let encoded = |value: &Value, what| encode(value, of).map_err(LifecycleError::value(what));
        let message = wire::plan_resource_change::Request {
            type_name: request.type_name.to_owned(),
            prior_state: Some(encoded(&prior.value, "the state")?),
            proposed_new_state: Some(encoded(&proposed, "the configuration")?),
            config: Some(encoded(config, "the configuration")?),
            prior_private: prior.private.clone(),
            provider_meta: None,
            client_capabilities: Some(CAPABILITIES),
            prior_identity: self.identity_message(request.type_name, prior.identity.as_ref())?,
        };
        let call = |it| self.client().plan_resource_change(it);
        let about = (request.urn, METHOD);
        let answer = self.answer(about, message, call).await?;
        let diagnostics = self.checked(answer.diagnostics)?;
        let value = decode_answer(METHOD, answer.planned_state.as_ref(), of)?;
        let errors = check_plan(&schema.block, &prior.value, config, &value);
        if !errors.is_empty() && !answer.legacy_type_system {
            return Err(contradiction(errors));
        }
        let identity = answer.planned_identity.as_ref();
        let identity = self.read_identity(request.type_name, METHOD, identity)?;
        Ok(Answer {
            planned: Object {
                value,
                private: answer.planned_private,
                identity,
            },
            named: answer
                .requires_replace
                .into_iter()
                .map(from_wire_path)
                .collect(),
            is_legacy: answer.legacy_type_system,
            diagnostics,
        })
    }

    /// Plans the deletion: the private bytes for it.
    pub async fn plan_destroy(
        &self,
        type_name: &str,
        prior: &Object,
    ) -> Result<Vec<u8>, LifecycleError> {
        const METHOD: &str = "PlanResourceChange";
        if !self.schemas().facts().plan_destroy {
            return Ok(prior.private.clone());
        }
        let schema = self.resource(type_name)?;
        let of = schema.value_type();
        let encoded = |value: &Value| encode(value, of).map_err(LifecycleError::value("the state"));
        let message = wire::plan_resource_change::Request {
            type_name: type_name.to_owned(),
            prior_state: Some(encoded(&prior.value)?),
            proposed_new_state: Some(encoded(&Value::Null)?),
            config: Some(encoded(&Value::Null)?),
            prior_private: prior.private.clone(),
            provider_meta: None,
            client_capabilities: Some(CAPABILITIES),
            prior_identity: self.identity_message(type_name, prior.identity.as_ref())?,
        };
        let answer = self.client().plan_resource_change(message).await?;
        self.checked(answer.diagnostics)?;
        match decode_answer(METHOD, answer.planned_state.as_ref(), of)?.is_null() {
            true => Ok(answer.planned_private),
            false => Err(contradiction(vec![crate::cty::ValueError::new(
                "an object is planned that is to be deleted",
            )])),
        }
    }
}

fn replacement(answer: Answer, replaces: Vec<Path>, planned_before: Vec<u8>) -> Plan {
    Plan {
        planned_before,
        action: Action::Replace,
        planned: answer.planned,
        replaces,
        is_legacy: answer.is_legacy,
        diagnostics: answer.diagnostics,
    }
}

fn contradiction(errors: Vec<crate::cty::ValueError>) -> LifecycleError {
    LifecycleError::Contradiction {
        method: "PlanResourceChange",
        errors,
    }
}

/// Removes write-only values: they are in the configuration alone.
fn without_write_only(schema: &Schema, value: &Value) -> Value {
    let mut written = Vec::new();
    schema.block.visit(value, &mut |attribute, path, _| {
        if attribute.is_write_only {
            written.push(path.clone());
        }
    });
    match written.is_empty() {
        true => value.clone(),
        false => value.map_parts(&Path::ROOT, &mut |path, _| {
            written.contains(path).then_some(Value::Null)
        }),
    }
}
