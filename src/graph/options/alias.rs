//! Former identities of a resource.

use super::option_error::OptionError;
use super::option_value::parse_urn;
use crate::urn::Urn;
use crate::value::{Object, Value};

/// A former identity of a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alias {
    Urn(Urn),
    Parts(AliasParts),
}

/// The parts of an identity that differed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AliasParts {
    /// As the program wrote them.
    parts: Object,
    parent: Option<Urn>,
}

impl AliasParts {
    pub fn name(&self) -> Option<&str> {
        self.text("name")
    }

    pub fn resource_type(&self) -> Option<&str> {
        self.text("type")
    }

    pub fn stack(&self) -> Option<&str> {
        self.text("stack")
    }

    pub fn project(&self) -> Option<&str> {
        self.text("project")
    }

    pub fn parent(&self) -> Option<&Urn> {
        self.parent.as_ref()
    }

    pub(super) fn object(&self) -> &Object {
        &self.parts
    }

    fn text(&self, part: &str) -> Option<&str> {
        self.parts.get(part).and_then(Value::as_str)
    }
}

/// Parts that are not texts count as absent.
impl TryFrom<Object> for AliasParts {
    type Error = OptionError;

    fn try_from(parts: Object) -> Result<Self, OptionError> {
        let parent = parts.get("parent").and_then(Value::as_str);
        let parent = parent.map(|it| parse_urn("aliases", it)).transpose()?;
        Ok(Self { parts, parent })
    }
}
