//! Former identities of a resource.

use super::option_error::OptionError;
use super::option_value::parse_urn;
use crate::resource_name::ResourceName;
use crate::resource_type::ResourceType;
use crate::urn::Urn;
use crate::value::value::{Object, Value};

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

impl Alias {
    /// The URN that a resource had according to this alias; parts that the alias leaves out are those of
    /// `current`. `None` if the type or the name of the alias is not valid.
    pub fn urn(&self, current: &Urn) -> Option<Urn> {
        let parts = match self {
            Self::Urn(urn) => return Some(urn.clone()),
            Self::Parts(parts) => parts,
        };
        let module = match parts.parent() {
            Some(parent) => parent.child_module(),
            None if parts.has_no_parent() => Urn::ROOT_MODULE.to_owned(),
            None => current.module().to_owned(),
        };
        let resource_type = parts.resource_type().unwrap_or(current.resource_type());
        let name = parts.name().unwrap_or(current.name());
        Some(Urn::new(
            parts.stack().unwrap_or(current.stack()),
            parts.project().unwrap_or(current.project()),
            &module,
            &ResourceType::parse(resource_type).ok()?,
            &ResourceName::parse(name).ok()?,
        ))
    }
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

    /// Whether the resource had no parent, whatever its parent is now.
    pub fn has_no_parent(&self) -> bool {
        self.parts.get("noParent") == Some(&Value::Bool(true))
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
