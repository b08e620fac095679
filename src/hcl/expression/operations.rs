//! Operators.

use crate::syntax::{BinaryOperator, Diagnostic, Diagnostics, Expression, Span, UnaryOperator};
use crate::value::{Marks, NumberError, Type, Value, convert};

use super::evaluator::Evaluator;

const OPERAND: &str = "The operand does not fit";

impl Evaluator<'_> {
    pub(super) fn unary(
        self,
        operator: UnaryOperator,
        operand: &Expression,
        diagnostics: &mut Diagnostics,
    ) -> Value {
        let of = match operator {
            UnaryOperator::Negate => Type::Number,
            UnaryOperator::Not => Type::Bool,
        };
        let mut errors = Diagnostics::default();
        let given = self.value(operand, &mut errors);
        let value = self.operand(&given, &of, operand, &mut errors);
        if !errors.has_errors() && value.is_null() {
            errors.push(Diagnostic::error(
                OPERAND,
                "It must not be null.",
                &operand.span,
            ));
        }
        let has_failed = errors.has_errors();
        diagnostics.extend(errors);
        if has_failed {
            return Value::unknown(of);
        }
        if value.is_unknown() {
            // Its marks get lost, as in OpenTofu.
            return Value::unknown_not_null(of);
        }
        match operator {
            UnaryOperator::Not => value.not(),
            UnaryOperator::Negate => match value.negate() {
                Ok(value) => value,
                Err(error) => {
                    diagnostics.push(Diagnostic::error(
                        OPERAND,
                        format!("It fails: {error}."),
                        &operand.span,
                    ));
                    Value::unknown(of)
                }
            },
        }
    }

    fn operand(
        self,
        given: &Value,
        of: &Type,
        place: &Expression,
        errors: &mut Diagnostics,
    ) -> Value {
        match convert(given, of) {
            Ok(value) => value,
            Err(error) => {
                errors.push(Diagnostic::error(
                    OPERAND,
                    format!("It is not suitable: {error}."),
                    &place.span,
                ));
                Value::DYNAMIC
            }
        }
    }

    pub(super) fn binary(
        self,
        operator: BinaryOperator,
        left: &Expression,
        right: &Expression,
        span: &Span,
        diagnostics: &mut Diagnostics,
    ) -> Value {
        let (of, result) = types(operator);
        let (mut errors, mut left_errors, mut right_errors) = Default::default();
        let given = self.value(left, &mut left_errors);
        let left_value = self.operand(&given, &of, left, &mut errors);
        let given = self.value(right, &mut right_errors);
        let right_value = self.operand(&given, &of, right, &mut errors);
        if errors.has_errors() {
            diagnostics.extend(errors);
            diagnostics.extend(left_errors);
            diagnostics.extend(right_errors);
            return Value::unknown(result);
        }
        let (left_value, left_marks) = left_value.unmarked();
        let (right_value, right_marks) = right_value.unmarked();
        let marks = left_marks.union(&right_marks);
        if matches!(operator, BinaryOperator::Or | BinaryOperator::And) {
            let is_or = operator == BinaryOperator::Or;
            let sides = [(&left_value, &left_errors), (&right_value, &right_errors)];
            if let Some((value, errors)) = short_circuit(is_or, sides) {
                diagnostics.extend(errors.clone());
                return value.with_marks(&marks);
            }
        }
        let has_failed = left_errors.has_errors() || right_errors.has_errors();
        diagnostics.extend(left_errors);
        diagnostics.extend(right_errors);
        if has_failed {
            return Value::unknown(result).with_marks(&marks);
        }
        match operation(operator, &left_value, &right_value) {
            Ok(value) => value.with_marks(&marks),
            Err(reason) => {
                diagnostics.push(Diagnostic::error("The operation fails", reason, span));
                Value::unknown(result)
            }
        }
    }
}

/// The types of operands and of the result.
fn types(operator: BinaryOperator) -> (Type, Type) {
    match operator {
        BinaryOperator::Or | BinaryOperator::And => (Type::Bool, Type::Bool),
        BinaryOperator::Equal | BinaryOperator::NotEqual => (Type::Dynamic, Type::Bool),
        BinaryOperator::Greater
        | BinaryOperator::GreaterOrEqual
        | BinaryOperator::Less
        | BinaryOperator::LessOrEqual => (Type::Number, Type::Bool),
        _ => (Type::Number, Type::Number),
    }
}

/// The result of `||` or `&&` where one side decides it, or where a side is unknown, with the errors that count.
///
/// A null side counts as false here, as in OpenTofu.
fn short_circuit<'e>(
    is_or: bool,
    [left, right]: [(&Value, &'e Diagnostics); 2],
) -> Option<(Value, &'e Diagnostics)> {
    let unknown = || Value::unknown_not_null(Type::Bool);
    let decides = |it: &Value| (it.as_bool() == Some(true)) == is_or;
    match (left.0.is_unknown(), right.0.is_unknown()) {
        (true, true) => (!left.1.has_errors()).then(|| (unknown(), left.1)),
        (false, _) if decides(left.0) => Some((Value::bool(is_or), left.1)),
        (_, false) if decides(right.0) => Some((Value::bool(is_or), right.1)),
        (true, false) => Some((unknown(), left.1)),
        (false, true) => Some((unknown(), right.1)),
        (false, false) => None,
    }
}

fn operation(operator: BinaryOperator, left: &Value, right: &Value) -> Result<Value, String> {
    let equality = || {
        let (left, of_left) = left.unmarked_deep();
        let (right, of_right) = right.unmarked_deep();
        let marks: Marks = of_left.union(&of_right);
        left.equals(&right).with_marks(&marks)
    };
    match operator {
        BinaryOperator::Equal => return Ok(equality()),
        BinaryOperator::NotEqual => return Ok(equality().not()),
        _ => {}
    }
    if left.is_null() || right.is_null() {
        return Err("An operand must not be null.".to_owned());
    }
    Ok(match operator {
        BinaryOperator::Or => left.or(right),
        BinaryOperator::And => left.and(right),
        BinaryOperator::Greater => left.greater_than(right),
        BinaryOperator::GreaterOrEqual => left.greater_or_equal(right),
        BinaryOperator::Less => left.less_than(right),
        BinaryOperator::LessOrEqual => left.less_or_equal(right),
        _ if left.is_unknown() || right.is_unknown() => Value::unknown_not_null(Type::Number),
        _ => return arithmetic(operator, left, right).map_err(|it| format!("It fails: {it}.")),
    })
}

fn arithmetic(operator: BinaryOperator, left: &Value, right: &Value) -> Result<Value, NumberError> {
    match operator {
        BinaryOperator::Add => left.add(right),
        BinaryOperator::Subtract => left.subtract(right),
        BinaryOperator::Multiply => left.multiply(right),
        BinaryOperator::Divide => left.divide(right),
        _ => left.modulo(right),
    }
}
