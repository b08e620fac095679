//! Objects that a provider lists, also those that are not managed.

use lumi_graph::{Object as ProgramObject, Value as ProgramValue};
use lumi_provider::{ListRequest, ListedObject, ProviderError, ReadState};

use crate::cty::to_json;
use crate::lifecycle::{LifecycleError, ListedResource, Status};
use crate::schema::{Schema, SchemaError};
use crate::shape::{configuration, incomplete_configuration};

use super::failure::{failed, invalid_inputs};
use super::object_answer::{ObjectAnswer, object_answer};
use super::terraform_provider::TerraformProvider;
use super::token::resource_name;

/// The most objects of a listing.
const MOST: usize = 10_000;

impl TerraformProvider {
    pub async fn listed_objects(
        &self,
        request: ListRequest,
    ) -> Result<Vec<ListedObject>, ProviderError> {
        let type_name = resource_name(&request.target.resource_type)?;
        let schema = self.schema(type_name)?;
        let listing = self.session.list_schema(type_name);
        let listing = listing.map_err(|error| match error {
            LifecycleError::Schema(SchemaError::Unknown { .. }) => request.unsupported(),
            error => failed(error),
        })?;
        let given = place(request.place.as_deref())?;
        let config = configuration(&listing.block, &given).map_err(invalid_inputs)?;
        let listed = self.session.list(type_name, &config.value, MOST).await;
        let (listed, warnings) = listed.map_err(failed)?;
        self.warn(None, &warnings);
        let listed = listed.into_iter();
        listed
            .map(|it| self.listed_object(type_name, &schema, it))
            .collect()
    }

    fn listed_object(
        &self,
        type_name: &str,
        schema: &Schema,
        listed: ListedResource,
    ) -> Result<ListedObject, ProviderError> {
        let Some(object) = listed.object else {
            let identity = listed.identity.as_ref().and_then(|it| to_json(it).ok());
            let id = identity.unwrap_or_default();
            return Ok(ListedObject::to_read(id, listed.name));
        };
        let nothing = ProgramObject::default();
        let config = incomplete_configuration(&schema.block, &nothing).value;
        let inputs = Self::inputs(schema, &nothing, &config, &object);
        let found = (&object, Status::Ready);
        let ObjectAnswer { id, outputs, data } =
            object_answer(&self.session, type_name, schema, found, &[])?;
        let state = ReadState {
            // An object that has neither an id nor an identity cannot be distinguished from others.
            id: Some(id).filter(|it| it != "-").unwrap_or_default(),
            inputs,
            outputs,
            data: Some(data),
        };
        Ok(ListedObject::with_state(listed.name, state))
    }
}

/// The configuration of a listing: a JSON object, or nothing.
fn place(place: Option<&str>) -> Result<ProgramObject, ProviderError> {
    let Some(text) = place else {
        return Ok(ProgramObject::default());
    };
    match ProgramValue::from_json(text) {
        Ok(ProgramValue::Object(members)) => Ok(members),
        _ => Err(ProviderError::failed(
            "the place of a listing by a provider of Terraform is its configuration as a JSON object, such as \
             `{\"region\": \"eu-central-1\"}`",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_json_object() {
        assert!(place(None).unwrap().is_empty());
        assert_eq!(place(Some("{\"a\": 1}")).unwrap().len(), 1);
        for wrong in ["a", "[]", "{", ""] {
            let error = place(Some(wrong)).unwrap_err().to_string();
            assert!(error.contains("JSON object"), "{error}");
        }
    }
}
