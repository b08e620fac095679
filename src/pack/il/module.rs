//! A module.

use serde::{Deserialize, Serialize};

use super::statement::Statement;
use super::token::Token;
use super::types::{Type, TypeDeclaration};

/// A local variable: an index into [`Module::locals`].
pub type Slot = u32;

/// The version of LumiIL that this crate writes and reads.
pub const VERSION: u32 = 1;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Module {
    /// The version of LumiIL.
    pub lumiil: u32,
    /// The path below the project folder without extension, with `/`.
    pub name: String,
    /// The members of other modules that it uses, in the order of their evaluation.
    pub imports: Vec<Import>,
    /// All local variables, in the order of their declarations.
    pub locals: Vec<Local>,
    pub types: Vec<TypeDeclaration>,
    pub body: Vec<Statement>,
    /// Sorted by name.
    pub exports: Vec<Export>,
}

impl Module {
    pub const VERSION: u32 = VERSION;
}

/// A name that the module gives to a member of another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Import {
    pub token: Token,
    /// The name in the text of closures, and in raised source; empty for an import for its effects.
    #[serde(rename = "as")]
    pub alias: String,
    /// Whether only types use it.
    #[serde(default, rename = "type", skip_serializing_if = "std::ops::Not::not")]
    pub is_type: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Local {
    pub name: String,
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub value_type: Option<Type>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Export {
    pub name: String,
    pub value: ExportTarget,
}

/// The value of an export.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ExportTarget {
    Local(Slot),
    /// A member of another module.
    Token(Token),
    /// The value of the statement `default`.
    Default,
}
