//! Exceptions that ops throw.

use crate::closures::CaptureError;
use lumi_graph::{
    EscapedText, InterfaceError, ResourceName, ResourceNameError, ResourceType, ResourceTypeError,
    SourcePosition, Urn,
};
use lumi_monitor::MonitorError;
use lumi_sandbox::Denied;

use super::resources::asset_error::AssetError;
use super::resources::value::ValueError;

#[derive(Debug, thiserror::Error, deno_error::JsError)]
pub enum OpError {
    #[class(type)]
    #[error(transparent)]
    Type(#[from] ResourceTypeError),
    #[class(type)]
    #[error(transparent)]
    Name(#[from] ResourceNameError),
    #[class(generic)]
    #[error(
        "two resources have the URN {urn}\n  first: {}\n  again: {}\ngive one of them another name, or another parent",
        place(.first), place(.again)
    )]
    Duplicate {
        urn: Urn,
        first: Option<SourcePosition>,
        again: Option<SourcePosition>,
    },
    #[class(type)]
    #[error(transparent)]
    Value(#[from] ValueError),
    #[class(type)]
    #[error("expected a plain object")]
    NotAnObject,
    #[class(type)]
    #[error("malformed resource options: {0}")]
    Options(String),
    #[class(generic)]
    #[error("no resource was declared as number {0}")]
    UnknownSerial(u32),
    #[class(generic)]
    #[error(transparent)]
    Interface(#[from] InterfaceError),
    #[class("ResourceError")]
    #[error(transparent)]
    Monitor(#[from] MonitorError),
    /// The failure of a function or a method of a provider, which no step reports.
    #[class("ResourceError")]
    #[property("lumiFunction" = "failed")]
    #[error(transparent)]
    Function(MonitorError),
    #[class("PermissionDenied")]
    #[error(transparent)]
    Denied(#[from] Denied),
    #[class(generic)]
    #[error(transparent)]
    Asset(#[from] AssetError),
    #[class(type)]
    #[error(transparent)]
    Capture(#[from] Box<CaptureError>),
    #[class(generic)]
    #[error(
        "{resource_type} \"{}\" is declared in a worker, and resources are declared in the main thread: send it what it needs with `parentPort.postMessage`",
        EscapedText::short(.name.as_str())
    )]
    InWorker {
        resource_type: ResourceType,
        name: ResourceName,
    },
    #[class(generic)]
    #[error(
        "{what} needs Pulumi's engine, and a program of Lumi has none: nothing would be registered, and `lumi up` \
         would delete what the stack has. To run a program of Pulumi as it is, put a Pulumi.yaml with `runtime: \
         nodejs` beside it; here, import \"lumi\" instead of \"@pulumi/pulumi\", and run `lumi add pulumi:NAME` for \
         \"@pulumi/NAME\""
    )]
    NoEngine {
        /// A resource, or a function of a provider.
        what: String,
    },
    #[class(generic)]
    #[error("no function was captured under this number")]
    UnknownClosure,
}

impl OpError {
    /// The error of a function or a method of a provider.
    pub fn of_function(error: MonitorError) -> Self {
        match error {
            MonitorError::Failed { .. } => Self::Function(error),
            MonitorError::Stopping => Self::Monitor(error),
        }
    }
}

fn place(position: &Option<SourcePosition>) -> String {
    match position {
        Some(position) => position.to_string(),
        None => "unknown position".to_owned(),
    }
}
