//! Data that is read, and functions.

use crate::cty::{Type, Value, ValueError, convert};
use crate::protocol::{CAPABILITIES, Diagnostics, decode, encode};
use crate::schema::{FunctionSignature, unread};
use crate::tfplugin6 as wire;

use super::lifecycle_error::LifecycleError;
use super::session::{Session, decode_answer};

impl Session {
    /// Reads data. What cannot be read yet, because its configuration is not known, is unknown as far
    /// as the provider decides it.
    pub async fn read_data(
        &self,
        type_name: &str,
        config: &Value,
    ) -> Result<(Value, Diagnostics), LifecycleError> {
        const METHOD: &str = "ReadDataSource";
        let schema = self.schemas().data_source(type_name)?;
        self.hide_secrets(&schema.block, config);
        let of = schema.value_type();
        let encoded = encode(config, of).map_err(LifecycleError::value("the configuration"))?;
        let request = wire::validate_data_resource_config::Request {
            type_name: type_name.to_owned(),
            config: Some(encoded.clone()),
        };
        let answer = self.client().validate_data_resource_config(request).await?;
        let diagnostics = self.checked(answer.diagnostics)?;
        if !config.is_wholly_known() {
            return Ok((unread(&schema.block, config), diagnostics));
        }
        let request = wire::read_data_source::Request {
            type_name: type_name.to_owned(),
            config: Some(encoded),
            provider_meta: None,
            client_capabilities: Some(CAPABILITIES),
        };
        let answer = self.client().read_data_source(request).await?;
        let diagnostics = self.checked(answer.diagnostics)?;
        let value = decode_answer(METHOD, answer.state.as_ref(), of)?;
        if value.is_null() || !value.is_wholly_known() {
            let reason = "data that was read is known";
            return Err(LifecycleError::Contradiction {
                method: METHOD,
                errors: vec![ValueError::new(reason)],
            });
        }
        self.hide_secrets(&schema.block, &value);
        Ok((value, diagnostics))
    }

    /// Calls a function. Arguments are converted; an unknown one that the function does not take
    /// makes the result unknown.
    pub async fn call_function(
        &self,
        name: &str,
        arguments: Vec<Value>,
    ) -> Result<Value, LifecycleError> {
        let signature = self.schemas().function(name)?;
        let refused = |at: usize, source: ValueError| {
            LifecycleError::NotFound(format!(
                "the argument {} of `{name}` cannot be used: {source}",
                at + 1
            ))
        };
        let mut messages = Vec::new();
        for (at, argument) in arguments.into_iter().enumerate() {
            let Some(parameter) = signature.parameter(at) else {
                return Err(refused(at, ValueError::new("the function takes fewer")));
            };
            if argument.is_null() && !parameter.allows_null {
                return Err(refused(at, ValueError::new("it may not be null")));
            }
            if !argument.is_wholly_known() && !parameter.allows_unknown {
                return Ok(Value::UNKNOWN);
            }
            let message =
                convert(argument, &parameter.of).and_then(|it| encode(&it, &parameter.of));
            messages.push(message.map_err(|it| refused(at, it))?);
        }
        if messages.len() < signature.parameters.len() {
            let missing = ValueError::new("it is missing");
            return Err(refused(messages.len(), missing));
        }
        self.call(name, messages, &signature).await
    }

    async fn call(
        &self,
        name: &str,
        arguments: Vec<wire::DynamicValue>,
        signature: &FunctionSignature,
    ) -> Result<Value, LifecycleError> {
        let request = wire::call_function::Request {
            name: name.to_owned(),
            arguments,
        };
        let answer = self.client().call_function(request).await?;
        let Some(error) = answer.error else {
            let result: &Type = &signature.result;
            let value = decode(answer.result.as_ref(), result);
            return value.map_err(LifecycleError::value("the result of the function"));
        };
        let text = self.secrets().redact(&error.text).into_owned();
        Err(LifecycleError::NotFound(match error.function_argument {
            Some(at) => format!("the argument {} of `{name}` cannot be used: {text}", at + 1),
            None => format!("`{name}` has failed: {text}"),
        }))
    }
}
