//! Types of properties as types of TypeScript.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::Arc;

use lumi_graph::{Choice, ObjectType, PropertySchema, PropertyType};

use super::doc_comment::write_comment;
use super::type_dialect::Dialect;
use super::type_digests::TypeDigests;

/// Whether a type is that of what a program gives or of what it gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// With outputs of resources in any place.
    Input,
    /// The input of a program, without outputs of resources.
    Plain,
    Output,
}

/// A type that has a name.
struct WrittenType {
    of: Arc<ObjectType>,
    name: String,
}

/// Names the nested types of one file. Equal ones are written once.
pub struct TypeWriter {
    /// The names of written types, by digest.
    names: HashMap<(Direction, u64), Vec<WrittenType>>,
    digests: TypeDigests,
    taken: HashSet<String>,
    dialect: Dialect,
    /// Descriptions of inputs, which are not repeated for parts of outputs.
    described: HashSet<String>,
    /// The interfaces that were written.
    pub interfaces: String,
}

impl TypeWriter {
    /// `taken` are names that have another meaning in the file.
    pub fn new(dialect: Dialect, taken: impl IntoIterator<Item = String>) -> Self {
        Self {
            names: HashMap::new(),
            digests: TypeDigests::default(),
            taken: taken.into_iter().collect(),
            dialect,
            described: HashSet::new(),
            interfaces: String::new(),
        }
    }

    /// Keeps a name for something else of the file.
    pub fn reserve(&mut self, name: &str) {
        self.taken.insert(name.to_owned());
    }

    /// The text of a type. Nested objects are named after `name`.
    pub fn text(&mut self, of: &PropertyType, direction: Direction, name: &str) -> String {
        let element = |writer: &mut Self, of: &PropertyType| {
            let text = writer.text(of, direction, name);
            writer.dialect.element(text, direction)
        };
        let dialect = self.dialect;
        match of {
            PropertyType::Any => "any".to_owned(),
            PropertyType::Bool => "boolean".to_owned(),
            PropertyType::Number => "number".to_owned(),
            PropertyType::Text => "string".to_owned(),
            PropertyType::Asset => dialect.asset().to_owned(),
            PropertyType::Archive => dialect.archive().to_owned(),
            PropertyType::Ephemeral => dialect.ephemeral().to_owned(),
            PropertyType::List(of) | PropertyType::Set(of) => dialect.list(&element(self, of)),
            PropertyType::OneOrMore(of) => {
                let one = self.text(of, direction, name);
                format!("{one} | {}", dialect.list(&element(self, of)))
            }
            PropertyType::Map(of) => dialect.map(&element(self, of)),
            PropertyType::Tuple(types) => {
                let types: Vec<String> = types.iter().map(|it| element(self, it)).collect();
                dialect.tuple(&types)
            }
            PropertyType::Object(of) => self.named(of, direction, name),
            PropertyType::Union(types) => {
                let mut texts: Vec<String> = Vec::new();
                for of in types {
                    let text = self.text(of, direction, name);
                    if !texts.contains(&text) {
                        texts.push(text);
                    }
                }
                texts.join(" | ")
            }
            PropertyType::OpenChoice(texts) => open_choice(texts),
            PropertyType::Choice(choices) => {
                let choices: Vec<String> = choices.iter().map(ToString::to_string).collect();
                match choices.is_empty() {
                    true => "never".to_owned(),
                    false => choices.join(" | "),
                }
            }
        }
    }

    fn named(&mut self, of: &Arc<ObjectType>, direction: Direction, name: &str) -> String {
        let key = (direction, self.digests.of(of));
        let equal = self.names.get(&key).into_iter().flatten();
        if let Some(known) = { equal }.find(|it| it.of == *of) {
            return known.name.clone();
        }
        let mut own = match direction {
            Direction::Input => format!("{name}Args"),
            Direction::Plain => format!("{name}PlainArgs"),
            Direction::Output => name.to_owned(),
        };
        while !self.taken.insert(own.clone()) {
            own.push('_');
        }
        let written = self.names.entry(key).or_default();
        written.push(WrittenType {
            of: Arc::clone(of),
            name: own.clone(),
        });
        self.write_interface(&own, name, of, direction);
        own
    }

    /// Writes the interface `own`, whose nested types are named after `name`.
    pub fn write_interface(
        &mut self,
        own: &str,
        name: &str,
        of: &ObjectType,
        direction: Direction,
    ) {
        self.write_members(own, name, of, direction, |it| it.is_required);
    }

    /// Writes an interface whose members may all be missing.
    pub fn write_partial(&mut self, own: &str, name: &str, of: &ObjectType, direction: Direction) {
        self.write_members(own, name, of, direction, |_| false);
    }

    fn write_members(
        &mut self,
        own: &str,
        name: &str,
        of: &ObjectType,
        direction: Direction,
        is_required: fn(&PropertySchema) -> bool,
    ) {
        let mut body = String::new();
        for property in &of.properties {
            self.write_property(&mut body, name, property, direction, is_required(property));
        }
        let _ = write!(self.interfaces, "export interface {own} {{\n{body}}}\n\n");
    }

    fn write_property(
        &mut self,
        body: &mut String,
        name: &str,
        property: &PropertySchema,
        direction: Direction,
        is_required: bool,
    ) {
        let text = self.text(&property.of, direction, &nested_name(name, &property.name));
        let description = self.description(property, direction);
        write_property_comment(body, property, description);
        let member = self.dialect.member(property, text, direction, is_required);
        let _ = writeln!(body, "  {member};");
    }

    /// The description to write: packages for Lumi are large, and an output has that of the input.
    fn description<'p>(&mut self, property: &'p PropertySchema, direction: Direction) -> &'p str {
        let description = &property.description;
        let is_known = match (self.dialect, direction) {
            (Dialect::Pulumi, _) => false,
            (Dialect::Lumi, Direction::Output) => self.described.contains(description),
            (Dialect::Lumi, Direction::Input | Direction::Plain) => {
                self.described.insert(description.clone());
                false
            }
        };
        if is_known { "" } else { description }
    }
}

/// One of some texts, or another one.
fn open_choice(texts: &[String]) -> String {
    let texts = texts.iter().map(|it| Choice::Text(it.clone()).to_string());
    // TypeScript merges literals into a plain `string`, and editors would propose none of them.
    let open = std::iter::once("(string & {})".to_owned());
    texts.chain(open).collect::<Vec<_>>().join(" | ")
}

/// The comment of a property, with the section of its description to include.
pub fn write_property_comment(text: &mut String, property: &PropertySchema, description: &str) {
    let mut tags = Vec::new();
    if property.is_secret {
        tags.push("secret");
    }
    if matches!(property.of, PropertyType::Set(_)) {
        tags.push("set");
    }
    let deprecation = property.deprecation.as_deref();
    write_comment(text, "  ", description, deprecation, &tags);
}

/// The type of an output, which may be null unless it is always there.
pub fn or_null(text: &str, property: &PropertySchema) -> String {
    match property.is_required || text == "any" {
        true => text.to_owned(),
        false => format!("{text} | null"),
    }
}

pub fn nested_name(name: &str, property: &str) -> String {
    let is_part = |it: &char| it.is_ascii_alphanumeric() || *it == '_';
    let mut characters = property.chars().filter(is_part);
    let first = characters.next().map(|it| it.to_ascii_uppercase());
    let rest: String = first.into_iter().chain(characters).collect();
    format!("{name}{rest}")
}

/// The name of a member.
pub fn key(name: &str) -> String {
    let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '$');
    let is_identifier =
        name.chars().all(is_part) && !name.starts_with(|it: char| it.is_ascii_digit());
    match is_identifier && !name.is_empty() {
        true => name.to_owned(),
        false => serde_json::Value::from(name).to_string(),
    }
}
