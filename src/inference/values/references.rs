//! Which values come from other resources.

use lumi_graph::{Object, ObjectType, Value};

use super::literals::member_access;

/// The least length of an output that counts as a part of a longer text, where nothing else says that it is one.
pub const SHORTEST_PART: usize = 8;

/// The most parts of one text that are looked for.
const MOST_PARTS: usize = 64;

/// The least length of an output that is a whole value.
pub const SHORTEST_WHOLE: usize = 3;

/// A text that only the provider of a resource can have made.
#[derive(Clone, Debug)]
pub struct Origin {
    pub text: String,
    /// An expression such as `name.id`, without its variable.
    pub path: String,
    /// The position of its resource in the program.
    pub resource: usize,
    /// Whether the output that has it is secret.
    pub is_secret: bool,
}

/// The texts among outputs that are no inputs of their class: what a program sets may be equal by chance.
pub fn origins(resource: usize, outputs: &Object, inputs: Option<&ObjectType>) -> Vec<Origin> {
    let mut all = Vec::new();
    let is_input = |name: &str| {
        let inputs = inputs.map(|it| &it.properties);
        inputs.into_iter().flatten().any(|it| it.name == name)
    };
    for (name, value) in outputs.iter().filter(|(name, _)| !is_input(name)) {
        let is_secret = value.contains_secret();
        each_text(
            &member_access(name),
            value,
            SecretTexts::Included,
            &mut |path, text| {
                all.push(Origin {
                    text: text.to_owned(),
                    path: path.to_owned(),
                    resource,
                    is_secret,
                });
            },
        );
    }
    all
}

/// How deep values are searched.
pub const DEPTH: usize = 8;

/// The texts of secrets in a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SecretTexts {
    Included,
    LeftOut,
}

/// Calls `add` with each text of an output that may be a whole value, and its access, such as `.list[0]`.
pub fn each_text<'v>(
    access: &str,
    value: &'v Value,
    secrets: SecretTexts,
    add: &mut dyn FnMut(&str, &'v str),
) {
    visit_texts(access, value, secrets, 0, add);
}

fn visit_texts<'v>(
    access: &str,
    value: &'v Value,
    secrets: SecretTexts,
    depth: usize,
    add: &mut dyn FnMut(&str, &'v str),
) {
    match value {
        Value::String(text) if text.len() >= SHORTEST_WHOLE => add(access, text),
        Value::Secret(inner) if secrets == SecretTexts::Included => {
            visit_texts(access, inner, secrets, depth, add);
        }
        Value::Array(elements) if depth < DEPTH => {
            for (at, element) in elements.iter().enumerate() {
                visit_texts(&format!("{access}[{at}]"), element, secrets, depth + 1, add);
            }
        }
        Value::Object(members) if depth < DEPTH => {
            for (name, value) in members {
                let access = format!("{access}{}", member_access(name));
                visit_texts(&access, value, secrets, depth + 1, add);
            }
        }
        _ => {}
    }
}

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
pub enum Part<'t> {
    Text(&'t str),
    /// The position of an origin.
    Origin(usize),
}

/// Cuts a text into what comes from elsewhere, and the rest; `None` if nothing does. A part has at least
/// `shortest` bytes.
pub fn parts<'t>(text: &'t str, origins: &[Origin], shortest: usize) -> Option<Vec<Part<'t>>> {
    if let Some(at) = origins.iter().position(|it| it.text == text) {
        return Some(vec![Part::Origin(at)]);
    }
    let mut parts = Vec::new();
    let mut rest = text;
    while !rest.is_empty() && parts.len() < MOST_PARTS {
        // The first, and of those the longest.
        let found = origins
            .iter()
            .enumerate()
            .filter(|(_, it)| it.text.len() >= shortest);
        let found = found.filter_map(|(at, it)| Some((rest.find(&it.text)?, it.text.len(), at)));
        let first = found.min_by_key(|(start, length, at)| (*start, usize::MAX - length, *at));
        let Some((start, length, at)) = first else {
            break;
        };
        if start > 0 {
            parts.push(Part::Text(&rest[..start]));
        }
        parts.push(Part::Origin(at));
        rest = &rest[start + length..];
    }
    if parts.is_empty() {
        return None;
    }
    if !rest.is_empty() {
        parts.push(Part::Text(rest));
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(text: &str) -> Origin {
        Origin {
            text: text.to_owned(),
            path: ".id".to_owned(),
            resource: 0,
            is_secret: false,
        }
    }

    #[test]
    fn a_text_is_cut_at_what_comes_from_elsewhere() {
        let origins = ["brave", "brave-horse", "brave-horse-2"].map(origin);
        assert_eq!(parts("brave", &origins, 8), Some(vec![Part::Origin(0)]));
        assert_eq!(parts("so brave", &origins, 8), None);
        let cut = parts("a brave-horse-2 brave-horse!", &origins, 8).unwrap();
        let expected = [
            Part::Text("a "),
            Part::Origin(2),
            Part::Text(" "),
            Part::Origin(1),
            Part::Text("!"),
        ];
        assert_eq!(cut, expected);
        assert_eq!(parts("", &origins, 8), None);
    }

    #[test]
    fn only_outputs_are_origins() {
        let text = |it: &str| Value::String(it.to_owned());
        let nested = Value::Array(vec![Value::Object(
            [("a-b".to_owned(), text("deep"))].into_iter().collect(),
        )]);
        let outputs: Object = [
            ("hex", Value::secret(text("beef"))),
            ("no", text("x")),
            ("list", nested),
        ]
        .into_iter()
        .map(|(name, it)| (name.to_owned(), it))
        .collect();
        let found = origins(0, &outputs, None);
        let shown: Vec<String> = found
            .iter()
            .map(|it| format!("{} {}", it.path, it.text))
            .collect();
        assert_eq!(shown, [".hex beef", ".list[0][\"a-b\"] deep"]);
    }
}
