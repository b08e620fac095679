//! The engine service for plugins.

use std::io;

use tonic::{Request, Response, Status};

use lumi_graph::Urn;
use lumi_rpc::lumirpc::engine_server::{Engine, EngineServer};
use lumi_rpc::{Router, Server, Token, lumirpc as wire};

use super::host::{PluginLevel, PluginLine, PluginLog};

/// Serves messages to the user.
struct EngineService {
    log: PluginLog,
}

/// The server whose address plugins find in their environment.
pub async fn serve(log: PluginLog, token: Token) -> io::Result<Server> {
    let service = EngineServer::new(EngineService { log });
    Server::start(Router::new(token).with(service)).await
}

#[tonic::async_trait]
impl Engine for EngineService {
    async fn log(
        &self,
        request: Request<wire::LogRequest>,
    ) -> Result<Response<wire::LogResponse>, Status> {
        let request = request.into_inner();
        let level = match request.level() {
            wire::LogLevel::Debug => PluginLevel::Debug,
            wire::LogLevel::Info => PluginLevel::Info,
            wire::LogLevel::Warning => PluginLevel::Warning,
            wire::LogLevel::Error => PluginLevel::Error,
        };
        (self.log)(PluginLine {
            package: None,
            level,
            // A URN that cannot be parsed is ignored; the message is kept.
            urn: Urn::parse(&request.urn).ok(),
            text: request.message,
        });
        Ok(Response::new(wire::LogResponse {}))
    }
}
