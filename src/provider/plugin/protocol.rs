//! The interface of a plugin protocol.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use tokio::time::timeout;
use tonic::Status;

use crate::{DisconnectReason, MonitorAccess, Provider};
use lumi_rpc::{CallError, Peer, PeerCommand, PeerLog, Token};

use super::package_name::PackageName;
use super::plugin_kind::PluginKind;
use super::plugin_peer::PluginPeer;
use super::process::{Ending, PluginError, what};
use super::version::PluginVersion;

/// A protocol of plugins: starts their processes and identifies them.
#[async_trait]
pub trait PluginProtocol: Send + Sync {
    /// The kind of plugins that use it.
    fn kind(&self) -> PluginKind;

    /// Gives plugin components access to the monitor of the current run, if the protocol supports
    /// components.
    fn offer(&self, _monitor: Arc<dyn MonitorAccess>) {}

    /// Starts a plugin and waits for its first response.
    async fn start(&self, launch: PluginLaunch<'_>) -> Result<StartedPlugin, PluginError>;
}

/// A process to start.
pub struct PluginLaunch<'a> {
    pub package: &'a PackageName,
    /// The executable and its folder; protocols add arguments and environment.
    pub command: PeerCommand,
    /// The parameters that make the package of the plugin one of another name.
    pub parameters: Option<PackageParameters>,
    /// Receives the lines that the process prints.
    pub log: PeerLog,
}

/// The parameters of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageParameters {
    /// The version of the package.
    pub version: String,
    /// In base64.
    pub value: String,
}

/// A plugin that has answered its first call.
pub struct StartedPlugin {
    pub peer: Box<dyn PluginPeer>,
    pub provider: Arc<dyn Provider>,
    /// The version that the plugin reports; not all protocols have one.
    pub version: Option<PluginVersion>,
    pub secrets: SecretSupport,
    /// Whether the plugin expects a call of `cancel` before its process is ended.
    pub cancels_before_end: bool,
    /// The number of calls after which a process is not used for a further run, and another one takes over within a run if
    /// the provider [is replaceable](Provider::is_replaceable). `None` if processes are always reused.
    pub most_calls: Option<u32>,
    /// The time from the start of the process to the first call.
    pub called_after: Duration,
}

/// The plugin's support for secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecretSupport {
    /// The plugin receives marked secrets, and keeps the marks.
    Marked,
    /// The protocol passes secrets in plain text.
    Plain,
    /// The plugin does not keep marks: it receives secrets only if the user allows it.
    Undeclared,
}

impl PluginLaunch<'_> {
    /// Starts the process and connects to it.
    pub async fn spawn(&self, token: impl Into<Option<Token>>) -> Result<Arc<Peer>, PluginError> {
        let peer = Peer::start(self.command.clone(), token, Arc::clone(&self.log)).await?;
        Ok(Arc::new(peer))
    }

    /// Explains lost connections by the exit of the process.
    pub fn disconnect_reason(&self, peer: &Arc<Peer>) -> Arc<dyn DisconnectReason> {
        Ending::of(self.package, peer)
    }

    /// The response to the first call, or the error if it exceeds the start-up time limit.
    pub async fn first_answer<T>(
        &self,
        peer: &Peer,
        answer: impl Future<Output = Result<T, Status>>,
    ) -> Result<T, PluginError> {
        let what = what(self.package);
        let startup_timeout = self.command.startup_timeout;
        match timeout(startup_timeout, answer).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(status)) => {
                let source = match peer.exit_after(&status).await {
                    Some(how) => CallError::malformed(format!("it ended ({how})")),
                    None => status.into(),
                };
                Err(PluginError::NoHandshake { what, source })
            }
            Err(_) => Err(PluginError::Silent {
                what,
                call: "Handshake",
                startup_timeout,
            }),
        }
    }
}
