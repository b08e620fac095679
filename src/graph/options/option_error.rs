//! Why the value of an option is invalid.

use crate::urn::UrnError;
use crate::value::property_path::PropertyPathError;
use crate::value::value::Value;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    #[error("option `{option}`: {source}")]
    Path {
        option: &'static str,
        source: PropertyPathError,
    },
    #[error("option `{option}`: {source}")]
    Urn {
        option: &'static str,
        source: UrnError,
    },
    #[error(
        "option `customTimeouts.{key}`: `{text}` is not a duration; write a duration such as 90s \
         or 5m"
    )]
    Time { key: &'static str, text: String },
    #[error(
        "option `envVarMappings`: {name:?} is not a name of an environment variable, of letters, digits \
         and `_`"
    )]
    Variable { name: String },
    #[error("option `envVarMappings`: {name} is a variable that lumi keeps from other processes")]
    Withheld { name: String },
    #[error("option `{option}` must be {expected}, not {found}")]
    Kind {
        option: &'static str,
        expected: &'static str,
        found: &'static str,
    },
}

impl OptionError {
    pub(super) fn kind(option: &'static str, expected: &'static str, found: &Value) -> Self {
        Self::Kind {
            option,
            expected,
            found: found.kind(),
        }
    }
}
