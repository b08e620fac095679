//! The value of a body, by the schema of its provider.

use std::collections::BTreeMap;

use lumi_terraform::cty::ObjectType;
use lumi_terraform::schema::{
    Attribute, AttributeKind, Block as BlockSchema, NestedBlock, Nesting,
};

use crate::expression::{Scope, Variables, evaluate};
use crate::syntax::{
    Attribute as SyntaxAttribute, Block, BodyContent, Diagnostic, Diagnostics, Expression, Span,
};
use crate::value::{Type, Value, convert};

use super::block_content::{
    AnyBody, attribute_as_block, content_of, dynamic_schema, iterator_name, nested_schema,
};
use super::border::block_type;

/// Decodes bodies, and collects what is wrong with them.
#[derive(Default)]
pub struct BlockDecoder {
    pub diagnostics: Diagnostics,
}

/// The label of a block in a map, its value, and its place.
struct Made {
    label: Option<String>,
    value: Value,
    span: Span,
}

/// The blocks of one name.
enum Blocks {
    Known(Vec<Made>),
    /// How many there are is not known.
    Unknown,
}

impl BlockDecoder {
    /// The object that a body sets; parts that are wrong are unknown.
    pub fn body(
        &mut self,
        body: AnyBody<'_>,
        block: &BlockSchema,
        end: &Span,
        scope: &dyn Scope,
    ) -> Value {
        let (content, found, as_blocks) = content_of(body, block);
        self.diagnostics.extend(found);
        let mut members = BTreeMap::new();
        for (name, attribute) in &block.attributes {
            if as_blocks.contains(name) {
                continue;
            }
            let value = match content.attributes.get(name) {
                Some(given) => self.attribute(given, attribute, scope),
                None => Value::null(attribute.implied_type()),
            };
            members.insert(name.clone(), value);
        }
        for (name, nested) in &block.blocks {
            let blocks = self.blocks(&content, name, block, scope);
            let value = self.collection(blocks, nested, name, end);
            members.insert(name.clone(), value);
        }
        for name in &as_blocks {
            let nested = block.attributes.get(name).and_then(attribute_as_block);
            if let Some(nested) = nested {
                let blocks = self.blocks(&content, name, block, scope);
                let value = self.collection(blocks, &nested, name, end);
                members.insert(name.clone(), value);
            }
        }
        Value::object(members)
    }

    fn attribute(
        &mut self,
        given: &SyntaxAttribute,
        attribute: &Attribute,
        scope: &dyn Scope,
    ) -> Value {
        let of = config_type(attribute);
        let implied = || Value::unknown(attribute.implied_type());
        let value = match evaluate(&given.expression, scope) {
            Ok(value) => value,
            Err(found) => {
                self.diagnostics.extend(found);
                return implied();
            }
        };
        if attribute.is_required && value.is_null() {
            let detail = format!("`{}` is required, and its value is null", given.name);
            self.error("an argument is missing", detail, &given.expression.span);
            return implied();
        }
        if attribute.is_computed_only() && !value.is_null() {
            let detail = format!("`{}` is set by the provider", given.name);
            self.error("an argument cannot be set", detail, &given.expression.span);
            return implied();
        }
        match convert(&value, &of) {
            Ok(value) => value,
            Err(error) => {
                let detail = format!("the value of `{}` is not suitable: {error}", given.name);
                self.error(
                    "an argument has the wrong type",
                    detail,
                    &given.expression.span,
                );
                implied()
            }
        }
    }

    fn error(&mut self, summary: &str, detail: String, span: &Span) {
        self.diagnostics
            .push(Diagnostic::error(summary, detail, span));
    }

    /// The values of all blocks of a name, also of those that blocks `dynamic` make.
    fn blocks(
        &mut self,
        content: &BodyContent,
        name: &str,
        block: &BlockSchema,
        scope: &dyn Scope,
    ) -> Blocks {
        let Some(nested) = nested_schema(block, name) else {
            return Blocks::Known(Vec::new());
        };
        let mut all = Vec::new();
        for inner in &content.blocks {
            let is_dynamic =
                inner.name == "dynamic" && inner.labels.first().is_some_and(|it| it.text == name);
            if is_dynamic {
                match self.dynamic(inner, name, &nested, scope) {
                    Blocks::Known(made) => all.extend(made),
                    Blocks::Unknown => return Blocks::Unknown,
                }
            } else if inner.name == name {
                let label = inner.labels.first().map(|it| it.text.clone());
                let end = inner.span.clone();
                let value = self.body(AnyBody::Plain(&inner.body), &nested.block, &end, scope);
                all.push(Made {
                    label,
                    value,
                    span: end,
                });
            }
        }
        self.refuse_unknown_dynamic(content, block);
        Blocks::Known(all)
    }

    fn refuse_unknown_dynamic(&mut self, content: &BodyContent, block: &BlockSchema) {
        for inner in content.blocks.iter().filter(|it| it.name == "dynamic") {
            let Some(label) = inner.labels.first() else {
                continue;
            };
            let is_reported = self.diagnostics.0.iter().any(|it| {
                it.span.as_ref().is_some_and(|it| {
                    it.file() == label.span.file() && it.start() == label.span.start()
                })
            });
            if nested_schema(block, &label.text).is_none() && !is_reported {
                let detail = format!("there are no blocks `{}` here", label.text);
                self.error("a block is not known", detail, &label.span);
            }
        }
    }

    /// The blocks that a block `dynamic` makes.
    fn dynamic(
        &mut self,
        block: &Block,
        name: &str,
        nested: &NestedBlock,
        scope: &dyn Scope,
    ) -> Blocks {
        let (parts, found) = block.body.content(&dynamic_schema());
        self.diagnostics.extend(found);
        let Some(each) = parts.attributes.get("for_each") else {
            return Blocks::Unknown;
        };
        let [content] = parts.blocks.as_slice() else {
            let detail = "a block `dynamic` has one block `content`".to_owned();
            self.error("a block is not valid", detail, &block.span);
            return Blocks::Unknown;
        };
        if let Some(iterator) = parts.attributes.get("iterator")
            && iterator.expression.as_keyword().is_none()
        {
            let detail = "`iterator` is a name without quotes".to_owned();
            self.error("an argument has the wrong type", detail, &iterator.span);
            return Blocks::Unknown;
        }
        let Some(elements) = self.dynamic_elements(&each.expression, scope) else {
            return Blocks::Unknown;
        };
        let iterator = iterator_name(&parts, name);
        let mut all = Vec::new();
        for (key, element) in elements {
            let pair = [("key", key), ("value", element)];
            let scope = Variables::child(scope, [(iterator.clone(), Value::object(pair))].into());
            let label = self.dynamic_label(&parts, nested, &scope);
            let end = content.span.clone();
            let value = self.body(AnyBody::Plain(&content.body), &nested.block, &end, &scope);
            all.push(Made {
                label,
                value,
                span: end,
            });
        }
        Blocks::Known(all)
    }

    /// The keys and values that a block `dynamic` makes blocks of; `None` if they are not known, or wrong.
    fn dynamic_elements(
        &mut self,
        each: &Expression,
        scope: &dyn Scope,
    ) -> Option<Vec<(Value, Value)>> {
        let value = match evaluate(each, scope) {
            Ok(value) => value,
            Err(found) => {
                self.diagnostics.extend(found);
                return None;
            }
        };
        let (value, marks) = value.unmarked();
        if value.is_null() {
            let detail = "`for_each` cannot be null; an empty list makes no blocks".to_owned();
            self.error("blocks cannot be made", detail, &each.span);
            return None;
        }
        if value.is_unknown() {
            return None;
        }
        let Some(elements) = value.iterate() else {
            let detail = "`for_each` is a list, a set, a map or an object".to_owned();
            self.error("blocks cannot be made", detail, &each.span);
            return None;
        };
        let is_set = matches!(value.ty(), Type::Set(_));
        let marked = |(key, element): (Value, Value)| {
            let key = if is_set { element.clone() } else { key };
            (key.with_marks(&marks), element.with_marks(&marks))
        };
        Some(elements.into_iter().map(marked).collect())
    }

    /// The label of a block in a map.
    fn dynamic_label(
        &mut self,
        parts: &BodyContent,
        nested: &NestedBlock,
        scope: &dyn Scope,
    ) -> Option<String> {
        let labels = parts
            .attributes
            .get("labels")
            .filter(|_| nested.nesting == Nesting::Map)?;
        match evaluate(&labels.expression, scope) {
            Ok(value) => {
                let first = value
                    .elements()
                    .and_then(|it| it.first()?.as_str().map(str::to_owned));
                if first.is_none() {
                    let detail = "`labels` is a list with one text".to_owned();
                    self.error(
                        "an argument has the wrong type",
                        detail,
                        &labels.expression.span,
                    );
                }
                first
            }
            Err(found) => {
                self.diagnostics.extend(found);
                None
            }
        }
    }

    /// The value of all blocks of a name.
    fn collection(
        &mut self,
        blocks: Blocks,
        nested: &NestedBlock,
        name: &str,
        end: &Span,
    ) -> Value {
        let of = nested.block.implied_type();
        let Blocks::Known(blocks) = blocks else {
            return Value::unknown(block_type(nested));
        };
        self.check_length(&blocks, nested, name, end);
        let mut values = blocks.into_iter();
        match nested.nesting {
            Nesting::Single => values.next().map_or_else(|| Value::null(of), |it| it.value),
            Nesting::Group => match values.next() {
                Some(first) => first.value,
                None => empty_object(&nested.block),
            },
            Nesting::Map => {
                let each: Vec<(String, Value)> = values
                    .map(|it| (it.label.unwrap_or_default(), it.value))
                    .collect();
                match nested.is_open() {
                    true => Value::object(each),
                    false => Value::map(&of, each),
                }
            }
            Nesting::Set => Value::set(&of, values.map(|it| it.value).collect()),
            Nesting::List if nested.is_open() => Value::tuple(values.map(|it| it.value).collect()),
            Nesting::List => Value::list(&of, values.map(|it| it.value).collect()),
        }
    }

    fn check_length(&mut self, blocks: &[Made], nested: &NestedBlock, name: &str, end: &Span) {
        let length = u64::try_from(blocks.len()).unwrap_or(u64::MAX);
        let most = match nested.nesting {
            Nesting::Single | Nesting::Group => Some(1),
            _ => nested.max_items,
        };
        if length < nested.min_items {
            let detail = format!("at least {} blocks `{name}` are required", nested.min_items);
            self.error("a block is missing", detail, end);
        }
        if let Some(most) = most.filter(|it| length > *it) {
            let detail = format!("at most {most} blocks `{name}` are allowed");
            let surplus = usize::try_from(most).ok().and_then(|it| blocks.get(it));
            let span = surplus.map_or(end, |it| &it.span);
            self.error("there are too many blocks", detail, span);
        }
    }
}

/// The object of a block that is not there.
fn empty_object(block: &BlockSchema) -> Value {
    let attributes = block.attributes.iter();
    let attributes = attributes.map(|(name, it)| (name.clone(), Value::null(it.implied_type())));
    let blocks = block.blocks.iter().map(|(name, nested)| {
        let of = nested.block.implied_type();
        let value = match nested.nesting {
            Nesting::Single => Value::null(of),
            Nesting::Group => empty_object(&nested.block),
            Nesting::Set => Value::set(&of, Vec::new()),
            Nesting::List if nested.is_open() => Value::tuple(Vec::new()),
            Nesting::List => Value::list(&of, Vec::new()),
            Nesting::Map if nested.is_open() => Value::object(Vec::<(String, Value)>::new()),
            Nesting::Map => Value::map(&of, Vec::<(String, Value)>::new()),
        };
        (name.clone(), value)
    });
    Value::object(attributes.chain(blocks))
}

/// The type that a configuration is converted to: what a provider sets, or need not be set, may be left out.
fn config_type(attribute: &Attribute) -> Type {
    let AttributeKind::Nested(nesting, attributes) = &attribute.kind else {
        return attribute.implied_type();
    };
    let optional = attributes.iter().filter(|(_, it)| !it.is_required);
    let object = Type::Object(ObjectType {
        optional: optional.map(|(name, _)| name.clone()).collect(),
        attributes: attributes
            .iter()
            .map(|(name, it)| (name.clone(), config_type(it)))
            .collect(),
    });
    match nesting {
        Nesting::Single | Nesting::Group => object,
        Nesting::List => Type::list(object),
        Nesting::Set => Type::set(object),
        Nesting::Map => Type::map(object),
    }
}
