//! Preconditions, postconditions, validations and checks.

use crate::expression::references;
use crate::syntax::{Block, Diagnostic, Diagnostics, Expression, Span};

use super::blocks;
use super::reading::{check_name, refuse};

/// A condition, and the message where it does not hold.
#[derive(Clone, Debug)]
pub struct Condition {
    pub condition: Expression,
    pub message: Expression,
    pub span: Span,
}

impl Condition {
    pub fn read(block: &Block, diagnostics: &mut Diagnostics) -> Option<Self> {
        let (content, found) = block.body.content(&blocks::condition());
        diagnostics.extend(found);
        let expression = |name: &str| Some(content.attributes.get(name)?.expression.clone());
        let condition = expression("condition");
        if let Some(condition) = condition.filter(|it| references(it).is_empty()) {
            let detail = "a condition that refers to nothing always has the same result";
            diagnostics.push(Diagnostic::error(
                "a condition is not valid",
                detail,
                &condition.span,
            ));
        }
        Some(Self {
            condition: expression("condition")?,
            message: expression("error_message")?,
            span: block.span.clone(),
        })
    }
}

/// A block `check`.
#[derive(Clone, Debug)]
pub struct Check {
    pub name: String,
    pub asserts: Vec<Condition>,
    pub span: Span,
}

impl Check {
    pub fn read(block: &Block, diagnostics: &mut Diagnostics) -> Option<Self> {
        let label = block.labels.first()?;
        check_name("a check", label, diagnostics);
        let (content, found) = block.body.content(&blocks::check());
        diagnostics.extend(found);
        let mut asserts = Vec::new();
        for inner in &content.blocks {
            match inner.name.as_str() {
                "assert" => asserts.extend(Condition::read(inner, diagnostics)),
                _ => {
                    let advice = "write the data source outside of the check";
                    refuse("a data source in a check", advice, &inner.span, diagnostics);
                }
            }
        }
        if asserts.is_empty() && !diagnostics.has_errors() {
            let detail = format!(
                "the check `{}` needs at least one block `assert`",
                label.text
            );
            diagnostics.push(Diagnostic::error(
                "a check asserts nothing",
                detail,
                &block.span,
            ));
        }
        Some(Self {
            name: label.text.clone(),
            asserts,
            span: block.span.clone(),
        })
    }
}
