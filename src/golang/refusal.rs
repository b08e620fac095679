//! Kinds of refused code, with codes; `docs/lumigo.md` describes each.

/// A kind of refused code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refusal {
    /// An error of syntax.
    Syntax = 1,
    /// A statement that LumiGo does not have.
    Statement,
    /// An expression that LumiGo does not have.
    Expression,
    /// A package that LumiGo does not have.
    Import,
    /// A name that nothing declares, or that nothing uses.
    Name,
    /// A type that LumiGo does not have.
    Type,
    /// A value that does not fit its type.
    Mismatch,
    /// A constant that does not fit its type.
    Constant,
    /// A declaration that Go refuses.
    Declaration,
    /// Type arguments that do not fit.
    Generic,
    /// Code that is nested too deeply.
    Nesting,
}

impl Refusal {
    /// The code, such as `GO003`.
    pub fn code(self) -> String {
        format!("GO{:03}", self as u32)
    }
}
