//! The type token of a resource: `pkg:module:Type`.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use super::text::escaped_text::EscapedText;

/// A type token such as `aws:ec2/instance:Instance`, `std:fs:File` or `acme:web:Site`.
///
/// Three parts, none empty, each of ASCII letters, digits and `. _ - / @`. The module of a component may have
/// several, as in `awsx:x:ecs:Cluster`. What a URN uses as a separator (`::` and `$`) is therefore excluded. Clones
/// share one allocation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ResourceType(Arc<str>);

/// One of the three parts of a type token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypePart {
    Package,
    Module,
    Name,
}

impl fmt::Display for TypePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Package => "package",
            Self::Module => "module",
            Self::Name => "type name",
        })
    }
}

/// Why a text is not a type token.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResourceTypeError {
    #[error(
        "the resource type is empty; a type is written `package:module:Type`, such as \
         `aws:ec2/instance:Instance` or `std:fs:File`"
    )]
    Empty,
    #[error(
        "resource type `{}` lacks its package and module; a type is written \
         `package:module:Type`, such as `acme:index:{}`",
        EscapedText::short(.0), EscapedText::short(.0)
    )]
    OnlyName(String),
    #[error(
        "resource type `{}:{}` lacks its module, the middle part of `package:module:Type`; \
         write `{}:index:{}` if the package has no modules",
        EscapedText::short(.package), EscapedText::short(.name),
        EscapedText::short(.package), EscapedText::short(.name)
    )]
    NoModule { package: String, name: String },
    #[error(
        "resource type `{}` has {parts} parts, but `package:module:Type` has 3; parts of a \
         module are joined by `/`, as in `aws:ec2/instance:Instance`",
        EscapedText::short(.token)
    )]
    TooManyParts { token: String, parts: usize },
    #[error(
        "resource type `{}` has an empty {part}; a type is written `package:module:Type`, \
         such as `std:fs:File`",
        EscapedText::short(.token)
    )]
    EmptyPart { token: String, part: TypePart },
    #[error(
        "resource type `{}` has `{}` in its {part}, where only ASCII letters, digits and \
         `. _ - / @` may stand; a right one looks like `aws:ec2/instance:Instance`",
        EscapedText::short(.token), EscapedText::short(.character.encode_utf8(&mut [0; 4]))
    )]
    BadCharacter {
        token: String,
        part: TypePart,
        character: char,
    },
}

impl ResourceType {
    /// Validates a type token.
    pub fn parse(token: &str) -> Result<Self, ResourceTypeError> {
        Self::check(token)?;
        Ok(Self(Arc::from(token)))
    }

    /// Validates the type token of a resource that a provider manages, whose module has one part.
    pub fn parse_managed(token: &str) -> Result<Self, ResourceTypeError> {
        let resource_type = Self::parse(token)?;
        match token.split(':').count() {
            3 => Ok(resource_type),
            parts => Err(ResourceTypeError::TooManyParts {
                token: token.into(),
                parts,
            }),
        }
    }

    fn check(token: &str) -> Result<(), ResourceTypeError> {
        if token.is_empty() {
            return Err(ResourceTypeError::Empty);
        }
        let parts = token
            .split_once(':')
            .map(|(package, rest)| (package, rest.rsplit_once(':'), rest));
        match parts {
            Some((package, Some((module, name)), _)) => {
                check_part(token, TypePart::Package, package)?;
                for part in module.split(':') {
                    check_part(token, TypePart::Module, part)?;
                }
                check_part(token, TypePart::Name, name)
            }
            Some((package, None, name)) if !package.is_empty() && !name.is_empty() => {
                Err(ResourceTypeError::NoModule {
                    package: package.into(),
                    name: name.into(),
                })
            }
            _ => Err(ResourceTypeError::OnlyName(token.trim_matches(':').into())),
        }
    }

    /// The whole token.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The first part: `aws` of `aws:ec2/instance:Instance`.
    pub fn package(&self) -> &str {
        let package = self.0.split_once(':');
        package.map_or("", |(package, _)| package)
    }

    /// The middle part: `ec2/instance` of `aws:ec2/instance:Instance`, `x:ecs` of `awsx:x:ecs:Cluster`.
    pub fn module(&self) -> &str {
        let rest = self.0.split_once(':').map_or("", |(_, rest)| rest);
        rest.rsplit_once(':').map_or("", |(module, _)| module)
    }

    /// The last part: `Instance` of `aws:ec2/instance:Instance`.
    pub fn type_name(&self) -> &str {
        self.0.rsplit_once(':').map_or("", |(_, name)| name)
    }

    /// The package that a provider resource configures: `aws` of `pulumi:providers:aws` or
    /// `lumi:providers:aws`; `None` for every other type.
    pub fn provided_package(&self) -> Option<&str> {
        let is_provider =
            matches!(self.package(), "pulumi" | "lumi") && self.module() == "providers";
        is_provider.then(|| self.type_name())
    }
}

fn check_part(token: &str, part: TypePart, text: &str) -> Result<(), ResourceTypeError> {
    if text.is_empty() {
        return Err(ResourceTypeError::EmptyPart {
            token: token.into(),
            part,
        });
    }
    let wrong = text
        .chars()
        .find(|&c| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '/' | '@')));
    match wrong {
        Some(character) => Err(ResourceTypeError::BadCharacter {
            token: token.into(),
            part,
            character,
        }),
        None => Ok(()),
    }
}

impl fmt::Display for ResourceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for ResourceType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for ResourceType {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_the_tokens_people_use() {
        for token in [
            "aws:ec2/instance:Instance",
            "std:fs:File",
            "acme:web:Site",
            "pulumi:providers:aws-native",
            "kubernetes:rbac.authorization.k8s.io/v1:Role",
            "@acme/web:index:Site",
        ] {
            assert_eq!(ResourceType::parse(token).unwrap().as_str(), token);
        }
    }

    #[test]
    fn knows_its_parts() {
        let instance = ResourceType::parse("aws:ec2/instance:Instance").unwrap();
        assert_eq!(instance.package(), "aws");
        assert_eq!(instance.module(), "ec2/instance");
        assert_eq!(instance.type_name(), "Instance");
        assert_eq!(instance.provided_package(), None);
        let provider = ResourceType::parse("pulumi:providers:aws").unwrap();
        assert_eq!(provider.provided_package(), Some("aws"));
        let cluster = ResourceType::parse("awsx:x:ecs:Cluster").unwrap();
        assert_eq!(cluster.package(), "awsx");
        assert_eq!(cluster.module(), "x:ecs");
        assert_eq!(cluster.type_name(), "Cluster");
    }

    fn message(token: &str) -> String {
        ResourceType::parse_managed(token).unwrap_err().to_string()
    }

    #[test]
    fn says_what_is_wrong_with_a_near_miss() {
        insta::assert_snapshot!(
            [
                "", "Instance", "aws:Instance", "aws::Instance", ":a:b", "awsx:x:ec2:Vpc",
                "acme:web:Site<T>", "acme:web$x:Site", "acme:we\u{1b}b:Site",
            ]
            .map(message)
            .join("\n"),
            @r#"
            the resource type is empty; a type is written `package:module:Type`, such as `aws:ec2/instance:Instance` or `std:fs:File`
            resource type `Instance` lacks its package and module; a type is written `package:module:Type`, such as `acme:index:Instance`
            resource type `aws:Instance` lacks its module, the middle part of `package:module:Type`; write `aws:index:Instance` if the package has no modules
            resource type `aws::Instance` has an empty module; a type is written `package:module:Type`, such as `std:fs:File`
            resource type `:a:b` has an empty package; a type is written `package:module:Type`, such as `std:fs:File`
            resource type `awsx:x:ec2:Vpc` has 4 parts, but `package:module:Type` has 3; parts of a module are joined by `/`, as in `aws:ec2/instance:Instance`
            resource type `acme:web:Site<T>` has `<` in its type name, where only ASCII letters, digits and `. _ - / @` may stand; a right one looks like `aws:ec2/instance:Instance`
            resource type `acme:web$x:Site` has `$` in its module, where only ASCII letters, digits and `. _ - / @` may stand; a right one looks like `aws:ec2/instance:Instance`
            resource type `acme:we\u{1b}b:Site` has `\u{1b}` in its module, where only ASCII letters, digits and `. _ - / @` may stand; a right one looks like `aws:ec2/instance:Instance`
            "#
        );
    }
}
