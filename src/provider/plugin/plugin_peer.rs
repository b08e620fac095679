//! The process behind a plugin, as a host needs it.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;

use lumi_rpc::{Connection, Peer};

/// A running process and the connection to it. It is killed on drop.
#[async_trait]
pub trait PluginPeer: Send + Sync {
    fn connection(&self) -> &Connection;

    /// The time from its start until it listened.
    fn listened_after(&self) -> Duration;

    /// Whether the process has ended or its connection is closed.
    fn is_gone(&self) -> bool;

    /// How the process ended, such as `exit code 3`, after its connection broke: the end of a process can follow a
    /// moment later. `None` if it still runs.
    async fn wait_for_exit(&self) -> Option<String>;

    /// Asks the process to end, and kills it after a grace period.
    async fn end(self: Box<Self>);
}

#[async_trait]
impl PluginPeer for Arc<Peer> {
    fn connection(&self) -> &Connection {
        Peer::connection(self)
    }

    fn listened_after(&self) -> Duration {
        Peer::listened_after(self)
    }

    fn is_gone(&self) -> bool {
        Peer::is_gone(self)
    }

    async fn wait_for_exit(&self) -> Option<String> {
        Peer::wait_for_exit(self).await
    }

    async fn end(self: Box<Self>) {
        if let Some(peer) = Arc::into_inner(*self) {
            peer.end().await;
        }
    }
}
