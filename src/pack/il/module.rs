//! A module.

use super::node::node;
use super::slot::Slot;
use super::statement::Statement;
use super::token::Token;
use super::types::{Type, TypeDeclaration};

/// The version of LumiIL that this crate writes and reads.
pub const VERSION: u32 = 1;

node! {
    pub struct Module {
        /// The version of LumiIL.
        lumiil: u32,
        /// The path below the project folder without extension, with `/`.
        name: String,
        /// The members of other modules that it uses, in the order of their evaluation.
        imports: Vec<Import>,
        /// All local variables, in the order of their declarations.
        locals: Vec<Local>,
        types: Vec<TypeDeclaration>,
        body: Vec<Statement>,
        /// Sorted by name.
        exports: Vec<Export>,
    }
}

impl Module {
    pub const VERSION: u32 = VERSION;
}

node! {
    /// A name that the module gives to a member of another one.
    #[derive(Eq)]
    pub struct Import {
        token: Token,
        /// The name in the text of closures, and in raised source; empty for an import for its effects.
        alias as "as": String,
        /// Whether only types use it.
        is_type as "type": bool = false,
    }
}

node! {
    pub struct Local {
        name: String,
        value_type as "type": Option<Type> = None,
    }
}

node! {
    #[derive(Eq)]
    pub struct Export {
        name: String,
        value: ExportTarget,
    }
}

node! {
    /// The value of an export.
    #[derive(Eq)]
    pub enum ExportTarget {
        Local(it: Slot),
        /// A member of another module.
        Token(it: Token),
        /// The value of the statement `default`.
        Default,
    }
}
