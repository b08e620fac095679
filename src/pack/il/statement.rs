//! Statements.

use super::class::Class;
use super::closure::Closure;
use super::expression::Expr;
use super::function::Function;
use super::node::{located, node};
use super::pattern::Pattern;
use super::slot::Slot;

located! {
    pub struct Statement { StatementKind } as Statement, Statements
}

node! {
    #[derive(Copy, Eq)]
    pub enum VariableKind {
        Const,
        Let,
    }
}

node! {
    #[derive(Copy, Eq)]
    pub enum LoopKind {
        /// Over the values of what can be iterated.
        Of,
        /// Over the names of properties.
        In,
        /// As `of`, and waits for each value.
        AwaitOf,
    }
}

node! {
    /// The first part of `for (;;)`.
    pub enum Head {
        /// Statements that declare variables.
        Variables(it: Vec<Statement>),
        Value(it: Expr),
    }
}

node! {
    pub enum StatementKind {
        Evaluate(it: Expr),
        Variable {
            kind: VariableKind,
            pattern: Pattern,
            value: Option<Expr> = None,
        },
        Function {
            slot: Slot,
            function: Box<Function>,
        },
        Class {
            slot: Slot,
            class: Box<Class>,
        },
        /// A function or class that is kept as JavaScript.
        Closure {
            slot: Slot,
            closure: Closure,
        },
        Enum {
            slot: Slot,
            members: Vec<EnumMember>,
        },
        /// The value of the module's default export.
        Default(it: Expr),
        Return(it: Option<Expr>),
        Throw(it: Expr),
        If {
            test: Expr,
            then: Vec<Statement>,
            otherwise as "else": Option<Vec<Statement>> = None,
        },
        For {
            head: Option<Head> = None,
            test: Option<Expr> = None,
            update: Option<Expr> = None,
            body: Vec<Statement>,
        },
        ForEach {
            kind: LoopKind,
            /// `None` assigns to what exists.
            variable: Option<VariableKind> = None,
            pattern: Pattern,
            of: Expr,
            body: Vec<Statement>,
        },
        While {
            test: Expr,
            body: Vec<Statement>,
        },
        DoWhile {
            body after test: Vec<Statement>,
            test: Expr,
        },
        Switch {
            value: Expr,
            cases: Vec<Case>,
        },
        Try {
            body: Vec<Statement>,
            catch: Option<Catch> = None,
            finally: Option<Vec<Statement>> = None,
        },
        Block(it: Vec<Statement>),
        Labeled {
            label: String,
            body: Box<Statement>,
        },
        Break(it: Option<String>),
        Continue(it: Option<String>),
    }
}

node! {
    pub struct EnumMember {
        name: String,
        /// One more than that of the member before, or 0.
        value: Option<Expr> = None,
    }
}

node! {
    pub struct Case {
        /// `None` for all other values.
        test: Option<Expr> = None,
        body: Vec<Statement>,
    }
}

node! {
    pub struct Catch {
        pattern: Option<Pattern> = None,
        body: Vec<Statement>,
    }
}
