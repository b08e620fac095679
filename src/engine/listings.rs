//! Objects that a provider finds, also those that lumi has not made.

use std::sync::Arc;

use lumi_graph::{ResourceType, Urn};
use lumi_provider::{
    ListRequest, ListedObject, Provider, ProviderError, ReadRequest, ReadState, Target,
};

use super::provider_choice::ProviderChoice;
use super::request::RegisterError;
use super::run_context::RunContext;

/// Lists and reads objects without recording them.
pub struct Listings {
    context: Arc<RunContext>,
    choice: Arc<ProviderChoice>,
}

impl Listings {
    pub fn new(context: &Arc<RunContext>, choice: &Arc<ProviderChoice>) -> Self {
        Self {
            context: Arc::clone(context),
            choice: Arc::clone(choice),
        }
    }

    /// The objects of a type, as the default provider of its package finds them.
    pub async fn list(
        &self,
        resource_type: ResourceType,
        place: Option<String>,
    ) -> Result<Vec<ListedObject>, RegisterError> {
        let token = resource_type.clone();
        let listed = async {
            let configured = self.provider(&resource_type).await?;
            let request = ListRequest {
                resource_type,
                place,
            };
            configured.list(request).await
        };
        listed.await.map_err(|error| self.failed(&token, &error))
    }

    /// Reads an object as for an import; `None` if it is gone.
    pub async fn read(&self, urn: Urn, id: String) -> Result<Option<ReadState>, RegisterError> {
        let token = ResourceType::parse(urn.resource_type());
        let token = token.map_err(|error| RegisterError::Failed {
            urn: Some(urn.clone()),
            message: error.to_string(),
        })?;
        let read = async {
            let configured = self.provider(&token).await?;
            let request = ReadRequest {
                target: Target {
                    urn,
                    resource_type: token.clone(),
                    timeout: None,
                    code: None,
                    data: None,
                    ignored: Vec::new(),
                },
                id,
                inputs: None,
                outputs: None,
                is_import: true,
                begun_update: None,
            };
            configured.read(request).await
        };
        read.await.map_err(|error| self.failed(&token, &error))
    }

    async fn provider(&self, token: &ResourceType) -> Result<Arc<dyn Provider>, ProviderError> {
        let configured = self.choice.chosen(None, token.package(), None).await?;
        let unknown = || ProviderError::failed("its configuration is known only after deployment");
        configured.provider().cloned().ok_or_else(unknown)
    }

    fn failed(&self, token: &ResourceType, error: &ProviderError) -> RegisterError {
        let redactor = self.context.redactor([]);
        RegisterError::Failed {
            urn: None,
            message: format!("`{token}`: {}", redactor.redact(&error.to_string())),
        }
    }
}
