//! Parts that several blocks have: names, flags, texts, lists of references.

use crate::expression::evaluate_literal;
use crate::syntax::{
    Attribute, Block, BodyContent, Diagnostic, Diagnostics, Expression, Label, Traversal,
    parse_traversal,
};
use crate::value::Value;

/// Whether a text can be a name: a letter or `_`, then letters, digits, `_` and `-`.
pub fn is_identifier(text: &str) -> bool {
    let mut characters = text.chars();
    let is_start = |it: char| it.is_alphabetic() || it == '_';
    characters.next().is_some_and(is_start)
        && characters.all(|it| it.is_alphanumeric() || matches!(it, '_' | '-'))
}

/// Reports a label that is not a valid identifier.
pub fn check_name(what: &str, label: &Label, diagnostics: &mut Diagnostics) {
    if !is_identifier(&label.text) {
        let detail = format!(
            "`{}` is no name: names begin with a letter or `_`, and have letters, digits, `_` and `-`",
            label.text
        );
        diagnostics.push(Diagnostic::error(
            format!("the name of {what} is not valid"),
            detail,
            &label.span,
        ));
    }
}

/// A value that has no variables and functions in it.
pub fn constant(expression: &Expression, diagnostics: &mut Diagnostics) -> Option<Value> {
    match evaluate_literal(expression) {
        Ok(value) => Some(value),
        Err(found) => {
            diagnostics.extend(found);
            None
        }
    }
}

fn wrong_type(attribute: &Attribute, expected: &str, diagnostics: &mut Diagnostics) {
    let detail = format!("`{}` must be {expected}", attribute.name);
    let span = &attribute.expression.span;
    diagnostics.push(Diagnostic::error(
        "an argument has the wrong type",
        detail,
        span,
    ));
}

/// The constant truth value of an argument.
pub fn flag(content: &BodyContent, name: &str, diagnostics: &mut Diagnostics) -> Option<bool> {
    let attribute = content.attributes.get(name)?;
    let value = constant(&attribute.expression, diagnostics)?;
    let flag = value.as_bool().or_else(|| match value.as_str()? {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    });
    if flag.is_none() {
        wrong_type(attribute, "`true` or `false`", diagnostics);
    }
    flag
}

/// The constant text of an argument.
pub fn text(content: &BodyContent, name: &str, diagnostics: &mut Diagnostics) -> Option<String> {
    let attribute = content.attributes.get(name)?;
    let value = constant(&attribute.expression, diagnostics)?;
    let text = value.as_str().map(str::to_owned);
    if text.is_none() {
        wrong_type(attribute, "a text", diagnostics);
    }
    text
}

/// The elements of a list that is written out.
pub fn list(attribute: &Attribute, diagnostics: &mut Diagnostics) -> Vec<Expression> {
    attribute.expression.as_list().unwrap_or_else(|| {
        wrong_type(attribute, "a list in brackets", diagnostics);
        Vec::new()
    })
}

/// A reference that is written out, or in quotes as before version 0.12.
pub fn traversal(expression: &Expression, diagnostics: &mut Diagnostics) -> Option<Traversal> {
    if let Some(traversal) = expression.as_traversal() {
        return Some(traversal);
    }
    let quoted = evaluate_literal(expression).ok();
    if let Some(text) = quoted.as_ref().and_then(Value::as_str) {
        let read = parse_traversal(expression.span.file(), text);
        if let Ok(mut traversal) = read {
            traversal.span = expression.span.clone();
            return Some(traversal);
        }
    }
    let detail =
        "a reference is expected, such as `aws_instance.web`, without functions and operators";
    diagnostics.push(Diagnostic::error(
        "a reference is not valid",
        detail,
        &expression.span,
    ));
    None
}

/// The references of `depends_on`.
pub fn depends_on(content: &BodyContent, diagnostics: &mut Diagnostics) -> Vec<Traversal> {
    let Some(attribute) = content.attributes.get("depends_on") else {
        return Vec::new();
    };
    let elements = list(attribute, diagnostics);
    elements
        .iter()
        .filter_map(|it| traversal(it, diagnostics))
        .collect()
}

/// The only block of a name; further ones are reported.
pub fn single<'c>(
    content: &'c BodyContent,
    name: &str,
    diagnostics: &mut Diagnostics,
) -> Option<&'c Block> {
    let mut blocks = content.blocks.iter().filter(|it| it.name == name);
    let first = blocks.next()?;
    for other in blocks {
        let (line, _) = first.span.position();
        let detail = format!("there is a block `{name}` in line {line} already");
        diagnostics.push(Diagnostic::error(
            "a block is there twice",
            detail,
            &other.span,
        ));
    }
    Some(first)
}

/// Refuses what this version does not do.
pub fn refuse(what: &str, advice: &str, span: &crate::syntax::Span, diagnostics: &mut Diagnostics) {
    diagnostics.push(Diagnostic::error(
        format!("{what} is not supported"),
        advice,
        span,
    ));
}

/// An error about no place in a file.
pub fn unplaced(summary: &str, detail: String) -> Diagnostic {
    Diagnostic {
        severity: crate::syntax::Severity::Error,
        summary: summary.to_owned(),
        detail,
        span: None,
    }
}
