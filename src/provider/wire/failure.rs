//! Converts errors of providers to errors of calls and back.

use tonic::Code;

use crate::{InputFailure, ProviderError};
use lumi_rpc::{CallError, Detail, InputError};

impl From<ProviderError> for CallError {
    fn from(error: ProviderError) -> Self {
        let message = error.to_string();
        match error {
            ProviderError::Failed { .. } => Self::new(Code::FailedPrecondition, message),
            ProviderError::Unknown { .. } => Self::new(Code::Unknown, message),
            ProviderError::PartialInit {
                id,
                outputs,
                reasons,
                ..
            } => Self::new(Code::Aborted, message).with(Detail::PartialInit {
                id,
                outputs,
                reasons,
            }),
        }
    }
}

/// Converts the error of a method; `has_effects` says whether the method may have had an effect.
pub fn provider_error(error: CallError, has_effects: bool) -> ProviderError {
    let is_unknown = has_effects && error.is_outcome_unknown();
    match error.detail.map(|it| *it) {
        Some(Detail::PartialInit {
            id,
            outputs,
            reasons,
        }) if has_effects && !id.is_empty() => ProviderError::PartialInit {
            data: None,
            is_tainted: false,
            id,
            outputs,
            reasons: match reasons.is_empty() {
                true => vec![error.message],
                false => reasons,
            },
        },
        _ if is_unknown => ProviderError::unknown(error.message),
        Some(Detail::Inputs(inputs)) => ProviderError::of_inputs(
            with_inputs(&error.message, &inputs),
            inputs.iter().map(|it| it.path.clone()).collect(),
        ),
        _ => ProviderError::failed(error.message),
    }
}

fn with_inputs(message: &str, inputs: &[InputError]) -> String {
    let lines = inputs.iter().map(|it| match it.path.as_str() {
        "" => it.reason.clone(),
        path => format!("input `{path}`: {}", it.reason),
    });
    let lines: Vec<String> = lines.collect();
    match message {
        "" => lines.join("\n"),
        message => format!("{message}\n{}", lines.join("\n")),
    }
}

/// The invalid inputs, if a check reports them as an error.
pub fn input_failures(error: &CallError) -> Option<Vec<InputFailure>> {
    let Some(Detail::Inputs(inputs)) = error.detail.as_deref() else {
        return None;
    };
    let failures = inputs.iter().map(|it| InputFailure {
        path: it.path.clone(),
        reason: it.reason.clone(),
    });
    (!inputs.is_empty()).then(|| failures.collect())
}
