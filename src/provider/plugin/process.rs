//! One process that has said who it is.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use thiserror::Error;

use crate::graph::Excerpt;
use crate::provider::ProviderError;
use crate::provider::wire::{Explain, RemoteProvider};
use crate::rpc::{
    CallError, PROTOCOL, Peer, PeerCommand, PeerError, PeerLog, Token, lumirpc as wire,
};

use super::folders::{FoundPlugin, NoPlugin};
use super::package_name::PackageName;
use super::version::{PluginVersion, VersionError, WantedVersion};

/// How long a process may take to stop what it is at.
const CANCEL: Duration = Duration::from_secs(10);

/// A plugin that was started, and is the one that was wanted.
pub(super) struct PluginProcess {
    package: PackageName,
    peer: Arc<Peer>,
    provider: RemoteProvider,
    info: PluginInfo,
}

/// Who a plugin says it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PluginInfo {
    pub package: PackageName,
    pub version: PluginVersion,
}

/// Why a plugin cannot be used.
#[derive(Debug, Error)]
pub enum PluginError {
    #[error(transparent)]
    NotFound(#[from] NoPlugin),
    #[error(transparent)]
    NotStarted(#[from] PeerError),
    #[error("{what} did not answer who it is: {source}; is it made for lumi?")]
    NoHandshake { what: String, source: CallError },
    #[error(
        "{what} speaks version {found} of the plugin protocol, and this lumi version {PROTOCOL}; \
         install a version of {} that fits", if *found > PROTOCOL { "lumi" } else { "the plugin" }
    )]
    Protocol { what: String, found: u32 },
    #[error("{what} says that it is for the package `{}`", Excerpt::short(found))]
    OtherPackage { what: String, found: String },
    #[error("{what} does not say which version it is: {source}")]
    NoVersion { what: String, source: VersionError },
    #[error(
        "{what} is version {found}, but {wanted} is wanted; install that, or change `plugins` of \
         Lumi.yaml"
    )]
    OtherVersion {
        what: String,
        found: PluginVersion,
        wanted: WantedVersion,
    },
}

impl From<PluginError> for ProviderError {
    fn from(error: PluginError) -> Self {
        Self::failed(error.to_string())
    }
}

/// What all processes of a host are started with.
pub(super) struct Surroundings<'a> {
    pub(super) project: &'a Path,
    pub(super) token: &'a Token,
    /// Where the engine listens, for messages to the user.
    pub(super) engine: Option<String>,
    pub(super) patience: Duration,
}

impl PluginProcess {
    pub(super) async fn start(
        package: &PackageName,
        found: &FoundPlugin,
        surroundings: Surroundings<'_>,
        log: PeerLog,
    ) -> Result<Self, PluginError> {
        let process = launch(package, found, surroundings, log).await?;
        let what = what(package);
        let info = &process.info;
        if info.package != *package {
            let found = info.package.to_string();
            return Err(PluginError::OtherPackage { what, found });
        }
        if !found.wanted.allows(&info.version) {
            return Err(PluginError::OtherVersion {
                what,
                found: info.version.clone(),
                wanted: found.wanted.clone(),
            });
        }
        Ok(process)
    }

    pub(super) fn provider(&self) -> &RemoteProvider {
        &self.provider
    }

    /// Why it cannot be asked anything, if it is gone.
    pub(super) async fn gone(&self) -> Option<ProviderError> {
        let how = self.peer.how_it_ended().await?;
        let package = &self.package;
        Some(ProviderError::failed(format!(
            "the plugin `{package}` has ended ({how}) and cannot be asked any more; run lumi again to \
             start it anew"
        )))
    }

    pub(super) fn is_gone(&self) -> bool {
        self.peer.is_gone()
    }

    /// Asks it to stop what it is at.
    pub(super) async fn cancel(&self) {
        use crate::provider::Provider as _;
        // One that does not answer is ended later anyway.
        let _ = tokio::time::timeout(CANCEL, self.provider.cancel()).await;
    }

    /// Ends it. Whoever still talks to it loses the connection.
    pub(super) async fn end(self) {
        let Self { peer, provider, .. } = self;
        drop(provider);
        if let Some(peer) = Arc::into_inner(peer) {
            peer.end().await;
        }
    }
}

fn what(package: &PackageName) -> String {
    format!("the plugin `{package}`")
}

async fn launch(
    package: &PackageName,
    found: &FoundPlugin,
    surroundings: Surroundings<'_>,
    log: PeerLog,
) -> Result<PluginProcess, PluginError> {
    let what = what(package);
    let engine = surroundings.engine.map(|it| ("LUMI_ENGINE".to_owned(), it));
    let command = PeerCommand {
        what: what.clone(),
        program: found.program.clone(),
        arguments: Vec::new(),
        directory: surroundings.project.to_owned(),
        environment: engine.into_iter().collect(),
        patience: surroundings.patience,
    };
    let peer = Arc::new(Peer::start(command, surroundings.token.clone(), log).await?);
    let explain = Arc::new(Ending {
        package: package.clone(),
        peer: Arc::downgrade(&peer),
    });
    let provider = RemoteProvider::new(peer.connection().clone(), explain);
    let request = wire::HandshakeRequest {
        protocol: PROTOCOL,
        engine_version: env!("CARGO_PKG_VERSION").to_owned(),
        project_folder: surroundings.project.display().to_string(),
    };
    let mut client = provider.client();
    let answered = tokio::time::timeout(surroundings.patience, client.handshake(request)).await;
    let answer = match answered {
        Ok(Ok(answer)) => answer.into_inner(),
        Ok(Err(status)) => {
            let source = match peer.how_it_ended().await {
                Some(how) => CallError::malformed(format!("it ended ({how})")),
                None => status.into(),
            };
            return Err(PluginError::NoHandshake { what, source });
        }
        Err(_) => {
            let patience = surroundings.patience;
            return Err(PeerError::TooSlow { what, patience }.into());
        }
    };
    if answer.protocol != PROTOCOL {
        let found = answer.protocol;
        return Err(PluginError::Protocol { what, found });
    }
    let Some(its_package) = PackageName::parse(&answer.package) else {
        let found = answer.package;
        return Err(PluginError::OtherPackage { what, found });
    };
    let version = PluginVersion::parse(&answer.version)
        .map_err(|source| PluginError::NoVersion { what, source })?;
    Ok(PluginProcess {
        package: package.clone(),
        peer,
        provider,
        info: PluginInfo {
            package: its_package,
            version,
        },
    })
}

/// Asks an executable who it is; `package` is what its file name says.
pub async fn inspect(
    program: &Path,
    package: &PackageName,
    log: PeerLog,
) -> Result<PluginInfo, PluginError> {
    let found = FoundPlugin {
        program: program.to_owned(),
        wanted: WantedVersion::ANY,
    };
    let token = Token::random();
    let surroundings = Surroundings {
        project: program.parent().unwrap_or(program),
        token: &token,
        engine: None,
        patience: PeerCommand::PATIENCE,
    };
    let process = PluginProcess::start(package, &found, surroundings, log).await?;
    let info = process.info.clone();
    process.end().await;
    Ok(info)
}

/// Knows how the process ended.
struct Ending {
    package: PackageName,
    /// The peer goes when its user does.
    peer: std::sync::Weak<Peer>,
}

#[async_trait]
impl Explain for Ending {
    async fn lost(&self, method: &str) -> Option<String> {
        let package = &self.package;
        let how = match self.peer.upgrade() {
            Some(peer) => peer.how_it_ends().await?,
            None => "it was told to".to_owned(),
        };
        Some(format!(
            "the plugin `{package}` ended in the middle of `{method}`: {how}"
        ))
    }
}
