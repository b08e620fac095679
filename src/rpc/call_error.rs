//! The error of a failed call: a status with structured details.
//!
//! `proto/lumirpc/errors.proto` defines codes and details.

use prost::Message as _;
use prost_types::Any;
use tonic::{Code, Status};
use tonic_types::pb;

use lumi_graph::{Object, Urn};

use super::MAX_DETAILS;
use super::connection::is_answer;
use super::lumirpc as wire;
use super::message_limit::{Sizes, unreadable_answer};
use super::wire_value::{from_object, into_object};

const PARTIAL_INIT: &str = "lumirpc.PartialInit";
const RESOURCE_FAILED: &str = "lumirpc.ResourceFailed";
const BAD_REQUEST: &str = "google.rpc.BadRequest";
const TYPES: &str = "type.googleapis.com/";

/// The error of a failed call, on either end.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct CallError {
    pub code: Code,
    /// A sentence for the user.
    pub message: String,
    pub detail: Option<Box<Detail>>,
}

/// Structured details of an error.
#[derive(Clone, Debug, PartialEq)]
pub enum Detail {
    /// The object exists, but its initialisation is incomplete.
    PartialInit {
        id: String,
        outputs: Object,
        reasons: Vec<String>,
    },
    /// Invalid inputs.
    Inputs(Vec<InputError>),
    /// A resource failed; the failure is reported with the resource.
    Resource(Option<Urn>),
}

/// An invalid input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// The path, such as `rules[0].port`; empty for the inputs as a whole.
    pub path: String,
    pub reason: String,
}

impl CallError {
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            detail: None,
        }
    }

    /// A message that violates the protocol.
    pub fn malformed(message: impl Into<String>) -> Self {
        Self::new(Code::InvalidArgument, message)
    }

    pub fn with(mut self, detail: Detail) -> Self {
        self.detail = Some(Box::new(detail));
        self
    }

    /// Whether the call may have had an effect despite the error.
    pub fn is_outcome_unknown(&self) -> bool {
        matches!(
            self.code,
            Code::Unknown
                | Code::Internal
                | Code::DataLoss
                | Code::Unavailable
                | Code::DeadlineExceeded
                | Code::Cancelled
                // A response that is too large belongs to a call that was executed.
                | Code::OutOfRange
        )
    }

    fn details(&self) -> Vec<u8> {
        let Some(detail) = &self.detail else {
            return Vec::new();
        };
        let mut any = any(detail);
        if any.value.len() > MAX_DETAILS
            && let Detail::PartialInit { id, reasons, .. } = &**detail
        {
            // The object can be looked up by its id.
            any = self::any(&Detail::PartialInit {
                id: id.clone(),
                outputs: Object::default(),
                reasons: reasons.iter().take(10).cloned().collect(),
            });
        }
        if any.value.len() > MAX_DETAILS {
            return Vec::new();
        }
        let status = pb::Status {
            code: self.code as i32,
            message: self.message.clone(),
            details: vec![any],
        };
        status.encode_to_vec()
    }
}

fn any(detail: &Detail) -> Any {
    let (name, value) = match detail.clone() {
        Detail::PartialInit {
            id,
            outputs,
            reasons,
        } => {
            let outputs = Some(from_object(outputs));
            let message = wire::PartialInit {
                id,
                outputs,
                reasons,
            };
            (PARTIAL_INIT, message.encode_to_vec())
        }
        Detail::Inputs(errors) => {
            let violation = |it: InputError| pb::bad_request::FieldViolation {
                field: it.path,
                description: it.reason,
                ..Default::default()
            };
            let field_violations = errors.into_iter().map(violation).collect();
            let message = pb::BadRequest { field_violations };
            (BAD_REQUEST, message.encode_to_vec())
        }
        Detail::Resource(urn) => {
            let urn = urn.map(|it| it.to_string()).unwrap_or_default();
            let message = wire::ResourceFailed { urn };
            (RESOURCE_FAILED, message.encode_to_vec())
        }
    };
    let type_url = format!("{TYPES}{name}");
    Any { type_url, value }
}

impl From<CallError> for Status {
    fn from(error: CallError) -> Self {
        let details = error.details();
        Self::with_details(error.code, error.message, details.into())
    }
}

impl From<Status> for CallError {
    /// Details that cannot be read are ignored: the status is enough.
    fn from(status: Status) -> Self {
        let detail = detail(status.details());
        Self {
            code: status.code(),
            message: message(&status),
            detail: detail.map(Box::new),
        }
    }
}

fn detail(bytes: &[u8]) -> Option<Detail> {
    let status = pb::Status::decode(bytes).ok()?;
    status.details.iter().find_map(|any| {
        let name = any.type_url.rsplit('/').next()?;
        let bytes = any.value.as_slice();
        match name {
            PARTIAL_INIT => {
                let message = wire::PartialInit::decode(bytes).ok()?;
                let outputs = into_object(message.outputs.unwrap_or_default()).ok()?;
                Some(Detail::PartialInit {
                    id: message.id,
                    outputs,
                    reasons: message.reasons,
                })
            }
            BAD_REQUEST => {
                let message = pb::BadRequest::decode(bytes).ok()?;
                let errors = message.field_violations.into_iter();
                let errors = errors.map(|it| InputError {
                    path: it.field,
                    reason: it.description,
                });
                Some(Detail::Inputs(errors.collect()))
            }
            RESOURCE_FAILED => {
                let message = wire::ResourceFailed::decode(bytes).ok()?;
                Some(Detail::Resource(Urn::parse(&message.urn).ok()))
            }
            _ => None,
        }
    })
}

/// Replaces a transport's message about its limits, which is meant for programmers.
fn message(status: &Status) -> String {
    let message = status.message();
    if let Some(sizes) = Sizes::read(message) {
        if !is_answer(status) {
            return format!(
                "the answer of the call cannot be used: {}",
                unreadable_answer(status)
            );
        }
        return sizes.sentence("the call");
    }
    if message.contains("recursion limit") {
        return "a message is nested deeper than 100 levels; values that are nested deeper than that \
                have the case `json`"
            .to_owned();
    }
    match message {
        "" => format!("the call failed: {}", status.code()),
        message => message.to_owned(),
    }
}

#[cfg(test)]
mod tests;
