//! The process of a provider, as a host of plugins holds it.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;

use lumi_provider::PluginPeer;
use lumi_rpc::Connection;

use crate::process::PluginProcess;

/// A process that is shared with the calls in flight.
pub struct ProviderPeer {
    pub process: Arc<PluginProcess>,
    pub listened_after: Duration,
}

#[async_trait]
impl PluginPeer for ProviderPeer {
    fn connection(&self) -> &Connection {
        self.process.connection()
    }

    fn listened_after(&self) -> Duration {
        self.listened_after
    }

    fn is_gone(&self) -> bool {
        self.process.connection().is_closed()
    }

    async fn wait_for_exit(&self) -> Option<String> {
        self.process.exit().await
    }

    async fn end(self: Box<Self>) {
        if let Some(process) = Arc::into_inner(self.process) {
            process.end().await;
        }
    }
}
