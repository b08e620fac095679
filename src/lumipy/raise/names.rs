//! Names of variables and members in Python.

use crate::library::camel;
use crate::lowering::variable_name;

/// Words that Python reserves.
const KEYWORDS: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
];

/// Whether a text can be a name in Python.
pub fn is_name(name: &str) -> bool {
    let is_plain = |it: char| it.is_alphanumeric() || it == '_';
    !name.is_empty()
        && name.chars().all(is_plain)
        && !name.starts_with(|it: char| it.is_numeric())
        && !KEYWORDS.contains(&name)
}

/// The name in Python of a variable of LumiIL.
pub fn python_name(name: &str) -> String {
    match name.strip_suffix('_') {
        Some(stem)
            if !stem.is_empty() && variable_name(stem) == name && !KEYWORDS.contains(&stem) =>
        {
            stem.to_owned()
        }
        _ => name.to_owned(),
    }
}

/// The name in `snake_case` of which the SDK has `name`; `None` if there is none.
pub fn snake(name: &str) -> Option<String> {
    let mut result = String::new();
    for it in name.chars() {
        if it.is_uppercase() && !result.is_empty() {
            result.push('_');
        }
        result.extend(it.to_lowercase());
    }
    // An abbreviation such as `IP` is one word, not a word for each letter.
    let letters: Vec<char> = name.chars().collect();
    let has_abbreviation = letters
        .windows(2)
        .any(|it| it.iter().all(|it| it.is_uppercase()));
    let own = name.to_owned();
    let keyword = format!("{result}_");
    let mut candidates = match has_abbreviation {
        true => [own, result, keyword],
        false => [result, keyword, own],
    }
    .into_iter();
    candidates.find(|it| is_name(it) && camel(it) == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_in_snake_case() {
        for (name, expected) in [
            ("path", Some("path")),
            ("contentType", Some("content_type")),
            ("class", Some("class_")),
            ("publicIP", Some("publicIP")),
            ("ID", Some("ID")),
            ("Config", Some("Config")),
            ("a-b", None),
        ] {
            assert_eq!(snake(name).as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn variables_have_their_names() {
        for name in ["new", "new_", "name", "_", "this", "let_"] {
            assert_eq!(python_name(&variable_name(name)), name);
        }
    }
}
