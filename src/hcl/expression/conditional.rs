//! `… ? … : …`.

use crate::syntax::{Diagnostic, Diagnostics, Expression};
use crate::value::{
    Bound, ConversionError, Refinement, Type, Unification, Value, convert, friendly_name,
};

use super::evaluator::Evaluator;

const UNFIT: &str = "The results of the conditional do not fit";
const CONDITION: &str = "It must be true or false.";

/// The type of both results, and how they become values of it.
enum Common {
    /// One is a null without a type.
    OfOther(Type),
    /// One has no type yet; the other one keeps its own.
    Open,
    Unified(Box<Unification>),
}

impl Common {
    fn of(on_true: &Value, on_false: &Value) -> Option<Self> {
        let null = Value::null(Type::Dynamic);
        if *on_true == null {
            Some(Self::OfOther(on_false.ty().clone()))
        } else if *on_false == null {
            Some(Self::OfOther(on_true.ty().clone()))
        } else if on_true.is_dynamic() || on_false.is_dynamic() {
            Some(Self::Open)
        } else {
            let types = [on_true.ty().clone(), on_false.ty().clone()];
            Unification::of(&types).map(|it| Self::Unified(Box::new(it)))
        }
    }

    fn ty(&self) -> Type {
        match self {
            Self::OfOther(of) => of.clone(),
            Self::Open => Type::Dynamic,
            Self::Unified(unification) => unification.ty.clone(),
        }
    }

    fn apply(&self, value: &Value) -> Result<Value, ConversionError> {
        match self {
            Self::OfOther(of) if value.is_null() && value.is_dynamic() => convert(value, of),
            Self::OfOther(_) | Self::Open => Ok(value.clone()),
            Self::Unified(unification) => unification.apply(value),
        }
    }
}

impl Evaluator<'_> {
    pub(super) fn conditional(
        self,
        condition: &Expression,
        on_true: &Expression,
        on_false: &Expression,
        diagnostics: &mut Diagnostics,
    ) -> Value {
        let (mut true_errors, mut false_errors) = Default::default();
        let true_value = self.value(on_true, &mut true_errors);
        let false_value = self.value(on_false, &mut false_errors);
        let Some(common) = Common::of(&true_value, &false_value) else {
            let detail = format!(
                "Both results must have one type, but they are {} and {}.",
                friendly_name(true_value.ty()),
                friendly_name(false_value.ty())
            );
            let span = on_true.span.to(&on_false.span);
            diagnostics.push(Diagnostic::error(UNFIT, detail, &span));
            return Value::DYNAMIC;
        };
        let chosen = self.value(condition, diagnostics);
        if chosen.is_null() {
            let summary = "The condition is null";
            diagnostics.push(Diagnostic::error(summary, CONDITION, &condition.span));
            return Value::unknown(common.ty());
        }
        let (chosen, condition_marks) = chosen.unmarked();
        let (true_value, true_marks) = true_value.unmarked();
        let (false_value, false_marks) = false_value.unmarked();
        let marks = condition_marks.union(&true_marks).union(&false_marks);
        if chosen.is_unknown() {
            return unknown(&true_value, &false_value, common.ty()).with_marks(&marks);
        }
        let Ok(chosen) = convert(&chosen, &Type::Bool) else {
            let summary = "The condition is not a boolean";
            diagnostics.push(Diagnostic::error(summary, CONDITION, &condition.span));
            return Value::unknown(common.ty());
        };
        let (value, place, errors) = match chosen.as_bool() == Some(true) {
            true => (true_value, on_true, true_errors),
            false => (false_value, on_false, false_errors),
        };
        diagnostics.extend(errors);
        match common.apply(&value) {
            Ok(value) => value.with_marks(&marks),
            Err(error) => {
                let detail = format!("This result cannot have the type of the other one: {error}.");
                diagnostics.push(Diagnostic::error(UNFIT, detail, &place.span));
                Value::unknown(common.ty()).with_marks(&marks)
            }
        }
    }
}

/// The result where the condition is unknown, with what both results have in common.
fn unknown(on_true: &Value, on_false: &Value, of: Type) -> Value {
    if on_true.is_null() && on_false.is_null() {
        return Value::null(of);
    }
    let (one, two) = (on_true.range(), on_false.range());
    let mut facts = Refinement {
        is_not_null: on_true.is_definitely_not_null() && on_false.is_definitely_not_null(),
        ..Refinement::default()
    };
    if *on_true.ty() == Type::Number && *on_false.ty() == Type::Number {
        facts.lower = outer(&one.lower, &two.lower, |a, b| a < b);
        facts.upper = outer(&one.upper, &two.upper, |a, b| a > b);
    } else if on_true.is_collection() && on_true.ty() == on_false.ty() {
        facts.min_length = one.min_length.min(two.min_length);
        facts.max_length = one
            .max_length
            .zip(two.max_length)
            .map(|(one, two)| one.max(two));
    }
    Value::unknown(of).refine(&facts)
}

/// The bound that both values are within.
fn outer(
    one: &Option<Bound>,
    two: &Option<Bound>,
    is_outside: fn(&crate::value::Number, &crate::value::Number) -> bool,
) -> Option<Bound> {
    let (one, two) = (one.as_ref()?, two.as_ref()?);
    Some(if is_outside(&one.number, &two.number) {
        one.clone()
    } else if is_outside(&two.number, &one.number) {
        two.clone()
    } else {
        Bound {
            number: one.number.clone(),
            is_inclusive: one.is_inclusive || two.is_inclusive,
        }
    })
}
