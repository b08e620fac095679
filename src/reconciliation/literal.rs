//! Values as literals.

use deno_ast::swc::ast::{Expr, Lit, Number, Prop, PropOrSpread, Tpl, UnaryOp};
use lumi_closure::analysis::untyped;
use lumi_graph::{Object, Value};
use lumi_inference::{in_template, member_key, number, quoted};

use super::expression::key_of;

/// The longest text that becomes a literal, in bytes.
pub const MAX_TEXT: usize = 64 << 10;

/// The value of an expression that consists of literals.
pub fn constant(expression: &Expr) -> Option<Value> {
    Some(match untyped(expression) {
        Expr::Lit(Lit::Str(text)) => Value::from(text.value.as_str()?),
        Expr::Lit(Lit::Num(number)) => Value::Number(number.value),
        Expr::Lit(Lit::Bool(it)) => Value::Bool(it.value),
        Expr::Lit(Lit::Null(_)) => Value::Null,
        Expr::Unary(unary) if unary.op == UnaryOp::Minus => match constant(&unary.arg)? {
            Value::Number(number) => Value::Number(-number),
            _ => return None,
        },
        Expr::Tpl(template) => Value::from(template_text(template)?),
        Expr::Array(array) => {
            let items = array.elems.iter().map(|item| match item {
                Some(item) if item.spread.is_none() => constant(&item.expr),
                _ => None,
            });
            Value::Array(items.collect::<Option<_>>()?)
        }
        Expr::Object(object) => {
            let mut members = Object::default();
            for property in &object.props {
                let PropOrSpread::Prop(property) = property else {
                    return None;
                };
                let Prop::KeyValue(pair) = &**property else {
                    return None;
                };
                members.insert(key_of(&pair.key)?, constant(&pair.value)?);
            }
            Value::Object(members)
        }
        _ => return None,
    })
}

/// The text of a template literal without expressions.
fn template_text(template: &Tpl) -> Option<&str> {
    match (template.exprs.as_slice(), template.quasis.as_slice()) {
        ([], [text]) => text.cooked.as_ref()?.as_str(),
        _ => None,
    }
}

/// The literal of a value; `None` if it has none.
pub fn text(value: &Value, quote: char) -> Option<String> {
    Some(match value {
        Value::Null => "null".to_owned(),
        Value::Bool(it) => it.to_string(),
        Value::Number(it) => number(*it),
        Value::String(it) => string(it, quote),
        Value::Array(items) => {
            let items: Option<Vec<_>> = items.iter().map(|it| text(it, quote)).collect();
            format!("[{}]", items?.join(", "))
        }
        Value::Object(members) if members.is_empty() => "{}".to_owned(),
        Value::Object(members) => {
            let members: Option<Vec<_>> = members
                .iter()
                .map(|(key, value)| member(key, value, quote))
                .collect();
            format!("{{ {} }}", members?.join(", "))
        }
        Value::Asset(_)
        | Value::Archive(_)
        | Value::Secret(_)
        | Value::Unknown
        | Value::Resource(_)
        | Value::Ephemeral(_) => return None,
    })
}

/// A member of an object literal.
pub fn member(key: &str, value: &Value, quote: char) -> Option<String> {
    Some(format!("{}: {}", member_key(key), text(value, quote)?))
}

/// The literal that replaces another one, written in its way: quotes, templates, octal numbers.
pub fn replacement(old: &Expr, value: &Value, quote: char) -> Option<String> {
    match (untyped(old), value) {
        (Expr::Tpl(_), Value::String(it)) => Some(format!("`{}`", template_part(it))),
        (Expr::Lit(Lit::Str(old)), Value::String(it)) => {
            let is_single = old.raw.as_ref().is_some_and(|raw| raw.starts_with('\''));
            Some(requoted(&quoted(it), if is_single { '\'' } else { '"' }))
        }
        (Expr::Lit(Lit::Num(old)), Value::String(it)) => octal(old, it).or(text(value, quote)),
        _ => text(value, quote),
    }
}

/// Whether a number such as `0o644` is how a program writes this text.
pub fn is_octal_of(old: &Expr, value: &Value) -> bool {
    match (untyped(old), value) {
        (Expr::Lit(Lit::Num(number)), Value::String(text)) => {
            is_octal(number)
                && u32::from_str_radix(text, 8).is_ok_and(|it| f64::from(it) == number.value)
        }
        _ => false,
    }
}

fn is_octal(number: &Number) -> bool {
    let raw = number.raw.as_deref().unwrap_or_default();
    raw.starts_with("0o") || raw.starts_with("0O")
}

/// `0o600` for `"0600"`, in place of `0o644`.
fn octal(old: &Number, text: &str) -> Option<String> {
    let value = u32::from_str_radix(text, 8).ok()?;
    is_octal(old).then(|| format!("0o{value:o}"))
}

fn string(text: &str, quote: char) -> String {
    let preferred = quoted(text);
    if preferred.starts_with(quote) || preferred.contains('\\') {
        return preferred;
    }
    match text.contains(['\'', '"', '\\']) {
        true => preferred,
        false => format!("{quote}{}{quote}", &preferred[1..preferred.len() - 1]),
    }
}

/// The same literal between other quotes.
fn requoted(literal: &str, quote: char) -> String {
    let mut characters = literal.chars();
    let Some(old) = characters.next().filter(|it| *it != quote) else {
        return literal.to_owned();
    };
    let inner = characters.as_str();
    let mut characters = inner.strip_suffix(old).unwrap_or(inner).chars();
    let mut text = String::from(quote);
    while let Some(character) = characters.next() {
        match character {
            '\\' => {
                let escaped = characters.next().unwrap_or_default();
                if escaped != old {
                    text.push('\\');
                }
                text.push(escaped);
            }
            it if it == quote => text.extend(['\\', it]),
            it => text.push(it),
        }
    }
    text.push(quote);
    text
}

/// The text within a template literal, whose line breaks stay.
fn template_part(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(in_template).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_gets_other_quotes_and_keeps_its_text() {
        for (literal, quote, expected) in [
            (r#""a""#, '"', r#""a""#),
            (r#""a""#, '\'', "'a'"),
            (r#""it's""#, '\'', r"'it\'s'"),
            (r#"'"a" "b"'"#, '"', r#""\"a\" \"b\"""#),
            (r#"'"a" it\'s \\ \n'"#, '"', r#""\"a\" it's \\ \n""#),
            ("''", '"', r#""""#),
        ] {
            assert_eq!(requoted(literal, quote), expected, "{literal}");
        }
    }
}
