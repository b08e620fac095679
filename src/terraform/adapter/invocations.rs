//! Data sources, ephemeral values and functions.

use std::sync::atomic::Ordering;

use lumi_graph::{Object, Value};
use lumi_provider::{InvokeRequest, ProviderError};

use crate::shape::{configuration, outputs, value_of_program, value_of_schema};

use super::failure::{failed, invalid_inputs};
use super::started_programs::check_program;
use super::terraform_provider::TerraformProvider;
use super::token::{Function, function};

/// The member with the arguments of a function, which have an order and no names.
const ARGUMENTS: &str = "arguments";

impl TerraformProvider {
    pub async fn invoked(&self, request: InvokeRequest) -> Result<Value, ProviderError> {
        self.has_invoked.store(true, Ordering::SeqCst);
        match function(&request.token) {
            Some(Function::DataSource(name)) => {
                check_program(&*self.access, name, &request.arguments)?;
                self.read_data(name, &request.arguments).await
            }
            Some(Function::Ephemeral(name)) => {
                check_program(&*self.access, name, &request.arguments)?;
                self.open_ephemeral(&request.token, name, &request.arguments)
                    .await
            }
            Some(Function::OfProvider(name)) => self.call_function(name, request.arguments).await,
            None => Err(ProviderError::failed(format!(
                "there is no function `{}`: data sources are called `{package}:data:NAME`, ephemeral \
                 resources `{package}:ephemeral:NAME`, and functions `{package}:functions:NAME`",
                request.token,
                package = self.package
            ))),
        }
    }

    async fn read_data(&self, name: &str, arguments: &Object) -> Result<Value, ProviderError> {
        let schema = self.session.schemas().data_source(name);
        let schema = schema.map_err(|it| failed(it.into()))?;
        let config = configuration(&schema.block, arguments).map_err(invalid_inputs)?;
        self.add_secrets(&config);
        let read = self.session.read_data(name, &config.value).await;
        let (value, diagnostics) = read.map_err(failed)?;
        self.warn(None, &diagnostics);
        Ok(Value::Object(outputs(
            &schema.block,
            &value,
            &config.secrets,
        )))
    }

    async fn call_function(&self, name: &str, mut named: Object) -> Result<Value, ProviderError> {
        let arguments = named.shift_remove(ARGUMENTS);
        let (Some(Value::Array(arguments)), true) = (arguments, named.is_empty()) else {
            return Err(ProviderError::failed(format!(
                "the arguments of `{name}` are given in their order: {{ {ARGUMENTS}: [...] }}"
            )));
        };
        let signature = self.session.schemas().function(name);
        let signature = signature.map_err(|it| failed(it.into()))?;
        let values = arguments.iter().map(value_of_program);
        let values = values.collect::<Result<_, _>>().map_err(invalid_inputs)?;
        let result = self.session.call_function(name, values).await;
        Ok(value_of_schema(&signature.result, &result.map_err(failed)?))
    }
}
