//! The meanings of names.

use std::collections::HashMap;
use std::rc::Rc;

use lumi_pack::il::{Expr, Slot, Statement};

use super::constant::Constant;
use super::syntax::Pos;
use super::syntax::tree::{ConstDeclaration, FunctionDeclaration, TypeDeclaration, VarDeclaration};
use super::types::TypeId;

/// The meaning of a name.
#[derive(Clone, Debug)]
pub enum Object {
    /// Indices into the lists of the program.
    Constant(usize),
    Global(usize),
    Function(usize),
    Type(usize),
    Package(usize),
    Local(usize),
    Value(Constant, TypeId),
    Known(TypeId),
    Builtin(&'static str),
    Nil,
}

pub struct Package {
    pub path: String,
    pub name: String,
    pub names: HashMap<Rc<str>, Object>,
    pub is_library: bool,
    /// Functions named `init`.
    pub starts: Vec<usize>,
}

/// A value that is made when it is needed first.
#[derive(Clone, Debug, PartialEq)]
pub enum Lazy<T> {
    Unknown,
    Busy,
    Known(T),
    Refused,
}

pub struct ConstantObject {
    pub syntax: Rc<ConstDeclaration>,
    pub index: usize,
    pub package: usize,
    pub value: Lazy<(Constant, TypeId)>,
}

/// A variable of a package.
pub struct Global {
    pub syntax: Rc<VarDeclaration>,
    pub package: usize,
    pub slot: Option<Slot>,
    pub of: Lazy<TypeId>,
    /// The first variable of its declaration, which has the code of all of them.
    pub first: usize,
    /// The code of the declaration: statements, and the values of its variables after them.
    pub code: Option<(Vec<Statement>, Vec<Expr>)>,
}

pub struct TypeObject {
    pub syntax: Rc<TypeDeclaration>,
    pub package: usize,
    pub instances: HashMap<Vec<TypeId>, TypeId>,
    pub methods: HashMap<Rc<str>, Rc<FunctionDeclaration>>,
    pub is_busy: bool,
}

pub struct FunctionObject {
    pub syntax: Rc<FunctionDeclaration>,
    pub package: usize,
}

/// A variable of a function.
pub struct LocalVariable {
    pub name: Rc<str>,
    pub at: Pos,
    pub slot: Slot,
    pub of: TypeId,
    pub is_used: bool,
}

/// A name of an import in one file.
pub struct ImportedName {
    pub package: usize,
    pub at: Pos,
    pub is_used: bool,
}
