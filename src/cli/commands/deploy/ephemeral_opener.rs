//! Ephemeral values for the configuration of providers, before the goals of the program: `destroy` and `refresh` open
//! those with which the program configures its providers.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashMap;
use tokio::sync::Mutex;

use lumi_graph::{Object, Value};
use lumi_monitor::{Invoke, MonitorError};
use lumi_provider::{InvokeRequest, Provider, ProviderError, Registry};

/// Opens ephemeral values with default providers, which stay until the end of the deployment.
pub struct EphemeralOpener {
    registry: Registry,
    configs: FxHashMap<String, Object>,
    providers: Mutex<HashMap<String, Arc<dyn Provider>>>,
    has_opened: AtomicBool,
}

impl EphemeralOpener {
    /// `configs` are the configurations of packages.
    pub fn new(registry: Registry, configs: FxHashMap<String, Object>) -> Self {
        Self {
            registry,
            configs,
            providers: Mutex::default(),
            has_opened: AtomicBool::new(false),
        }
    }

    pub fn has_opened(&self) -> bool {
        self.has_opened.load(Ordering::Relaxed)
    }

    /// A value with an explicit provider, or with an argument that is not known, is not known.
    pub async fn open(&self, invoke: Invoke) -> Result<Value, MonitorError> {
        let is_open = invoke.arguments.values().any(Value::contains_unknown);
        if is_open || invoke.provider.is_some() {
            return Ok(Value::Unknown);
        }
        let opened = self.opened(&invoke).await;
        opened.map_err(|error| MonitorError::Failed {
            urn: None,
            message: format!("`{}`: {error}", invoke.token),
        })
    }

    async fn opened(&self, invoke: &Invoke) -> Result<Value, ProviderError> {
        self.has_opened.store(true, Ordering::Relaxed);
        let package = invoke.token.split(':').next().unwrap_or_default();
        let provider = self.provider(package).await?;
        let request = InvokeRequest {
            token: invoke.token.clone(),
            arguments: invoke.arguments.clone(),
            preview: true,
        };
        provider.invoke(request).await
    }

    async fn provider(&self, package: &str) -> Result<Arc<dyn Provider>, ProviderError> {
        let mut providers = self.providers.lock().await;
        if let Some(provider) = providers.get(package) {
            return Ok(Arc::clone(provider));
        }
        let provider = self.registry.provider(package)?;
        let config = self.configs.get(package).cloned().unwrap_or_default();
        let checked = provider.check_config(config).await?;
        provider.configure(checked.inputs).await?;
        providers.insert(package.to_owned(), Arc::clone(&provider));
        Ok(provider)
    }

    /// Closes the values.
    pub async fn close(&self) {
        let providers = std::mem::take(&mut *self.providers.lock().await);
        for provider in providers.into_values() {
            provider.close().await;
        }
    }
}
