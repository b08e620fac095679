//! What a provider is configured with.

use lumi_graph::Object;
use lumi_provider::{Checked, ProviderError};

use crate::shape::{configuration, marked_inputs};

use super::failure::{failed, input_failures, of_shape, unfit};
use super::terraform_provider::TerraformProvider;

impl TerraformProvider {
    pub async fn checked_config(&self, config: Object) -> Result<Checked, ProviderError> {
        let schema = self.session.schemas().provider();
        let schema = schema.map_err(|it| failed(it.into()))?;
        let marked = marked_inputs(&schema.block, config);
        let failures = match configuration(&schema.block, &marked.inputs) {
            Err(errors) => of_shape(errors),
            Ok(read) => {
                self.hide(&read);
                let remarks = self.session.validate_provider(&read.value).await;
                let remarks = remarks.map_err(failed)?;
                self.warn(None, &remarks);
                input_failures(&remarks)
            }
        };
        Ok(Checked {
            inputs: marked.inputs,
            failures,
            unstored: Vec::new(),
        })
    }

    pub async fn configured(&self, config: &Object) -> Result<(), ProviderError> {
        let schema = self.session.schemas().provider();
        let schema = schema.map_err(|it| failed(it.into()))?;
        let read = configuration(&schema.block, config).map_err(unfit)?;
        self.hide(&read);
        let remarks = self.session.configure(&read.value).await.map_err(failed)?;
        self.warn(None, &remarks);
        Ok(())
    }
}
