//! The program's log, and its stack.

use std::sync::Arc;

use parking_lot::Mutex;
use tonic::{Request, Response, Status};

use crate::pulumirpc as wire;
use crate::pulumirpc::engine_server::{Engine as Service, EngineServer};
use crate::values::{PulumiUrn, parse_urn};
use crate::version_range::check_version_range;
use lumi_monitor::{LogLine, LogSeverity, MonitorLog, ProgramMessage};
use lumi_rpc::{CallError, MAX_MESSAGE};

use super::reported_failures::ReportedFailures;

/// Parts of the SDK's debug messages, which contain arguments and outputs in plain text, secrets
/// included.
const INTERNAL: [&str; 3] = [", obj=", " RPC prepared", " RPC finished"];

/// The SDK's advice when an engine lacks a feature, and the advice that applies to Lumi.
const UPDATE: &str = "Please update the Pulumi CLI";
const NO_UPDATE: &str = "This run uses lumi, which does not support that";

/// Serves logging to one program.
pub struct PulumiEngine {
    log: MonitorLog,
    failures: ReportedFailures,
    root: Mutex<String>,
}

type Answer<T> = Result<Response<T>, Status>;

impl PulumiEngine {
    pub fn new(log: MonitorLog, failures: ReportedFailures) -> Self {
        Self {
            log,
            failures,
            root: Mutex::default(),
        }
    }

    /// The service for a router.
    pub fn server(log: MonitorLog, failures: ReportedFailures) -> EngineServer<Self> {
        EngineServer::from_arc(Arc::new(Self::new(log, failures)))
            .max_decoding_message_size(MAX_MESSAGE)
            .max_encoding_message_size(MAX_MESSAGE)
    }
}

#[tonic::async_trait]
impl Service for PulumiEngine {
    async fn log(&self, request: Request<wire::LogRequest>) -> Answer<()> {
        let request = request.into_inner();
        let severity = match request.severity() {
            wire::LogSeverity::Debug => LogSeverity::Debug,
            wire::LogSeverity::Info => LogSeverity::Info,
            wire::LogSeverity::Warning => LogSeverity::Warning,
            wire::LogSeverity::Error => LogSeverity::Error,
        };
        let is_internal = || INTERNAL.iter().any(|it| request.message.contains(it));
        let is_hidden = match severity {
            LogSeverity::Debug => is_internal(),
            LogSeverity::Error => self.failures.is_repeated_by(&request.message),
            _ => false,
        };
        if !is_hidden {
            (self.log)(ProgramMessage::Line(LogLine {
                severity,
                // A URN that cannot be parsed is ignored; the message is kept.
                urn: match parse_urn(&request.urn) {
                    Ok(PulumiUrn::Resource(urn)) => Some(urn),
                    _ => None,
                },
                message: request.message.replace(UPDATE, NO_UPDATE),
                is_output: false,
            }));
        }
        Ok(Response::new(()))
    }

    async fn get_root_resource(
        &self,
        _: Request<wire::GetRootResourceRequest>,
    ) -> Answer<wire::GetRootResourceResponse> {
        let urn = self.root.lock().clone();
        Ok(Response::new(wire::GetRootResourceResponse { urn }))
    }

    async fn set_root_resource(
        &self,
        request: Request<wire::SetRootResourceRequest>,
    ) -> Answer<wire::SetRootResourceResponse> {
        *self.root.lock() = request.into_inner().urn;
        Ok(Response::new(wire::SetRootResourceResponse {}))
    }

    async fn start_debugging(&self, _: Request<wire::StartDebuggingRequest>) -> Answer<()> {
        Err(Status::unimplemented("lumi starts no debugger"))
    }

    async fn require_pulumi_version(
        &self,
        request: Request<wire::RequirePulumiVersionRequest>,
    ) -> Answer<wire::RequirePulumiVersionResponse> {
        let range = request.into_inner().pulumi_version_range;
        check_version_range(&range).map_err(CallError::from)?;
        Ok(Response::new(wire::RequirePulumiVersionResponse {}))
    }
}
