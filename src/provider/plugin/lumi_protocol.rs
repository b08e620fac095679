//! The protocol of plugins that were made for Lumi.

use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use tokio::sync::OnceCell;

use crate::wire::RemoteProvider;
use lumi_graph::environment_variables;
use lumi_rpc::{PROTOCOL, Server, Token, lumirpc as wire};

use super::engine_service;
use super::host::PluginLog;
use super::package_name::PackageName;
use super::plugin_kind::PluginKind;
use super::process::{PluginError, what};
use super::protocol::{PluginLaunch, PluginProtocol, SecretSupport, StartedPlugin};
use super::version::PluginVersion;

/// Starts `lumi-resource-<package>`.
pub struct LumiPluginProtocol {
    token: Token,
    /// Receives the messages of plugins; `None` without an engine.
    log: Option<PluginLog>,
    /// The server, started with the first plugin.
    server: OnceCell<Option<Server>>,
}

impl LumiPluginProtocol {
    /// A protocol whose plugins reach the engine at a server of this process.
    pub fn new(log: PluginLog) -> Self {
        Self {
            token: Token::random(),
            log: Some(log),
            server: OnceCell::new(),
        }
    }

    /// A protocol for inspecting plugins, without an engine.
    pub fn without_engine() -> Self {
        Self {
            token: Token::random(),
            log: None,
            server: OnceCell::new(),
        }
    }

    /// The address of the engine for plugins; optional.
    async fn engine(&self) -> Option<String> {
        let log = self.log.as_ref()?;
        let start = || async {
            let started = engine_service::serve(Arc::clone(log), self.token.clone());
            started.await.ok()
        };
        let server = self.server.get_or_init(start).await;
        server.as_ref().map(|it| it.endpoint().to_string())
    }
}

#[async_trait]
impl PluginProtocol for LumiPluginProtocol {
    fn kind(&self) -> PluginKind {
        PluginKind::Lumi
    }

    async fn start(&self, mut launch: PluginLaunch<'_>) -> Result<StartedPlugin, PluginError> {
        let engine = self.engine().await;
        let started = Instant::now();
        let engine = engine.map(|it| (environment_variables::ENGINE.to_owned(), it));
        launch.command.environment.extend(engine);
        let peer = launch.spawn(self.token.clone()).await?;
        let called_after = started.elapsed();
        let explain = launch.disconnect_reason(&peer);
        let provider = RemoteProvider::new(peer.connection().clone(), explain);
        let request = wire::HandshakeRequest {
            protocol: PROTOCOL,
            engine_version: env!("CARGO_PKG_VERSION").to_owned(),
            project_folder: launch.command.directory.display().to_string(),
        };
        let mut client = provider.client();
        let answer = launch
            .first_answer(&peer, client.handshake(request))
            .await?;
        let answer = answer.into_inner();
        let version = checked_version(launch.package, &answer)?;
        Ok(StartedPlugin {
            peer: Box::new(peer),
            provider: Arc::new(provider),
            version: Some(version),
            secrets: match answer.keeps_secrets {
                true => SecretSupport::Marked,
                false => SecretSupport::Undeclared,
            },
            cancels_before_end: false,
            most_calls: None,
            called_after,
        })
    }
}

/// Checks and returns the version of a plugin.
fn checked_version(
    package: &PackageName,
    answer: &wire::HandshakeResponse,
) -> Result<PluginVersion, PluginError> {
    let what = what(package);
    if answer.protocol != PROTOCOL {
        let found = answer.protocol;
        return Err(PluginError::Protocol { what, found });
    }
    if PackageName::parse(&answer.package).as_ref() != Some(package) {
        let found = answer.package.clone();
        return Err(PluginError::OtherPackage { what, found });
    }
    PluginVersion::parse(&answer.version).map_err(|source| PluginError::NoVersion { what, source })
}
