//! Types of the schema as types of properties.

use std::collections::HashMap;
use std::sync::Arc;

use indexmap::IndexMap;
use lumi_graph::{
    Choice, ChoiceNumber, EnumInterface, EnumValue, InterfaceError, ObjectType, PropertySchema,
    PropertyType,
};
use parking_lot::Mutex;
use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::descriptions::{deprecation, shortened};
use super::member_names::value_name;
use super::schema_document::{ChoiceSpec, ObjectSpec, PropertySpec, TypeSpec};
use super::schema_file::{PartKind, PulumiSchemaFile};

/// Named types that were read, by token.
#[derive(Default)]
pub struct NamedTypes {
    known: Mutex<HashMap<String, PropertyType>>,
}

/// Reads types of one part of a schema.
pub struct TypeReader<'a> {
    file: &'a PulumiSchemaFile,
    named: &'a NamedTypes,
    /// The types that are being read. One that occurs within itself takes any value there.
    open: Vec<String>,
    /// The place in `open` of the outermost type that one within it has named.
    reached: usize,
}

impl<'a> TypeReader<'a> {
    pub fn new(file: &'a PulumiSchemaFile, named: &'a NamedTypes) -> Self {
        Self {
            file,
            named,
            open: Vec::new(),
            reached: usize::MAX,
        }
    }

    /// Properties but those of these names.
    pub fn object(
        &mut self,
        properties: &IndexMap<String, PropertySpec>,
        required: &[String],
        without: &[&str],
    ) -> Result<ObjectType, InterfaceError> {
        let mut made = Vec::new();
        for (name, property) in properties {
            if without.contains(&name.as_str()) {
                continue;
            }
            made.push(PropertySchema {
                of: self.property(property)?,
                name: name.clone(),
                other_name: None,
                description: shortened(&property.description),
                deprecation: deprecation(&property.deprecation_message),
                is_required: required.contains(name),
                is_secret: property.secret,
            });
        }
        Ok(ObjectType::new(made))
    }

    fn property(&mut self, property: &PropertySpec) -> Result<PropertyType, InterfaceError> {
        match property.constant.as_ref().and_then(choice) {
            Some(constant) => Ok(PropertyType::Choice(Arc::from([constant]))),
            None => self.of(&property.of),
        }
    }

    pub fn of(&mut self, spec: &TypeSpec) -> Result<PropertyType, InterfaceError> {
        if !spec.reference.is_empty() {
            return self.reference(spec);
        }
        if !spec.one_of.is_empty() {
            return self.union(&spec.one_of);
        }
        let element = |reader: &mut Self, of: &Option<Box<TypeSpec>>| {
            let of = of
                .as_ref()
                .map_or(Ok(PropertyType::Any), |it| reader.of(it));
            of.map(Box::new)
        };
        Ok(match spec.kind.as_str() {
            "string" => PropertyType::Text,
            "boolean" => PropertyType::Bool,
            "integer" | "number" => PropertyType::Number,
            "array" => PropertyType::List(element(self, &spec.items)?),
            "object" => PropertyType::Map(element(self, &spec.additional_properties)?),
            _ => PropertyType::Any,
        })
    }

    fn union(&mut self, types: &[TypeSpec]) -> Result<PropertyType, InterfaceError> {
        let mut all: Vec<PropertyType> = Vec::new();
        for spec in types {
            let of = self.of(spec)?;
            if of == PropertyType::Any {
                return Ok(PropertyType::Any);
            }
            if !all.contains(&of) {
                all.push(of);
            }
        }
        Ok(match all.len() {
            1 => all.remove(0),
            _ => PropertyType::Union(all),
        })
    }

    /// Types of other packages are any, and so are resources.
    fn reference(&mut self, spec: &TypeSpec) -> Result<PropertyType, InterfaceError> {
        match spec.reference.as_str() {
            "pulumi.json#/Archive" => return Ok(PropertyType::Archive),
            "pulumi.json#/Asset" => {
                // An archive is accepted in place of an asset.
                return Ok(PropertyType::Union(vec![
                    PropertyType::Asset,
                    PropertyType::Archive,
                ]));
            }
            "pulumi.json#/Json" => return Ok(PropertyType::Text),
            _ => {}
        }
        let Some(token) = spec.reference.strip_prefix("#/types/") else {
            return Ok(PropertyType::Any);
        };
        let token = percent_decode_str(token).decode_utf8_lossy().into_owned();
        self.named_or_cut_off(token, spec)
    }

    /// The type of a token.
    pub fn named(&mut self, token: &str) -> Result<PropertyType, InterfaceError> {
        self.named_or_cut_off(token.to_owned(), &TypeSpec::default())
    }

    /// `spec` says how a type is used that the schema does not have.
    fn named_or_cut_off(
        &mut self,
        token: String,
        spec: &TypeSpec,
    ) -> Result<PropertyType, InterfaceError> {
        if let Some(known) = self.named.known.lock().get(&token) {
            return Ok(known.clone());
        }
        if let Some(at) = self.open.iter().position(|it| *it == token) {
            self.reached = self.reached.min(at);
            return Ok(PropertyType::Any);
        }
        let depth = self.open.len();
        self.open.push(token.clone());
        let made = self.named_type(&token, spec);
        self.open.truncate(depth);
        let made = made?;
        // A type that was cut off for the one around it is whole elsewhere.
        if self.reached >= depth {
            self.reached = usize::MAX;
            self.named.known.lock().insert(token, made.clone());
        }
        Ok(made)
    }

    fn named_type(&mut self, token: &str, spec: &TypeSpec) -> Result<PropertyType, InterfaceError> {
        if let Some(of) = self
            .file
            .read::<ObjectSpec>(PartKind::Enum, token)
            .map_err(failed)?
        {
            let choices = of.choices.unwrap_or_default();
            let choices: Vec<Choice> = choices.iter().filter_map(|it| choice(&it.value)).collect();
            return Ok(PropertyType::Choice(choices.into()));
        }
        let of = self
            .file
            .read::<ObjectSpec>(PartKind::Type, token)
            .map_err(failed)?;
        match of {
            Some(of) if of.kind == "object" || !of.properties.is_empty() => {
                let of = self.object(&of.properties, &of.required, &[])?;
                Ok(PropertyType::Object(Arc::new(of)))
            }
            Some(of) => self.of(&TypeSpec {
                kind: of.kind,
                ..TypeSpec::default()
            }),
            // The schema may give a simple type for a type that it does not have.
            None => self.of(&TypeSpec {
                kind: spec.kind.clone(),
                ..TypeSpec::default()
            }),
        }
    }
}

/// The values of an enumeration.
pub fn enumeration(spec: ObjectSpec) -> EnumInterface {
    let mut values: Vec<EnumValue> = Vec::new();
    for it in spec.choices.unwrap_or_default() {
        let ChoiceSpec {
            name,
            value,
            description,
            deprecation_message,
        } = it;
        let Some(value) = choice(&value) else {
            continue;
        };
        let text = match &value {
            Choice::Text(text) => text.clone(),
            other => other.to_string(),
        };
        let mut name = value_name(&name, &text);
        while values.iter().any(|it| it.name == name) {
            name.push('_');
        }
        values.push(EnumValue {
            name,
            value,
            description: shortened(&description),
            deprecation: deprecation(&deprecation_message),
        });
    }
    EnumInterface {
        description: shortened(&spec.description),
        values,
    }
}

fn choice(value: &Value) -> Option<Choice> {
    match value {
        Value::String(text) => Some(Choice::Text(text.clone())),
        Value::Bool(is) => Some(Choice::Bool(*is)),
        Value::Number(number) => Some(Choice::Number(ChoiceNumber(number.to_string()))),
        _ => None,
    }
}

pub fn failed(error: impl ToString) -> InterfaceError {
    InterfaceError(error.to_string())
}
