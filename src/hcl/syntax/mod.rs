//! Syntax: files, expressions and templates as trees with places, and what is wrong with them.
//!
//! | module | |
//! |---|---|
//! | `source_file` | files, and spans of them |
//! | `diagnostic` | errors and warnings, with the line and a caret |
//! | `expression` | the tree of an expression |
//! | `static_reading` | readings of expressions that are not evaluated: references, keywords, lists |
//! | `body` | bodies of both syntaxes: attributes and blocks by a schema |
//! | `native_content` | the content of a body in the native syntax |
//! | `native` | the parser of the native syntax |
//! | `nesting` | how deep files can be nested |
//! | `json` | the reader of the JSON syntax |

mod body;
mod diagnostic;
mod expression;
mod json;
mod native;
mod native_content;
mod nesting;
mod source_file;
mod static_reading;
#[cfg(test)]
mod tests;

pub use body::{
    Attribute, AttributeSchema, Block, BlockSchema, Body, BodyContent, BodySchema, Label,
};
pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use expression::{
    BinaryOperator, Call, Expression, ExpressionKind, For, JsonText, Literal, SharedKind, Step,
    StepKind, Traversal, UnaryOperator,
};
pub use source_file::{SourceFile, Span};

pub use nesting::MAX_NESTING;

use native::Parser;

/// Reads a file: one whose name ends in `.json` in the JSON syntax, any other one in the native syntax.
pub fn parse_body(name: &str, text: &[u8]) -> Result<Body, Diagnostics> {
    match std::str::from_utf8(text) {
        Ok(text) if name.ends_with(".json") => parse_json(name, text),
        Ok(text) => parse_native(name, text),
        Err(error) => {
            let valid = String::from_utf8_lossy(&text[..error.valid_up_to()]).into_owned();
            let span = SourceFile::new(name, &valid).end();
            let detail = "Files must be encoded in UTF-8.";
            Err(Diagnostic::error("The text is not UTF-8", detail, &span).into())
        }
    }
}

/// Reads a file in the native syntax.
pub fn parse_native(name: &str, text: &str) -> Result<Body, Diagnostics> {
    Parser::new(&SourceFile::new(name, text)).file()
}

/// Reads a file in the JSON syntax.
pub fn parse_json(name: &str, text: &str) -> Result<Body, Diagnostics> {
    json::parse(&SourceFile::new(name, text))
}

/// Reads a text that is one expression.
pub fn parse_expression(name: &str, text: &str) -> Result<Expression, Diagnostics> {
    Parser::new(&SourceFile::new(name, text)).whole_expression()
}

/// Reads a text that is a template without quotes around it.
pub fn parse_template(name: &str, text: &str) -> Result<Expression, Diagnostics> {
    Parser::new(&SourceFile::new(name, text)).whole_template()
}

/// Reads a text that is a reference, such as `aws_vpc.main["a"].id`.
pub fn parse_traversal(name: &str, text: &str) -> Result<Traversal, Diagnostics> {
    Parser::new(&SourceFile::new(name, text)).whole_traversal()
}
