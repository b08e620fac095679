//! References to other stacks: the resources that stand for what these have.

use std::fmt;

use super::urn::Urn;
use super::value::value::{Object, Value};

/// The type of a resource that stands for the outputs of another stack.
pub const STACK_REFERENCE: &str = "lumi:lumi:StackReference";

/// The type of a resource that stands for one of another stack.
pub const RESOURCE_REFERENCE: &str = "lumi:lumi:ResourceReference";

/// The input of a [`RESOURCE_REFERENCE`] with the URN of the other resource.
pub const REFERRED_URN: &str = "urn";

/// A stack of any project. Its text is `project/stack`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StackName {
    pub project: String,
    pub stack: String,
}

impl StackName {
    pub fn new(project: &str, stack: &str) -> Self {
        Self {
            project: project.to_owned(),
            stack: stack.to_owned(),
        }
    }

    /// The stack that has a resource.
    pub fn of_urn(urn: &Urn) -> Self {
        Self::new(urn.project(), urn.stack())
    }

    /// The stack that the id of a [`STACK_REFERENCE`] names: `project/stack`, or a stack of the project that has the
    /// reference.
    pub fn of_id(id: &str, own_project: &str) -> Self {
        let (project, stack) = id.split_once('/').unwrap_or((own_project, id));
        Self::new(project, stack)
    }
}

impl fmt::Display for StackName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.project, self.stack)
    }
}

/// The resource that a [`RESOURCE_REFERENCE`] stands for; `None` for resources of other types.
pub fn referred_resource(resource_type: &str, inputs: &Object) -> Option<Urn> {
    let urn = inputs.get(REFERRED_URN).and_then(Value::as_str)?;
    let is_reference = resource_type == RESOURCE_REFERENCE;
    Urn::parse(urn).ok().filter(|_| is_reference)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_name_stacks_of_any_project() {
        assert_eq!(StackName::of_id("dev", "web"), StackName::new("web", "dev"));
        let other = StackName::of_id("net/prod", "web");
        assert_eq!(other, StackName::new("net", "prod"));
        assert_eq!(other.to_string(), "net/prod");
    }

    #[test]
    fn references_stand_for_resources() {
        let urn = "urn:lumi:prod::net::index::acme:s3:Bucket::logs";
        let inputs: Object = [(REFERRED_URN.to_owned(), Value::from(urn))]
            .into_iter()
            .collect();
        let found = referred_resource(RESOURCE_REFERENCE, &inputs).unwrap();
        assert_eq!(found.as_str(), urn);
        assert_eq!(StackName::of_urn(&found), StackName::new("net", "prod"));
        assert_eq!(referred_resource(STACK_REFERENCE, &inputs), None);
        assert_eq!(
            referred_resource(RESOURCE_REFERENCE, &Object::default()),
            None
        );
    }
}
