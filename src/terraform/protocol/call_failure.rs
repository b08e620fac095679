//! Why a call has no answer.

use thiserror::Error;
use tonic::{Code, Status};

use lumi_rpc::{is_answer, is_lost, unreadable_answer};

use crate::process::{PluginProcess, SecretTexts};

/// Why a call has no answer. Only [`CallFailure::Lost`] and [`CallFailure::Unreadable`] leave open
/// whether the provider has done something.
#[derive(Clone, Debug, Error)]
pub enum CallFailure {
    #[error("the provider does not implement `{method}`")]
    Unimplemented { method: &'static str },
    #[error("the provider refused `{method}`: {message}")]
    Refused {
        method: &'static str,
        message: String,
    },
    #[error(
        "{what} {} while it answered `{method}`{}",
        if how.is_some() { "ended" } else { "closed its connection" },
        after(how, crash_output)
    )]
    Lost {
        what: String,
        method: &'static str,
        /// The exit, such as `exit code 2`, if it is known.
        how: Option<String>,
        crash_output: Vec<String>,
    },
    #[error("the call of `{method}` was cancelled")]
    Cancelled { method: &'static str },
    /// The bytes of the answer cannot be decoded, or its value does not fit the schema.
    #[error("the answer of `{method}` cannot be used: {reason}; this is a bug in the provider")]
    Unreadable {
        method: &'static str,
        reason: String,
    },
}

fn after(how: &Option<String>, crash_output: &[String]) -> String {
    let how = how.as_ref().map(|it| format!(": {it}"));
    let lines: String = crash_output.iter().map(|it| format!("\n  {it}")).collect();
    format!("{}{lines}", how.unwrap_or_default())
}

impl CallFailure {
    /// Explains the status of a failed call, by the end of the process if there is one.
    pub async fn of(process: &PluginProcess, method: &'static str, status: Status) -> Self {
        match status.code() {
            Code::Unimplemented if is_answer(&status) => Self::Unimplemented { method },
            // The transport reports a lost connection under several codes, with a source.
            Code::Unavailable | Code::Unknown | Code::Internal | Code::Cancelled
                if is_lost(&status) || status.code() == Code::Unavailable =>
            {
                Self::Lost {
                    what: process.what().to_owned(),
                    method,
                    how: process.exit().await,
                    crash_output: process.filter().crash_output(),
                }
            }
            Code::Cancelled => Self::Cancelled { method },
            // A request that is too large was not sent.
            code if code == Code::InvalidArgument || is_answer(&status) => Self::Refused {
                method,
                message: message(&status, process.filter().secrets()),
            },
            _ => Self::Unreadable {
                method,
                reason: {
                    let reason = unreadable_answer(&status);
                    process.filter().secrets().redact(&reason).into_owned()
                },
            },
        }
    }

    /// Whether the provider may have done something.
    pub fn leaves_open(&self) -> bool {
        match self {
            Self::Lost { .. } | Self::Unreadable { .. } | Self::Cancelled { .. } => true,
            Self::Unimplemented { .. } | Self::Refused { .. } => false,
        }
    }
}

fn message(status: &Status, secrets: &SecretTexts) -> String {
    match status.message() {
        "" => format!("{:?}", status.code()),
        message => secrets.redact(message).into_owned(),
    }
}
