//! Converts results of registrations to messages.

use std::sync::Arc;

use tonic::{Code, Status};

use crate::pulumirpc as wire;
use crate::values::{Accepts, encode_object, pulumi_urn};
use lumi_graph::{Object, Urn, Value};
use lumi_monitor::{MonitorError, Registered, RegisteredOutputs};
use lumi_rpc::CallError;

use super::registered_resources::RegistrationResult;

/// The outputs that a program receives.
pub struct RegistrationOutcome {
    pub settled: RegistrationResult,
    /// Whether missing outputs are unknown, even in a deployment.
    pub is_planned: bool,
}

impl RegistrationOutcome {
    /// `inputs` are those of the goal, used when the monitor returns no outputs.
    pub fn new(registered: Registered, inputs: Object) -> Self {
        let (outputs, is_planned) = match registered.outputs {
            RegisteredOutputs::EchoInputs => (inputs, true),
            RegisteredOutputs::Planned(outputs) => (outputs, true),
            RegisteredOutputs::Deployed(outputs) => (outputs, false),
        };
        let settled = RegistrationResult {
            id: registered.id,
            outputs: Arc::new(outputs),
        };
        Self {
            settled,
            is_planned,
        }
    }

    /// The outputs of a resource in the form that its class expects.
    pub fn structure(&self, accepts: Accepts) -> Result<wire::Struct, CallError> {
        structure(&self.settled.outputs, accepts)
    }
}

pub fn structure(object: &Object, accepts: Accepts) -> Result<wire::Struct, CallError> {
    encode_object(object, accepts)
        .map_err(|error| CallError::new(Code::FailedPrecondition, error.to_string()))
}

/// An id as text; empty for no id and for an unknown id.
pub fn id_text(id: Option<&Value>) -> String {
    match id {
        Some(Value::String(id)) => id.clone(),
        _ => String::new(),
    }
}

/// The response to a failed registration, for an SDK that supports results.
pub fn failed(urn: &Urn, result: wire::Result) -> wire::RegisterResourceResponse {
    wire::RegisterResourceResponse {
        urn: pulumi_urn(urn),
        result: result.into(),
        ..Default::default()
    }
}

/// The status of a failure. SDKs interpret `UNAVAILABLE` as a run that is over and has reported its
/// reason.
pub fn status(error: MonitorError) -> Status {
    let message = error.to_string();
    match error {
        MonitorError::Failed { .. } => Status::aborted(message),
        MonitorError::Stopping => Status::unavailable(message),
    }
}
