//! Names of members that are computed while the program runs: in JavaScript they pass a function that refuses the names
//! that LumiIL does not have.

use crate::il::{Expr, ExprKind, Key};
use crate::intrinsics::absent_members;

use super::doc::Doc;
use super::expressions::{ASSIGNMENT, SEQUENCE, quoted};
use super::printer::Printer;

/// The name of the function in modules that have no other use of it.
const GUARD: &str = "$key";

/// The name of the function in a module with these names.
pub fn guard_name(is_taken: impl Fn(&str) -> bool) -> String {
    free_name(GUARD, is_taken)
}

/// A name that a module has no other use of.
pub fn free_name(wanted: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut name = wanted.to_owned();
    while is_taken(&name) {
        name.push('$');
    }
    name
}

impl Printer<'_> {
    /// An index between brackets.
    pub fn index(&self, index: &Expr) -> Doc {
        match self.is_typescript() || is_harmless(&index.kind) {
            true => self.expression(index, SEQUENCE),
            false => self.guarded(index),
        }
    }

    /// The key of a member that a pattern reads.
    pub fn read_key(&self, key: &Key) -> Doc {
        match key {
            Key::Computed(it) if !self.is_typescript() && !is_harmless(&it.kind) => {
                Doc::List(vec![Doc::text("["), self.guarded(it), Doc::text("]")])
            }
            other => self.key(other),
        }
    }

    fn guarded(&self, index: &Expr) -> Doc {
        self.is_guarded.set(true);
        Doc::List(vec![
            Doc::text(format!("{}(", self.guard)),
            self.expression(index, ASSIGNMENT),
            Doc::text(")"),
        ])
    }

    /// Code that throws an error with a message, which is code itself. The stack begins where the function is called.
    pub fn refusal(&self, message: &str, function: &str) -> String {
        match self.is_name("TypeError") || self.is_name("Error") {
            false => format!(
                "const error = new TypeError({message});\n      \
                 Error.captureStackTrace(error, {function});\n      throw error;"
            ),
            true => format!("throw {message};"),
        }
    }

    /// The function, if the module needs it. It is declared as a function, so that modules that import each other have it
    /// before they are evaluated.
    pub fn guard(&self) -> Vec<Doc> {
        if !self.is_guarded.get() {
            return Vec::new();
        }
        let refusal = self.refusal("`LumiIL has no member \\`${text}\\``", &self.guard);
        let cases = absent_members().iter();
        let cases: String = cases
            .map(|it| format!("    case {}:\n", quoted(it)))
            .collect();
        let text = format!(
            "function {}(name) {{\n  if (typeof name === \"number\" || typeof name === \"symbol\") {{\n    return name;\n  }}\n  \
             const text = `${{name}}`;\n  switch (text) {{\n{cases}{{\n      {refusal}\n    }}\n    default:\n      return text;\n  }}\n}}",
            self.guard
        );
        vec![
            Doc::Break,
            Doc::Verbatim(text, Default::default()),
            Doc::Break,
        ]
    }
}

/// Whether the value is a number, a truth value, or a text that the verifier has seen.
fn is_harmless(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Number(_)
        | ExprKind::String(_)
        | ExprKind::Bool(_)
        | ExprKind::Null
        | ExprKind::Undefined
        | ExprKind::Update { .. } => true,
        ExprKind::Unary { operator, .. } => operator != "delete",
        ExprKind::Binary { operator, .. } => !matches!(operator.as_str(), "+" | "&&" | "||" | "??"),
        ExprKind::Conditional {
            then, otherwise, ..
        } => is_harmless(&then.kind) && is_harmless(&otherwise.kind),
        _ => false,
    }
}
