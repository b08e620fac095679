//! The engine service for providers.

use std::sync::Arc;

use tonic::{Request, Response, Status};

use crate::pulumirpc as wire;
use crate::pulumirpc::engine_server::{Engine, EngineServer};
use crate::values::{lumi_urn, pulumi_stack_urn};
use lumi_graph::Urn;

/// A message of a provider.
#[derive(Clone, PartialEq, Eq)]
pub struct EngineMessage {
    pub severity: wire::LogSeverity,
    /// Whether the message is only a temporary status.
    pub is_passing: bool,
    pub urn: Option<Urn>,
    pub text: String,
}

/// Receives messages on any thread; must not block for long.
type MessageSink = Arc<dyn Fn(EngineMessage) + Send + Sync>;

struct EngineService {
    sink: MessageSink,
    stack: String,
    project: String,
}

/// The service at the address that providers are started with.
pub fn engine_server(
    project: &str,
    stack: &str,
    sink: impl Fn(EngineMessage) + Send + Sync + 'static,
) -> EngineServer<impl Engine> {
    EngineServer::new(EngineService {
        sink: Arc::new(sink),
        stack: stack.to_owned(),
        project: project.to_owned(),
    })
}

#[tonic::async_trait]
impl Engine for EngineService {
    async fn log(&self, request: Request<wire::LogRequest>) -> Result<Response<()>, Status> {
        let request = request.into_inner();
        (self.sink)(EngineMessage {
            severity: request.severity(),
            is_passing: request.ephemeral,
            // A URN that cannot be parsed is ignored; the message is kept.
            urn: lumi_urn(&request.urn).ok(),
            text: request.message,
        });
        Ok(Response::new(()))
    }

    async fn get_root_resource(
        &self,
        _: Request<wire::GetRootResourceRequest>,
    ) -> Result<Response<wire::GetRootResourceResponse>, Status> {
        let urn = pulumi_stack_urn(&self.stack, &self.project);
        Ok(Response::new(wire::GetRootResourceResponse { urn }))
    }

    /// Ignored: the root resource is already known.
    async fn set_root_resource(
        &self,
        _: Request<wire::SetRootResourceRequest>,
    ) -> Result<Response<wire::SetRootResourceResponse>, Status> {
        Ok(Response::new(wire::SetRootResourceResponse {}))
    }

    async fn start_debugging(
        &self,
        _: Request<wire::StartDebuggingRequest>,
    ) -> Result<Response<()>, Status> {
        Err(Status::unimplemented("lumi attaches no debugger"))
    }

    async fn require_pulumi_version(
        &self,
        _: Request<wire::RequirePulumiVersionRequest>,
    ) -> Result<Response<wire::RequirePulumiVersionResponse>, Status> {
        Err(Status::unimplemented("this is lumi, not Pulumi"))
    }
}
