//! Paths of options, such as those of `ignoreChanges`, that name no property of a type.

use std::fmt;

use super::conformance::nearest_of;
use super::property_type::{ObjectType, PropertyType};
use crate::options::PathPattern;
use crate::value::property_path::PathPart;

/// A path that matches no value of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnmatchedPath {
    /// As the program wrote the path.
    pub text: String,
    /// The part of it that the type does not have.
    pub name: String,
    pub nearest: Option<String>,
}

/// The member of every resource that schemas do not list.
const ID: &str = "id";

impl UnmatchedPath {
    /// Finds out whether a pattern names no property of any of these objects, such as the inputs and the
    /// outputs of a resource. Keys of maps, wildcards and what is inside of values of any type fit.
    pub fn find(sides: &[&ObjectType], pattern: &PathPattern) -> Option<Self> {
        let parts = pattern.parts();
        if matches!(parts, [PathPart::Key(key), ..] if key == ID) {
            return None;
        }
        let misfits: Option<Vec<Misfit>> = sides.iter().map(|of| in_object(of, parts)).collect();
        // The longest way into the value is what the program means.
        let Misfit { name, nearest, .. } = misfits?
            .into_iter()
            .min_by_key(|it| (it.rest, it.nearest.is_none()))?;
        let text = pattern.as_str().to_owned();
        Some(Self {
            text,
            name,
            nearest,
        })
    }
}

impl fmt::Display for UnmatchedPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            text,
            name,
            nearest,
        } = self;
        write!(f, "there is no property `{text}`")?;
        let is_whole = name == text;
        match nearest {
            Some(nearest) if is_whole => write!(f, "; did you mean `{nearest}`?"),
            Some(nearest) => write!(f, ": instead of `{name}`, did you mean `{nearest}`?"),
            None if is_whole => Ok(()),
            None => write!(f, ": `{name}` does not exist"),
        }
    }
}

struct Misfit {
    name: String,
    nearest: Option<String>,
    /// The number of parts from the misfit on.
    rest: usize,
}

fn in_object(of: &ObjectType, parts: &[PathPart]) -> Option<Misfit> {
    let [PathPart::Key(key), rest @ ..] = parts else {
        return None;
    };
    if PathPattern::is_wildcard(&parts[0]) {
        return None;
    }
    match of.get(key) {
        Some(property) => in_value(&property.of, rest),
        None => Some(Misfit {
            name: key.clone(),
            nearest: nearest_of(of, key),
            rest: parts.len(),
        }),
    }
}

fn in_value(of: &PropertyType, parts: &[PathPart]) -> Option<Misfit> {
    let (first, rest) = parts.split_first()?;
    let is_element = matches!(first, PathPart::Index(_)) || PathPattern::is_wildcard(first);
    match of {
        PropertyType::Object(of) => in_object(of, parts),
        PropertyType::List(of) | PropertyType::Set(of) | PropertyType::OneOrMore(of) => {
            // A key is of one element that stands for the list.
            in_value(of, if is_element { rest } else { parts })
        }
        PropertyType::Map(of) => in_value(of, rest),
        PropertyType::Union(all) => {
            let misfits: Option<Vec<Misfit>> = all.iter().map(|of| in_value(of, parts)).collect();
            misfits?.into_iter().min_by_key(|it| it.rest)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::package::PropertySchema;

    fn object(properties: Vec<(&str, PropertyType)>) -> ObjectType {
        let properties = properties.into_iter();
        ObjectType::new(
            properties
                .map(|(name, of)| PropertySchema::new(name, of))
                .collect(),
        )
    }

    fn found(path: &str) -> Option<String> {
        let rule = object(vec![("port", PropertyType::Number)]);
        let rule = PropertyType::Object(Arc::new(rule));
        let inputs = object(vec![
            ("content", PropertyType::Text),
            ("tags", PropertyType::Map(Box::new(PropertyType::Text))),
            ("rules", PropertyType::List(Box::new(rule.clone()))),
            ("block", PropertyType::OneOrMore(Box::new(rule.clone()))),
            ("body", PropertyType::Any),
            (
                "either",
                PropertyType::Union(vec![PropertyType::Text, rule]),
            ),
        ]);
        let outputs = object(vec![("etag", PropertyType::Text)]);
        let pattern = path.parse().unwrap();
        UnmatchedPath::find(&[&inputs, &outputs], &pattern).map(|it| it.to_string())
    }

    #[test]
    fn paths_into_what_has_no_schema_fit() {
        for path in [
            "content",
            "etag",
            "id",
            "*",
            "tags",
            "tags.owner",
            "tags[\"a.b/c\"]",
            "tags.*",
            "rules",
            "rules[0]",
            "rules[*].port",
            "rules[2].port",
            "block.port",
            "block[0].port",
            "body.a.b[3]",
            "either.port",
            "content.inner",
        ] {
            assert_eq!(found(path), None, "{path}");
        }
    }

    #[test]
    fn names_that_do_not_exist_are_found_at_any_depth() {
        let texts = ["contnt", "tag.owner", "rules[*].prt", "block.prt", "xyz"];
        let texts: Vec<String> = texts.iter().map(|it| found(it).unwrap()).collect();
        insta::assert_snapshot!(texts.join("\n"), @"
        there is no property `contnt`; did you mean `content`?
        there is no property `tag.owner`: instead of `tag`, did you mean `tags`?
        there is no property `rules[*].prt`: instead of `prt`, did you mean `port`?
        there is no property `block.prt`: instead of `prt`, did you mean `port`?
        there is no property `xyz`
        ");
    }
}
