//! Expressions.

use std::rc::Rc;

use super::super::SyntaxError;
use super::super::token::Token;
use super::super::tree::{Call, Element, Expr, ExprKind, FunctionLiteral};
use super::{Parsed, Parser};

/// Operators with two operands, with their precedence.
fn precedence(sign: &str) -> Option<u8> {
    Some(match sign {
        "||" => 1,
        "&&" => 2,
        "==" | "!=" | "<" | "<=" | ">" | ">=" => 3,
        "+" | "-" | "|" | "^" => 4,
        "*" | "/" | "%" | "<<" | ">>" | "&" | "&^" => 5,
        _ => return None,
    })
}

impl Parser {
    pub(super) fn expressions(&mut self) -> Parsed<Vec<Expr>> {
        let mut found = vec![self.expression()?];
        while self.take(",") {
            found.push(self.expression()?);
        }
        Ok(found)
    }

    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        self.deeper(|it| it.binary(1))
    }

    fn binary(&mut self, least: u8) -> Parsed<Expr> {
        let mut left = self.deeper(Self::unary)?;
        let level = self.level;
        while let Token::Sign(sign) = *self.token() {
            let Some(own) = precedence(sign).filter(|it| *it >= least) else {
                break;
            };
            let at = self.at();
            self.bump();
            // Trees of operators lean to the left: their depth counts, too.
            self.level += 1;
            let right = self.deeper(|it| it.binary(own + 1))?;
            left = Expr {
                at,
                kind: ExprKind::Binary(sign, Box::new(left), Box::new(right)),
            };
        }
        self.level = level;
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let at = self.at();
        let kind = match *self.token() {
            Token::Sign(sign @ ("+" | "-" | "!" | "^" | "&")) => {
                self.bump();
                ExprKind::Unary(sign, Box::new(self.deeper(Self::unary)?))
            }
            Token::Sign("*") => {
                self.bump();
                ExprKind::Star(Box::new(self.deeper(Self::unary)?))
            }
            Token::Sign("<-") => {
                self.bump();
                self.deeper(Self::unary)?;
                ExprKind::Channel
            }
            _ => return self.primary(),
        };
        Ok(Expr { at, kind })
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let mut found = self.operand()?;
        let level = self.level;
        loop {
            let at = self.at();
            let next = match *self.token() {
                Token::Sign(it) => it,
                _ => break,
            };
            let kind = match next {
                "." => self.selection(found)?,
                "[" => self.index(found)?,
                "(" => self.call(found)?,
                "{" if self.is_composite(&found) => {
                    let elements = self.inside(Self::elements)?;
                    ExprKind::Composite {
                        of: Some(Box::new(found)),
                        elements,
                    }
                }
                _ => break,
            };
            self.level += 1;
            if self.level > super::MAX_LEVELS {
                return self.deeper(|_| unreachable_level(at));
            }
            found = Expr { at, kind };
        }
        self.level = level;
        Ok(found)
    }

    fn operand(&mut self) -> Parsed<Expr> {
        let at = self.at();
        let kind = match self.token().clone() {
            Token::Name(name) => ExprKind::Name(name),
            Token::Int(it) => ExprKind::Int(it),
            Token::Float(it) => ExprKind::Float(it),
            Token::Imaginary => ExprKind::Imaginary,
            Token::Char(it) => ExprKind::Char(it),
            Token::Text(it) => ExprKind::Text(it),
            Token::Sign("(") => {
                self.bump();
                let inner = self.inside(|it| it.deeper(Self::type_or_expression))?;
                self.expect(")")?;
                return Ok(Expr {
                    at,
                    kind: ExprKind::Paren(Box::new(inner)),
                });
            }
            Token::Keyword("func") => return self.function_literal(),
            Token::Sign("[") | Token::Keyword("struct" | "map" | "interface" | "chan") => {
                return self.type_expression();
            }
            _ => return self.unexpected("an expression"),
        };
        self.bump();
        Ok(Expr { at, kind })
    }

    fn function_literal(&mut self) -> Parsed<Expr> {
        let at = self.at();
        self.bump();
        let signature = self.inside(Self::signature)?;
        if !self.is("{") {
            let kind = ExprKind::FunctionType(signature);
            return Ok(Expr { at, kind });
        }
        let body = self.inside(|it| it.deeper(Self::block))?;
        let kind = ExprKind::Function(Rc::new(FunctionLiteral { signature, body }));
        Ok(Expr { at, kind })
    }

    /// An expression, or a type that is none.
    pub(super) fn type_or_expression(&mut self) -> Parsed<Expr> {
        self.expression()
    }

    fn selection(&mut self, of: Expr) -> Parsed<ExprKind> {
        self.bump();
        if !self.take("(") {
            return Ok(ExprKind::Select(Box::new(of), self.name()?));
        }
        let wanted = match self.take_keyword("type") {
            true => None,
            false => Some(Box::new(self.inside(Self::type_expression)?)),
        };
        self.expect(")")?;
        Ok(ExprKind::Assert(Box::new(of), wanted))
    }

    fn index(&mut self, of: Expr) -> Parsed<ExprKind> {
        self.bump();
        let of = Box::new(of);
        let kind = self.inside(|it| {
            let first = match it.is(":") {
                true => None,
                false => Some(it.type_or_expression()?),
            };
            match (first, it.is(":")) {
                (first, true) => it.slice(of, first),
                (Some(first), false) => {
                    let mut found = vec![first];
                    while it.take(",") && !it.is("]") {
                        found.push(it.type_expression()?);
                    }
                    Ok(ExprKind::Index(of, found))
                }
                (None, false) => it.unexpected("an index"),
            }
        })?;
        self.expect("]")?;
        Ok(kind)
    }

    fn slice(&mut self, of: Box<Expr>, first: Option<Expr>) -> Parsed<ExprKind> {
        let mut bounds = [first.map(Box::new), None, None];
        self.expect(":")?;
        if !self.is("]") && !self.is(":") {
            bounds[1] = Some(Box::new(self.expression()?));
        }
        if self.is(":") {
            if bounds[1].is_none() {
                return self.unexpected("the second of three bounds");
            }
            self.bump();
            bounds[2] = Some(Box::new(self.expression()?));
        }
        Ok(ExprKind::Slice(of, bounds))
    }

    fn call(&mut self, of: Expr) -> Parsed<ExprKind> {
        self.bump();
        let (mut arguments, mut is_spread) = (Vec::new(), false);
        self.inside(|it| {
            while !it.is(")") {
                arguments.push(it.type_or_expression()?);
                if it.take("...") {
                    is_spread = true;
                    it.take(",");
                    break;
                }
                if !it.take(",") {
                    break;
                }
            }
            it.expect(")")
        })?;
        Ok(ExprKind::Call(Rc::new(Call {
            of,
            arguments,
            is_spread,
        })))
    }

    /// Whether `{` after an expression begins the elements of a value of that type.
    fn is_composite(&self, of: &Expr) -> bool {
        match &of.kind {
            ExprKind::Array(..)
            | ExprKind::SliceType(_)
            | ExprKind::Struct(_)
            | ExprKind::Map(..) => true,
            ExprKind::Name(_) => !self.is_head,
            ExprKind::Select(of, _) => !self.is_head && matches!(of.kind, ExprKind::Name(_)),
            ExprKind::Index(of, _) => self.is_composite(of),
            _ => false,
        }
    }

    fn elements(&mut self) -> Parsed<Vec<Element>> {
        self.expect("{")?;
        let mut found = Vec::new();
        while !self.is("}") {
            let first = self.element()?;
            found.push(match self.take(":") {
                true => Element {
                    key: Some(first),
                    value: self.element()?,
                },
                false => Element {
                    key: None,
                    value: first,
                },
            });
            if !self.take(",") {
                break;
            }
        }
        match self.take("}") {
            true => Ok(found),
            false => self.unexpected("`,` or `}`"),
        }
    }

    fn element(&mut self) -> Parsed<Expr> {
        if !self.is("{") {
            return self.expression();
        }
        let at = self.at();
        let elements = self.deeper(Self::elements)?;
        let kind = ExprKind::Composite { of: None, elements };
        Ok(Expr { at, kind })
    }
}

fn unreachable_level(at: super::Pos) -> Parsed<Expr> {
    Err(SyntaxError::new(at, "the code is nested too deeply"))
}
