//! Statements that only make a resource, and their removal.

use std::ops::Range;

use deno_ast::swc::ast::{Expr, Module, ModuleItem, Stmt};
use deno_ast::swc::ecma_visit::{Visit, VisitWith};
use lumi_closure::analysis::{offset, untyped};
use rustc_hash::FxHashMap;

use super::module_source::range;

/// The statements that are a `new` and nothing else, by the offset of the `new`. The body of an `if` without a block is
/// none: without it, the next statement would be the body.
pub fn constructing_statements(module: &Module) -> FxHashMap<usize, Range<usize>> {
    let mut search = StatementSearch::default();
    module.visit_with(&mut search);
    search.found
}

#[derive(Default)]
struct StatementSearch {
    found: FxHashMap<usize, Range<usize>>,
}

impl StatementSearch {
    fn statement(&mut self, statement: &Stmt) {
        if let Stmt::Expr(it) = statement
            && let Expr::New(new) = untyped(&it.expr)
        {
            self.found.insert(offset(new.span), range(it));
        }
    }
}

impl Visit for StatementSearch {
    fn visit_module_items(&mut self, items: &[ModuleItem]) {
        for item in items {
            if let ModuleItem::Stmt(statement) = item {
                self.statement(statement);
            }
        }
        items.visit_children_with(self);
    }

    fn visit_stmts(&mut self, statements: &[Stmt]) {
        for statement in statements {
            self.statement(statement);
        }
        statements.visit_children_with(self);
    }
}

/// The range of a statement, extended to its lines if they contain nothing else. A comment at the end of the last line is
/// part of them.
pub fn with_lines(text: &str, range: Range<usize>) -> Range<usize> {
    let Range { start, end } = range;
    let line_start = text[..start].rfind('\n').map_or(0, |it| it + 1);
    let line_end = text[end..].find('\n').map_or(text.len(), |it| end + it + 1);
    let before = text[line_start..start].trim();
    let after = text[end..line_end].trim();
    match before.is_empty() && (after.is_empty() || after.starts_with("//")) {
        true => line_start..line_end,
        false => start..end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_go_with_their_statement() {
        let cut = |text: &str, statement: &str| {
            let start = text.find(statement).unwrap();
            let range = with_lines(text, start..start + statement.len());
            format!("{}{}", &text[..range.start], &text[range.end..])
        };
        assert_eq!(cut("a;\n  new F();\nb;\n", "new F();"), "a;\nb;\n");
        assert_eq!(cut("new F(); // the page\nb;", "new F();"), "b;");
        assert_eq!(cut("a; new F(); b;", "new F();"), "a;  b;");
        assert_eq!(cut("new F();", "new F();"), "");
        assert_eq!(cut("new F(); /* a */ b;\n", "new F();"), " /* a */ b;\n");
        assert_eq!(cut("a;\r\nnew F();\r\nb;", "new F();"), "a;\r\nb;");
    }
}
