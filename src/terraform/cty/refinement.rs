//! Refinements: facts about an unknown value.

use super::number::Number;

/// Limits of an unknown value that a provider has told.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Refinement {
    pub is_not_null: bool,
    pub prefix: Option<String>,
    pub lower: Option<Bound>,
    pub upper: Option<Bound>,
    /// Lengths of a collection.
    pub min_length: Option<i64>,
    pub max_length: Option<i64>,
}

/// A limit of a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    pub number: Number,
    pub is_inclusive: bool,
}

impl Refinement {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    fn allows_number(&self, number: &Number) -> bool {
        let is_above = |bound: &Bound| {
            number > &bound.number || (bound.is_inclusive && number == &bound.number)
        };
        let is_below = |bound: &Bound| {
            number < &bound.number || (bound.is_inclusive && number == &bound.number)
        };
        self.lower.as_ref().is_none_or(is_above) && self.upper.as_ref().is_none_or(is_below)
    }

    fn allows_length(&self, length: usize) -> bool {
        let length = i64::try_from(length).unwrap_or(i64::MAX);
        self.min_length.is_none_or(|it| length >= it)
            && self.max_length.is_none_or(|it| length <= it)
    }

    /// Whether a value that has become known keeps within the limits.
    pub fn allows(&self, value: &super::Value) -> bool {
        use super::Value;
        match value {
            Value::Null => !self.is_not_null,
            Value::String(text) => self.prefix.as_ref().is_none_or(|it| text.starts_with(it)),
            Value::Number(number) => self.allows_number(number),
            Value::List(elements) | Value::Set(elements) => self.allows_length(elements.len()),
            Value::Map(elements) => self.allows_length(elements.len()),
            Value::Dynamic(inner) => self.allows(&inner.1),
            Value::Unknown(_) | Value::Bool(_) | Value::Object(_) | Value::Tuple(_) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Value;
    use super::*;

    #[test]
    fn known_values_keep_within_limits() {
        let refinement = Refinement {
            is_not_null: true,
            prefix: Some("i-".to_owned()),
            lower: Some(Bound {
                number: Number::from(1_i64),
                is_inclusive: false,
            }),
            upper: Some(Bound {
                number: Number::from(3_i64),
                is_inclusive: true,
            }),
            min_length: Some(1),
            max_length: Some(2),
        };
        let allowed = [
            Value::string("i-1"),
            Value::from(2),
            Value::from(3),
            Value::List(vec![Value::Null]),
            Value::Unknown(None),
            Value::Bool(true),
        ];
        for value in allowed {
            assert!(refinement.allows(&value), "{value:?}");
        }
        let refused = [
            Value::Null,
            Value::string("x"),
            Value::from(1),
            Value::from(4),
            Value::List(Vec::new()),
            Value::Set(vec![Value::Null, Value::Null, Value::Null]),
        ];
        for value in refused {
            assert!(!refinement.allows(&value), "{value:?}");
        }
        assert!(Refinement::default().is_empty() && !refinement.is_empty());
    }
}
