//! f-strings.

use lumi_pack::il::{Expr, ExprKind};
use ruff_python_ast::{
    ConversionFlag, ExprFString, FStringPart, InterpolatedElement, InterpolatedStringElement,
    InterpolatedStringElements,
};

use super::lowering::Lowering;
use super::nodes::{array, string};

impl Lowering<'_> {
    /// An f-string: a text, or an output if one of its values is.
    pub fn formatted(&mut self, syntax: &ExprFString) -> Expr {
        let at = self.at(syntax);
        let mut parts = Vec::new();
        for part in &syntax.value {
            match part {
                FStringPart::Literal(it) => push(&mut parts, string(&it.value, at)),
                FStringPart::FString(it) => self.elements(&it.elements, &mut parts),
            }
        }
        match parts.as_slice() {
            [] => string("", at),
            [only] if matches!(only.kind, ExprKind::String(_)) => parts.remove(0),
            _ => self.py("join", vec![array(parts, at)], at),
        }
    }

    fn elements(&mut self, elements: &InterpolatedStringElements, parts: &mut Vec<Expr>) {
        for element in elements {
            match element {
                InterpolatedStringElement::Literal(it) => {
                    let at = self.at(it);
                    push(parts, string(&it.value, at));
                }
                InterpolatedStringElement::Interpolation(it) => self.replacement(it, parts),
            }
        }
    }

    fn replacement(&mut self, field: &InterpolatedElement, parts: &mut Vec<Expr>) {
        let at = self.at(field);
        let value = self.expression(&field.expression);
        if let Some(it) = &field.debug_text {
            push(parts, string(it.as_str(), at));
        }
        let conversion = match field.conversion {
            ConversionFlag::None if field.debug_text.is_some() && field.format_spec.is_none() => {
                "r"
            }
            ConversionFlag::None => "",
            ConversionFlag::Str => "s",
            ConversionFlag::Ascii => "a",
            ConversionFlag::Repr => "r",
        };
        let mut arguments = vec![value];
        if !conversion.is_empty() || field.format_spec.is_some() {
            arguments.push(string(conversion, at));
        }
        if let Some(spec) = &field.format_spec {
            let mut inner = Vec::new();
            self.elements(&spec.elements, &mut inner);
            arguments.push(match inner.as_slice() {
                [only] if matches!(only.kind, ExprKind::String(_)) => inner.remove(0),
                _ => self.py("join", vec![array(inner, at)], at),
            });
        }
        parts.push(self.py("field", arguments, at));
    }
}

/// Adds a part; texts next to each other are one.
fn push(parts: &mut Vec<Expr>, part: Expr) {
    if let (
        Some(Expr {
            kind: ExprKind::String(before),
            ..
        }),
        ExprKind::String(next),
    ) = (parts.last_mut(), &part.kind)
    {
        before.push_str(next);
        return;
    }
    parts.push(part);
}
