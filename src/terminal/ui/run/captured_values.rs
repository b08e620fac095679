//! The module of a function in two parts: the values that it captures, and its code.
//!
//! `closure::emit` writes each captured value as a top-level constant or variable. Works by lines,
//! because it only determines how a difference is shown.

/// A captured value that differs between two modules, or exists in one of them.
#[derive(Debug, PartialEq, Eq)]
pub struct CapturedChange<'a> {
    pub name: &'a str,
    pub old: Option<&'a str>,
    pub new: Option<&'a str>,
}

/// The difference between two modules.
#[derive(Debug, PartialEq, Eq)]
pub struct FunctionDelta<'a> {
    pub captured: Vec<CapturedChange<'a>>,
    /// The modules without the values that differ.
    pub old: String,
    pub new: String,
}

impl<'a> FunctionDelta<'a> {
    pub fn between(old: &'a str, new: &'a str) -> Self {
        let (old, new) = (statements(old), statements(new));
        let find = |all: &[Statement<'a>], name: &str| {
            let mut values = all.iter().filter_map(|it| it.value);
            values.find(|it| it.0 == name).map(|it| it.1)
        };
        let mut captured = Vec::new();
        for (name, value) in old.iter().filter_map(|it| it.value) {
            let other = find(&new, name);
            if other != Some(value) {
                captured.push(CapturedChange {
                    name,
                    old: Some(value),
                    new: other,
                });
            }
        }
        for (name, value) in new.iter().filter_map(|it| it.value) {
            if find(&old, name).is_none() {
                captured.push(CapturedChange {
                    name,
                    old: None,
                    new: Some(value),
                });
            }
        }
        let rest = |all: &[Statement<'a>]| {
            let is_code = |it: &&Statement<'a>| {
                it.value
                    .is_none_or(|(name, _)| captured.iter().all(|it| it.name != name))
            };
            all.iter().filter(is_code).map(|it| it.text).collect()
        };
        let (old, new) = (rest(&old), rest(&new));
        Self { captured, old, new }
    }
}

struct Statement<'a> {
    text: &'a str,
    /// Name and value, for data.
    value: Option<(&'a str, &'a str)>,
}

fn statements(module: &str) -> Vec<Statement<'_>> {
    let mut statements = Vec::new();
    let mut rest = module;
    while !rest.is_empty() {
        let mut end = 0;
        // Up to the line before the next statement; closing brackets do not begin one.
        for line in rest.split_inclusive('\n') {
            if end > 0 && line.starts_with(|it: char| it.is_alphabetic() || it == '/') {
                break;
            }
            end += line.len();
        }
        let (text, after) = rest.split_at(end);
        statements.push(Statement {
            text,
            value: data(text.trim_end()),
        });
        rest = after;
    }
    statements
}

/// The name and the value of `const name = value;`, unless the value is a function.
fn data(statement: &str) -> Option<(&str, &str)> {
    let declaration = ["const ", "let "]
        .iter()
        .find_map(|it| statement.strip_prefix(it))?;
    let (name, value) = declaration.strip_suffix(';')?.split_once(" = ")?;
    let is_code = ["=>", "function", "class "]
        .iter()
        .any(|it| value.contains(it));
    let is_name = name
        .chars()
        .all(|it| it.is_alphanumeric() || "_$".contains(it));
    (is_name && !is_code).then_some((name, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "const greeting = \"hello\";\nconst same = [1, 2];\nlet count = 1;\n\
                       const sizes = {\n  a: 1,\n  b: 2\n};\nconst helper = (it)=>it;\n\
                       export default ()=>greeting;\n";

    #[test]
    fn values_and_code_are_distinguished() {
        let new = OLD
            .replace("hello", "hi")
            .replace("b: 2", "b: 3")
            .replace("let count = 1;\n", "const limit = 5;\n")
            .replace("()=>greeting", "()=>[greeting]");
        let delta = FunctionDelta::between(OLD, &new);
        let shown: Vec<_> = delta
            .captured
            .iter()
            .map(|it| (it.name, it.old, it.new))
            .collect();
        assert_eq!(
            shown,
            [
                ("greeting", Some("\"hello\""), Some("\"hi\"")),
                ("count", Some("1"), None),
                (
                    "sizes",
                    Some("{\n  a: 1,\n  b: 2\n}"),
                    Some("{\n  a: 1,\n  b: 3\n}")
                ),
                ("limit", None, Some("5")),
            ]
        );
        let code = "const same = [1, 2];\nconst helper = (it)=>it;\nexport default ()=>";
        assert_eq!(delta.old, format!("{code}greeting;\n"));
        assert_eq!(delta.new, format!("{code}[greeting];\n"));
    }

    #[test]
    fn functions_are_code() {
        let new = OLD.replace("(it)=>it", "(it)=>it + 1");
        let delta = FunctionDelta::between(OLD, &new);
        assert_eq!(delta.captured, []);
        assert_eq!((delta.old.as_str(), delta.new), (OLD, new.clone()));
    }
}
