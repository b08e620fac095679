//! Objects of another tool's state, which become managed.

use lumi_graph::Object as ProgramObject;
use lumi_provider::{ProviderError, ReadState};

use crate::cty::Path;
use crate::lifecycle::{Object, StoredObject};
use crate::schema::Schema;
use crate::shape::{incomplete_configuration, needed_inputs};

use super::least_inputs::LeastInputs;
use super::object_answer::{ObjectAnswer, object_answer, upgraded};
use super::terraform_provider::TerraformProvider;

impl TerraformProvider {
    /// The object in the state of the other tool, in the current schema of the provider. `given` are the inputs that a
    /// program has for it; without a program, the fewest are found that keep it as it is.
    pub async fn taken_over(
        &self,
        type_name: &str,
        schema: &Schema,
        stored: &StoredObject,
        given: Option<&ProgramObject>,
    ) -> Result<ReadState, ProviderError> {
        let known = upgraded(&self.session, type_name, stored).await?;
        let mut secrets = stored.secrets.clone();
        let inputs = match given {
            Some(given) => self.agreeing_inputs(schema, given, &known, &mut secrets),
            None => {
                let search = LeastInputs {
                    session: &self.session,
                    type_name,
                    schema,
                    known: &known,
                    secrets: &secrets,
                };
                search.find(&stored.likely).await
            }
        };
        let object = (&known, stored.status);
        let ObjectAnswer { id, outputs, data } =
            object_answer(&self.session, type_name, schema, object, &secrets)?;
        Ok(ReadState {
            id,
            inputs,
            outputs,
            data: Some(data),
        })
    }

    /// The inputs of a program as far as the object agrees with them, and what it has instead of the others; those that
    /// only a program can have set if it has none. Places that the program marks are secret as well.
    fn agreeing_inputs(
        &self,
        schema: &Schema,
        given: &ProgramObject,
        known: &Object,
        secrets: &mut Vec<Path>,
    ) -> ProgramObject {
        if given.is_empty() {
            return needed_inputs(&schema.block, &known.value, secrets, &|_| false);
        }
        let config = incomplete_configuration(&schema.block, given);
        self.add_secrets(&config);
        let inputs = Self::inputs(schema, given, &config.value, known);
        secrets.extend(config.secrets);
        inputs
    }
}
