//! Statements.

use super::super::SyntaxError;
use super::super::token::Token;
use super::super::tree::{Block, Expr, ExprKind, Ident, Statement, StatementKind};
use super::{Parsed, Parser};

impl Parser {
    pub(super) fn block(&mut self) -> Parsed<Block> {
        self.expect("{")?;
        let statements = self.statements(|it| it.is("}"))?;
        let end = self.at();
        self.expect("}")?;
        Ok(Block { statements, end })
    }

    /// Statements up to one that `is_end` finds.
    pub(super) fn statements(&mut self, is_end: impl Fn(&Self) -> bool) -> Parsed<Vec<Statement>> {
        let mut found = Vec::new();
        while !is_end(self) && *self.token() != Token::Eof {
            let statement = self.deeper(Self::statement)?;
            if !matches!(statement.kind, StatementKind::Empty) {
                found.push(statement);
            }
            if !is_end(self) {
                self.end("}")?;
            }
        }
        Ok(found)
    }

    fn statement(&mut self) -> Parsed<Statement> {
        let at = self.at();
        let kind = match self.token().clone() {
            Token::End { .. } => StatementKind::Empty,
            Token::Keyword(keyword) => self.keyword_statement(keyword)?,
            Token::Sign("{") => StatementKind::Block(self.block()?),
            Token::Sign("}") => StatementKind::Empty,
            Token::Name(name) if matches!(self.after(), Token::Sign(":")) => {
                self.bump();
                self.bump();
                let label = Ident { name, at };
                let labeled = match self.is("}") {
                    true => Statement {
                        at,
                        kind: StatementKind::Empty,
                    },
                    false => {
                        if matches!(self.token(), Token::End { is_line: true }) {
                            self.bump();
                        }
                        self.deeper(Self::statement)?
                    }
                };
                StatementKind::Labeled(label, Box::new(labeled))
            }
            _ => return self.simple(),
        };
        Ok(Statement { at, kind })
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind")]
    fn keyword_statement(&mut self, keyword: &'static str) -> Parsed<StatementKind> {
        Ok(match keyword {
            "const" | "var" | "type" => {
                let mut found = Vec::new();
                self.local_declaration(&mut found)?;
                StatementKind::Declare(found)
            }
            "if" => self.if_statement()?,
            "switch" => self.switch()?,
            "for" => self.for_statement()?,
            "return" => {
                self.bump();
                match self.ends() {
                    true => StatementKind::Return(Vec::new()),
                    false => StatementKind::Return(self.expressions()?),
                }
            }
            "break" | "continue" => {
                self.bump();
                let label = match self.token() {
                    Token::Name(_) => Some(self.name()?),
                    _ => None,
                };
                match keyword {
                    "break" => StatementKind::Break(label),
                    _ => StatementKind::Continue(label),
                }
            }
            "fallthrough" => {
                self.bump();
                StatementKind::Fallthrough
            }
            "defer" => {
                self.bump();
                StatementKind::Defer(self.expression()?)
            }
            "go" => {
                self.bump();
                self.expression()?;
                StatementKind::Absent("go")
            }
            "goto" => {
                self.bump();
                self.name()?;
                StatementKind::Absent("goto")
            }
            "select" => {
                self.bump();
                self.absent_select()?;
                StatementKind::Absent("select")
            }
            "func" | "struct" | "map" | "interface" | "chan" => return Ok(self.simple()?.kind),
            _ => return self.unexpected("a statement"),
        })
    }

    pub(super) fn ends(&self) -> bool {
        matches!(
            self.token(),
            Token::End { .. } | Token::Sign("}") | Token::Eof
        )
    }

    /// A statement that can stand in the head of another one.
    pub(super) fn simple(&mut self) -> Parsed<Statement> {
        let start = self.at();
        let mut left = self.expressions()?;
        let at = self.at();
        let Token::Sign(sign) = *self.token() else {
            return self.alone(left, start);
        };
        let kind = match sign {
            ":=" => {
                self.bump();
                StatementKind::Define(left, self.expressions()?)
            }
            "=" => {
                self.bump();
                StatementKind::Assign(left, self.expressions()?)
            }
            "++" | "--" if left.len() == 1 => {
                self.bump();
                StatementKind::Step(sign, left.remove(0))
            }
            "<-" => {
                self.bump();
                self.expression()?;
                StatementKind::Absent("<-")
            }
            _ if operation(sign).is_some() && left.len() == 1 => {
                self.bump();
                let operator = operation(sign).unwrap_or_default();
                StatementKind::Operate(operator, left.remove(0), self.expression()?)
            }
            _ => return self.alone(left, start),
        };
        Ok(Statement { at, kind })
    }

    fn alone(&self, mut left: Vec<Expr>, at: super::Pos) -> Parsed<Statement> {
        if left.len() > 1 {
            return self.unexpected("`:=` or `=`");
        }
        let kind = match left.pop() {
            Some(Expr {
                kind: ExprKind::Channel,
                ..
            }) => StatementKind::Absent("<-"),
            Some(it) => StatementKind::Expression(it),
            None => return Err(SyntaxError::new(at, "the statement is empty")),
        };
        Ok(Statement { at, kind })
    }
}

/// The operator of an assignment such as `+=`.
fn operation(sign: &'static str) -> Option<&'static str> {
    let operator = sign.strip_suffix('=')?;
    let operators = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "&^"];
    operators.contains(&operator).then_some(operator)
}
