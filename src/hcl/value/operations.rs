//! Arithmetic, comparison and logic, also of unknown and marked values.

use thiserror::Error;

use super::Type;
use super::number::Number;
use super::refinement::Refinement;
use super::value::Value;

/// Why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NumberError {
    #[error("the operand must be a number that is not null")]
    NotANumber,
    #[error("the result is not a number")]
    Undefined,
}

type Operation = fn(&Number, &Number) -> Option<Number>;

impl Value {
    pub fn add(&self, other: &Value) -> Result<Value, NumberError> {
        self.calculate(other, Number::add, true)
    }

    pub fn subtract(&self, other: &Value) -> Result<Value, NumberError> {
        self.calculate(other, Number::subtract, true)
    }

    pub fn multiply(&self, other: &Value) -> Result<Value, NumberError> {
        self.calculate(other, Number::multiply, true)
    }

    /// The quotient; that of a division by zero is infinite.
    pub fn divide(&self, other: &Value) -> Result<Value, NumberError> {
        self.calculate(other, Number::divide, false)
    }

    pub fn modulo(&self, other: &Value) -> Result<Value, NumberError> {
        self.calculate(other, Number::modulo, false)
    }

    fn calculate(
        &self,
        other: &Value,
        operation: Operation,
        is_monotone: bool,
    ) -> Result<Value, NumberError> {
        let marks = self.marks.union(&other.marks);
        let result = match (self.as_number(), other.as_number()) {
            (Some(one), Some(two)) => {
                let result = operation(one, two).ok_or(NumberError::Undefined)?;
                Value::number(result)
            }
            _ if !self.is_numeric() || !other.is_numeric() => return Err(NumberError::NotANumber),
            _ => {
                let facts = match is_monotone {
                    true => range_of_result(&self.range(), &other.range(), operation),
                    false => Refinement::not_null(),
                };
                Value::unknown(Type::Number).refine(&facts)
            }
        };
        Ok(result.with_marks(&marks))
    }

    fn is_numeric(&self) -> bool {
        match self.ty() {
            Type::Number => !self.is_null(),
            Type::Dynamic => self.is_unknown(),
            _ => false,
        }
    }

    pub fn negate(&self) -> Result<Value, NumberError> {
        let result = match self.as_number() {
            Some(number) => Value::number(number.negated()),
            None if !self.is_numeric() => return Err(NumberError::NotANumber),
            None => Value::unknown_not_null(Type::Number),
        };
        Ok(result.with_marks(&self.marks))
    }

    pub fn absolute(&self) -> Result<Value, NumberError> {
        let result = match self.as_number() {
            Some(number) => Value::number(number.absolute()),
            None if !self.is_numeric() => return Err(NumberError::NotANumber),
            None => {
                let facts = Refinement::not_null().with_lower(Number::ZERO, true);
                Value::unknown(Type::Number).refine(&facts)
            }
        };
        Ok(result.with_marks(&self.marks))
    }

    /// Whether the number is less; unknown also where an operand is no number.
    #[must_use]
    pub fn less_than(&self, other: &Value) -> Value {
        let marks = self.marks.union(&other.marks);
        let answer = match (self.as_number(), other.as_number()) {
            (Some(one), Some(two)) => Some(one < two),
            _ => is_less(&self.range(), &other.range()),
        };
        known_or_unknown(answer).with_marks(&marks)
    }

    #[must_use]
    pub fn greater_than(&self, other: &Value) -> Value {
        other.less_than(self)
    }

    #[must_use]
    pub fn less_or_equal(&self, other: &Value) -> Value {
        self.less_than(other).or(&self.equals(other))
    }

    #[must_use]
    pub fn greater_or_equal(&self, other: &Value) -> Value {
        self.greater_than(other).or(&self.equals(other))
    }

    #[must_use]
    pub fn not(&self) -> Value {
        known_or_unknown(self.as_bool().map(|it| !it)).with_marks(&self.marks)
    }

    #[must_use]
    pub fn and(&self, other: &Value) -> Value {
        let answer = match (self.as_bool(), other.as_bool()) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        };
        known_or_unknown(answer).with_marks(&self.marks.union(&other.marks))
    }

    #[must_use]
    pub fn or(&self, other: &Value) -> Value {
        let answer = match (self.as_bool(), other.as_bool()) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        };
        known_or_unknown(answer).with_marks(&self.marks.union(&other.marks))
    }
}

fn known_or_unknown(answer: Option<bool>) -> Value {
    match answer {
        Some(answer) => Value::bool(answer),
        None => Value::unknown_not_null(Type::Bool),
    }
}

fn lower(range: &Refinement) -> Number {
    let bound = range.lower.as_ref();
    bound.map_or(Number::NEGATIVE_INFINITY, |it| it.number.clone())
}

fn upper(range: &Refinement) -> Number {
    let bound = range.upper.as_ref();
    bound.map_or(Number::INFINITY, |it| it.number.clone())
}

/// Whether ranges alone decide; their ends are taken as parts of them.
fn is_less(one: &Refinement, two: &Refinement) -> Option<bool> {
    if upper(one) < lower(two) {
        return Some(true);
    }
    (lower(one) > upper(two)).then_some(false)
}

/// The range of a result, whose ends come from those of the operands.
fn range_of_result(one: &Refinement, two: &Refinement, operation: Operation) -> Refinement {
    let facts = Refinement::not_null();
    let ends = [
        operation(&lower(one), &lower(two)),
        operation(&lower(one), &upper(two)),
        operation(&upper(one), &lower(two)),
        operation(&upper(one), &upper(two)),
    ];
    let Some(ends) = ends.into_iter().collect::<Option<Vec<_>>>() else {
        return facts;
    };
    match (ends.iter().min(), ends.iter().max()) {
        (Some(least), Some(greatest)) => facts
            .with_lower(least.clone(), true)
            .with_upper(greatest.clone(), true),
        _ => facts,
    }
}
