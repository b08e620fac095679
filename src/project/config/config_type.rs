//! Types of configuration values.

use std::fmt;

use serde_json::Value;

/// The type of a value. Values are texts, as on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfigType {
    String,
    Number,
    Integer,
    Boolean,
    Array,
    Object,
}

impl ConfigType {
    pub const ALL: [Self; 6] = [
        Self::String,
        Self::Number,
        Self::Integer,
        Self::Boolean,
        Self::Array,
        Self::Object,
    ];

    /// The type of a name in `Lumi.yaml`.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }

    /// The name in `Lumi.yaml`.
    pub fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Number => "number",
            Self::Integer => "integer",
            Self::Boolean => "boolean",
            Self::Array => "array",
            Self::Object => "object",
        }
    }

    /// Whether a text is a value of this type.
    pub fn accepts(self, text: &str) -> bool {
        let json = || serde_json::from_str::<Value>(text).ok();
        match self {
            Self::String => true,
            Self::Number => text.trim().parse::<f64>().is_ok_and(f64::is_finite),
            // Other spellings have other values in YAML, JSON and programs.
            Self::Integer => text.parse::<i64>().is_ok_and(|it| it.to_string() == text),
            Self::Boolean => matches!(text, "true" | "false"),
            Self::Array => json().is_some_and(|it| it.is_array()),
            Self::Object => json().is_some_and(|it| it.is_object()),
        }
    }
}

/// Describes the type in words.
impl fmt::Display for ConfigType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::String => "a text",
            Self::Number => "a number",
            Self::Integer => "a whole number in plain digits, such as `4` or `-12`",
            Self::Boolean => "`true` or `false`",
            Self::Array => "a list, or JSON of one",
            Self::Object => "a map, or JSON of one",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_types() {
        let cases = [
            (ConfigType::Number, "0.5", true),
            (ConfigType::Number, "many", false),
            (ConfigType::Number, "", false),
            (ConfigType::Number, "inf", false),
            (ConfigType::Integer, "-3", true),
            (ConfigType::Integer, "0", true),
            (ConfigType::Integer, "0.5", false),
            (ConfigType::Integer, " 4", false),
            (ConfigType::Integer, "+4", false),
            (ConfigType::Integer, "-0", false),
            (ConfigType::Integer, "007", false),
            (ConfigType::Integer, "4.0", false),
            (ConfigType::Integer, "1e3", false),
            (ConfigType::Integer, "99999999999999999999", false),
            (ConfigType::Boolean, "true", true),
            (ConfigType::Boolean, "yes", false),
            (ConfigType::Array, "[1]", true),
            (ConfigType::Array, "{}", false),
            (ConfigType::Object, r#"{"a":1}"#, true),
            (ConfigType::Object, "a", false),
            (ConfigType::String, "", true),
        ];
        for (value_type, text, expected) in cases {
            assert_eq!(value_type.accepts(text), expected, "{value_type:?} {text}");
            assert_eq!(ConfigType::parse(value_type.name()), Some(value_type));
        }
    }
}
