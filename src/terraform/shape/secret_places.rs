//! The places of secrets in what programs see of an object.

use std::collections::BTreeMap;

use lumi_graph::{Object, Value};

use crate::cty::{Path, Step, Type};
use crate::schema::{Attribute, AttributeKind, Block, Nesting};

use super::names::Names;

/// The places of all secrets, as states of Terraform name them. A secret in a set makes the whole set one, as elements of
/// sets have no places.
pub fn secret_places(block: &Block, outputs: &Object) -> Vec<Path> {
    let mut places = Places::default();
    places.block(block, outputs, &Path::ROOT);
    places.0
}

#[derive(Default)]
struct Places(Vec<Path>);

impl Places {
    fn block(&mut self, block: &Block, members: &Object, path: &Path) {
        let names = Names::new(block.attributes.keys().chain(block.blocks.keys()));
        for (given, value) in members {
            let Some(name) = names.original(given) else {
                continue;
            };
            let place = path.then(Step::Attribute(name.to_owned()));
            match (block.attributes.get(name), block.blocks.get(name)) {
                (Some(attribute), _) => self.attribute(attribute, value, &place),
                (None, Some(nested)) => {
                    self.nested(nested.nesting, value, &place, &|it, object, place| {
                        it.block(&nested.block, object, place);
                    });
                }
                (None, None) => {}
            }
        }
    }

    fn attribute(&mut self, attribute: &Attribute, value: &Value, path: &Path) {
        match &attribute.kind {
            AttributeKind::Of(of) => self.of_type(of, value, path),
            AttributeKind::Nested(nesting, inner) => {
                self.nested(*nesting, value, path, &|it, object, place| {
                    it.attributes(inner, object, place);
                });
            }
        }
    }

    fn attributes(&mut self, all: &BTreeMap<String, Attribute>, members: &Object, path: &Path) {
        let names = Names::new(all.keys());
        for (given, value) in members {
            let name = names.original(given);
            if let Some((name, attribute)) = name.and_then(|it| Some((it, all.get(it)?))) {
                let place = path.then(Step::Attribute(name.to_owned()));
                self.attribute(attribute, value, &place);
            }
        }
    }

    fn nested(
        &mut self,
        nesting: Nesting,
        value: &Value,
        path: &Path,
        visit: &dyn Fn(&mut Self, &Object, &Path),
    ) {
        match (nesting, value) {
            (_, Value::Secret(_)) => self.0.push(path.clone()),
            (Nesting::Set, value) if value.contains_secret() => self.0.push(path.clone()),
            (Nesting::List, Value::Array(elements)) => {
                for (at, element) in elements.iter().enumerate() {
                    self.nested(Nesting::Single, element, &at_index(path, at), visit);
                }
            }
            (Nesting::Map, Value::Object(members)) => {
                for (key, member) in members {
                    let place = path.then(Step::Key(key.clone()));
                    self.nested(Nesting::Single, member, &place, visit);
                }
            }
            (Nesting::Single | Nesting::Group, Value::Object(members)) => {
                visit(self, members, path);
            }
            _ => {}
        }
    }

    fn of_type(&mut self, of: &Type, value: &Value, path: &Path) {
        match (of, value) {
            (_, Value::Secret(_)) => self.0.push(path.clone()),
            (Type::Set(_), value) if value.contains_secret() => self.0.push(path.clone()),
            (Type::Object(object), Value::Object(members)) => {
                let names = Names::new(object.attributes.keys());
                for (given, member) in members {
                    let name = names.original(given);
                    if let Some((name, of)) =
                        name.and_then(|it| object.attributes.get_key_value(it))
                    {
                        self.of_type(of, member, &path.then(Step::Attribute(name.clone())));
                    }
                }
            }
            (Type::Dynamic, Value::Object(members)) => {
                for (name, member) in members {
                    let place = path.then(Step::Attribute(name.clone()));
                    self.of_type(&Type::Dynamic, member, &place);
                }
            }
            (Type::Map(of), Value::Object(members)) => {
                for (key, member) in members {
                    self.of_type(of, member, &path.then(Step::Key(key.clone())));
                }
            }
            (of, Value::Array(elements)) => {
                for (at, element) in elements.iter().enumerate() {
                    let of = match of {
                        Type::List(of) => of,
                        Type::Tuple(types) => types.get(at).unwrap_or(&Type::Dynamic),
                        _ => &Type::Dynamic,
                    };
                    self.of_type(of, element, &at_index(path, at));
                }
            }
            _ => {}
        }
    }
}

fn at_index(path: &Path, at: usize) -> Path {
    path.then(Step::Index(i64::try_from(at).unwrap_or(i64::MAX)))
}

#[cfg(test)]
mod tests {
    use super::super::outputs::outputs;
    use super::*;
    use crate::cty;
    use crate::schema::NestedBlock;

    fn attribute(kind: AttributeKind, is_sensitive: bool) -> Attribute {
        Attribute {
            kind,
            is_required: false,
            is_optional: true,
            is_computed: false,
            is_sensitive,
            is_write_only: false,
            is_deprecated: false,
            deprecation_message: String::new(),
            description: String::new(),
        }
    }

    #[test]
    fn places_are_those_that_made_the_secrets() {
        let inner = [(
            "pass_word".to_owned(),
            attribute(AttributeKind::Of(Type::String), true),
        )];
        let nested = attribute(AttributeKind::Nested(Nesting::List, inner.into()), false);
        let rule = Block {
            attributes: [(
                "key".to_owned(),
                attribute(AttributeKind::Of(Type::String), false),
            )]
            .into(),
            ..Block::default()
        };
        let block = Block {
            attributes: [
                ("log_in".to_owned(), nested),
                (
                    "tags".to_owned(),
                    attribute(AttributeKind::Of(Type::map(Type::String)), false),
                ),
                (
                    "names".to_owned(),
                    attribute(AttributeKind::Of(Type::set(Type::String)), false),
                ),
            ]
            .into(),
            blocks: [(
                "rule".to_owned(),
                NestedBlock {
                    block: rule,
                    nesting: Nesting::List,
                    min_items: 0,
                    max_items: None,
                },
            )]
            .into(),
            ..Block::default()
        };
        let text = |it: &str| cty::Value::string(it);
        let value = cty::Value::object([
            (
                "log_in",
                cty::Value::List(vec![cty::Value::object([("pass_word", text("p"))])]),
            ),
            (
                "tags",
                cty::Value::map([("a", text("1")), ("b", text("2"))]),
            ),
            ("names", cty::Value::Set(vec![text("n")])),
            (
                "rule",
                cty::Value::List(vec![cty::Value::object([("key", text("k"))])]),
            ),
        ]);
        let tag = Path::attribute("tags").then(Step::Key("b".to_owned()));
        let key = Path::attribute("rule")
            .then(Step::Index(0))
            .then(Step::Attribute("key".to_owned()));
        let names = Path::attribute("names");
        let shown = outputs(&block, &value, &[tag.clone(), key.clone(), names.clone()]);
        let mut places = secret_places(&block, &shown);
        places.sort();
        let own = Path::attribute("log_in")
            .then(Step::Index(0))
            .then(Step::Attribute("pass_word".to_owned()));
        let mut expected = vec![tag, key, names, own];
        expected.sort();
        assert_eq!(places, expected);
    }
}
