//! The option `parameterization`.

use super::option_error::OptionError;
use super::option_value::OptionValue;
use crate::value::value::{Object, Value};

const PLUGIN: &str = "plugin";
const VERSION: &str = "version";
const VALUE: &str = "value";

/// The plugin of a package that consists of another package and parameters of it, such as a provider of Terraform that a
/// plugin adapts. The name of the package is that in the types of its resources, its version the option `version`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameterization {
    /// The package of the plugin.
    pub plugin: String,
    /// The version of the plugin; empty for any.
    pub version: String,
    /// The parameters in base64, which only the plugin understands.
    pub value: String,
}

impl OptionValue for Parameterization {
    type View<'a> = Option<&'a Parameterization>;

    fn read(option: &'static str, value: &Value) -> Result<Self, OptionError> {
        let wrong = |it| OptionError::kind(option, "an object of plugin, version and value", it);
        let Value::Object(members) = value else {
            return Err(wrong(value));
        };
        let text = |key: &str| match members.get(key) {
            Some(Value::String(text)) => Ok(text.clone()),
            _ => Err(wrong(value)),
        };
        Ok(Self {
            plugin: text(PLUGIN)?,
            version: text(VERSION)?,
            value: text(VALUE)?,
        })
    }

    fn write(&self) -> Value {
        let members = [
            (PLUGIN, &self.plugin),
            (VERSION, &self.version),
            (VALUE, &self.value),
        ];
        let members = members.map(|(key, text)| (key.to_owned(), Value::String(text.clone())));
        Value::Object(members.into_iter().collect::<Object>())
    }

    fn view(set: Option<&Self>) -> Option<&Parameterization> {
        set
    }
}
