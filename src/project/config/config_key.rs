//! Configuration keys: `[namespace:]name`.

use thiserror::Error;

use lumi_graph::EscapedText;

/// The reason why a text is not a configuration key.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConfigKeyError {
    #[error("the configuration key is empty; write a name such as `size` or `aws:region`")]
    Empty,
    #[error(
        "the configuration key `{}` has nothing {side} its colon; write a name such as `size` or \
         `aws:region`",
        EscapedText::short(.key)
    )]
    EmptyPart { key: String, side: &'static str },
    #[error(
        "the configuration key `{}` has more than one colon; a key is a namespace, a colon and a \
         name, such as `aws:region`",
        EscapedText::short(.0)
    )]
    ManyColons(String),
    #[error(
        "the configuration key `{}` holds a space or control character; write a name such as \
         `instance-size`",
        EscapedText::short(.0)
    )]
    Space(String),
}

/// The full key, `namespace:name`; the default namespace is the project.
pub fn full_key(key: &str, project: &str) -> Result<String, ConfigKeyError> {
    if key.is_empty() {
        return Err(ConfigKeyError::Empty);
    }
    let (namespace, name) = key.split_once(':').unwrap_or((project, key));
    for (part, side) in [(namespace, "before"), (name, "after")] {
        if part.is_empty() {
            let key = key.to_owned();
            return Err(ConfigKeyError::EmptyPart { key, side });
        }
    }
    if name.contains(':') {
        return Err(ConfigKeyError::ManyColons(key.to_owned()));
    }
    let is_space = |c: char| c.is_whitespace() || c.is_control();
    // A project that is named after its folder may have a space in its name.
    if name.contains(is_space) || (namespace != project && namespace.contains(is_space)) {
        return Err(ConfigKeyError::Space(key.to_owned()));
    }
    Ok(format!("{namespace}:{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completes_keys() {
        let full = |key| full_key(key, "my app").unwrap();
        assert_eq!(full("size"), "my app:size");
        assert_eq!(full("my app:size"), "my app:size");
        assert_eq!(full("aws:region"), "aws:region");
    }

    #[test]
    fn says_what_is_wrong() {
        let message = |key| full_key(key, "web").unwrap_err().to_string();
        insta::assert_snapshot!(
            ["", ":a", "a:", "a:b:c", "a b", "a\u{1b}:b"].map(message).join("\n"),
            @r"
            the configuration key is empty; write a name such as `size` or `aws:region`
            the configuration key `:a` has nothing before its colon; write a name such as `size` or `aws:region`
            the configuration key `a:` has nothing after its colon; write a name such as `size` or `aws:region`
            the configuration key `a:b:c` has more than one colon; a key is a namespace, a colon and a name, such as `aws:region`
            the configuration key `a b` holds a space or control character; write a name such as `instance-size`
            the configuration key `a\u{1b}:b` holds a space or control character; write a name such as `instance-size`
            ");
    }
}
