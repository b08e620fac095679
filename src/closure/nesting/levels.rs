//! Computes the nesting of a text before parsing.
//!
//! The count is an upper bound. Every construct that may nest counts for one level: brackets until
//! they are closed, operators and members until a comma or the end of their statement, because `a +
//! b + c` and `a.b().c()` are trees as deep as they are long.

use super::frame::{Frame, FrameKind};
use super::token::{Expected, Reading, Token, Tokens};
use super::{Jsx, MAX_LEVELS, TooDeep};

/// The levels of a text; an error if there are too many.
pub fn levels(text: &str, jsx: Jsx) -> Result<usize, TooDeep> {
    let first = Counter::count(text, Reading::Divisions, jsx)?;
    let mut levels = first.levels;
    if first.is_ambiguous {
        levels = levels.max(Counter::count(text, Reading::Patterns, jsx)?.levels);
    }
    if jsx == Jsx::Yes {
        levels = levels.max(Counter::count(text, Reading::Raw, jsx)?.levels);
    }
    Ok(levels)
}

struct Counted {
    levels: usize,
    is_ambiguous: bool,
}

struct Counter<'a> {
    tokens: Tokens<'a>,
    jsx: Jsx,
    /// Never empty: the first is the module.
    frames: Vec<Frame>,
    /// The levels of all frames but the last.
    below: usize,
    expected: Expected,
    /// Whether the last token was a name at the start of a statement: a label, if a colon follows.
    may_be_label: bool,
    /// Whether the last token was one of `if`, `for`, `while` and `with`.
    is_control: bool,
    /// Whether the last token was the dot of a member access.
    is_member: bool,
}

impl<'a> Counter<'a> {
    fn count(text: &'a str, reading: Reading, jsx: Jsx) -> Result<Counted, TooDeep> {
        let mut counter = Self {
            tokens: Tokens::new(text, reading),
            jsx,
            frames: vec![Frame::default()],
            below: 0,
            expected: Expected::Statement,
            may_be_label: false,
            is_control: false,
            is_member: false,
        };
        let mut levels = 0;
        while let Some(token) = counter.tokens.next(counter.expected) {
            counter.take(token);
            levels = levels.max(counter.below + counter.frame().levels());
            if levels > MAX_LEVELS {
                let offset = counter.tokens.offset() - 1;
                return Err(TooDeep { offset });
            }
        }
        Ok(Counted {
            levels,
            is_ambiguous: counter.tokens.is_ambiguous,
        })
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("BUG: the module is open")
    }

    fn take(&mut self, token: Token<'_>) {
        self.end_statement_before(token);
        let may_be_label = std::mem::take(&mut self.may_be_label);
        let is_control = std::mem::take(&mut self.is_control);
        let is_member = std::mem::take(&mut self.is_member);
        match token {
            Token::Word(word) => self.take_word(word, is_control, is_member),
            Token::Literal => self.expected = Expected::Operator,
            Token::Template => {
                self.frame().add_expression();
                self.expected = Expected::Operator;
            }
            Token::TemplateHole => self.open(FrameKind::Hole),
            Token::Open(b'(') if is_control => self.open(FrameKind::Control),
            Token::Open(b'{') => {
                self.open(FrameKind::Plain);
                self.expected = Expected::Statement;
            }
            Token::Open(_) => self.open(FrameKind::Plain),
            Token::Close(bracket) => self.close(bracket),
            Token::Semicolon => {
                self.frame().has_ended = true;
                self.expected = Expected::Statement;
            }
            Token::Comma => {
                self.frame().end_expression();
                self.expected = Expected::Operand;
            }
            Token::Colon if may_be_label => {
                self.frame().add_statement();
                self.expected = Expected::Statement;
            }
            Token::Affix => self.take_affix(),
            Token::Less => {
                self.frame().add_angle();
                self.expected = Expected::Operand;
            }
            Token::Greater(count) => {
                self.frame().close_angles(count);
                self.take_operator();
            }
            Token::Point => {
                self.is_member = true;
                self.take_operator();
            }
            Token::Colon | Token::Operator => self.take_operator(),
        }
    }

    fn take_operator(&mut self) {
        self.frame().add_expression();
        self.expected = Expected::Operand;
    }

    /// An operator before an operand, or after one on the same line.
    fn take_affix(&mut self) {
        self.frame().add_expression();
        if self.expected != Expected::Operator || self.tokens.is_on_new_line {
            self.expected = Expected::Operand;
        }
    }

    /// Ends the statement where no parser would continue it.
    fn end_statement_before(&mut self, token: Token<'_>) {
        let continues = match token {
            Token::Word(word) => !self.is_member && continues_statement(word),
            Token::Literal => false,
            _ => true,
        };
        let is_jsx = self.jsx == Jsx::Yes;
        let ends = match self.expected {
            Expected::AfterBrace => !continues,
            Expected::Operator => self.tokens.is_on_new_line && !continues,
            _ => false,
        };
        let is_else = token == Token::Word("else");
        let frame = self.frame();
        if ends || (frame.has_ended && !is_else) {
            frame.end_statement(is_jsx);
        }
        frame.has_ended = false;
    }

    fn take_word(&mut self, word: &str, was_control: bool, is_member: bool) {
        let kind = if is_member { Kind::Name } else { kind(word) };
        let is_at_start = matches!(self.expected, Expected::Statement | Expected::AfterBrace);
        match kind {
            Kind::Name => {
                self.may_be_label = is_at_start;
                self.expected = Expected::Operator;
            }
            Kind::Control => {
                self.frame().add_statement();
                self.is_control = true;
                self.expected = Expected::Operator;
            }
            Kind::Statement => {
                self.frame().add_statement();
                self.expected = Expected::Statement;
            }
            Kind::Prefix => {
                self.frame().add_expression();
                self.expected = Expected::Operand;
            }
            Kind::Soft => {
                self.frame().add_expression();
                // `for await (…)`
                self.is_control = was_control;
                self.may_be_label = is_at_start;
                self.expected = Expected::AfterSoftWord;
            }
        }
    }

    fn open(&mut self, kind: FrameKind) {
        let frame = self.frame();
        frame.add_expression();
        let levels = frame.levels();
        self.below += levels;
        self.frames.push(Frame::new(kind));
        self.expected = Expected::Operand;
    }

    /// Unbalanced brackets are an error of the parser; open ones stay open.
    fn close(&mut self, bracket: u8) {
        if self.frames.len() == 1 {
            return;
        }
        let kind = self.frames.pop().map(|it| it.kind);
        let levels = self.frame().levels();
        self.below -= levels;
        self.expected = match (bracket, kind) {
            (b'}', Some(FrameKind::Hole)) => {
                let token = self.tokens.template();
                return self.take(token);
            }
            (b'}', _) => Expected::AfterBrace,
            (_, Some(FrameKind::Control)) => Expected::Statement,
            _ => Expected::Operator,
        };
    }
}

/// The meaning of a word that is not a member name.
enum Kind {
    Name,
    /// A statement follows after parentheses.
    Control,
    /// A statement follows.
    Statement,
    /// An expression follows.
    Prefix,
    /// An expression follows, or the word is a name.
    Soft,
}

fn kind(word: &str) -> Kind {
    match word {
        "if" | "for" | "while" | "with" => Kind::Control,
        "do" | "else" => Kind::Statement,
        "case" | "delete" | "extends" | "in" | "instanceof" | "new" | "return" | "throw"
        | "typeof" | "void" => Kind::Prefix,
        "abstract" | "as" | "asserts" | "async" | "await" | "default" | "infer" | "is"
        | "keyof" | "of" | "readonly" | "satisfies" | "unique" | "yield" => Kind::Soft,
        _ => Kind::Name,
    }
}

/// Whether a word may continue the statement, on another line or after a brace.
fn continues_statement(word: &str) -> bool {
    matches!(
        word,
        "as" | "catch"
            | "else"
            | "extends"
            | "finally"
            | "implements"
            | "in"
            | "instanceof"
            | "is"
            | "of"
            | "satisfies"
            | "while"
    )
}
