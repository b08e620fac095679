//! Types as a reader wants them: short, without the types of inputs.

use lumi_graph::{Choice, ObjectType, PropertyType};

/// A type in the syntax of TypeScript. The members of an object are `{…}`.
pub fn type_label(of: &PropertyType) -> String {
    match of {
        PropertyType::Any => "any".to_owned(),
        PropertyType::Bool => "boolean".to_owned(),
        PropertyType::Number => "number".to_owned(),
        PropertyType::Text => "string".to_owned(),
        PropertyType::Asset => "Asset".to_owned(),
        PropertyType::Archive => "Archive".to_owned(),
        PropertyType::Ephemeral => "EphemeralValue".to_owned(),
        PropertyType::List(of) => format!("{}[]", element(of)),
        PropertyType::Set(of) => format!("{}[] (a set)", element(of)),
        PropertyType::OneOrMore(of) => format!("{0} | {1}[]", type_label(of), element(of)),
        PropertyType::Map(of) => format!("{{ [key]: {} }}", type_label(of)),
        PropertyType::Tuple(types) => format!("[{}]", labels(types, ", ")),
        PropertyType::Union(types) => labels(types, " | "),
        PropertyType::Choice(choices) => {
            let choices: Vec<String> = choices.iter().map(ToString::to_string).collect();
            choices.join(" | ")
        }
        PropertyType::OpenChoice(texts) => {
            let texts = texts.iter().map(|it| Choice::Text(it.clone()).to_string());
            let texts = texts.chain(["string".to_owned()]);
            texts.collect::<Vec<_>>().join(" | ")
        }
        PropertyType::Object(_) => "{…}".to_owned(),
    }
}

fn labels(types: &[PropertyType], between: &str) -> String {
    let mut labels: Vec<String> = types.iter().map(type_label).collect();
    labels.dedup();
    labels.join(between)
}

/// A type before `[]`.
fn element(of: &PropertyType) -> String {
    let label = type_label(of);
    match label.contains(' ') && !label.starts_with('{') {
        true => format!("({label})"),
        false => label,
    }
}

/// The object in a type, below lists and maps.
pub fn object_in(of: &PropertyType) -> Option<&ObjectType> {
    match of {
        PropertyType::Object(of) => Some(of),
        PropertyType::List(of)
        | PropertyType::Set(of)
        | PropertyType::OneOrMore(of)
        | PropertyType::Map(of) => object_in(of),
        PropertyType::Union(types) => types.iter().find_map(object_in),
        _ => None,
    }
}
