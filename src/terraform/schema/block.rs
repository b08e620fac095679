//! Blocks and attributes.

use std::collections::BTreeMap;

use crate::cty::{Path, Step, Type, Value};

/// A schema with its version: states are written with one.
#[derive(Clone, Debug, PartialEq)]
pub struct Schema {
    pub version: i64,
    pub block: Block,
    value_type: Type,
}

impl Schema {
    pub fn new(version: i64, block: Block) -> Self {
        Self {
            version,
            value_type: block.implied_type(),
            block,
        }
    }

    /// The type of its values, [`Block::implied_type`], which is made once.
    pub fn value_type(&self) -> &Type {
        &self.value_type
    }
}

/// The schema in which nothing can be set.
impl Default for Schema {
    fn default() -> Self {
        Self::new(0, Block::default())
    }
}

/// Attributes and blocks by name. The two share one space of names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    pub attributes: BTreeMap<String, Attribute>,
    pub blocks: BTreeMap<String, NestedBlock>,
    pub description: String,
    pub is_deprecated: bool,
    pub deprecation_message: String,
}

/// Who sets an attribute, and what it holds.
#[derive(Clone, Debug, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "these are the flags of the protocol"
)]
pub struct Attribute {
    pub kind: AttributeKind,
    pub is_required: bool,
    pub is_optional: bool,
    pub is_computed: bool,
    pub is_sensitive: bool,
    /// The value is in the configuration alone, never in a plan or a state.
    pub is_write_only: bool,
    pub is_deprecated: bool,
    pub deprecation_message: String,
    pub description: String,
}

#[derive(Clone, Debug, PartialEq)]
pub enum AttributeKind {
    Of(Type),
    /// Attributes of their own, in a collection or alone.
    Nested(Nesting, BTreeMap<String, Attribute>),
}

/// How often a block or a nested object is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nesting {
    Single,
    List,
    Set,
    Map,
    /// Like [`Nesting::Single`], but never null. Blocks only.
    Group,
}

#[derive(Clone, Debug, PartialEq)]
pub struct NestedBlock {
    pub nesting: Nesting,
    pub block: Block,
    pub min_items: u64,
    /// `None` without a limit.
    pub max_items: Option<u64>,
}

impl Attribute {
    /// Whether the provider alone sets it.
    pub fn is_computed_only(&self) -> bool {
        self.is_computed && !self.is_optional && !self.is_required
    }
}

impl Block {
    /// Whether programs set texts by name in an attribute `tags`.
    pub fn takes_tags(&self) -> bool {
        let tags = self.attributes.get("tags");
        let is_map = |it: &Attribute| it.kind == AttributeKind::Of(Type::map(Type::String));
        tags.is_some_and(|it| is_map(it) && !it.is_computed_only() && !it.is_write_only)
    }

    /// Visits each attribute that has a value of its own, with its place. Attributes of elements of
    /// sets have the place of the set.
    pub fn visit<'b>(&'b self, value: &Value, visit: &mut dyn FnMut(&'b Attribute, &Path, &Value)) {
        self.visit_at(value, &Path::ROOT, visit);
    }

    fn visit_at<'b>(
        &'b self,
        value: &Value,
        path: &Path,
        visit: &mut dyn FnMut(&'b Attribute, &Path, &Value),
    ) {
        visit_attributes(&self.attributes, value, path, visit);
        let Value::Object(members) = value else {
            return;
        };
        for (name, nested) in &self.blocks {
            let Some(member) = members.get(name) else {
                continue;
            };
            let path = path.then(Step::Attribute(name.clone()));
            each_element(nested.nesting, member, &path, &mut |path, element| {
                nested.block.visit_at(element, path, visit);
            });
        }
    }
}

fn visit_attributes<'b>(
    attributes: &'b BTreeMap<String, Attribute>,
    value: &Value,
    path: &Path,
    visit: &mut dyn FnMut(&'b Attribute, &Path, &Value),
) {
    let Value::Object(members) = value else {
        return;
    };
    for (name, attribute) in attributes {
        let Some(member) = members.get(name) else {
            continue;
        };
        let path = path.then(Step::Attribute(name.clone()));
        visit(attribute, &path, member);
        if let AttributeKind::Nested(nesting, inner) = &attribute.kind {
            each_element(*nesting, member, &path, &mut |path, element| {
                visit_attributes(inner, element, path, visit);
            });
        }
    }
}

/// The objects of a nested value.
fn each_element(
    nesting: Nesting,
    value: &Value,
    path: &Path,
    visit: &mut dyn FnMut(&Path, &Value),
) {
    match nesting {
        Nesting::Single | Nesting::Group => visit(path, value),
        Nesting::List | Nesting::Set | Nesting::Map => {
            for (step, element) in value.children() {
                match step {
                    Some(step) => visit(&path.then(step), element),
                    None => visit(path, element),
                }
            }
        }
    }
}
