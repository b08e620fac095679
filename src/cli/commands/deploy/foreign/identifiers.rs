//! Names of variables.

use std::collections::HashSet;

/// Words that name no variable of a module, and names that the programs use otherwise.
const TAKEN: &[&str] = &[
    "arguments",
    "await",
    "break",
    "case",
    "catch",
    "class",
    "config",
    "Config",
    "const",
    "continue",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "enum",
    "eval",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "if",
    "implements",
    "import",
    "in",
    "instanceof",
    "interface",
    "interpolate",
    "let",
    "lumi",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "static",
    "super",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "undefined",
    "var",
    "void",
    "while",
    "with",
    "yield",
];

/// The names that are in use.
#[derive(Default)]
pub struct Identifiers(HashSet<String>);

impl Identifiers {
    /// A name that is not in use yet, made of a text: `net-a name` is `netAName`.
    pub fn take(&mut self, text: &str) -> String {
        let own = camel_case(text);
        let mut name = own.clone();
        let mut number = 2_u64;
        while TAKEN.contains(&name.as_str()) || !self.0.insert(name.clone()) {
            name = format!("{own}{number}");
            number += 1;
        }
        name
    }
}

fn camel_case(text: &str) -> String {
    let mut name = String::new();
    let mut begins_word = false;
    for it in text.chars() {
        if !it.is_ascii_alphanumeric() {
            begins_word = !name.is_empty();
            continue;
        }
        match begins_word {
            true => name.push(it.to_ascii_uppercase()),
            false => name.push(it),
        }
        begins_word = false;
    }
    match name.chars().next() {
        Some(first) if first.is_ascii_digit() => format!("_{name}"),
        Some(_) => name,
        None => "resource".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_have_names_of_their_own() {
        let mut names = Identifiers::default();
        let made = [
            "net-a name",
            "net_a_name",
            "0",
            "päckchen",
            "::",
            "new",
            "config",
        ]
        .map(|it| names.take(it));
        assert_eq!(
            made,
            [
                "netAName",
                "netAName2",
                "_0",
                "pCkchen",
                "resource",
                "new2",
                "config2"
            ]
        );
    }
}
