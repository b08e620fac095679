//! The objects of a type, also those that are not managed.

use std::sync::Arc;

use tonic::Streaming;

use crate::cty::Value;
use crate::protocol::{Diagnostics, encode};
use crate::schema::{Schema, normalize};
use crate::tfplugin6 as wire;

use super::lifecycle_error::LifecycleError;
use super::object::Object;
use super::session::{Session, decode_answer};

const METHOD: &str = "ListResource";

/// An object that a provider lists.
#[derive(Clone, Debug)]
pub struct ListedResource {
    pub name: String,
    /// Its identity, by which it is imported.
    pub identity: Option<Value>,
    /// The object, if the provider has all of it.
    pub object: Option<Object>,
}

impl Session {
    /// The schema of the configuration that listings of a type have.
    pub fn list_schema(&self, type_name: &str) -> Result<Arc<Schema>, LifecycleError> {
        Ok(self.schemas().list(type_name)?)
    }

    /// Lists at most `most` objects; more are an error, and so are diagnostics of one of them.
    pub async fn list(
        &self,
        type_name: &str,
        config: &Value,
        most: usize,
    ) -> Result<(Vec<ListedResource>, Diagnostics), LifecycleError> {
        let schema = self.list_schema(type_name)?;
        self.hide_secrets(&schema.block, config);
        let config = encode(config, schema.value_type());
        let config = config.map_err(LifecycleError::value("the place"))?;
        let request = wire::validate_list_resource_config::Request {
            type_name: type_name.to_owned(),
            config: Some(config.clone()),
        };
        let answer = self.client().validate_list_resource_config(request).await?;
        let warnings = self.checked(answer.diagnostics)?;
        let request = wire::list_resource::Request {
            type_name: type_name.to_owned(),
            config: Some(config),
            include_resource_object: true,
            limit: i64::try_from(most).unwrap_or(i64::MAX).saturating_add(1),
        };
        let events = self.client().list_resource(request).await?;
        let listed = self.listed(type_name, events, most).await?;
        Ok((listed, warnings))
    }

    async fn listed(
        &self,
        type_name: &str,
        mut events: Streaming<wire::list_resource::Event>,
        most: usize,
    ) -> Result<Vec<ListedResource>, LifecycleError> {
        let mut listed = Vec::new();
        loop {
            let event = match events.message().await {
                Ok(Some(event)) => event,
                Ok(None) => return Ok(listed),
                Err(status) => return Err(self.client().failed_listing(status).await.into()),
            };
            if listed.len() >= most {
                return Err(LifecycleError::NotFound(format!(
                    "there are more than {most} objects; choose fewer by the place"
                )));
            }
            listed.extend(self.listed_resource(type_name, event)?);
        }
    }

    /// The object of an event; `None` if it has nothing but warnings.
    fn listed_resource(
        &self,
        type_name: &str,
        event: wire::list_resource::Event,
    ) -> Result<Option<ListedResource>, LifecycleError> {
        self.checked(event.diagnostic)?;
        let schema = self.resource(type_name)?;
        let identity = self.read_identity(type_name, METHOD, event.identity.as_ref())?;
        let object = match &event.resource_object {
            Some(message) => {
                let value = decode_answer(METHOD, Some(message), schema.value_type())?;
                Some(value).filter(|it| !it.is_null())
            }
            None => None,
        };
        let object = object.map(|value| {
            self.hide_secrets(&schema.block, &value);
            Object {
                value: normalize(&schema.block, &value),
                private: Vec::new(),
                identity: identity.clone(),
            }
        });
        let is_nothing = identity.is_none() && object.is_none();
        Ok((!is_nothing).then_some(ListedResource {
            name: event.display_name,
            identity,
            object,
        }))
    }
}
