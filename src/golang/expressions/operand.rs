//! Values with their types.

use lumi_pack::il::Expr;

use crate::constant::Constant;
use crate::syntax::Pos;
use crate::types::TypeId;

#[derive(Clone, Debug, PartialEq)]
pub enum Mode {
    /// A value that something else may have as well.
    Value,
    /// A value that has an address: a variable, or a part of one.
    Variable,
    /// A value that nothing else has: it need not be copied.
    Fresh,
    Constant(Constant),
    /// No value: a call of a function without results.
    Nothing,
}

#[derive(Clone, Debug)]
pub struct Operand {
    pub mode: Mode,
    pub of: TypeId,
    pub code: Expr,
    pub at: Pos,
}

impl Operand {
    pub fn new(mode: Mode, of: TypeId, code: Expr, at: Pos) -> Self {
        Self { mode, of, code, at }
    }

    pub fn constant(&self) -> Option<&Constant> {
        match &self.mode {
            Mode::Constant(it) => Some(it),
            _ => None,
        }
    }
}
