//! Statements that choose and repeat.

use std::rc::Rc;

use super::super::token::Token;
use super::super::tree::{
    Block, Case, Expr, ExprKind, For, Ident, If, Range, Statement, StatementKind, Switch,
    TypeSwitch,
};
use super::super::{Pos, SyntaxError};
use super::{Parsed, Parser};

impl Parser {
    pub(super) fn if_statement(&mut self) -> Parsed<StatementKind> {
        self.bump();
        if self.is("{") {
            return self.unexpected("a condition");
        }
        let (before, test) = self.head(Self::condition)?;
        let then = self.inside(Self::block)?;
        let otherwise = match self.take_keyword("else") {
            true => {
                let at = self.at();
                let kind = match self.is_keyword("if") {
                    true => self.deeper(Self::if_statement)?,
                    false => StatementKind::Block(self.inside(Self::block)?),
                };
                Some(Statement { at, kind })
            }
            false => None,
        };
        Ok(StatementKind::If(Rc::new(If {
            before,
            test,
            then,
            otherwise,
        })))
    }

    fn condition(&mut self) -> Parsed<(Option<Statement>, Expr)> {
        let mut before = None;
        if !matches!(self.token(), Token::End { is_line: false }) {
            let first = self.simple()?;
            if self.is("{") {
                return condition_of(first).map(|test| (None, test));
            }
            before = Some(first);
        }
        match self.token() {
            Token::End { is_line: false } => self.bump(),
            _ => return self.unexpected("`{`"),
        }
        let test = self.simple()?;
        Ok((before, condition_of(test)?))
    }

    pub(super) fn switch(&mut self) -> Parsed<StatementKind> {
        self.bump();
        let (before, subject) = self.head(Self::switch_head)?;
        self.expect("{")?;
        let cases = self.inside(Self::cases)?;
        self.expect("}")?;
        let Some(subject) = subject else {
            return Ok(StatementKind::Switch(Rc::new(Switch {
                before,
                value: None,
                cases,
            })));
        };
        let at = subject.at;
        let (name, value) = match subject.kind {
            StatementKind::Expression(it) => (None, it),
            StatementKind::Absent("<-") => (None, channel(at)),
            StatementKind::Define(mut names, mut values)
                if names.len() == 1 && values.len() == 1 =>
            {
                (Some(names.remove(0)), values.remove(0))
            }
            _ => {
                return Err(SyntaxError::new(
                    at,
                    "the subject of the switch is no value",
                ));
            }
        };
        let (kind, at) = (value.kind, value.at);
        match (kind, name) {
            (ExprKind::Assert(value, None), name) => {
                Ok(StatementKind::TypeSwitch(Rc::new(TypeSwitch {
                    before,
                    name: name.map(name_of).transpose()?,
                    value: *value,
                    cases,
                })))
            }
            (kind, None) => Ok(StatementKind::Switch(Rc::new(Switch {
                before,
                value: Some(Expr { at, kind }),
                cases,
            }))),
            _ => Err(SyntaxError::new(
                at,
                "the subject of the switch is no value",
            )),
        }
    }

    fn switch_head(&mut self) -> Parsed<(Option<Statement>, Option<Statement>)> {
        let mut subject = None;
        if !self.is("{") && !matches!(self.token(), Token::End { .. }) {
            subject = Some(self.simple()?);
        }
        if !matches!(self.token(), Token::End { is_line: false }) {
            return Ok((None, subject));
        }
        self.bump();
        let before = subject;
        let subject = match self.is("{") {
            true => None,
            false => Some(self.simple()?),
        };
        Ok((before, subject))
    }

    fn cases(&mut self) -> Parsed<Vec<Case>> {
        let mut found = Vec::new();
        while !self.is("}") {
            let at = self.at();
            let values = match (self.take_keyword("case"), self.take_keyword("default")) {
                (true, _) => {
                    let mut values = vec![self.type_or_expression_of_case()?];
                    while self.take(",") {
                        values.push(self.type_or_expression_of_case()?);
                    }
                    Some(values)
                }
                (false, true) => None,
                (false, false) => return self.unexpected("`case`, `default` or `}`"),
            };
            self.expect(":")?;
            let is_end =
                |it: &Self| it.is("}") || it.is_keyword("case") || it.is_keyword("default");
            let statements = self.statements(is_end)?;
            let end = self.at();
            found.push(Case {
                at,
                values,
                body: Block { statements, end },
            });
        }
        Ok(found)
    }

    fn type_or_expression_of_case(&mut self) -> Parsed<Expr> {
        self.type_or_expression()
    }

    pub(super) fn for_statement(&mut self) -> Parsed<StatementKind> {
        self.bump();
        let mut kind = self.head(Self::for_head)?;
        let body = self.inside(Self::block)?;
        match &mut kind {
            StatementKind::For(it) => replace_body(it, body, |it| &mut it.body),
            StatementKind::Range(it) => replace_body(it, body, |it| &mut it.body),
            _ => {}
        }
        Ok(kind)
    }

    /// The head of a loop, which gets its body later.
    fn for_head(&mut self) -> Parsed<StatementKind> {
        let body = Block {
            statements: Vec::new(),
            end: self.at(),
        };
        if self.is_keyword("range") {
            return self.range(Vec::new(), false);
        }
        let (mut before, mut test, mut after) = (None, None, None);
        if !self.is("{") {
            if !matches!(self.token(), Token::End { is_line: false }) {
                let start = self.next;
                if let Some(range) = self.range_head()? {
                    return Ok(range);
                }
                self.next = start;
                before = Some(self.simple()?);
            }
            match self.is("{") {
                true => test = before.take().map(condition_of).transpose()?,
                false => (test, after) = self.for_clauses()?,
            }
        }
        Ok(StatementKind::For(Rc::new(For {
            before,
            test,
            after,
            body,
        })))
    }

    fn for_clauses(&mut self) -> Parsed<(Option<Expr>, Option<Statement>)> {
        let (mut test, mut after) = (None, None);
        if !matches!(self.token(), Token::End { is_line: false }) {
            return self.unexpected("`;` or `{`");
        }
        self.bump();
        if !matches!(self.token(), Token::End { .. }) {
            test = Some(self.expression()?);
        }
        match self.token() {
            Token::End { is_line: false } => self.bump(),
            _ => return self.unexpected("`;`"),
        }
        if !self.is("{") {
            after = Some(self.simple()?);
        }
        Ok((test, after))
    }

    /// `a, b := range`, if that is there.
    fn range_head(&mut self) -> Parsed<Option<StatementKind>> {
        let targets = self.expressions()?;
        let is_definition = self.is(":=");
        if !is_definition && !self.is("=") {
            return Ok(None);
        }
        self.bump();
        if !self.is_keyword("range") {
            return Ok(None);
        }
        if let Some(third) = targets.get(2) {
            return Err(SyntaxError::new(
                third.at,
                "`range` has at most two variables",
            ));
        }
        self.range(targets, is_definition).map(Some)
    }

    fn range(&mut self, targets: Vec<Expr>, is_definition: bool) -> Parsed<StatementKind> {
        self.bump();
        let of = self.expression()?;
        let end = self.at();
        Ok(StatementKind::Range(Rc::new(Range {
            targets,
            is_definition,
            of,
            body: Block {
                statements: Vec::new(),
                end,
            },
        })))
    }

    /// The rest of `select`, which LumiGo does not have: its brackets must fit.
    pub(super) fn absent_select(&mut self) -> Parsed<()> {
        self.expect("{")?;
        let mut level = 1;
        while level > 0 {
            match self.token() {
                Token::Sign("{") => level += 1,
                Token::Sign("}") => level -= 1,
                Token::Eof => return self.unexpected("`}`"),
                _ => {}
            }
            self.bump();
        }
        Ok(())
    }
}

fn replace_body<T>(of: &mut Rc<T>, body: Block, field: impl FnOnce(&mut T) -> &mut Block) {
    if let Some(it) = Rc::get_mut(of) {
        *field(it) = body;
    }
}

/// The value of a receive statement, which is refused later by its name.
fn channel(at: Pos) -> Expr {
    let kind = ExprKind::Channel;
    Expr { at, kind }
}

fn condition_of(of: Statement) -> Parsed<Expr> {
    match of.kind {
        StatementKind::Expression(it) => Ok(it),
        StatementKind::Absent("<-") => Ok(channel(of.at)),
        _ => Err(SyntaxError::new(of.at, "the condition is no value")),
    }
}

fn name_of(of: Expr) -> Parsed<Ident> {
    match of.kind {
        ExprKind::Name(name) => Ok(Ident { name, at: of.at }),
        _ => Err(SyntaxError::new(of.at, "`:=` declares a name")),
    }
}
