//! Kinds of refused code, with codes; `docs/lumipy.md` describes each.

/// A kind of what LumiPy refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refusal {
    /// Text that is no Python.
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
    /// A call of `lumi.export` that says no output.
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
