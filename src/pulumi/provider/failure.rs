//! What a failed call of a provider came to.

use prost::Message as _;
use tonic::{Code, Status};
use tonic_types::pb;

use crate::pulumirpc as wire;
use crate::values::decode_object;
use lumi_provider::{InputFailure, ProviderError};
use lumi_rpc::CallError;

/// What a program can use of an error.
#[derive(Clone, PartialEq)]
pub(super) enum Detail {
    /// The object exists but is not healthy.
    InitFailed(wire::ErrorResourceInitFailed),
    Inputs(Vec<InputFailure>),
    MissingKeys(Vec<(String, String)>),
}

/// The first detail that is understood.
pub(super) fn detail(status: &Status) -> Option<Detail> {
    let status = pb::Status::decode(status.details()).ok()?;
    status.details.iter().find_map(|any| {
        let bytes = any.value.as_slice();
        match any.type_url.rsplit('/').next()? {
            "pulumirpc.ErrorResourceInitFailed" => {
                let message = wire::ErrorResourceInitFailed::decode(bytes).ok()?;
                Some(Detail::InitFailed(message))
            }
            "pulumirpc.InputPropertiesError" => {
                let message = wire::InputPropertiesError::decode(bytes).ok()?;
                let failure = |it: wire::input_properties_error::PropertyError| InputFailure {
                    path: it.property_path,
                    reason: it.reason,
                };
                let failures = message.errors.into_iter().map(failure);
                Some(Detail::Inputs(failures.collect()))
            }
            "pulumirpc.ConfigureErrorMissingKeys" => {
                let message = wire::ConfigureErrorMissingKeys::decode(bytes).ok()?;
                let keys = message.missing_keys.into_iter();
                let keys = keys.map(|it| (it.name, it.description));
                Some(Detail::MissingKeys(keys.collect()))
            }
            _ => None,
        }
    })
}

/// What may have happened when a method fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing: it only looks.
    None,
    /// An object may have been made. What a provider throws has the code Unknown, whatever it is: the
    /// provider was asked and says that it did not do it. Only the user could find out more,
    /// and Pulumi's engine makes the object in the next run, too.
    Creation,
    /// An object may have changed; the next run looks at it.
    Change,
}

/// What a failed call comes to. `id` is that of the object the call was about, if it had one.
pub(super) fn provider_error(status: Status, effect: Effect, id: &str) -> ProviderError {
    let code = status.code();
    let detail = detail(&status);
    let message = CallError::from(status).message;
    if let (Some(Detail::InitFailed(failed)), true) = (&detail, effect != Effect::None)
        && let Some(error) = partial_init(failed.clone(), &message, id)
    {
        return error;
    }
    if is_unknown(code, effect) {
        return ProviderError::unknown(message);
    }
    ProviderError::failed(match detail {
        Some(Detail::Inputs(failures)) => with_failures(&message, &failures),
        Some(Detail::MissingKeys(keys)) => with_keys(&message, &keys),
        _ => message,
    })
}

/// Without an answer anything may have happened; with one, some codes say that the provider itself
/// does not know.
fn is_unknown(code: Code, effect: Effect) -> bool {
    match code {
        Code::Unavailable | Code::DeadlineExceeded | Code::Cancelled => effect != Effect::None,
        Code::Internal | Code::DataLoss => effect != Effect::None,
        Code::Unknown => effect == Effect::Change,
        _ => false,
    }
}

fn partial_init(
    failed: wire::ErrorResourceInitFailed,
    message: &str,
    id: &str,
) -> Option<ProviderError> {
    let id = match failed.id.as_str() {
        "" => id,
        its => its,
    };
    let decoded = decode_object(failed.properties).ok()?;
    (!id.is_empty()).then(|| ProviderError::PartialInit {
        id: id.to_owned(),
        outputs: decoded.object,
        reasons: match failed.reasons.is_empty() {
            true => vec![message.to_owned()],
            false => failed.reasons,
        },
    })
}

/// An object that was looked at and is not healthy is still there.
pub(super) fn unhealthy(status: &Status) -> Option<wire::ReadResponse> {
    let Some(Detail::InitFailed(failed)) = detail(status) else {
        return None;
    };
    Some(wire::ReadResponse {
        id: failed.id,
        properties: failed.properties,
        inputs: failed.inputs,
        refresh_before_update: failed.refresh_before_update,
    })
}

pub(super) fn with_failures(message: &str, failures: &[InputFailure]) -> String {
    let lines = failures.iter().map(|it| match it.path.as_str() {
        "" => it.reason.clone(),
        path => format!("input `{path}`: {}", it.reason),
    });
    lines_below(message, lines)
}

fn with_keys(message: &str, keys: &[(String, String)]) -> String {
    let lines = keys.iter().map(|(name, description)| {
        let description = match description.as_str() {
            "" => String::new(),
            text => format!(" ({text})"),
        };
        format!("the configuration `{name}` is missing{description}; set it with `lumi config set {name}`")
    });
    lines_below(message, lines)
}

fn lines_below(message: &str, lines: impl Iterator<Item = String>) -> String {
    let first = Some(message.to_owned()).filter(|it| !it.is_empty());
    first
        .into_iter()
        .chain(lines)
        .collect::<Vec<_>>()
        .join("\n")
}
