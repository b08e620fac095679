//! Functions and methods of providers.

use lumi_graph::{Urn, Value};
use lumi_provider::{CallRequest, InvokeRequest, ProviderError, has_secret, reveal_value};

use super::providers::ConfiguredProvider;
use super::request::{Call, Invoke};
use super::run::{RegisterError, Run};

impl Run {
    pub(super) async fn invoke(&self, invoke: Invoke) -> Result<Value, RegisterError> {
        if invoke.arguments.values().any(Value::contains_unknown) {
            return Ok(Value::Unknown);
        }
        let failed = |error: ProviderError| RegisterError::Failed {
            urn: None,
            message: format!("`{}`: {error}", invoke.token),
        };
        let package = package(&invoke.token);
        let configured = self.chosen(invoke.provider.as_ref(), package).await;
        let configured = configured.map_err(failed)?;
        let Some(provider) = configured.provider() else {
            return Ok(Value::Unknown);
        };
        let is_secret = has_secret(&invoke.arguments);
        let request = InvokeRequest {
            token: invoke.token.clone(),
            arguments: invoke.arguments.clone(),
            preview: self.options.preview,
        };
        let answer = provider.invoke(request).await.map_err(failed)?;
        Ok(mark_secret_value(answer, is_secret))
    }

    pub(super) async fn call(&self, call: Call) -> Result<Value, RegisterError> {
        if call.arguments.values().any(Value::contains_unknown) {
            return Ok(Value::Unknown);
        }
        let failed = |error: ProviderError| RegisterError::Failed {
            urn: Some(call.target.clone()),
            message: format!("`{}`: {error}", call.token),
        };
        let package = package(call.target.resource_type());
        let component_provider = self
            .run_state()
            .component_providers
            .get(&call.target)
            .cloned();
        let target = self.state_log.live(&call.target).or_else(|| {
            self.state_log.with(|state| {
                let mut all = state.resources.values().rev();
                all.find(|it| it.urn == call.target).cloned()
            })
        });
        let configured = match (component_provider, &target) {
            (Some(component_provider), _) => {
                self.chosen(component_provider.as_ref(), package).await
            }
            (None, Some(target)) => self.providers.of_object(&self.state_log, target).await,
            // In a preview it does not exist yet.
            (None, None) => return Ok(Value::Unknown),
        };
        let configured = configured.map_err(failed)?;
        let Some(provider) = configured.provider() else {
            return Ok(Value::Unknown);
        };
        let is_secret = has_secret(&call.arguments);
        let request = CallRequest {
            token: call.token.clone(),
            target: call.target.clone(),
            id: target.and_then(|it| it.id.clone()),
            arguments: call.arguments.clone(),
            dependencies: call.dependencies.clone(),
            preview: self.options.preview,
        };
        let answer = provider.call(request).await.map_err(failed)?;
        Ok(mark_secret_value(answer, is_secret))
    }

    /// The provider of a provider resource, or the default one of a package.
    pub(super) async fn chosen(
        &self,
        resource: Option<&Urn>,
        package: &str,
    ) -> Result<ConfiguredProvider, ProviderError> {
        let Some(urn) = resource else {
            return self.providers.of_package(package).await;
        };
        let package = urn.resource_type().rsplit(':').next().unwrap_or_default();
        let inputs = self.provider_inputs(urn);
        self.providers.of_resource(urn, package, &inputs).await
    }
}

/// The package of a type or a token.
fn package(token: &str) -> &str {
    token.split(':').next().unwrap_or_default()
}

/// What comes of secret arguments is secret as a whole.
fn mark_secret_value(answer: Value, is_secret: bool) -> Value {
    match is_secret {
        true => Value::secret(reveal_value(&answer)),
        false => answer,
    }
}
