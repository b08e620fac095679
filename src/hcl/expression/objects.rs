//! Objects in both syntaxes.

use std::collections::BTreeMap;

use crate::syntax::{Diagnostic, Diagnostics, Expression, ExpressionKind};
use crate::value::{Marks, Type, Value, convert};

use super::calls::is_confidential;
use super::evaluator::Evaluator;

const KEY: &str = "The key of the object does not fit";

impl Evaluator<'_> {
    pub(super) fn object(
        self,
        entries: &[(Expression, Expression)],
        diagnostics: &mut Diagnostics,
    ) -> Value {
        let mut attributes = BTreeMap::new();
        let mut marks = Marks::NONE;
        let mut is_known = true;
        for (key, value) in entries {
            let mut errors = Diagnostics::default();
            let name = self.value(key, &mut errors);
            let has_failed = errors.has_errors();
            diagnostics.extend(errors);
            let value = self.value(value, diagnostics);
            if has_failed {
                is_known = false;
                continue;
            }
            if name.is_null() {
                diagnostics.push(Diagnostic::error(KEY, "It is null.", &key.span));
                is_known = false;
                continue;
            }
            let (name, key_marks) = name.unmarked();
            marks = marks.union(&key_marks);
            match convert(&name, &Type::String) {
                Err(error) => {
                    diagnostics.push(Diagnostic::error(
                        KEY,
                        format!("It is no text: {error}."),
                        &key.span,
                    ));
                    is_known = false;
                }
                Ok(name) => match name.as_str() {
                    None => is_known = false,
                    Some(name) => {
                        attributes.insert(name.to_owned(), value);
                    }
                },
            }
        }
        match is_known {
            true => Value::object(attributes).with_marks(&marks),
            false => Value::DYNAMIC,
        }
    }

    /// A key without parentheses: a name stands for itself.
    pub(super) fn key(self, inner: &Expression, diagnostics: &mut Diagnostics) -> Value {
        if let ExpressionKind::Traversal(traversal) = &*inner.kind
            && !traversal.steps.is_empty()
        {
            let detail = "Write a reference in parentheses, or a text with dots in quotes.";
            diagnostics.push(Diagnostic::error(
                "The key of the object is ambiguous",
                detail,
                &inner.span,
            ));
            return Value::DYNAMIC;
        }
        match inner.as_keyword() {
            Some(name) => Value::string(name),
            None => self.value(inner, diagnostics),
        }
    }

    pub(super) fn json_object(
        self,
        entries: &[(Expression, Expression)],
        diagnostics: &mut Diagnostics,
    ) -> Value {
        let mut attributes = BTreeMap::new();
        let mut is_known = true;
        for (key, value) in entries {
            let name = self.value(key, diagnostics);
            let value = self.value(value, diagnostics);
            let name = match convert(&name, &Type::String) {
                Ok(name) if name.is_null() => {
                    diagnostics.push(Diagnostic::error(KEY, "It is null.", &key.span));
                    continue;
                }
                Ok(name) => name,
                Err(error) => {
                    diagnostics.push(Diagnostic::error(
                        KEY,
                        format!("It is no text: {error}."),
                        &key.span,
                    ));
                    continue;
                }
            };
            match name.as_str() {
                None => is_known = false,
                Some(text) if attributes.contains_key(text) => {
                    let detail = match is_confidential(&name) {
                        true => "The object has the attribute already.".to_owned(),
                        false => format!("The object has the attribute `{text}` already."),
                    };
                    diagnostics.push(Diagnostic::error(KEY, detail, &key.span));
                }
                Some(name) => {
                    attributes.insert(name.to_owned(), value);
                }
            }
        }
        match is_known {
            true => Value::object(attributes),
            false => Value::DYNAMIC,
        }
    }
}
