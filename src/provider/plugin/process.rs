//! A plugin process after its handshake.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use async_trait::async_trait;
use thiserror::Error;

use crate::wire::DisconnectReason;
use crate::{Provider, ProviderError};
use lumi_graph::EscapedText;
use lumi_rpc::{CallError, PROTOCOL, Peer, PeerError};

use super::folders::NoPlugin;
use super::package_name::PackageName;
use super::plugin_peer::PluginPeer;
use super::protocol::SecretSupport;
use super::version::{PluginVersion, VersionError, WantedVersion};

/// The time that a process has to cancel its operations.
const CANCEL: Duration = Duration::from_secs(10);

/// A started plugin that meets the requirements.
pub struct PluginProcess {
    pub package: PackageName,
    pub peer: Box<dyn PluginPeer>,
    pub provider: Arc<dyn Provider>,
    /// The version that the plugin reports.
    pub version: Option<PluginVersion>,
    pub secrets: SecretSupport,
    /// See [`StartedPlugin`](super::StartedPlugin).
    pub cancels_before_end: bool,
    pub calls: CallCount,
    pub first_call: FirstCall,
}

/// The number of calls that a process got, and the limit from which on the process serves no further run.
#[derive(Debug)]
pub struct CallCount {
    made: AtomicU32,
    most: Option<u32>,
    /// The number of calls from which on another process may take over within a run.
    due: AtomicU32,
}

impl CallCount {
    pub fn at_most(most: Option<u32>) -> Self {
        let made = AtomicU32::new(0);
        let due = AtomicU32::new(most.unwrap_or(u32::MAX));
        Self { made, most, due }
    }

    pub fn add(&self) {
        self.made.fetch_add(1, Ordering::Relaxed);
    }

    fn is_reached(&self) -> bool {
        let made = self.made.load(Ordering::Relaxed);
        self.most.is_some_and(|most| made >= most)
    }

    /// Whether another process may take over now. If so, the next time is after as many calls again.
    fn is_due(&self) -> bool {
        let made = self.made.load(Ordering::Relaxed);
        let is_due = made >= self.due.load(Ordering::Relaxed);
        if let (Some(most), true) = (self.most, is_due) {
            self.due.store(made.saturating_add(most), Ordering::Relaxed);
        }
        is_due
    }
}

/// The times from the start of the process to the first call and to its response.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstCall {
    pub made_after: Duration,
    pub answered_after: Duration,
}

/// The identity of a plugin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PluginInfo {
    pub package: PackageName,
    pub version: PluginVersion,
    /// Whether it receives marked secrets, and keeps the marks.
    pub keeps_secrets: bool,
}

/// Why a plugin cannot be used.
#[derive(Debug, Error)]
pub enum PluginError {
    #[error(transparent)]
    NotFound(#[from] NoPlugin),
    #[error(transparent)]
    NotStarted(#[from] PeerError),
    #[error(
        "{what} listens, but did not answer `{call}` within {}, and was ended; is it made for lumi? \
         If it is, see what it waits for",
        humantime::format_duration(*startup_timeout)
    )]
    Silent {
        what: String,
        call: &'static str,
        startup_timeout: Duration,
    },
    #[error("{what} did not complete the handshake: {source}; is it a plugin for Lumi?")]
    NoHandshake { what: String, source: CallError },
    #[error(
        "{what} speaks version {found} of the plugin protocol, and this lumi version {PROTOCOL}; \
         install a version of {} that fits", if *found > PROTOCOL { "lumi" } else { "the plugin" }
    )]
    Protocol { what: String, found: u32 },
    /// The text of a protocol beside Lumi's own.
    #[error("{0}")]
    Other(String),
    #[error("{what} does not describe its package: {source}")]
    NoSchema { what: String, source: CallError },
    #[error(
        "{what} says that it is for the package `{}`",
        EscapedText::short(found)
    )]
    OtherPackage { what: String, found: String },
    #[error("{what} does not say which version it is: {source}")]
    NoVersion { what: String, source: VersionError },
    #[error(
        "{what} does not say which version it is, but {wanted} is wanted; remove the version from \
         `plugins` of the project to use it"
    )]
    Versionless { what: String, wanted: WantedVersion },
    #[error(
        "{what} is version {found}, but {wanted} is wanted; install that, or change `plugins` of \
         the project"
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

impl PluginProcess {
    /// Fails unless the version is a required one.
    pub fn check_version(&self, wanted: &WantedVersion) -> Result<(), PluginError> {
        let what = || what(&self.package);
        match &self.version {
            Some(found) if !wanted.allows(found) => Err(PluginError::OtherVersion {
                what: what(),
                found: found.clone(),
                wanted: wanted.clone(),
            }),
            None if !wanted.is_any() => Err(PluginError::Versionless {
                what: what(),
                wanted: wanted.clone(),
            }),
            _ => Ok(()),
        }
    }

    pub fn provider(&self) -> &dyn Provider {
        &*self.provider
    }

    /// The start-up times, for `--verbose`.
    pub fn start_times(&self) -> String {
        let milliseconds = |it: Duration| it.as_secs_f64() * 1e3;
        format!(
            "it listened after {:.2} ms, was called after {:.2} ms and answered after {:.2} ms",
            milliseconds(self.peer.listened_after()),
            milliseconds(self.first_call.made_after),
            milliseconds(self.first_call.answered_after)
        )
    }

    /// The error, if the process has ended.
    pub async fn gone(&self) -> Option<ProviderError> {
        if !self.peer.is_gone() {
            return None;
        }
        let how = self.peer.wait_for_exit().await?;
        let package = &self.package;
        Some(ProviderError::failed(format!(
            "the plugin `{package}` exited unexpectedly ({how}); run the command again"
        )))
    }

    /// Whether the process has reached its limit of calls, so that the next run gets a new process.
    pub fn is_worn(&self) -> bool {
        self.calls.is_reached()
    }

    /// See [`CallCount::is_due`].
    pub fn is_due(&self) -> bool {
        self.calls.is_due()
    }

    pub fn is_gone(&self) -> bool {
        self.peer.is_gone()
    }

    /// Asks the process to cancel its operations.
    pub async fn cancel(&self) {
        // A process that does not respond is ended later anyway.
        let _ = tokio::time::timeout(CANCEL, self.provider.cancel()).await;
    }

    /// Ends the process. Pending calls lose their connection.
    pub async fn end(self) {
        if self.cancels_before_end {
            self.cancel().await;
        }
        let Self { peer, provider, .. } = self;
        drop(provider);
        peer.end().await;
    }
}

/// The name of a plugin in messages.
pub fn what(package: &PackageName) -> String {
    format!("the plugin `{package}`")
}

/// Explains how the process ended.
pub struct Ending {
    package: PackageName,
    /// Weak, because the peer is dropped with its user.
    peer: Weak<Peer>,
}

impl Ending {
    pub fn of(package: &PackageName, peer: &Arc<Peer>) -> Arc<Self> {
        Arc::new(Self {
            package: package.clone(),
            peer: Arc::downgrade(peer),
        })
    }
}

#[async_trait]
impl DisconnectReason for Ending {
    async fn describe(&self, method: &str) -> Option<String> {
        let package = &self.package;
        let how = match self.peer.upgrade() {
            Some(peer) => peer.wait_for_exit().await?,
            None => "it was told to".to_owned(),
        };
        Some(format!(
            "the plugin `{package}` ended in the middle of `{method}`: {how}"
        ))
    }
}
