//! The monitor of a run for providers that construct components.

use std::sync::Arc;

use async_trait::async_trait;
use tokio::sync::OnceCell;

use lumi_provider::{MonitorAccess, MonitorView};
use lumi_pulumi::{ORGANIZATION, PARALLEL, PulumiFacts, PulumiMonitorServer};
use lumi_rpc::{Router, Server, Token};

/// Serves the monitor of a run to providers, on first use.
pub struct ProviderMonitor {
    monitor: PulumiMonitorServer,
    facts: PulumiFacts,
    served: OnceCell<Result<(Arc<MonitorView>, Server), String>>,
}

impl ProviderMonitor {
    /// `monitor` is that of the program if it uses Pulumi's SDK, so that both share registrations.
    pub fn new(monitor: PulumiMonitorServer, facts: PulumiFacts) -> Self {
        Self {
            monitor,
            facts,
            served: OnceCell::new(),
        }
    }

    async fn serve(&self) -> Result<(Arc<MonitorView>, Server), String> {
        let facts = &self.facts;
        let router = Router::new(Token::NONE).with(self.monitor.server());
        let server = Server::start(router).await;
        let server = server.map_err(|error| format!("it cannot be served: {error}"))?;
        let view = MonitorView {
            endpoint: server.endpoint().to_string(),
            organization: ORGANIZATION.to_owned(),
            config: facts.config.clone(),
            config_secret_keys: facts.secret_keys.clone(),
            preview: facts.dry_run,
            parallel: u32::try_from(PARALLEL).unwrap_or_default(),
        };
        Ok((Arc::new(view), server))
    }
}

#[async_trait]
impl MonitorAccess for ProviderMonitor {
    async fn view(&self) -> Result<Arc<MonitorView>, String> {
        let served = self.served.get_or_init(|| self.serve()).await;
        match served {
            Ok((view, _)) => Ok(Arc::clone(view)),
            Err(error) => Err(error.clone()),
        }
    }
}
