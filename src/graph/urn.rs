//! The unique name of a resource.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use super::resource_name::{ResourceName, ResourceNameError};
use super::resource_type::{ResourceType, ResourceTypeError};
use super::text::escaped_text::EscapedText;

const PREFIX: &str = "urn:lumi:";
const SEPARATOR: &str = "::";

/// `urn:lumi:<stack>::<project>::<module>::<type>::<name>`.
///
/// `<module>` is [`Urn::ROOT_MODULE`] for a resource without a parent. For a child it is the
/// parent's module, `$` and the parent's type: `index$acme:web:Site`. Any parent counts, component
/// or not, so moving a resource below another one always changes its URN.
///
/// Only the name may start or end with a colon, so the first four `::` are always the separators.
/// Clones share one allocation; comparison and order are those of the text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Urn(Arc<str>);

/// Why a text is not a URN.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UrnError {
    #[error(
        "`{}` is not a URN; one looks like \
         `urn:lumi:prod::acmeinfra::index::aws:ec2/instance:Instance::master-node`",
        EscapedText::short(.0)
    )]
    NotAUrn(String),
    #[error(
        "URN `{}` lacks its {missing}; the parts are \
         `urn:lumi:<stack>::<project>::<module>::<type>::<name>`",
        EscapedText::short(.urn)
    )]
    MissingPart { urn: String, missing: &'static str },
    #[error(
        "URN `{}` has the {part} `{}`, which is empty or holds a colon or control character",
        EscapedText::short(.urn), EscapedText::short(.text)
    )]
    BadPart {
        urn: String,
        part: &'static str,
        text: String,
    },
    #[error(
        "URN `{}` has the module `{}`; a module is `index`, followed by `$` and a type for \
         each parent, such as `index$acme:web:Site`",
        EscapedText::short(.urn), EscapedText::short(.module)
    )]
    BadModule { urn: String, module: String },
    #[error("URN `{}` is not valid: {source}", EscapedText::short(.urn))]
    Type {
        urn: String,
        source: ResourceTypeError,
    },
    #[error("URN `{}` is not valid: {source}", EscapedText::short(.urn))]
    Name {
        urn: String,
        source: ResourceNameError,
    },
}

impl Urn {
    /// The module of resources without a parent.
    pub const ROOT_MODULE: &'static str = "index";

    /// Joins the parts.
    ///
    /// `module` is [`Urn::ROOT_MODULE`] or the result of the parent's [`Urn::child_module`]. Names
    /// of stacks and projects are validated elsewhere; characters that a URN cannot hold (a folder
    /// may be called `a::b`) become `-` here.
    pub fn new(
        stack: &str,
        project: &str,
        module: &str,
        resource_type: &ResourceType,
        name: &ResourceName,
    ) -> Self {
        debug_assert!(is_module(module), "not a module chain: {module}");
        let (resource_type, name) = (resource_type.as_str(), name.as_str());
        let length = stack.len() + project.len() + module.len() + resource_type.len() + name.len();
        let mut text = String::with_capacity(length + PREFIX.len() + 4 * SEPARATOR.len() + 2);
        push_prefix(&mut text, stack, project);
        text.push_str(module);
        for part in [resource_type, name] {
            text.push_str(SEPARATOR);
            text.push_str(part);
        }
        Self(text.into())
    }

    /// The common prefix of all URNs of a stack, up to their modules.
    pub fn prefix(stack: &str, project: &str) -> String {
        let mut text = String::new();
        push_prefix(&mut text, stack, project);
        text
    }

    /// Validates a URN and all its parts.
    pub fn parse(text: &str) -> Result<Self, UrnError> {
        let Some(rest) = text.strip_prefix(PREFIX) else {
            return Err(UrnError::NotAUrn(text.into()));
        };
        let mut parts = rest.splitn(5, SEPARATOR);
        let mut part = |missing| {
            parts.next().ok_or_else(|| UrnError::MissingPart {
                urn: text.into(),
                missing,
            })
        };
        let stack = part("stack")?;
        let project = part("project")?;
        let module = part("module")?;
        let resource_type = part("type")?;
        let name = part("name")?;
        for (part, plain) in [("stack", stack), ("project", project)] {
            if !is_plain(plain) {
                return Err(UrnError::BadPart {
                    urn: text.into(),
                    part,
                    text: plain.into(),
                });
            }
        }
        if !is_module(module) {
            return Err(UrnError::BadModule {
                urn: text.into(),
                module: module.into(),
            });
        }
        ResourceType::parse(resource_type).map_err(|source| UrnError::Type {
            urn: text.into(),
            source,
        })?;
        ResourceName::parse(name).map_err(|source| UrnError::Name {
            urn: text.into(),
            source,
        })?;
        Ok(Self(Arc::from(text)))
    }

    /// The module of this resource's children.
    pub fn child_module(&self) -> String {
        format!("{}${}", self.module(), self.resource_type())
    }

    /// The URN of the same resource in another stack.
    pub fn in_stack(&self, stack: &str, project: &str) -> Self {
        let mut text = PREFIX.to_owned();
        push_plain(&mut text, stack);
        text.push_str(SEPARATOR);
        push_plain(&mut text, project);
        text.push_str(SEPARATOR);
        let rest = self.0[PREFIX.len()..].splitn(3, SEPARATOR).nth(2);
        text.push_str(rest.unwrap_or_default());
        Self(text.into())
    }

    /// The whole text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn stack(&self) -> &str {
        self.part(0)
    }

    pub fn project(&self) -> &str {
        self.part(1)
    }

    /// `index`, or `index$acme:web:Site` below a parent of type `acme:web:Site`.
    pub fn module(&self) -> &str {
        self.part(2)
    }

    /// The type token as text; [`ResourceType::parse`] always accepts it.
    pub fn resource_type(&self) -> &str {
        self.part(3)
    }

    pub fn name(&self) -> &str {
        self.part(4)
    }

    fn part(&self, index: usize) -> &str {
        // Computed on each call: URNs are compared and hashed far more often than taken apart.
        self.0[PREFIX.len()..]
            .splitn(5, SEPARATOR)
            .nth(index)
            .unwrap_or_default()
    }
}

fn is_plain(text: &str) -> bool {
    !text.is_empty() && !text.contains(is_reserved)
}

fn is_reserved(character: char) -> bool {
    character == ':' || character.is_control()
}

fn push_prefix(text: &mut String, stack: &str, project: &str) {
    text.push_str(PREFIX);
    push_plain(text, stack);
    text.push_str(SEPARATOR);
    push_plain(text, project);
    text.push_str(SEPARATOR);
}

fn push_plain(text: &mut String, part: &str) {
    if part.is_empty() {
        text.push('-');
    }
    text.extend(part.chars().map(|c| if is_reserved(c) { '-' } else { c }));
}

fn is_module(module: &str) -> bool {
    let mut chain = module.split('$');
    chain.next() == Some(Urn::ROOT_MODULE) && chain.all(|link| ResourceType::parse(link).is_ok())
}

impl fmt::Display for Urn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Urn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Urn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const EXAMPLE: &str = "urn:lumi:prod::acmeinfra::index::aws:ec2/instance:Instance::master-node";

    fn urn(module: &str, resource_type: &str, name: &str) -> Urn {
        let resource_type = ResourceType::parse(resource_type).unwrap();
        Urn::new(
            "dev",
            "web",
            module,
            &resource_type,
            &ResourceName::parse(name).unwrap(),
        )
    }

    #[test]
    fn takes_the_example_apart() {
        let urn = Urn::parse(EXAMPLE).unwrap();
        assert_eq!(urn.stack(), "prod");
        assert_eq!(urn.project(), "acmeinfra");
        assert_eq!(urn.module(), "index");
        assert_eq!(urn.resource_type(), "aws:ec2/instance:Instance");
        assert_eq!(urn.name(), "master-node");
        assert_eq!(urn.to_string(), EXAMPLE);
    }

    #[test]
    fn all_of_a_stack_begin_the_same_way() {
        let resource_type = ResourceType::parse("std:fs:File").unwrap();
        let name = ResourceName::parse("a").unwrap();
        for project in ["web", "a::b", ""] {
            let urn = Urn::new("dev", project, "index", &resource_type, &name).to_string();
            let rest = urn.strip_prefix(&Urn::prefix("dev", project));
            assert_eq!(rest, Some("index::std:fs:File::a"));
        }
    }

    #[test]
    fn chains_the_types_of_parents() {
        let site = urn(Urn::ROOT_MODULE, "acme:web:Site", "site");
        let bucket = urn(&site.child_module(), "aws:s3:Bucket", "files");
        assert_eq!(bucket.module(), "index$acme:web:Site");
        assert_eq!(bucket.child_module(), "index$acme:web:Site$aws:s3:Bucket");
        assert_eq!(Urn::parse(bucket.as_str()).unwrap(), bucket);
    }

    #[test]
    fn a_folder_with_colons_still_gives_a_urn() {
        let resource_type = ResourceType::parse("std:fs:File").unwrap();
        let name = ResourceName::parse(":a:").unwrap();
        let urn = Urn::new("", "a::b\n", Urn::ROOT_MODULE, &resource_type, &name);
        assert_eq!(urn.as_str(), "urn:lumi:-::a--b-::index::std:fs:File:::a:");
        assert_eq!(urn.name(), ":a:");
        assert_eq!(Urn::parse(urn.as_str()).unwrap(), urn);
    }

    #[test]
    fn says_what_is_wrong() {
        let message = |text: &str| Urn::parse(text).unwrap_err().to_string();
        insta::assert_snapshot!(
            [
                "arn:aws:s3",
                "urn:lumi:dev::web",
                "urn:lumi:dev::::index::std:fs:File::a",
                "urn:lumi:dev::web::main::std:fs:File::a",
                "urn:lumi:dev::web::index::std:File::a",
                "urn:lumi:dev::web::index::std:fs:File::a::b",
            ]
            .map(message)
            .join("\n"),
            @r#"
            `arn:aws:s3` is not a URN; one looks like `urn:lumi:prod::acmeinfra::index::aws:ec2/instance:Instance::master-node`
            URN `urn:lumi:dev::web` lacks its module; the parts are `urn:lumi:<stack>::<project>::<module>::<type>::<name>`
            URN `urn:lumi:dev::::index::std:fs:File::a` has the project ``, which is empty or holds a colon or control character
            URN `urn:lumi:dev::web::main::std:fs:File::a` has the module `main`; a module is `index`, followed by `$` and a type for each parent, such as `index$acme:web:Site`
            URN `urn:lumi:dev::web::index::std:File::a` is not valid: resource type `std:File` lacks its module, the middle part of `package:module:Type`; write `std:index:File` if the package has no modules
            URN `urn:lumi:dev::web::index::std:fs:File::a::b` is not valid: resource name `a::b` holds `::`, which separates the parts of a URN; use `-`, `/` or a single `:` instead
            "#
        );
    }

    proptest! {
        #[test]
        fn round_trips(
            stack in "[a-z_.-]{1,8}",
            project in "[^:\\p{Cc}]{1,8}",
            parents in prop::collection::vec("[a-z]{1,4}:[a-z/]{1,4}:[A-Z]{1,4}", 0..4),
            name in "\\PC{1,12}",
        ) {
            prop_assume!(!name.contains("::"));
            let mut module = Urn::ROOT_MODULE.to_owned();
            for parent in &parents {
                let parent = Urn::parse(&format!("urn:lumi:s::p::{module}::{parent}::x")).unwrap();
                module = parent.child_module();
            }
            let resource_type = ResourceType::parse("std:fs:File").unwrap();
            let urn = Urn::new(
                &stack, &project, &module, &resource_type, &ResourceName::parse(&name).unwrap(),
            );
            let parsed = Urn::parse(urn.as_str()).unwrap();
            prop_assert_eq!(parsed.stack(), stack);
            prop_assert_eq!(parsed.project(), project);
            prop_assert_eq!(parsed.module(), module);
            prop_assert_eq!(parsed.resource_type(), "std:fs:File");
            prop_assert_eq!(parsed.name(), name);
        }

        #[test]
        fn never_panics(text in "(urn:lumi:)?[a-z:$\\PC]{0,40}") {
            let _ = Urn::parse(&text);
        }
    }
}
