//! The option `customTimeouts`.

use std::time::Duration;

use super::option_error::OptionError;
use crate::value::value::{Object, Value};

/// Time limits of operations, with the texts of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomTimeouts {
    /// As the program wrote them; also those that Lumi does not use, such as `read`.
    texts: Object,
    limits: Timeouts,
}

/// Time limits of operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timeouts {
    pub create: Option<Duration>,
    pub update: Option<Duration>,
    pub delete: Option<Duration>,
}

impl CustomTimeouts {
    pub fn limits(&self) -> Timeouts {
        self.limits
    }

    /// The text for an operation, such as `1m 30s`; empty if the program set none.
    pub fn text(&self, operation: &str) -> &str {
        let text = self.texts.get(operation).and_then(Value::as_str);
        text.unwrap_or_default()
    }

    pub(super) fn object(&self) -> &Object {
        &self.texts
    }
}

/// Members that are not texts count as absent.
impl TryFrom<Object> for CustomTimeouts {
    type Error = OptionError;

    fn try_from(texts: Object) -> Result<Self, OptionError> {
        let time = |key: &'static str| match texts.get(key).and_then(Value::as_str) {
            None => Ok(None),
            Some(text) => match humantime::parse_duration(text) {
                Ok(time) => Ok(Some(time)),
                Err(_) => Err(OptionError::Time {
                    key,
                    text: text.to_owned(),
                }),
            },
        };
        let limits = Timeouts {
            create: time("create")?,
            update: time("update")?,
            delete: time("delete")?,
        };
        Ok(Self { texts, limits })
    }
}
