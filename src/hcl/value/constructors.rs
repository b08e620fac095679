//! How values are made.

use std::collections::BTreeMap;
use std::sync::Arc;

use unicode_normalization::{UnicodeNormalization as _, is_nfc};

use super::marks::Marks;
use super::number::Number;
use super::sets;
use super::types::without_optional;
use super::value::{Content, Facts, TypeRef, Value};
use super::{ObjectType, Type};

/// Text as all values have it (NFC).
fn normalized(text: String) -> String {
    match text.is_ascii() || is_nfc(&text) {
        true => text,
        false => text.nfc().collect(),
    }
}

impl Value {
    /// An unknown value of an unknown type.
    pub const DYNAMIC: Self = Self {
        of: TypeRef::DYNAMIC,
        content: Content::Unknown(None),
        marks: Marks::NONE,
        facts: Facts {
            is_marked_inside: false,
            is_unknown_inside: false,
            depth: 0,
        },
    };

    /// The null value of a type; optional attributes of the type are ordinary ones.
    pub fn null(of: Type) -> Self {
        Self::assemble(without_optional(of).into(), Content::Null)
    }

    /// The unknown value of a type; optional attributes of the type are ordinary ones.
    pub fn unknown(of: Type) -> Self {
        Self::assemble(without_optional(of).into(), Content::Unknown(None))
    }

    pub fn bool(it: bool) -> Self {
        Self::assemble(TypeRef::BOOL, Content::Bool(it))
    }

    pub fn number(it: impl Into<Number>) -> Self {
        Self::assemble(TypeRef::NUMBER, Content::Number(Arc::new(it.into())))
    }

    pub fn integer(it: i64) -> Self {
        Self::number(it)
    }

    pub fn string(text: impl Into<String>) -> Self {
        let text = normalized(text.into());
        Self::assemble(TypeRef::STRING, Content::String(text.into()))
    }

    pub fn object<N: Into<String>>(attributes: impl IntoIterator<Item = (N, Value)>) -> Self {
        let attributes = attributes
            .into_iter()
            .map(|(name, it)| (normalized(name.into()), it))
            .collect::<BTreeMap<_, _>>();
        let types = attributes
            .iter()
            .map(|(name, it)| (name.clone(), it.ty().clone()));
        let of = Type::Object(ObjectType {
            attributes: types.collect(),
            ..ObjectType::default()
        });
        Self::assemble(of.into(), Content::Members(Arc::new(attributes)))
    }

    pub fn tuple(elements: Vec<Value>) -> Self {
        let of = Type::Tuple(elements.iter().map(|it| it.ty().clone()).collect());
        Self::assemble(of.into(), Content::Elements(elements.into()))
    }

    /// A list. Elements of an unknown type take the type of elements; others must have it, or one that completes it.
    pub fn list(element: &Type, elements: Vec<Value>) -> Self {
        let element = certain_type(element, elements.iter());
        let elements = elements.into_iter().map(|it| it.retyped(&element));
        let content = Content::Elements(elements.collect());
        Self::assemble(Type::list(element).into(), content)
    }

    /// A list, whose element type is that of the first element with a known type.
    pub fn list_of(elements: Vec<Value>) -> Self {
        Self::list(&element_type(elements.iter()), elements)
    }

    /// A set. Marks of elements are marks of the set.
    pub fn set(element: &Type, elements: Vec<Value>) -> Self {
        let element = certain_type(element, elements.iter());
        let mut marks = Marks::NONE;
        let elements = elements.into_iter().map(|it| {
            let (it, of_element) = it.unmarked_deep();
            marks = marks.union(&of_element);
            it.retyped(&element)
        });
        let elements = sets::distinct(elements.collect());
        Self::assemble(
            Type::set(element).into(),
            Content::Elements(elements.into()),
        )
        .with_marks(&marks)
    }

    /// A set, whose element type is that of the first element with a known type.
    pub fn set_of(elements: Vec<Value>) -> Self {
        Self::set(&element_type(elements.iter()), elements)
    }

    /// A map. Elements of an unknown type take the type of elements; others must have it, or one that completes it.
    pub fn map<N: Into<String>>(
        element: &Type,
        members: impl IntoIterator<Item = (N, Value)>,
    ) -> Self {
        let members = members
            .into_iter()
            .map(|(name, it)| (normalized(name.into()), it))
            .collect::<BTreeMap<_, _>>();
        let element = certain_type(element, members.values());
        let members = members
            .into_iter()
            .map(|(name, it)| (name, it.retyped(&element)))
            .collect::<BTreeMap<_, _>>();
        Self::assemble(
            Type::map(element).into(),
            Content::Members(Arc::new(members)),
        )
    }

    /// A map, whose element type is that of the first element with a known type.
    pub fn map_of<N: Into<String>>(members: impl IntoIterator<Item = (N, Value)>) -> Self {
        let members = members
            .into_iter()
            .map(|(name, it)| (name.into(), it))
            .collect::<BTreeMap<String, Value>>();
        Self::map(&element_type(members.values()), members)
    }

    /// The value in a collection of elements of this type, which it has itself, or its type is unknown.
    fn retyped(self, element: &Type) -> Self {
        match self.is_dynamic() && *element != Type::Dynamic {
            true => Self {
                of: element.clone().into(),
                ..self
            },
            false => self,
        }
    }
}

/// The type of elements: that of the first one where the given type leaves parts open.
fn certain_type<'a>(given: &Type, elements: impl Iterator<Item = &'a Value>) -> Type {
    match given.has_dynamic() {
        true => match element_type(elements) {
            Type::Dynamic => without_optional(given.clone()),
            of => of,
        },
        false => without_optional(given.clone()),
    }
}

fn element_type<'a>(mut elements: impl Iterator<Item = &'a Value>) -> Type {
    let first = elements.find(|it| !it.is_dynamic());
    first.map_or(Type::Dynamic, |it| it.ty().clone())
}
