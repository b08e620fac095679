//! The parser of the native syntax.
//!
//! It accepts what the parser of OpenTofu accepts. Its parts:
//!
//! | module | |
//! |---|---|
//! | `lexer` | tokens of expressions and bodies |
//! | `parser` | the state of the parser, and whole texts |
//! | `structure` | bodies: attributes and blocks |
//! | `operations` | operators and conditionals |
//! | `terms` | constants, references, calls, parentheses |
//! | `traversals` | attributes, indexes and splats after a term |
//! | `collections` | lists and objects |
//! | `for_expressions` | `for` expressions |
//! | `templates` | quoted texts, heredocs and template files as flat parts |
//! | `literals` | texts between interpolations: lines, escapes |
//! | `directives` | `%{if}` and `%{for}`: from flat parts to a tree |

mod collections;
mod directives;
mod for_expressions;
mod lexer;
mod literals;
mod operations;
mod parser;
mod structure;
mod templates;
mod terms;
mod traversals;

pub use parser::Parser;
