//! Templates as texts.

use crate::syntax::{Diagnostic, Diagnostics, Expression};
use crate::value::{Marks, Refinement, Type, Value, convert};

use super::evaluator::Evaluator;

const SUMMARY: &str = "The value cannot be part of a text";
/// The longest beginning of an unknown text that is kept, in bytes.
const PREFIX: usize = 128;

impl Evaluator<'_> {
    /// The parts as one text.
    pub(super) fn template(self, parts: &[Expression], diagnostics: &mut Diagnostics) -> Value {
        let mut text = String::new();
        let mut errors = Diagnostics::default();
        let mut marks = Marks::NONE;
        let mut is_known = true;
        for part in parts {
            let value = self.value(part, &mut errors);
            if value.is_null() {
                errors.push(Diagnostic::error(SUMMARY, "It is null.", &part.span));
                continue;
            }
            let (value, part_marks) = value.unmarked();
            marks = marks.union(&part_marks);
            if value.is_unknown() {
                is_known = false;
                continue;
            }
            match convert(&value, &Type::String) {
                Ok(value) if is_known => text.push_str(value.as_str().unwrap_or_default()),
                Ok(_) => {}
                Err(error) => errors.push(Diagnostic::error(
                    SUMMARY,
                    format!("It is no text: {error}."),
                    &part.span,
                )),
            }
        }
        let has_failed = errors.has_errors();
        diagnostics.extend(errors);
        let value = match is_known {
            true => Value::string(text),
            false if has_failed || text.is_empty() => Value::unknown_not_null(Type::String),
            false => {
                let prefix = &text[..text.floor_char_boundary(PREFIX)];
                Value::unknown(Type::String).refine(&Refinement::not_null().with_prefix(prefix))
            }
        };
        value.with_marks(&marks)
    }

    /// The texts of a `for` directive as one text. An unknown one has no marks of others, as in OpenTofu.
    pub(super) fn join(self, texts: &Expression, diagnostics: &mut Diagnostics) -> Value {
        let value = self.value(texts, diagnostics);
        let (value, marks) = value.unmarked();
        let Some(elements) = value.elements() else {
            return Value::unknown(Type::String);
        };
        let mut text = String::new();
        let mut all_marks = marks.clone();
        for element in elements {
            if element.is_null() {
                diagnostics.push(Diagnostic::error(SUMMARY, "It is null.", &texts.span));
                continue;
            }
            let (element, of_element) = element.unmarked();
            if element.is_dynamic() {
                return Value::unknown(Type::String).with_marks(&marks);
            }
            match convert(&element, &Type::String) {
                Ok(converted) => match converted.as_str() {
                    Some(converted) => {
                        all_marks = all_marks.union(&of_element);
                        text.push_str(converted);
                    }
                    None => return Value::unknown(Type::String).with_marks(&marks),
                },
                Err(error) => {
                    diagnostics.push(Diagnostic::error(
                        SUMMARY,
                        format!("It is no text: {error}."),
                        &texts.span,
                    ));
                }
            }
        }
        Value::string(text).with_marks(&all_marks)
    }
}
