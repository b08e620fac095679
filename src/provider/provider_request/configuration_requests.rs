//! Requests about the configuration of a provider.

use lumi_graph::Object;

use crate::request_object::{ObjectRole, RequestObject, owned};
use crate::{Checked, Diff, DiffConfigRequest, Provider, ProviderError};

use super::ProviderRequest;

/// The request of [`Provider::check_config`].
pub struct CheckConfigRequest {
    pub config: Object,
}

impl ProviderRequest for CheckConfigRequest {
    type Response = Checked;
    const METHOD: &'static str = "CheckConfig";

    async fn send(self, provider: &dyn Provider) -> Result<Checked, ProviderError> {
        provider.check_config(self.config).await
    }

    fn objects(&mut self) -> Vec<RequestObject<'_>> {
        vec![owned(ObjectRole::Configuration, &mut self.config)]
    }

    fn configuration(&self) -> Option<&Object> {
        Some(&self.config)
    }
}

impl ProviderRequest for DiffConfigRequest {
    type Response = Diff;
    const METHOD: &'static str = "DiffConfig";

    async fn send(self, provider: &dyn Provider) -> Result<Diff, ProviderError> {
        provider.diff_config(self).await
    }

    fn objects(&mut self) -> Vec<RequestObject<'_>> {
        vec![
            owned(ObjectRole::Configuration, &mut self.old_inputs),
            owned(ObjectRole::Configuration, &mut self.inputs),
        ]
    }
}

/// The request of [`Provider::configure`].
pub struct ConfigureRequest {
    pub config: Object,
}

impl ProviderRequest for ConfigureRequest {
    type Response = ();
    const METHOD: &'static str = "Configure";

    async fn send(self, provider: &dyn Provider) -> Result<(), ProviderError> {
        provider.configure(self.config).await
    }

    fn objects(&mut self) -> Vec<RequestObject<'_>> {
        vec![owned(ObjectRole::Configuration, &mut self.config)]
    }

    fn configuration(&self) -> Option<&Object> {
        Some(&self.config)
    }
}
