//! Converts the errors of a provider.

use prost::Message as _;
use tonic::{Code, Status};
use tonic_types::pb;

use crate::pulumirpc as wire;
use crate::values::decode_object;
use lumi_provider::{InputFailure, ProviderError};
use lumi_rpc::{CallError, is_answer};

/// The structured detail of an error.
#[derive(Clone, PartialEq)]
pub enum Detail {
    /// The object exists, but its initialisation is incomplete.
    InitFailed(wire::ErrorResourceInitFailed),
    Inputs(Vec<InputFailure>),
    MissingKeys(Vec<(String, String)>),
}

/// The first supported detail.
pub fn detail(status: &Status) -> Option<Detail> {
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

/// The possible effect of a method that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// No effect: the method only reads.
    None,
    /// An object may have been created. Exceptions of a provider have the code Unknown, which
    /// counts as not created: the provider has responded. Pulumi's engine also creates the object
    /// in the next run.
    Creation,
    /// An object may have changed; the next run reads it.
    Change,
}

/// Converts a failed call. `id` is that of the object, if there is one.
pub fn provider_error(status: Status, effect: Effect, id: &str) -> ProviderError {
    let code = status.code();
    let detail = detail(&status);
    let is_answer = is_answer(&status);
    let message = CallError::from(status).message;
    if let (Some(Detail::InitFailed(failed)), true) = (&detail, effect != Effect::None)
        && let Some(error) = partial_init(failed.clone(), &message, id)
    {
        return error;
    }
    // A request that is too large was not sent; of all others without an answer, the effect is not known.
    let is_open = !is_answer && code != Code::InvalidArgument && effect != Effect::None;
    if is_open || is_unknown(code, effect) {
        return ProviderError::unknown(message);
    }
    match detail {
        Some(Detail::Inputs(failures)) => of_inputs(&message, &failures),
        Some(Detail::MissingKeys(keys)) => ProviderError::failed(with_keys(&message, &keys)),
        _ => ProviderError::failed(message),
    }
}

/// Without a response the outcome is unknown; with one, it is for codes by which the provider says
/// so itself.
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
        data: None,
        is_tainted: false,
        id: id.to_owned(),
        outputs: decoded.object,
        reasons: match failed.reasons.is_empty() {
            true => vec![message.to_owned()],
            false => failed.reasons,
        },
    })
}

/// An object that was read and is only partially initialised still exists.
pub fn unhealthy(status: &Status) -> Option<wire::ReadResponse> {
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

/// The error for inputs that cannot be used.
pub fn of_inputs(message: &str, failures: &[InputFailure]) -> ProviderError {
    let lines = failures.iter().map(|it| match it.path.as_str() {
        "" => it.reason.clone(),
        path => format!("input `{path}`: {}", it.reason),
    });
    let paths = failures.iter().map(|it| it.path.clone());
    ProviderError::of_inputs(lines_below(message, lines), paths.collect())
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
