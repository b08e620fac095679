//! `[*]` and `.*`.

use crate::syntax::{Diagnostic, Diagnostics, Expression, Span};
use crate::value::{Refinement, Type, Value};

use super::evaluator::Evaluator;

impl Evaluator<'_> {
    pub(super) fn splat(
        self,
        source: &Expression,
        each: &Expression,
        span: &Span,
        diagnostics: &mut Diagnostics,
    ) -> Value {
        let mut errors = Diagnostics::default();
        let value = self.value(source, &mut errors);
        let has_failed = errors.has_errors();
        diagnostics.extend(errors);
        if has_failed {
            return Value::DYNAMIC;
        }
        let (value, marks) = value.unmarked();
        // A value that is no list stands for a list of it, and null for an empty one.
        let is_single = !matches!(value.ty(), Type::Tuple(_) | Type::List(_) | Type::Set(_));
        if value.is_null() {
            if is_single {
                return Value::tuple(Vec::new()).with_marks(&marks);
            }
            let detail = "`[*]` and `.*` need a list, a set or a tuple that is not null.";
            diagnostics.push(Diagnostic::error("The list is null", detail, &source.span));
            return Value::DYNAMIC;
        }
        if value.is_dynamic() {
            return Value::DYNAMIC.with_marks(&marks);
        }
        // Whether the list has one element or none is not known.
        let is_open = is_single && value.is_unknown() && !value.is_definitely_not_null();
        let value = match is_single {
            true => Value::tuple(vec![value]),
            false => value,
        };
        if value.is_unknown() {
            return self
                .unknown_splat(&value, each, diagnostics)
                .with_marks(&marks);
        }
        let result = self.splat_elements(&value, each, span, diagnostics);
        match is_open {
            true => Value::DYNAMIC.with_marks(&marks),
            false => result.with_marks(&marks),
        }
    }

    fn splat_elements(
        self,
        value: &Value,
        each: &Expression,
        span: &Span,
        diagnostics: &mut Diagnostics,
    ) -> Value {
        let mut errors = Diagnostics::default();
        let elements = value.elements().unwrap_or_default().iter();
        let results: Vec<Value> = elements
            .map(|it| self.at_element(it).value(each, &mut errors))
            .collect();
        let has_failed = errors.has_errors();
        diagnostics.extend(errors);
        if has_failed {
            let mut ignored = Diagnostics::default();
            return Value::unknown(self.splat_type(value.ty(), each, &mut ignored));
        }
        if matches!(value.ty(), Type::Tuple(_)) {
            return Value::tuple(results);
        }
        let Some(first) = results.first() else {
            return match self.splat_type(value.ty(), each, diagnostics) {
                Type::List(element) => Value::list(&element, Vec::new()),
                _ => Value::DYNAMIC,
            };
        };
        if results.iter().any(|it| it.ty() != first.ty()) {
            let detail = "The elements of the inner list have different types. Use a `for` expression instead.";
            diagnostics.push(Diagnostic::error(
                "The elements have no common type",
                detail,
                span,
            ));
            return Value::DYNAMIC;
        }
        Value::list_of(results)
    }

    fn unknown_splat(
        self,
        value: &Value,
        each: &Expression,
        diagnostics: &mut Diagnostics,
    ) -> Value {
        let of = self.splat_type(value.ty(), each, diagnostics);
        if of == Type::Dynamic {
            return Value::DYNAMIC;
        }
        let mut facts = Refinement::not_null();
        if matches!(of, Type::List(_)) && value.is_collection() {
            let range = value.range();
            facts.min_length = range.min_length;
            facts.max_length = range.max_length;
        }
        Value::unknown(of).refine(&facts)
    }

    /// The type of the result for elements that are not known.
    fn splat_type(self, of: &Type, each: &Expression, diagnostics: &mut Diagnostics) -> Type {
        let mut result = |element: &Type| {
            let element = Value::unknown(element.clone());
            let value = self.at_element(&element).value(each, diagnostics);
            value.ty().clone()
        };
        match of {
            Type::List(element) | Type::Set(element) => Type::list(result(element)),
            Type::Tuple(elements) => Type::Tuple(elements.iter().map(result).collect()),
            _ => Type::Dynamic,
        }
    }
}
