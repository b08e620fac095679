//! A module, and the `new` at a position.

use deno_ast::swc::ast::{CallExpr, Callee, Expr, ExprOrSpread, Module, NewExpr};
use deno_ast::swc::common::Spanned;
use deno_ast::swc::ecma_visit::{Visit, VisitWith};
use lumi_closure::analysis::{end, offset, untyped};
use lumi_closure::typescript::{look_into_module, prevailing_quote};
use lumi_graph::{LineIndex, SourcePosition};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

use super::constants::Constants;
use super::expression::member_of;

/// Constructors that take the type of a resource before its name.
const WITH_TYPE: [&str; 3] = ["CustomResource", "ComponentResource", "ProviderResource"];

/// The text of a module as it is edited.
pub struct ModuleSource<'s> {
    /// The name in positions.
    pub file: &'s str,
    /// Without a byte order mark.
    pub text: &'s str,
    pub lines: LineIndex<'s>,
    pub constants: Constants,
    /// The quotes of most texts.
    pub quote: char,
}

impl<'s> ModuleSource<'s> {
    /// Parses a module, and looks at its syntax.
    pub fn parse<T>(
        file: &'s str,
        text: &'s str,
        look: impl FnOnce(&Self, &Module) -> T,
    ) -> Result<T, String> {
        if file.ends_with(".py") {
            return Err("lumi edits TypeScript and JavaScript, and this is Python".to_owned());
        }
        let looked = look_into_module(file, text, |_, module| {
            let source = Self {
                file,
                text,
                lines: LineIndex::new(text),
                constants: Constants::of(module),
                quote: prevailing_quote(text),
            };
            look(&source, module)
        });
        looked.map_err(|fault| fault.to_string())
    }

    /// The position of a byte offset.
    pub fn position(&self, offset: usize) -> SourcePosition {
        let (line, column) = self.lines.position(offset);
        SourcePosition {
            file: self.file.into(),
            line,
            column,
        }
    }

    /// The byte offset of a position in this file.
    pub fn offset(&self, place: &SourcePosition) -> Option<usize> {
        self.lines.offset(place.line, place.column)
    }

    pub fn place(&self, node: &impl Spanned) -> SourcePosition {
        self.position(offset(node.span()))
    }
}

/// The bytes of a node.
pub fn range(node: &impl Spanned) -> Range<usize> {
    let span = node.span();
    offset(span)..end(span)
}

/// The inputs of the resources whose `new`, or `super`, begins at one of these offsets, by offset.
pub fn inputs_at(module: &Module, wanted: FxHashSet<usize>) -> FxHashMap<usize, Expr> {
    let mut search = ConstructionSearch {
        wanted,
        found: FxHashMap::default(),
    };
    module.visit_with(&mut search);
    search.found
}

struct ConstructionSearch {
    wanted: FxHashSet<usize>,
    found: FxHashMap<usize, Expr>,
}

impl ConstructionSearch {
    fn arguments(&mut self, at: usize, arguments: &[ExprOrSpread], takes_type: bool) {
        let index = if takes_type { 2 } else { 1 };
        if let Some(before) = arguments.get(..=index)
            && before.iter().all(|it| it.spread.is_none())
            && let Some(inputs) = before.last()
        {
            self.found.insert(at, Expr::clone(&inputs.expr));
        }
    }
}

impl Visit for ConstructionSearch {
    fn visit_new_expr(&mut self, new: &NewExpr) {
        let at = offset(new.span);
        if self.wanted.contains(&at) {
            let name = match untyped(&new.callee) {
                Expr::Ident(name) => Some(name.sym.to_string()),
                Expr::Member(member) => member_of(&member.prop),
                _ => None,
            };
            let takes_type = name.is_some_and(|it| WITH_TYPE.contains(&it.as_str()));
            self.arguments(at, new.args.as_deref().unwrap_or_default(), takes_type);
        }
        new.visit_children_with(self);
    }

    fn visit_call_expr(&mut self, call: &CallExpr) {
        let is_super = matches!(call.callee, Callee::Super(_));
        let at = offset(call.span);
        if is_super && self.wanted.contains(&at) {
            // Of a class of the program: `super(type, name, inputs)`, or `super(name, inputs)`.
            let third = call.args.get(2).map(|it| untyped(&it.expr));
            let takes_type = matches!(third, Some(Expr::Object(_)))
                && !matches!(
                    call.args.get(1).map(|it| untyped(&it.expr)),
                    Some(Expr::Object(_))
                );
            self.arguments(at, &call.args, takes_type);
        }
        call.visit_children_with(self);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn python_is_not_edited() {
        let parsed = |file| ModuleSource::parse(file, "from lumi.std import fs\n", |_, _| ());
        assert_eq!(
            parsed("index.py").unwrap_err(),
            "lumi edits TypeScript and JavaScript, and this is Python"
        );
    }
}
