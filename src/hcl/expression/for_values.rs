//! `for` expressions.

use std::collections::BTreeMap;

use crate::syntax::{Diagnostic, Diagnostics, Expression, For};
use crate::value::{Mark, Marks, Type, Value, convert, friendly_name};

use super::evaluator::Evaluator;
use super::scope::{Settings, Variables};

/// The elements that a `for` expression has so far.
#[derive(Default)]
struct Progress {
    marks: Marks,
    /// Whether a condition or a key is unknown or wrong.
    is_unknown: bool,
    elements: Vec<Value>,
    attributes: BTreeMap<String, Vec<Value>>,
}

impl Progress {
    fn error(&mut self, error: Diagnostic, diagnostics: &mut Diagnostics) {
        // One error is enough where each element has the same.
        if !self.is_unknown {
            diagnostics.push(error);
        }
        self.is_unknown = true;
    }
}

const CONDITION: &str = "The condition of the `for` expression does not fit";
const KEY: &str = "The key of the `for` expression does not fit";

impl Evaluator<'_> {
    pub(super) fn for_value(self, it: &For, diagnostics: &mut Diagnostics) -> Value {
        let collection = self.value(&it.collection, diagnostics);
        if collection.is_null() {
            let detail = "It must be a list, a set, a map, an object or a tuple.";
            diagnostics.push(Diagnostic::error(
                "The collection is null",
                detail,
                &it.collection.span,
            ));
            return Value::DYNAMIC;
        }
        if collection.is_dynamic() {
            return Value::DYNAMIC;
        }
        let (collection, marks) = collection.unmarked();
        if matches!(collection.ty(), Type::Bool | Type::Number | Type::String) {
            let detail = format!(
                "A value of type {} has no elements.",
                friendly_name(collection.ty())
            );
            diagnostics.push(Diagnostic::error(
                "The collection has a wrong type",
                detail,
                &it.collection.span,
            ));
            return Value::DYNAMIC;
        }
        let Some(condition_marks) = self.check_condition(it, diagnostics) else {
            return Value::DYNAMIC;
        };
        let Some(elements) = collection.iterate() else {
            return Value::DYNAMIC.with_marks(&marks.union(&condition_marks));
        };
        let mut progress = Progress {
            marks,
            ..Progress::default()
        };
        for (key, value) in elements {
            self.with_names(it, key, value, |evaluator| {
                evaluator.for_element(it, &mut progress, diagnostics);
            });
        }
        progress.finish(it)
    }

    fn with_names<T>(
        self,
        it: &For,
        key: Value,
        value: Value,
        body: impl FnOnce(Evaluator<'_>) -> T,
    ) -> T {
        let mut names = BTreeMap::new();
        if let Some(name) = &it.key_name {
            names.insert(name.clone(), key);
        }
        names.insert(it.value_name.clone(), value);
        match self.scope {
            Some(scope) => body(self.within(&Variables::child(scope, names))),
            None => body(self.within(&Variables::with_settings(names, Settings::default()))),
        }
    }

    /// Evaluates the condition with unknown names: its errors count even if there are no elements.
    fn check_condition(self, it: &For, diagnostics: &mut Diagnostics) -> Option<Marks> {
        let Some(condition) = &it.condition else {
            return Some(Marks::NONE);
        };
        let mut errors = Diagnostics::default();
        let result = self.with_names(it, Value::DYNAMIC, Value::DYNAMIC, |evaluator| {
            evaluator.value(condition, &mut errors)
        });
        if result.is_null() {
            errors.push(Diagnostic::error(CONDITION, "It is null.", &condition.span));
        } else if let Err(error) = convert(&result, &Type::Bool) {
            errors.push(Diagnostic::error(
                CONDITION,
                format!("It must be true or false: {error}."),
                &condition.span,
            ));
        }
        let has_failed = errors.has_errors();
        diagnostics.extend(errors);
        (!has_failed).then(|| result.marks().clone())
    }

    fn for_element(self, it: &For, progress: &mut Progress, diagnostics: &mut Diagnostics) {
        if let Some(condition) = &it.condition
            && self.is_included(condition, progress, diagnostics) != Some(true)
        {
            return;
        }
        let Some(key) = &it.key else {
            let value = self.value(&it.value, diagnostics);
            progress.elements.push(value);
            return;
        };
        let Some(name) = self.for_key(key, progress, diagnostics) else {
            return;
        };
        let value = self.value(&it.value, diagnostics);
        let values = progress.attributes.entry(name.clone()).or_default();
        if it.is_grouped || values.is_empty() {
            values.push(value);
            return;
        }
        let is_shown = !progress.marks.contains(&Mark::Sensitive);
        let named = if is_shown {
            format!(" `{name}`")
        } else {
            String::new()
        };
        let detail = format!(
            "Two elements have the key{named}. Write `...` after the value to group values by key."
        );
        diagnostics.push(Diagnostic::error(
            "The key of the `for` expression is not unique",
            detail,
            &key.span,
        ));
    }

    /// Whether an element is part of the result; `None` if that is not known.
    fn is_included(
        self,
        condition: &Expression,
        progress: &mut Progress,
        diagnostics: &mut Diagnostics,
    ) -> Option<bool> {
        let given = self.value(condition, diagnostics);
        if given.is_null() {
            progress.error(
                Diagnostic::error(CONDITION, "It is null.", &condition.span),
                diagnostics,
            );
            return None;
        }
        let (given, marks) = given.unmarked();
        progress.marks = progress.marks.union(&marks);
        match convert(&given, &Type::Bool) {
            Ok(answer) => {
                progress.is_unknown |= answer.is_unknown();
                answer.as_bool()
            }
            Err(error) => {
                let detail = format!("It must be true or false: {error}.");
                progress.error(
                    Diagnostic::error(CONDITION, detail, &condition.span),
                    diagnostics,
                );
                None
            }
        }
    }

    fn for_key(
        self,
        key: &Expression,
        progress: &mut Progress,
        diagnostics: &mut Diagnostics,
    ) -> Option<String> {
        let given = self.value(key, diagnostics);
        if given.is_null() {
            progress.error(
                Diagnostic::error(KEY, "It is null.", &key.span),
                diagnostics,
            );
            return None;
        }
        let (given, marks) = given.unmarked();
        progress.marks = progress.marks.union(&marks);
        if given.is_unknown() {
            progress.is_unknown = true;
            return None;
        }
        match convert(&given, &Type::String) {
            Ok(name) => name.as_str().map(str::to_owned),
            Err(error) => {
                let detail = format!("It is no text: {error}.");
                progress.error(Diagnostic::error(KEY, detail, &key.span), diagnostics);
                None
            }
        }
    }
}

impl Progress {
    fn finish(self, it: &For) -> Value {
        if self.is_unknown {
            return Value::DYNAMIC.with_marks(&self.marks);
        }
        let value = match &it.key {
            None => Value::tuple(self.elements),
            Some(_) => Value::object(self.attributes.into_iter().filter_map(
                |(name, mut values)| match it.is_grouped {
                    true => Some((name, Value::tuple(values))),
                    false => values.pop().map(|it| (name, it)),
                },
            )),
        };
        value.with_marks(&self.marks)
    }
}
