//! The types of the arguments of a class, by the values that its instances have.

use crate::code::Code;
use crate::values::literals::{member_key, quoted};

/// How deep types are written; below, they are `any`.
const DEPTH: usize = 4;

/// The longest type, which fits a line with its name.
const LONGEST: usize = 80;

/// The type of values. With `is_exact`, a text is one of the given ones: some inputs take no others. What is no
/// literal is `any`.
pub fn argument_type(values: &[&Code], is_exact: bool) -> String {
    let of = type_of(values, is_exact, 0).filter(|it| it.len() <= LONGEST);
    of.unwrap_or_else(|| "any".to_owned())
}

fn type_of(values: &[&Code], is_exact: bool, depth: usize) -> Option<String> {
    let first = values.first()?;
    if depth > DEPTH {
        return None;
    }
    match first {
        Code::String(_) => texts(values, is_exact),
        Code::Text(_) => {
            let types = values.iter().map(|it| scalar(it));
            let types: Vec<&str> = types.collect::<Option<_>>()?;
            types
                .iter()
                .all(|it| *it == types[0])
                .then(|| types[0].to_owned())
        }
        Code::List(_) => {
            let mut items = Vec::new();
            for value in values {
                let Code::List(list) = value else {
                    return None;
                };
                items.extend(list);
            }
            let of = type_of(&items, is_exact, depth + 1)?;
            Some(match of.contains(' ') {
                true => format!("({of})[]"),
                false => format!("{of}[]"),
            })
        }
        Code::Object(members) => {
            let mut types = Vec::new();
            for (at, (key, _)) in members.iter().enumerate() {
                let member = |value: &&'_ Code| match value {
                    Code::Object(all) if all.len() == members.len() => {
                        all.get(at).filter(|it| it.0 == *key).map(|it| it.1.clone())
                    }
                    _ => None,
                };
                let values: Vec<Code> = values.iter().map(member).collect::<Option<_>>()?;
                let values: Vec<&Code> = values.iter().collect();
                let of = type_of(&values, is_exact, depth + 1);
                let of = of.unwrap_or_else(|| "any".to_owned());
                types.push(format!("{}: {of}", member_key(key)));
            }
            (!types.is_empty()).then(|| format!("{{ {} }}", types.join("; ")))
        }
        _ => None,
    }
}

fn texts(values: &[&Code], is_exact: bool) -> Option<String> {
    let mut texts = Vec::new();
    for value in values {
        let Code::String(text) = value else {
            return None;
        };
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    Some(match is_exact {
        true => {
            let texts: Vec<String> = texts.iter().map(|it| quoted(it)).collect();
            texts.join(" | ")
        }
        false => "string".to_owned(),
    })
}

fn scalar(value: &Code) -> Option<&'static str> {
    let Code::Text(text) = value else {
        return None;
    };
    match text.as_str() {
        "true" | "false" => Some("boolean"),
        text => text.parse::<f64>().is_ok().then_some("number"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_those_of_all_values() {
        let of = |values: &[Code], is_exact| {
            let values: Vec<&Code> = values.iter().collect();
            argument_type(&values, is_exact)
        };
        let (a, b) = (Code::string("a"), Code::string("b"));
        let one = Code::text("1");
        assert_eq!(of(&[a.clone(), b.clone()], false), "string");
        assert_eq!(
            of(&[a.clone(), b.clone(), a.clone()], true),
            "\"a\" | \"b\""
        );
        assert_eq!(of(&[one.clone(), Code::text("-2.5e3")], false), "number");
        assert_eq!(
            of(&[Code::text("true"), Code::text("false")], false),
            "boolean"
        );
        assert_eq!(of(&[a.clone(), one.clone()], false), "any");
        assert_eq!(of(&[Code::Variable(1)], false), "any");
        let list = |items: &[Code]| Code::List(items.to_vec());
        assert_eq!(
            of(&[list(std::slice::from_ref(&a)), list(&[])], false),
            "string[]"
        );
        assert_eq!(
            of(&[list(&[a.clone(), b.clone()])], true),
            "(\"a\" | \"b\")[]"
        );
        assert_eq!(of(&[list(&[])], false), "any");
        let object = |key: &str, it: &Code| Code::Object(vec![(key.to_owned(), it.clone())]);
        assert_eq!(
            of(&[object("x-y", &a), object("x-y", &b)], false),
            "{ \"x-y\": string }"
        );
        assert_eq!(
            of(&[object("x", &a), object("x", &one)], false),
            "{ x: any }"
        );
        assert_eq!(of(&[object("x", &a), object("y", &a)], false), "any");
    }
}
