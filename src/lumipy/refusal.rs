//! Kinds of refused code, with codes; `docs/lumipy.md` describes each.

/// A kind of refused code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refusal {
    /// An error of syntax.
    Syntax = 1,
    /// A statement that LumiPy does not have.
    Statement,
    /// An expression that LumiPy does not have.
    Expression,
    /// A module that LumiPy does not have.
    Import,
    /// A name that nothing declares.
    Name,
    /// A decorator that LumiPy does not know.
    Decorator,
    /// A class that LumiPy does not have.
    Class,
    /// A number that LumiPy does not have.
    Number,
    /// A call of `lumi.export` in a function or block, or without a text as the name.
    Export,
    /// A use of `super` that LumiPy does not have.
    Super,
    /// Code that is nested too deeply.
    Nesting,
}

impl Refusal {
    /// The code, such as `PY003`.
    pub fn code(self) -> String {
        format!("PY{:03}", self as u32)
    }
}
