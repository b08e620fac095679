//! Code that is kept as JavaScript.

use super::node::node;
use super::position::At;
use super::slot::Slot;
use super::token::Token;

node! {
    /// A function or class that may be captured by a resource: real JavaScript, of which only the captures are known.
    pub struct Closure {
        /// The SHA-256 of the text, which is a file of the package.
        text: String,
        shape: ClosureShape,
        /// The free variables of the text that are not globals, by name.
        captures: Vec<Capture> = [],
        #[serde(skip)]
        at: At,
    }
}

node! {
    /// The kind of a text.
    #[derive(Copy, Eq)]
    pub enum ClosureShape {
        /// A function or class as an expression.
        Expression,
        /// A declaration of a function or class.
        Declaration,
        /// A method, getter or setter of an object.
        Method,
    }
}

node! {
    /// A free variable of a text.
    pub struct Capture {
        name: String,
        value: Captured,
    }
}

node! {
    /// The target of a free variable.
    #[derive(Eq)]
    pub enum Captured {
        Local(it: Slot),
        Token(it: Token),
    }
}
