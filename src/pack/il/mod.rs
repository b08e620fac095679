//! LumiIL: the code of a module as a bound syntax tree, in JSON.
//!
//! `docs/lumiil.md` is its specification. Names are resolved: a local variable is a slot of its module, a
//! member of a module is a [`Token`], and what the standard library has is an intrinsic.
//!
//! | module | |
//! |---|---|
//! | `module` | a module: its imports, locals, types, statements and exports |
//! | `statement`, `expression`, `pattern` | the code |
//! | `function`, `class` | functions and classes |
//! | `closure` | code that is kept as JavaScript, with what it captures |
//! | `types` | types, as far as LumiIL can say them |
//! | `token` | names of members of modules |
//! | `slot` | local variables |
//! | `position`, `debug_info` | where in the source nodes come from |
//! | `node` | the description of nodes, and what follows from it |
//! | `walk` | visits all nodes in order |
//! | `number` | numbers in JSON |
//! | `schema` | JSON Schemas of nodes |

mod class;
mod closure;
mod debug_info;
mod expression;
mod function;
mod module;
mod node;
mod number;
mod pattern;
mod position;
#[cfg(test)]
mod schema;
#[cfg(test)]
mod schema_tests;
mod slot;
mod statement;
mod token;
mod types;
mod walk;

pub use crate::intrinsics::{is_member, is_variable_name};
pub use class::{Class, ClassMember, MemberKind};
pub use closure::{Capture, Captured, Closure, ClosureShape};
pub use debug_info::DebugInfo;
pub use expression::{Expr, ExprKind, Key, Property, Template};
pub use function::{Body, Function, Parameter};
pub use module::{Export, ExportTarget, Import, Local, Module};
pub use node::{Node, Part};
pub use pattern::{ObjectPattern, Pattern, PatternKind, PropertyPattern};
pub use position::At;
pub use slot::Slot;
pub use statement::{
    Case, Catch, EnumMember, Head, LoopKind, Statement, StatementKind, VariableKind,
};
pub use token::{OWN_PACKAGE, Token};
pub use types::{Type, TypeDeclaration, TypeMember, TypeParameter};
pub use walk::Visit;
