//! Objects that a provider finds, also those that lumi has not made.

use std::collections::HashSet;
use std::sync::Arc;

use lumi_graph::{ResourceName, ResourceType, Urn};
use lumi_provider::{
    ListRequest, ListedObject, Provider, ProviderError, ReadRequest, ReadState, Target,
};
use lumi_state::Resource;

use super::provider::provider_choice::ProviderChoice;
use super::request::RegisterError;
use super::run_context::RunContext;
use super::state_log::target;

/// The most objects of a listing.
const MOST: usize = 100_000;

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

    /// The objects of a type, as the default provider of its package finds them, each once.
    pub async fn list(
        &self,
        resource_type: ResourceType,
        place: Option<String>,
    ) -> Result<Vec<ListedObject>, RegisterError> {
        let token = resource_type.clone();
        let listed = async {
            let configured = self.provider(&resource_type).await?;
            let name = ResourceName::parse("list").expect("BUG: letters are a name");
            let options = &self.context.options;
            let (stack, project) = (&options.stack, &options.project);
            let urn = Urn::new(stack, project, Urn::ROOT_MODULE, &resource_type, &name);
            let target = self.target(&urn, &resource_type);
            distinct(configured.list(ListRequest { target, place }).await?)
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
                target: self.target(&urn, &token),
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

    /// The target of a request, with the code in the state for a type that the program has no provider for.
    fn target(&self, urn: &Urn, resource_type: &ResourceType) -> Target {
        let state_log = &self.context.state_log;
        let similar = state_log.with(|state| {
            let mut all = state.resources.values();
            let is_similar = |it: &&Arc<_>| is_managed_by_code(it, resource_type);
            all.find(is_similar).map(Arc::clone)
        });
        let known = similar.and_then(|it| state_log.target_of(&it, None).ok());
        Target {
            code: known.and_then(|it| it.code),
            ..target(urn, resource_type, None)
        }
    }

    fn failed(&self, token: &ResourceType, error: &ProviderError) -> RegisterError {
        let redactor = self.context.redactor([]);
        RegisterError::Failed {
            urn: None,
            message: format!("`{token}`: {}", redactor.redact(&error.to_string())),
        }
    }
}

fn is_managed_by_code(resource: &Resource, resource_type: &ResourceType) -> bool {
    resource.stored_provider.is_some() && resource.urn.resource_type() == resource_type.as_str()
}

/// The first object of each id.
fn distinct(listed: Vec<ListedObject>) -> Result<Vec<ListedObject>, ProviderError> {
    let mut ids = HashSet::with_capacity(listed.len());
    let mut distinct = Vec::with_capacity(listed.len());
    for object in listed {
        if object.id.is_empty() {
            let reason = format!(
                "its provider lists an object without an id, {:?}",
                object.name
            );
            return Err(ProviderError::failed(reason));
        }
        if ids.insert(object.id.clone()) {
            distinct.push(object);
        }
        if distinct.len() > MOST {
            let reason = format!("there are more than {MOST} objects");
            return Err(ProviderError::failed(reason));
        }
    }
    Ok(distinct)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(ids: impl IntoIterator<Item = String>) -> Result<Vec<String>, String> {
        let objects = ids
            .into_iter()
            .map(|id| ListedObject::to_read(id, "a name"));
        let distinct = distinct(objects.collect()).map_err(|it| it.to_string())?;
        Ok(distinct.into_iter().map(|it| it.id).collect())
    }

    #[test]
    fn each_object_is_listed_once() {
        let ids = ["b", "a", "b"].map(str::to_owned);
        assert_eq!(listed(ids), Ok(vec!["b".to_owned(), "a".to_owned()]));
        let nothing = listed(["a".to_owned(), String::new()]).unwrap_err();
        assert_eq!(
            nothing,
            "its provider lists an object without an id, \"a name\""
        );
        let many = listed((0..=MOST).map(|it| it.to_string())).unwrap_err();
        assert_eq!(many, "there are more than 100000 objects");
        // Objects that are listed twice do not count.
        assert_eq!(
            listed((0..2 * MOST).map(|it| (it % 7).to_string()))
                .unwrap()
                .len(),
            7
        );
    }
}
