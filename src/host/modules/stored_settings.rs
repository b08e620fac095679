//! Secrets of the configuration that stored providers read when they run.

use lumi_graph::{Object, Value};
use serde_json::{Map, Number, Value as Json};

use crate::program::ConfigValue;

/// Marks members of [`ProviderCode::environment`](lumi_graph::ProviderCode) that are settings.
const PREFIX: &str = "config:";

/// Why code from the state cannot have a value of the configuration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// The configuration of the stack has no such key.
    #[error(
        "it needs configuration \"{0}\", which is not set; set it with `lumi config set {0} --secret`"
    )]
    Missing(String),
    /// Never quotes the value, which is secret.
    #[error("configuration \"{key}\" must be {wanted}")]
    Malformed { key: String, wanted: &'static str },
    /// A setting that this version cannot read.
    #[error("it reads `{0}` from the configuration in a way that this version does not support")]
    Unreadable(String),
}

/// The place of a value in the configuration.
struct Setting<'a> {
    key: &'a str,
    form: &'a str,
    path: Vec<&'a str>,
}

/// The values of the settings in `environment`, by name. A member that a structured value lacks is
/// left out.
pub fn settings(
    environment: &Object,
    config: &[(String, ConfigValue)],
) -> Result<Map<String, Json>, SettingError> {
    let mut values = Map::new();
    for (name, value) in environment.iter() {
        let Some(name) = name.strip_prefix(PREFIX) else {
            continue;
        };
        let unreadable = || SettingError::Unreadable(name.to_owned());
        let setting = Setting::of(value).ok_or_else(unreadable)?;
        let found = config.iter().find(|(key, _)| key == setting.key);
        let (_, found) = found.ok_or_else(|| SettingError::Missing(setting.key.to_owned()))?;
        if let Some(value) = setting.read(&found.value).ok_or_else(unreadable)?? {
            values.insert(name.to_owned(), value);
        }
    }
    Ok(values)
}

/// Whether a member of an environment is a setting.
pub fn is_setting(name: &str) -> bool {
    name.starts_with(PREFIX)
}

impl<'a> Setting<'a> {
    fn of(value: &'a Value) -> Option<Self> {
        let Value::Object(members) = value else {
            return None;
        };
        let Value::Array(path) = members.get("path")? else {
            return None;
        };
        Some(Self {
            key: members.get("key")?.as_str()?,
            form: members.get("form")?.as_str()?,
            path: path.iter().map(Value::as_str).collect::<Option<_>>()?,
        })
    }

    /// The value that `text` stands for; the outer `None` for an unknown form.
    fn read(&self, text: &str) -> Option<Result<Option<Json>, SettingError>> {
        let (value, wanted) = match self.form {
            "string" => (Some(Json::from(text)), ""),
            "number" => (number(text), "a number"),
            "boolean" => (text.parse().ok().map(Json::Bool), "true or false"),
            "object" => (serde_json::from_str(text).ok(), "a structured value (JSON)"),
            _ => return None,
        };
        let key = self.key.to_owned();
        let value = value.ok_or(SettingError::Malformed { key, wanted });
        Some(value.map(|value| member(value, &self.path)))
    }
}

/// The number that `Number(text)` is in JavaScript. JSON has no infinite ones.
fn number(text: &str) -> Option<Json> {
    let text =
        text.trim_matches(|it: char| it == '\u{feff}' || it != '\u{85}' && it.is_whitespace());
    let whole = |digits: &str, radix| {
        let digits = digits
            .strip_prefix(|it: char| it.is_digit(radix))
            .map(|_| digits)?;
        u128::from_str_radix(digits, radix).ok().map(|it| it as f64)
    };
    let number = match text.get(..2) {
        Some("0x" | "0X") => whole(&text[2..], 16),
        Some("0o" | "0O") => whole(&text[2..], 8),
        Some("0b" | "0B") => whole(&text[2..], 2),
        _ => text.parse().ok(),
    };
    number.and_then(Number::from_f64).map(Json::Number)
}

fn member(value: Json, path: &[&str]) -> Option<Json> {
    path.iter().try_fold(value, |value, key| match value {
        Json::Object(mut members) => members.remove(*key),
        Json::Array(mut items) => {
            let at = key.parse().ok().filter(|at: &usize| *at < items.len())?;
            Some(items.swap_remove(at))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(form: &str, path: &[&str]) -> Object {
        let path: Vec<Value> = path.iter().map(|it| Value::from(*it)).collect();
        let setting: Object = [
            ("key".to_owned(), Value::from("shop:token")),
            ("form".to_owned(), Value::from(form)),
            ("path".to_owned(), Value::from(path)),
        ]
        .into_iter()
        .collect();
        let other = ("LUMI_OTHER".to_owned(), Value::from("as it is"));
        [("config:LUMI".to_owned(), Value::from(setting)), other]
            .into_iter()
            .collect()
    }

    fn read(form: &str, path: &[&str], text: &str) -> Result<String, String> {
        let value = ConfigValue {
            value: text.to_owned(),
            secret: true,
        };
        let config = [("shop:token".to_owned(), value)];
        let values = settings(&environment(form, path), &config).map_err(|it| it.to_string())?;
        Ok(Json::Object(values).to_string())
    }

    #[test]
    fn each_form_is_read_as_the_program_reads_it() {
        let cases = [
            ("string", &[][..], "new", r#"{"LUMI":"new"}"#),
            ("number", &[], " 7.5", r#"{"LUMI":7.5}"#),
            ("number", &[], "0x1F", r#"{"LUMI":31.0}"#),
            ("number", &[], "\u{feff}0b11\n", r#"{"LUMI":3.0}"#),
            ("boolean", &[], "true", r#"{"LUMI":true}"#),
            ("object", &[], r#"{"a":[1]}"#, r#"{"LUMI":{"a":[1]}}"#),
            ("object", &["a", "1"], r#"{"a":[1,"x"]}"#, r#"{"LUMI":"x"}"#),
            ("object", &["b"], r#"{"a":1}"#, "{}"),
            ("object", &["a", "b"], r#"{"a":1}"#, "{}"),
        ];
        for (form, path, text, wanted) in cases {
            assert_eq!(read(form, path, text).unwrap(), wanted, "{form} {path:?}");
        }
    }

    #[test]
    fn a_wrong_value_is_not_quoted() {
        for (form, wanted) in [
            ("number", "a number"),
            ("boolean", "true or false"),
            ("object", "a structured value (JSON)"),
        ] {
            let error = read(form, &[], "hunter2").unwrap_err();
            assert_eq!(
                error,
                format!("configuration \"shop:token\" must be {wanted}")
            );
        }
    }

    #[test]
    fn texts_that_programs_do_not_read_as_numbers_are_not_numbers() {
        for text in [
            "", " ", "0x", "0x+1", "-0x1", "1_000", "\u{85}1", "inf", "nan",
        ] {
            let error = read("number", &[], text).unwrap_err();
            assert!(error.ends_with("must be a number"), "{text:?}: {error}");
        }
    }

    #[test]
    fn a_key_that_is_gone_and_a_form_of_a_later_version_are_named() {
        let error = settings(&environment("string", &[]), &[]).unwrap_err();
        assert_eq!(error, SettingError::Missing("shop:token".to_owned()));
        let error = read("date", &[], "2026").unwrap_err();
        assert!(error.starts_with("it reads `LUMI`"), "{error}");
    }
}
