//! The words of a text.

use std::rc::Rc;

use super::Pos;

#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    Name(Rc<str>),
    Keyword(&'static str),
    /// An operator or a bracket.
    Sign(&'static str),
    Int(Rc<str>),
    Float(Rc<str>),
    Imaginary,
    Char(u32),
    Text(Rc<[u8]>),
    /// The end of a statement: a semicolon, or the end of a line that stands for one.
    End {
        is_line: bool,
    },
    Eof,
}

#[derive(Clone, Debug)]
pub struct Word {
    pub token: Token,
    pub at: Pos,
}

pub const KEYWORDS: &[&str] = &[
    "break",
    "case",
    "chan",
    "const",
    "continue",
    "default",
    "defer",
    "else",
    "fallthrough",
    "for",
    "func",
    "go",
    "goto",
    "if",
    "import",
    "interface",
    "map",
    "package",
    "range",
    "return",
    "select",
    "struct",
    "switch",
    "type",
    "var",
];

/// Longer signs before those that they begin with.
pub const SIGNS: &[&str] = &[
    "<<=", ">>=", "&^=", "...", "&&", "||", "<-", "++", "--", "==", "!=", "<=", ">=", ":=", "+=",
    "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "&^", "+", "-", "*", "/", "%", "&", "|",
    "^", "~", "<", ">", "=", "!", "(", ")", "[", "]", "{", "}", ",", ".", ":",
];

impl Token {
    /// Whether the end of a line after the word ends a statement.
    pub fn ends_statement(&self) -> bool {
        match self {
            Self::Keyword(it) => matches!(*it, "break" | "continue" | "fallthrough" | "return"),
            Self::Sign(it) => matches!(*it, "++" | "--" | ")" | "]" | "}"),
            Self::End { .. } | Self::Eof => false,
            _ => true,
        }
    }

    /// The word as messages name it.
    pub fn shown(&self) -> String {
        match self {
            Self::Name(it) => format!("name {it}"),
            Self::Keyword(it) => format!("keyword {it}"),
            Self::Sign(it) => (*it).to_owned(),
            Self::Int(it) | Self::Float(it) => format!("number {it}"),
            Self::Imaginary => "imaginary number".to_owned(),
            Self::Char(_) => "character".to_owned(),
            Self::Text(_) => "string".to_owned(),
            Self::End { is_line: true } => "end of line".to_owned(),
            Self::End { is_line: false } => "semicolon".to_owned(),
            Self::Eof => "end of file".to_owned(),
        }
    }
}
