//! The configuration of a provider.

use lumi_graph::{Object, ephemeral_paths};
use lumi_provider::{Checked, ProviderError};

use crate::shape::{configuration, marked_inputs};

use super::failure::{
    failed, failed_inputs, input_failures, input_failures_of_shape, invalid_inputs,
};
use super::terraform_provider::TerraformProvider;

impl TerraformProvider {
    pub async fn checked_config(&self, config: Object) -> Result<Checked, ProviderError> {
        let schema = self.session.schemas().provider();
        let schema = schema.map_err(|it| failed(it.into()))?;
        let marked = marked_inputs(&schema.block, config);
        let unstored = ephemeral_paths(&marked.inputs);
        let given = match self.values.resolve(&marked.inputs) {
            Ok(given) => given,
            Err(failures) => return Ok(Checked::new(marked.inputs, failures)),
        };
        let failures = match configuration(&schema.block, &given) {
            Err(errors) => input_failures_of_shape(errors),
            Ok(read) => {
                self.add_secrets(&read);
                let diagnostics = self.session.validate_provider(&read.value).await;
                let diagnostics = diagnostics.map_err(failed)?;
                self.warn(None, &diagnostics);
                input_failures(&diagnostics)
            }
        };
        Ok(Checked {
            inputs: marked.inputs,
            failures,
            unstored,
        })
    }

    pub async fn configured(&self, config: &Object) -> Result<(), ProviderError> {
        let schema = self.session.schemas().provider();
        let schema = schema.map_err(|it| failed(it.into()))?;
        let given = self.values.resolve(config).map_err(failed_inputs)?;
        let read = configuration(&schema.block, &given).map_err(invalid_inputs)?;
        self.add_secrets(&read);
        let diagnostics = self.session.configure(&read.value).await.map_err(failed)?;
        self.warn(None, &diagnostics);
        Ok(())
    }
}
