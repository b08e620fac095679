//! One process that has said who it is.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use thiserror::Error;
use tonic::Code;

use crate::graph::Excerpt;
use crate::provider::wire::{Explain, RemoteProvider};
use crate::provider::{Provider, ProviderError, SecretGate, SecretPolicy};
use crate::rpc::lumirpc::resource_provider_client::ResourceProviderClient;
use crate::rpc::{
    CallError, MAX_MESSAGE, PROTOCOL, Peer, PeerCommand, PeerError, PeerLog, Token, lumirpc as wire,
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
    provider: Arc<dyn Provider>,
    info: PluginInfo,
    answered_after: Duration,
}

/// Who a plugin says it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PluginInfo {
    pub package: PackageName,
    pub version: PluginVersion,
    /// It gets secrets marked as such, and keeps them.
    pub keeps_secrets: bool,
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
    #[error("{what} does not describe its package: {source}")]
    NoSchema { what: String, source: CallError },
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
    /// The user trusts it with secrets, whatever it declares.
    pub(super) secrets_allowed: bool,
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

    pub(super) fn provider(&self) -> &dyn Provider {
        &*self.provider
    }

    /// How long its start took, for whoever wants to know.
    pub(super) fn start_times(&self) -> String {
        let milliseconds = |it: Duration| it.as_secs_f64() * 1e3;
        format!(
            "it listened after {:.2} ms, it answered after {:.2} ms",
            milliseconds(self.peer.listened_after()),
            milliseconds(self.answered_after)
        )
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
    let started = Instant::now();
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
    let answered_after = started.elapsed();
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
    let info = PluginInfo {
        package: its_package,
        version,
        keeps_secrets: answer.keeps_secrets,
    };
    let policy = secret_policy(package, &info, surroundings.secrets_allowed);
    Ok(PluginProcess {
        package: package.clone(),
        peer,
        answered_after,
        provider: Arc::new(SecretGate::new(Arc::new(provider), policy)),
        info,
    })
}

fn secret_policy(package: &PackageName, info: &PluginInfo, is_allowed: bool) -> SecretPolicy {
    match (info.keeps_secrets, is_allowed) {
        (true, _) => SecretPolicy::Marked,
        (false, true) => SecretPolicy::Plain,
        (false, false) => SecretPolicy::Refused {
            by: what(package),
            advice: format!(
                "use a version that does, or, if you trust it with secrets, write `plugins: {{ \
                 {package}: {{ secrets: allow }} }}` in Lumi.yaml"
            ),
        },
    }
}

/// Asks an executable who it is; `package` is what its file name says.
pub async fn inspect(
    program: &Path,
    package: &PackageName,
    patience: Duration,
    log: PeerLog,
) -> Result<PluginInfo, PluginError> {
    let process = alone(program, package, patience, log).await?;
    let info = process.info.clone();
    process.end().await;
    Ok(info)
}

/// An executable that is started for nothing but a question.
async fn alone(
    program: &Path,
    package: &PackageName,
    patience: Duration,
    log: PeerLog,
) -> Result<PluginProcess, PluginError> {
    let found = FoundPlugin {
        program: program.to_owned(),
        wanted: WantedVersion::ANY,
    };
    let token = Token::random();
    let surroundings = Surroundings {
        project: program.parent().unwrap_or(program),
        token: &token,
        engine: None,
        patience,
        secrets_allowed: false,
    };
    PluginProcess::start(package, &found, surroundings, log).await
}

/// Asks an executable to describe its package; `None` if it does not do that.
pub async fn schema(
    program: &Path,
    package: &PackageName,
    patience: Duration,
    log: PeerLog,
) -> Result<Option<wire::GetSchemaResponse>, PluginError> {
    let process = alone(program, package, patience, log).await?;
    let client = ResourceProviderClient::new(process.peer.connection().clone());
    let mut client = client.max_decoding_message_size(MAX_MESSAGE);
    let asked = tokio::time::timeout(patience, client.get_schema(wire::GetSchemaRequest {}));
    let what = what(package);
    let schema = match asked.await {
        Ok(Ok(answer)) => Some(answer.into_inner()),
        Ok(Err(status)) if status.code() == Code::Unimplemented => None,
        Ok(Err(status)) => {
            let source = status.into();
            return Err(PluginError::NoSchema { what, source });
        }
        Err(_) => return Err(PeerError::TooSlow { what, patience }.into()),
    };
    drop(client);
    process.end().await;
    Ok(schema)
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
