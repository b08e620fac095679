//! Converts errors of monitors to errors of calls and back.

use tonic::Code;

use crate::MonitorError;
use lumi_rpc::{CallError, Detail};

impl From<MonitorError> for CallError {
    fn from(error: MonitorError) -> Self {
        let message = error.to_string();
        match error {
            MonitorError::Failed { urn, .. } => {
                Self::new(Code::Aborted, message).with(Detail::Resource(urn))
            }
            MonitorError::Stopping => Self::new(Code::Cancelled, message),
        }
    }
}

impl From<CallError> for MonitorError {
    fn from(error: CallError) -> Self {
        if error.code == Code::Cancelled {
            return Self::Stopping;
        }
        let urn = match error.detail.map(|it| *it) {
            Some(Detail::Resource(urn)) => urn,
            _ => None,
        };
        let message = error.message;
        Self::Failed { urn, message }
    }
}
