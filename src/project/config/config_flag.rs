//! Configuration from the command line: `-c key=value`.

use indexmap::IndexMap;
use thiserror::Error;

use lumi_graph::EscapedText;
use lumi_host::ConfigValue;

use super::config_key::{ConfigKeyError, full_key};

/// The reason why a `-c` flag is invalid. Never contains a value, which may be a secret.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConfigFlagError {
    #[error(
        "`-c {key}` has no `=`; write `-c {key}=VALUE`, or `-c {key}=` for an empty value",
        key = EscapedText::short(.0)
    )]
    NoValue(String),
    #[error("`-c` cannot be used: {0}")]
    Key(#[from] ConfigKeyError),
}

/// Parses `key=value` texts: full key (`project:key`) and value, in order of first occurrence. The
/// last value of a repeated key wins.
pub fn parse_config_flags(
    flags: &[String],
    project: &str,
) -> Result<Vec<(String, ConfigValue)>, ConfigFlagError> {
    let mut config = IndexMap::new();
    for flag in flags {
        let Some((key, value)) = flag.split_once('=') else {
            return Err(ConfigFlagError::NoValue(flag.clone()));
        };
        let value = ConfigValue {
            value: value.to_owned(),
            secret: false,
        };
        config.insert(full_key(key.trim(), project)?, value);
    }
    Ok(config.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(flags: &[&str]) -> Result<Vec<(String, String)>, String> {
        let flags: Vec<String> = flags.iter().map(|&flag| flag.to_owned()).collect();
        let config = parse_config_flags(&flags, "web").map_err(|error| error.to_string())?;
        Ok(config
            .into_iter()
            .map(|(key, it)| (key, it.value))
            .collect())
    }

    #[test]
    fn the_last_value_holds() {
        let config = parse(&["size=1", "aws:region=eu", "web:size=a=b", "empty="]).unwrap();
        let expected = [("web:size", "a=b"), ("aws:region", "eu"), ("web:empty", "")];
        assert_eq!(config, expected.map(|(k, v)| (k.to_owned(), v.to_owned())));
    }

    #[test]
    fn says_what_is_wrong_without_values() {
        let message = |flag| parse(&[flag]).unwrap_err();
        insta::assert_snapshot!(["size", "=hunter2", "a b=hunter2"].map(message).join("\n"), @r"
            `-c size` has no `=`; write `-c size=VALUE`, or `-c size=` for an empty value
            `-c` cannot be used: the configuration key is empty; write a name such as `size` or `aws:region`
            `-c` cannot be used: the configuration key `a b` holds a space or control character; write a name such as `instance-size`
            ");
    }

    proptest::proptest! {
        #[test]
        fn reads_anything(flag in "\\PC*", project in "\\PC+") {
            let _ = parse_config_flags(&[flag], &project);
        }
    }
}
