//! Objects as they are, also those that become managed.

use lumi_graph::Object as ProgramObject;
use lumi_provider::{ProviderError, ReadRequest, ReadState};

use crate::cty::{JsonText, from_json};
use crate::lifecycle::{ImportKey, Object, Status};
use crate::schema::{Schema, proposed_new};
use crate::shape::{incomplete_configuration, inputs_of};

use super::empty_collections::with_earlier_empties;
use super::failure::failed;
use super::least_inputs::LeastInputs;
use super::object_answer::{ObjectAnswer, object_answer_showing, stored, upgraded};
use super::terraform_provider::TerraformProvider;
use super::token::resource_name;

impl TerraformProvider {
    pub async fn read_object(
        &self,
        request: ReadRequest,
    ) -> Result<Option<ReadState>, ProviderError> {
        let target = &request.target;
        let type_name = resource_name(&target.resource_type)?;
        let schema = self.schema(type_name)?;
        let known = stored(target)?;
        if let (true, Some(stored)) = (request.is_import, &known) {
            let given = request.inputs.as_deref();
            let taken = self.taken_over(type_name, &schema, stored, given).await;
            return taken.map(Some);
        }
        let given = request.inputs.as_deref().cloned().unwrap_or_default();
        let config = incomplete_configuration(&schema.block, &given);
        self.add_secrets(&config);
        let mut earlier = None;
        let (object, status) = match known {
            Some(stored) => {
                let known = upgraded(&self.session, type_name, &stored).await?;
                let read = self.session.read(type_name, &known).await;
                let (object, diagnostics) = read.map_err(failed)?;
                self.warn(Some(&target.urn), &diagnostics);
                earlier = Some(known.value);
                (object, stored.status)
            }
            None => (
                Some(self.import_object(type_name, &request.id).await?),
                Status::Ready,
            ),
        };
        let Some(object) = object else {
            return Ok(None);
        };
        let inputs = match given.is_empty() && request.is_import {
            true => self.least_inputs(type_name, &schema, &object).await,
            false => Self::inputs(&schema, &given, &config.value, &object),
        };
        let object = (&object, status);
        let secrets = &config.secrets;
        let shown = earlier.map(|earlier| with_earlier_empties(&earlier, &object.0.value));
        let shown = shown.as_ref().unwrap_or(&object.0.value);
        let ObjectAnswer { id, outputs, data } =
            object_answer_showing(&self.session, type_name, &schema, object, (shown, secrets))?;
        Ok(Some(ReadState {
            // An object that is found by its identity has that as its name.
            id: if id == "-" { request.id } else { id },
            inputs,
            outputs,
            data: Some(data),
        }))
    }

    /// The fewest inputs with which an imported object stays as it is.
    async fn least_inputs(
        &self,
        type_name: &str,
        schema: &Schema,
        known: &Object,
    ) -> ProgramObject {
        let search = LeastInputs {
            session: &self.session,
            type_name,
            schema,
            known,
            secrets: &[],
        };
        search.find(&[]).await
    }

    /// The inputs that agree with the object, and what the object has instead of the others.
    pub(super) fn inputs(
        schema: &Schema,
        given: &ProgramObject,
        config: &crate::cty::Value,
        object: &Object,
    ) -> ProgramObject {
        // Values that the provider computes do not count as differences.
        let proposed = proposed_new(&schema.block, &object.value, config);
        inputs_of(&schema.block, given, &proposed, &object.value)
    }

    /// Finds an object by the id that the provider documents, or by its identity, which is a JSON object.
    async fn import_object(&self, type_name: &str, id: &str) -> Result<Object, ProviderError> {
        let identity = self.session.identity(type_name);
        let identity = identity.filter(|_| id.trim_start().starts_with('{'));
        let Some((of, _)) = identity else {
            let found = self.session.import(type_name, ImportKey::Id(id)).await;
            return found.map_err(failed);
        };
        let read = JsonText::parse(id.as_bytes()).and_then(|json| from_json(&json, of));
        let identity = read.map_err(|error| {
            ProviderError::failed(format!("the identity to import cannot be used: {error}"))
        })?;
        let key = ImportKey::Identity(&identity);
        self.session.import(type_name, key).await.map_err(failed)
    }
}
