//! The differences between two versions of a package, for its users.

use std::collections::{BTreeMap, BTreeSet};

use lumi_graph::{
    FunctionArguments, FunctionInterface, InterfaceError, MethodInterface, ObjectType,
    PackageInterface, PackageMember, PackageMembers, PropertySchema, PropertyType,
};

/// A class or function that was added, removed or changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberChange {
    /// `+`, `-` or `~`.
    pub sign: char,
    /// As programs import it, such as `random.String`.
    pub name: String,
    /// The name in the schema: the last part of its token.
    pub schema_name: String,
    /// Lines about its properties.
    pub properties: Vec<String>,
}

/// One kind of members.
type ListOf = fn(&PackageMembers) -> &[PackageMember];

/// All changes, sorted by kind and name. Descriptions do not count.
pub fn changes(
    old: &dyn PackageInterface,
    new: &dyn PackageInterface,
) -> Result<Vec<MemberChange>, InterfaceError> {
    let package = &new.members().package;
    let lists = |of: ListOf| (of(old.members()), of(new.members()));
    let mut all = members(package, lists(|it| &it.resources), |token| {
        resource(old, new, token)
    })?;
    let functions: [(&str, ListOf); 3] = [
        ("data", |it| &it.data),
        ("ephemeral", |it| &it.ephemeral),
        ("functions", |it| &it.functions),
    ];
    for (module, of) in functions {
        let prefix = match new.members().has_functions_beside_classes {
            true => package.clone(),
            false => format!("{package}.{module}"),
        };
        all.extend(members(&prefix, lists(of), |token| {
            function(old, new, token)
        })?);
    }
    let configuration = object("", &*old.configuration()?, &*new.configuration()?);
    if !configuration.is_empty() {
        all.push(MemberChange {
            sign: '~',
            name: format!("{package}.Provider"),
            schema_name: "configuration".to_owned(),
            properties: configuration,
        });
    }
    Ok(all)
}

/// The changes of one kind of members, matched by token: names of programs follow from all tokens.
fn members(
    prefix: &str,
    (old, new): (&[PackageMember], &[PackageMember]),
    compare: impl Fn(&str) -> Result<Vec<String>, InterfaceError>,
) -> Result<Vec<MemberChange>, InterfaceError> {
    let by_token = |list: &[PackageMember]| -> BTreeMap<String, String> {
        list.iter()
            .map(|it| (it.token.clone(), it.name.clone()))
            .collect()
    };
    let (old, new) = (by_token(old), by_token(new));
    let tokens: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let mut changes = Vec::new();
    for token in tokens {
        let (sign, name, properties) = match (old.get(token), new.get(token)) {
            (None, Some(name)) => ('+', name, Vec::new()),
            (Some(name), None) => ('-', name, Vec::new()),
            (Some(before), Some(name)) => {
                let mut properties = compare(token)?;
                if before != name {
                    properties.insert(0, format!("~ called {before} before"));
                }
                ('~', name, properties)
            }
            (None, None) => continue,
        };
        if sign != '~' || !properties.is_empty() {
            changes.push(MemberChange {
                sign,
                name: format!("{prefix}.{name}"),
                schema_name: token.rsplit(':').next().unwrap_or_default().to_owned(),
                properties,
            });
        }
    }
    Ok(changes)
}

fn resource(
    old: &dyn PackageInterface,
    new: &dyn PackageInterface,
    token: &str,
) -> Result<Vec<String>, InterfaceError> {
    let (Some(old), Some(new)) = (old.resource(token)?, new.resource(token)?) else {
        return Ok(Vec::new());
    };
    let mut lines = object("", &old.inputs, &new.inputs);
    let deprecated = (old.deprecation.is_none(), &new.deprecation);
    if let (true, Some(reason)) = deprecated {
        lines.insert(0, format!("~ deprecated now: {reason}"));
    }
    // An input is an output, too: its change is reported once.
    for line in object("", &old.outputs, &new.outputs) {
        let of_output = format!("{line} (output)");
        if !lines.contains(&line) && !is_told(&lines, &line) {
            lines.push(of_output);
        }
    }
    lines.extend(methods(&old.methods, &new.methods));
    Ok(lines)
}

fn methods(old: &[MethodInterface], new: &[MethodInterface]) -> Vec<String> {
    let names = old.iter().chain(new).map(|it| it.name.as_str());
    let names: BTreeSet<&str> = names.collect();
    let mut lines = Vec::new();
    for name in names {
        let find = |all: &[MethodInterface]| {
            let found = all.iter().find(|it| it.name == name);
            found.map(|it| it.function.clone())
        };
        match (find(old), find(new)) {
            (None, Some(_)) => lines.push(format!("+ {name}()")),
            (Some(_), None) => lines.push(format!("- {name}()")),
            (Some(old), Some(new)) => {
                let changed = compared(&old, &new).into_iter();
                lines.extend(changed.map(|it| format!("{it} (of {name}())")));
            }
            (None, None) => {}
        }
    }
    lines
}

/// Whether there is a line about an input with the same sign and name.
fn is_told(lines: &[String], line: &str) -> bool {
    let head = |line: &str| line.split(':').next().unwrap_or_default().to_owned();
    lines.iter().any(|it| head(it) == head(line))
}

fn function(
    old: &dyn PackageInterface,
    new: &dyn PackageInterface,
    token: &str,
) -> Result<Vec<String>, InterfaceError> {
    let (Some(old), Some(new)) = (old.function(token)?, new.function(token)?) else {
        return Ok(Vec::new());
    };
    Ok(compared(&old, &new))
}

fn compared(old: &FunctionInterface, new: &FunctionInterface) -> Vec<String> {
    let mut lines = match (&old.arguments, &new.arguments) {
        (FunctionArguments::Named(old), FunctionArguments::Named(new)) => object("", old, new),
        (old, new) if positional(old) == positional(new) => Vec::new(),
        (old, new) => vec![format!(
            "~ arguments: ({}) -> ({})",
            positional(old),
            positional(new)
        )],
    };
    for line in typed("result", &old.result, &new.result) {
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

fn positional(arguments: &FunctionArguments) -> String {
    match arguments {
        FunctionArguments::Named(_) => "an object".to_owned(),
        FunctionArguments::Positional {
            parameters,
            variadic,
        } => {
            let fixed = parameters.iter().map(|it| text(&it.of));
            let rest = variadic.iter().map(|it| format!("...{}[]", text(&it.of)));
            fixed.chain(rest).collect::<Vec<_>>().join(", ")
        }
    }
}

/// The changes of properties; `place` is what comes before their names.
fn object(place: &str, old: &ObjectType, new: &ObjectType) -> Vec<String> {
    let names = old.properties.iter().chain(&new.properties);
    let names: BTreeSet<&str> = names.map(|it| it.name.as_str()).collect();
    let mut lines = Vec::new();
    for name in names {
        let path = format!("{place}{name}");
        match (own(old, name), own(new, name)) {
            (None, Some(added)) => {
                let required = if added.is_required { ", required" } else { "" };
                lines.push(format!("+ {path}: {}{required}", text(&added.of)));
            }
            (Some(removed), None) => lines.push(format!("- {path}: {}", text(&removed.of))),
            (Some(before), Some(after)) => lines.extend(property(&path, before, after)),
            (None, None) => {}
        }
    }
    lines
}

fn own<'a>(object: &'a ObjectType, name: &str) -> Option<&'a PropertySchema> {
    object.properties.iter().find(|it| it.name == name)
}

fn property(path: &str, old: &PropertySchema, new: &PropertySchema) -> Vec<String> {
    let mut lines = typed(path, &old.of, &new.of);
    match (old.is_required, new.is_required) {
        (false, true) => lines.push(format!("~ {path}: required now")),
        (true, false) => lines.push(format!("~ {path}: not required any more")),
        _ => {}
    }
    match (old.is_secret, new.is_secret) {
        (false, true) => lines.push(format!("~ {path}: secret now")),
        (true, false) => lines.push(format!("~ {path}: not secret any more")),
        _ => {}
    }
    if let (None, Some(reason)) = (&old.deprecation, &new.deprecation) {
        lines.push(format!("~ {path}: deprecated now: {reason}"));
    }
    lines
}

/// The changes of a type. Objects within are compared by their properties.
fn typed(path: &str, old: &PropertyType, new: &PropertyType) -> Vec<String> {
    use PropertyType::{List, Map, Object, OneOrMore, Set};
    match (old, new) {
        (Object(old), Object(new)) => object(&format!("{path}."), old, new),
        (List(old), List(new)) | (Set(old), Set(new)) | (OneOrMore(old), OneOrMore(new)) => {
            typed(&format!("{path}[]"), old, new)
        }
        (Map(old), Map(new)) => typed(&format!("{path}{{}}"), old, new),
        _ if old == new || (old.is_text() && new.is_text()) => Vec::new(),
        _ => vec![format!("~ {path}: {} -> {}", text(old), text(new))],
    }
}

/// A type in a few words.
fn text(of: &PropertyType) -> String {
    match of {
        PropertyType::Any => "any".to_owned(),
        PropertyType::Bool => "boolean".to_owned(),
        PropertyType::Number => "number".to_owned(),
        PropertyType::Text | PropertyType::OpenChoice(_) => "string".to_owned(),
        PropertyType::Asset => "asset".to_owned(),
        PropertyType::Archive => "archive".to_owned(),
        PropertyType::Ephemeral => "ephemeral value".to_owned(),
        PropertyType::List(of) => format!("{}[]", text(of)),
        PropertyType::Set(of) => format!("set of {}", text(of)),
        PropertyType::OneOrMore(of) => format!("{0} or {0}[]", text(of)),
        PropertyType::Map(of) => format!("map of {}", text(of)),
        PropertyType::Tuple(types) => {
            let types: Vec<String> = types.iter().map(text).collect();
            format!("[{}]", types.join(", "))
        }
        PropertyType::Object(_) => "object".to_owned(),
        PropertyType::Union(types) => {
            let types: Vec<String> = types.iter().map(text).collect();
            types.join(" | ")
        }
        PropertyType::Choice(choices) => {
            let choices: Vec<String> = choices.iter().map(ToString::to_string).collect();
            choices.join(" | ")
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn named(name: &str, of: PropertyType) -> PropertySchema {
        PropertySchema {
            description: name.repeat(2),
            ..PropertySchema::new(name, of)
        }
    }

    fn nested(properties: Vec<PropertySchema>) -> PropertyType {
        PropertyType::List(Box::new(PropertyType::Object(Arc::new(ObjectType::new(
            properties,
        )))))
    }

    #[test]
    fn properties_are_added_removed_and_retyped() {
        let old = ObjectType::new(vec![
            named("gone", PropertyType::Bool),
            named("length", PropertyType::Number),
            named(
                "rule",
                nested(vec![
                    named("port", PropertyType::Number),
                    named("same", PropertyType::Text),
                ]),
            ),
            named("same", PropertyType::Text),
            named("tags", PropertyType::Map(Box::new(PropertyType::Text))),
        ]);
        let new = ObjectType::new(vec![
            named("added", PropertyType::Any),
            PropertySchema {
                is_required: true,
                ..named("must", PropertyType::Text)
            },
            named("length", PropertyType::Text),
            named(
                "rule",
                nested(vec![
                    named("port", PropertyType::Text),
                    named("same", PropertyType::Text),
                ]),
            ),
            PropertySchema {
                is_required: true,
                is_secret: true,
                description: String::new(),
                ..named("same", PropertyType::Text)
            },
            named("tags", PropertyType::Map(Box::new(PropertyType::Number))),
        ]);
        insta::assert_snapshot!(object("", &old, &new).join("\n"), @r"
        + added: any
        - gone: boolean
        ~ length: number -> string
        + must: string, required
        ~ rule[].port: number -> string
        ~ same: required now
        ~ same: secret now
        ~ tags{}: string -> number
        ");
        assert_eq!(object("", &old, &old), Vec::<String>::new());
    }
}
