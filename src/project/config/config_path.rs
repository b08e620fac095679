//! Paths into configuration values: `outer.inner`, `names[0]`, `["a.b"].c`.
//!
//! The rules are those of `pulumi config --path`.

use std::fmt;

use thiserror::Error;

use super::config_key::{ConfigKeyError, full_key};

/// A key, and the way from its value to a part of that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigPath {
    /// The full key, `namespace:name`.
    pub key: String,
    pub steps: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Key(String),
    Index(i64),
}

/// The reason why a text is not a path.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConfigPathError {
    #[error(transparent)]
    Key(#[from] ConfigKeyError),
    #[error("a path begins with the name of a key, such as `tags.team`")]
    Start,
    #[error("a path ends with a name or an index, not with `.`")]
    End,
    #[error("after a `.` comes a name; `a[0]` and `a[\"b\"]` have none before the bracket")]
    DotBeforeBracket,
    #[error("a name in brackets ends with `\"]`, such as `a[\"b.c\"]`")]
    OpenName,
    #[error("an index ends with `]`, such as `names[0]`")]
    OpenIndex,
    #[error(
        "an index is a number, such as `names[0]`; names in brackets have quotes: `a[\"b.c\"]`"
    )]
    Index,
}

impl ConfigPath {
    /// Reads a path; the default namespace is the project.
    pub fn parse(text: &str, project: &str) -> Result<Self, ConfigPathError> {
        // Only the first name has a namespace: others may have colons.
        let (namespace, rest) = match text.find(['[', '.']) {
            Some(0) => (project.to_owned(), text.to_owned()),
            end => {
                let (first, rest) = text.split_at(end.unwrap_or(text.len()));
                let full = full_key(first, project)?;
                let (namespace, name) = full.split_once(':').unwrap_or((project, &full));
                (namespace.to_owned(), format!("{name}{rest}"))
            }
        };
        let mut steps = steps(&rest)?;
        if steps.is_empty() {
            return Err(ConfigPathError::Start);
        }
        let Step::Key(first) = steps.remove(0) else {
            return Err(ConfigPathError::Start);
        };
        let key = full_key(&format!("{namespace}:{first}"), project)?;
        Ok(Self { key, steps })
    }
}

impl fmt::Display for ConfigPath {
    /// Writes the path with the full key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.key)?;
        for step in &self.steps {
            match step {
                Step::Index(index) => write!(f, "[{index}]")?,
                Step::Key(key) if key.is_empty() || key.contains(['.', '[', '"']) => {
                    write!(f, "[\"{}\"]", key.replace('"', "\\\""))?;
                }
                Step::Key(key) => write!(f, ".{key}")?,
            }
        }
        Ok(())
    }
}

fn steps(text: &str) -> Result<Vec<Step>, ConfigPathError> {
    let mut steps = Vec::new();
    let mut rest = text;
    if rest.starts_with('.') {
        return Err(ConfigPathError::Start);
    }
    while let Some(first) = rest.chars().next() {
        match first {
            '.' => {
                rest = &rest[1..];
                match rest.chars().next() {
                    None => return Err(ConfigPathError::End),
                    Some('[') => return Err(ConfigPathError::DotBeforeBracket),
                    Some(_) => {}
                }
            }
            '[' => {
                let (step, after) = bracket(&rest[1..])?;
                steps.push(step);
                rest = after;
            }
            _ => {
                let end = rest.find(['.', '[']).unwrap_or(rest.len());
                steps.push(Step::Key(rest[..end].to_owned()));
                rest = &rest[end..];
            }
        }
    }
    Ok(steps)
}

/// The step in brackets, of which the first is gone, and the text after them.
fn bracket(text: &str) -> Result<(Step, &str), ConfigPathError> {
    if let Some(quoted) = text.strip_prefix('"') {
        let (name, after) = name(quoted)?;
        let after = after.strip_prefix(']').ok_or(ConfigPathError::OpenName)?;
        return Ok((Step::Key(name), after));
    }
    let (index, after) = text.split_once(']').ok_or(ConfigPathError::OpenIndex)?;
    let step = match index {
        "*" => Step::Key("*".to_owned()),
        index => Step::Index(index.parse().map_err(|_| ConfigPathError::Index)?),
    };
    Ok((step, after))
}

/// A name up to its closing quote, before which `\"` stands for a quote, and the text after that.
fn name(text: &str) -> Result<(String, &str), ConfigPathError> {
    let mut name = String::new();
    let mut rest = text;
    loop {
        if let Some(after) = rest.strip_prefix("\\\"") {
            name.push('"');
            rest = after;
            continue;
        }
        let mut characters = rest.chars();
        match characters.next() {
            None => return Err(ConfigPathError::OpenName),
            Some('"') => return Ok((name, characters.as_str())),
            Some(character) => name.push(character),
        }
        rest = characters.as_str();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        match ConfigPath::parse(text, "web") {
            Ok(path) => {
                let steps = path.steps.iter().map(|it| match it {
                    Step::Key(key) => format!(" {key:?}"),
                    Step::Index(index) => format!(" {index}"),
                });
                format!("{}{}", path.key, steps.collect::<String>())
            }
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn paths_are_read() {
        let texts = [
            "a",
            "a.b",
            "a[0].b",
            "aws:tags.team",
            "a.b:c",
            "[\"x.y\"]",
            "[\"x.y\"].z",
            "a[\"b.c\"][\"d\\\"e\"]",
            "a[\"\"]",
            "a[*]",
            "a[-1]",
            "a[+1]",
            "a..b",
            "a.b]c",
            "a[\"b\\\\\"]",
        ];
        insta::assert_snapshot!(texts.map(|it| format!("{it} = {}", shown(it))).join("\n"));
    }

    #[test]
    fn other_texts_are_refused() {
        let texts = [
            "",
            ".a",
            "a.",
            "a.[0]",
            "[0]",
            "a[0",
            "a[x]",
            "a[]",
            "a[\"b",
            "a[\"b\"",
            "a[\"b\"x]",
            "a b.c",
            ":a.b",
            "[\"\"]",
            "[\"a:b\"]",
        ];
        insta::assert_snapshot!(texts.map(|it| format!("{it} = {}", shown(it))).join("\n"));
    }
}
