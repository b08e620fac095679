//! Conditions that are known before a run.

use ruff_python_ast::Expr as Syntax;

/// Whether a condition is `TYPE_CHECKING`: its block has imports for annotations alone.
pub fn is_type_checking(test: &Syntax) -> bool {
    match test {
        Syntax::Name(it) => it.id.as_str() == "TYPE_CHECKING",
        Syntax::Attribute(it) => it.attr.as_str() == "TYPE_CHECKING",
        _ => false,
    }
}
