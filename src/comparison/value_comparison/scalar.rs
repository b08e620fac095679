//! Numbers and booleans, as values or as their text.

use lumi_graph::{NumberText, Value};

/// A value that has one text, whether a program writes it with quotes or without.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    Bool(bool),
    /// `-0` is `0`.
    Number(f64),
}

impl Scalar {
    /// `None` for other values, and for texts that are not exactly what the value is written as:
    /// `1.10` may be a version.
    pub fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Bool(flag) => Some(Self::Bool(*flag)),
            Value::Number(number) => Some(Self::Number(number + 0.0)),
            Value::String(text) => Self::of_text(text),
            _ => None,
        }
    }

    fn of_text(text: &str) -> Option<Self> {
        if text.len() > 32 {
            return None;
        }
        let scalar = match text {
            "true" => Self::Bool(true),
            "false" => Self::Bool(false),
            _ => Self::Number(text.parse().ok()?),
        };
        (scalar.text() == text).then_some(scalar)
    }

    pub fn text(self) -> String {
        match self {
            Self::Bool(flag) => flag.to_string(),
            Self::Number(number) => NumberText(number).to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_a_number_only_if_it_is_written_like_one() {
        let is_scalar = |text: &str| Scalar::of(&Value::from(text)).is_some();
        assert!(
            ["1", "-3", "0.5", "true", "false"]
                .into_iter()
                .all(is_scalar)
        );
        let others = ["1.10", "01", "1.0", "+1", " 1", "", "1e999", "True", "-"];
        assert!(!others.into_iter().any(is_scalar));
        assert_eq!(
            Scalar::of(&Value::from("8080")),
            Scalar::of(&Value::from(8080.0))
        );
        assert_eq!(
            Scalar::of(&Value::from(-0.0)).map(Scalar::text),
            Some("0".to_owned())
        );
    }
}
