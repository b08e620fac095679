//! The names of decorators.

use ruff_python_ast::Expr as Syntax;

/// The last part of the name of a decorator.
pub fn decorator_name(of: &Syntax) -> &str {
    match of {
        Syntax::Name(it) => it.id.as_str(),
        Syntax::Attribute(it) => it.attr.as_str(),
        Syntax::Call(it) => decorator_name(&it.func),
        _ => "",
    }
}

/// Decorators of classes that are no functions for LumiPy.
const KNOWN: &[&str] = &[
    "dataclass",
    "final",
    "runtime_checkable",
    "total_ordering",
    "unique",
];

/// Whether a class stays what it is with a decorator.
pub fn is_known_decorator(of: &Syntax) -> bool {
    KNOWN.contains(&decorator_name(of))
}
