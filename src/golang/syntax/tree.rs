//! The tree of a file. Types are expressions.

use std::rc::Rc;

use super::Pos;

#[derive(Clone, Debug)]
pub struct Ident {
    pub name: Rc<str>,
    pub at: Pos,
}

#[derive(Debug)]
pub struct File {
    pub package: Ident,
    pub imports: Vec<Import>,
    pub declarations: Vec<Declaration>,
}

#[derive(Debug)]
pub struct Import {
    pub at: Pos,
    pub alias: Option<Ident>,
    pub path: String,
}

#[derive(Clone, Debug)]
pub enum Declaration {
    Const(Rc<ConstDeclaration>),
    Var(Rc<VarDeclaration>),
    Type(Rc<TypeDeclaration>),
    Function(Rc<FunctionDeclaration>),
}

#[derive(Debug)]
pub struct ConstDeclaration {
    pub names: Vec<Ident>,
    pub value_type: Option<Rc<Expr>>,
    /// The values, which are those of an earlier line where a line has none.
    pub values: Rc<Vec<Expr>>,
    pub iota: u32,
}

#[derive(Debug)]
pub struct VarDeclaration {
    pub names: Vec<Ident>,
    pub value_type: Option<Expr>,
    pub values: Vec<Expr>,
}

#[derive(Debug)]
pub struct TypeDeclaration {
    pub name: Ident,
    pub parameters: Vec<Parameter>,
    pub is_alias: bool,
    pub definition: Expr,
}

#[derive(Debug)]
pub struct FunctionDeclaration {
    pub name: Ident,
    pub receiver: Option<Parameter>,
    pub type_parameters: Vec<Parameter>,
    pub signature: Signature,
    pub body: Option<Block>,
}

#[derive(Debug)]
pub struct Signature {
    pub parameters: Vec<Parameter>,
    pub results: Vec<Parameter>,
    pub is_variadic: bool,
}

#[derive(Debug)]
pub struct Parameter {
    pub name: Option<Ident>,
    pub value_type: Rc<Expr>,
}

#[derive(Debug)]
pub struct Block {
    pub statements: Vec<Statement>,
    pub end: Pos,
}

#[derive(Debug)]
pub struct Expr {
    pub at: Pos,
    pub kind: ExprKind,
}

#[derive(Debug)]
pub enum ExprKind {
    Name(Rc<str>),
    Int(Rc<str>),
    Float(Rc<str>),
    Imaginary,
    Char(u32),
    Text(Rc<[u8]>),
    Composite {
        of: Option<Box<Expr>>,
        elements: Vec<Element>,
    },
    Function(Rc<FunctionLiteral>),
    Paren(Box<Expr>),
    Select(Box<Expr>, Ident),
    Index(Box<Expr>, Vec<Expr>),
    Slice(Box<Expr>, [Option<Box<Expr>>; 3]),
    /// `of.(type)` has no type.
    Assert(Box<Expr>, Option<Box<Expr>>),
    Call(Rc<Call>),
    Star(Box<Expr>),
    Unary(&'static str, Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    /// An array type; `[...]T` has no length.
    Array(Option<Box<Expr>>, Box<Expr>),
    SliceType(Box<Expr>),
    Struct(Vec<Field>),
    FunctionType(Signature),
    Interface(Vec<Member>),
    Map(Box<Expr>, Box<Expr>),
    Channel,
}

#[derive(Debug)]
pub struct Call {
    pub of: Expr,
    pub arguments: Vec<Expr>,
    pub is_spread: bool,
}

#[derive(Debug)]
pub struct FunctionLiteral {
    pub signature: Signature,
    pub body: Block,
}

#[derive(Debug)]
pub struct Element {
    pub key: Option<Expr>,
    pub value: Expr,
}

#[derive(Debug)]
pub struct Field {
    pub name: Ident,
    pub is_embedded: bool,
    pub value_type: Rc<Expr>,
    pub tag: Option<Rc<[u8]>>,
}

#[derive(Debug)]
pub enum Member {
    Method(Ident, Signature),
    /// Types of a constraint, or an interface; the flag is that of `~`.
    Types(Vec<(bool, Expr)>),
}

#[derive(Debug)]
pub struct Statement {
    pub at: Pos,
    pub kind: StatementKind,
}

#[derive(Debug)]
pub enum StatementKind {
    Empty,
    Expression(Expr),
    Declare(Vec<Declaration>),
    /// `:=`
    Define(Vec<Expr>, Vec<Expr>),
    Assign(Vec<Expr>, Vec<Expr>),
    Operate(&'static str, Expr, Expr),
    /// `++` and `--`
    Step(&'static str, Expr),
    Block(Block),
    If(Rc<If>),
    Switch(Rc<Switch>),
    TypeSwitch(Rc<TypeSwitch>),
    For(Rc<For>),
    Range(Rc<Range>),
    Return(Vec<Expr>),
    Break(Option<Ident>),
    Continue(Option<Ident>),
    Fallthrough,
    Defer(Expr),
    Labeled(Ident, Box<Statement>),
    /// A statement that LumiGo does not have, by its keyword.
    Absent(&'static str),
}

#[derive(Debug)]
pub struct If {
    pub before: Option<Statement>,
    pub test: Expr,
    pub then: Block,
    pub otherwise: Option<Statement>,
}

#[derive(Debug)]
pub struct Switch {
    pub before: Option<Statement>,
    pub value: Option<Expr>,
    pub cases: Vec<Case>,
}

#[derive(Debug)]
pub struct TypeSwitch {
    pub before: Option<Statement>,
    pub name: Option<Ident>,
    pub value: Expr,
    pub cases: Vec<Case>,
}

#[derive(Debug)]
pub struct Case {
    pub at: Pos,
    /// `None` for `default`.
    pub values: Option<Vec<Expr>>,
    pub body: Block,
}

#[derive(Debug)]
pub struct For {
    pub before: Option<Statement>,
    pub test: Option<Expr>,
    pub after: Option<Statement>,
    pub body: Block,
}

#[derive(Debug)]
pub struct Range {
    pub targets: Vec<Expr>,
    /// Whether the targets are declared.
    pub is_definition: bool,
    pub of: Expr,
    pub body: Block,
}
