//! The forms of types in declarations for Lumi's SDK, and in those for Pulumi's.

use lumi_graph::PropertySchema;

use super::type_writer::{Direction, key, or_null};

/// The SDK that declarations are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    Lumi,
    Pulumi,
}

impl Dialect {
    /// A value inside of another one, which outputs of resources may stand for.
    pub fn element(self, text: String, direction: Direction) -> String {
        match (direction, self) {
            (Direction::Input, Self::Lumi) => format!("lumi.Input<{text}>"),
            (Direction::Input, Self::Pulumi) => format!("pulumi.Input<{text}>"),
            (Direction::Plain | Direction::Output, _) => text,
        }
    }

    /// The word before a list, a tuple or the key of a map.
    fn readonly(self) -> &'static str {
        match self {
            Self::Lumi => "readonly ",
            Self::Pulumi => "",
        }
    }

    pub fn list(self, element: &str) -> String {
        let is_open = element.contains([' ', '|']);
        let is_input = ["lumi.Input<", "pulumi.Input<"];
        let readonly = self.readonly();
        match is_open && !is_input.iter().any(|it| element.starts_with(it)) {
            true => format!("{readonly}({element})[]"),
            false => format!("{readonly}{element}[]"),
        }
    }

    pub fn map(self, element: &str) -> String {
        format!("{{ {}[key: string]: {element} }}", self.readonly())
    }

    pub fn tuple(self, elements: &[String]) -> String {
        format!("{}[{}]", self.readonly(), elements.join(", "))
    }

    pub fn asset(self) -> &'static str {
        match self {
            Self::Lumi => "lumi.Asset",
            Self::Pulumi => "pulumi.asset.Asset | pulumi.asset.Archive",
        }
    }

    pub fn archive(self) -> &'static str {
        match self {
            Self::Lumi => "lumi.Archive",
            Self::Pulumi => "pulumi.asset.Archive",
        }
    }

    pub fn ephemeral(self) -> &'static str {
        match self {
            Self::Lumi => "lumi.EphemeralValue",
            Self::Pulumi => "any",
        }
    }

    /// A member of an interface, without its comment.
    pub fn member(
        self,
        property: &PropertySchema,
        text: String,
        direction: Direction,
        is_required: bool,
    ) -> String {
        let key = key(&property.name);
        if self == Self::Lumi && direction == Direction::Output {
            return format!("{key}: {}", or_null(&text, property));
        }
        let mark = if is_required { "" } else { "?" };
        format!("{key}{mark}: {}", self.element(text, direction))
    }
}
