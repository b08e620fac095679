//! Objects of another tool's state, which become managed.

use lumi_provider::{ProviderError, ReadState};

use crate::lifecycle::StoredObject;
use crate::schema::Schema;

use super::least_inputs::LeastInputs;
use super::object_answer::{ObjectAnswer, object_answer, upgraded};
use super::terraform_provider::TerraformProvider;

impl TerraformProvider {
    /// The object in the state of the other tool, in the current schema of the provider.
    pub async fn taken_over(
        &self,
        type_name: &str,
        schema: &Schema,
        stored: &StoredObject,
    ) -> Result<ReadState, ProviderError> {
        let known = upgraded(&self.session, type_name, stored).await?;
        let secrets = &stored.secrets;
        let search = LeastInputs {
            session: &self.session,
            type_name,
            schema,
            known: &known,
            secrets,
        };
        let inputs = search.find(&stored.likely).await;
        let object = (&known, stored.status);
        let ObjectAnswer { id, outputs, data } =
            object_answer(&self.session, type_name, schema, object, secrets)?;
        Ok(ReadState {
            id,
            inputs,
            outputs,
            data: Some(data),
        })
    }
}
