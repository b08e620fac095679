//! The option `envVarMappings`.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::option_error::OptionError;
use super::option_value::OptionValue;
use crate::environment_variables::WITHHELD;
use crate::value::value::Value;

type Names = IndexMap<String, String, FxBuildHasher>;

/// Names of environment variables of this process, and those under which the plugin of a provider resource sees their
/// values, too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnvVarMappings(Names);

impl EnvVarMappings {
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(from, to)| (from.as_str(), to.as_str()))
    }
}

/// Letters, digits and `_`, so that names can be a part of keys.
fn check_name(name: &str) -> Result<(), OptionError> {
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !is_name {
        return Err(OptionError::Variable { name: name.into() });
    }
    match WITHHELD.contains(&name) {
        true => Err(OptionError::Withheld { name: name.into() }),
        false => Ok(()),
    }
}

impl OptionValue for EnvVarMappings {
    type View<'a> = Option<&'a EnvVarMappings>;

    fn read(option: &'static str, value: &Value) -> Result<Self, OptionError> {
        let kind =
            |it| OptionError::kind(option, "an object of names of environment variables", it);
        let Value::Object(members) = value else {
            return Err(kind(value));
        };
        let mut names = Names::default();
        for (from, to) in members {
            let Value::String(to) = to else {
                return Err(kind(to));
            };
            check_name(from)?;
            check_name(to)?;
            names.insert(from.clone(), to.clone());
        }
        Ok(Self(names))
    }

    fn write(&self) -> Value {
        let members = self.0.iter();
        let members = members.map(|(from, to)| (from.clone(), Value::String(to.clone())));
        Value::Object(members.collect())
    }

    fn view(set: Option<&Self>) -> Option<&EnvVarMappings> {
        set
    }
}
