//! Types and signatures.

use std::rc::Rc;

use super::super::SyntaxError;
use super::super::token::Token;
use super::super::tree::{Expr, ExprKind, Field, Member, Parameter};
use super::{Parsed, Parser};

impl Parser {
    pub(super) fn type_expression(&mut self) -> Parsed<Expr> {
        match self.deeper(Self::type_if_any)? {
            Some(it) => Ok(it),
            None => self.unexpected("a type"),
        }
    }

    pub(super) fn result_type(&mut self) -> Parsed<Option<Expr>> {
        self.deeper(Self::type_if_any)
    }

    fn type_if_any(&mut self) -> Parsed<Option<Expr>> {
        let at = self.at();
        let kind = match self.token() {
            Token::Name(_) => self.type_name()?,
            Token::Sign("*") => {
                self.bump();
                ExprKind::Star(Box::new(self.type_expression()?))
            }
            Token::Sign("(") => {
                self.bump();
                let inner = self.inside(Self::type_expression)?;
                self.expect(")")?;
                ExprKind::Paren(Box::new(inner))
            }
            Token::Sign("[") => self.array_type()?,
            Token::Keyword("func") => {
                self.bump();
                ExprKind::FunctionType(self.inside(Self::signature)?)
            }
            Token::Keyword("struct") => self.inside(Self::struct_type)?,
            Token::Keyword("interface") => self.inside(Self::interface_type)?,
            Token::Keyword("map") => {
                self.bump();
                self.expect("[")?;
                let key = self.inside(Self::type_expression)?;
                self.expect("]")?;
                ExprKind::Map(Box::new(key), Box::new(self.type_expression()?))
            }
            Token::Keyword("chan") | Token::Sign("<-") => {
                self.take("<-");
                self.bump();
                self.take("<-");
                self.type_expression()?;
                ExprKind::Channel
            }
            _ => return Ok(None),
        };
        Ok(Some(Expr { at, kind }))
    }

    fn type_name(&mut self) -> Parsed<ExprKind> {
        let first = self.name()?;
        let mut kind = ExprKind::Name(first.name);
        if self.take(".") {
            let of = Box::new(Expr { at: first.at, kind });
            kind = ExprKind::Select(of, self.name()?);
        }
        if self.is("[") && !matches!(self.after(), Token::Sign("]")) {
            self.bump();
            let arguments = self.inside(|it| it.type_list("]"))?;
            let of = Box::new(Expr { at: first.at, kind });
            kind = ExprKind::Index(of, arguments);
        }
        Ok(kind)
    }

    fn type_list(&mut self, closing: &str) -> Parsed<Vec<Expr>> {
        let mut found = Vec::new();
        while !self.is(closing) {
            found.push(self.type_expression()?);
            if !self.take(",") {
                break;
            }
        }
        self.expect(closing)?;
        Ok(found)
    }

    pub(super) fn array_type(&mut self) -> Parsed<ExprKind> {
        self.expect("[")?;
        if self.take("]") {
            return Ok(ExprKind::SliceType(Box::new(self.type_expression()?)));
        }
        let length = match self.take("...") {
            true => None,
            false => Some(Box::new(self.inside(Self::expression)?)),
        };
        self.expect("]")?;
        Ok(ExprKind::Array(length, Box::new(self.type_expression()?)))
    }

    fn struct_type(&mut self) -> Parsed<ExprKind> {
        self.bump();
        self.expect("{")?;
        let mut fields = Vec::new();
        while !self.is("}") {
            self.fields(&mut fields)?;
            self.end("}")?;
        }
        self.bump();
        Ok(ExprKind::Struct(fields))
    }

    fn fields(&mut self, fields: &mut Vec<Field>) -> Parsed<()> {
        let ends = matches!(
            self.after(),
            Token::End { .. } | Token::Sign("." | "}") | Token::Text(_)
        );
        let is_generic = matches!(self.after(), Token::Sign("[")) && self.is_embedded_generic();
        let is_embedded = self.is("*") || ends || is_generic;
        let start = fields.len();
        if is_embedded {
            let embedded = self.type_expression()?;
            let at = embedded.at;
            let Some(name) = embedded_name(&embedded) else {
                return Err(SyntaxError::new(at, "a type that is embedded has a name"));
            };
            fields.push(Field {
                name,
                is_embedded,
                value_type: Rc::new(embedded),
                tag: None,
            });
        } else {
            let mut names = vec![self.name()?];
            while self.take(",") {
                names.push(self.name()?);
            }
            let value_type = Rc::new(self.type_expression()?);
            fields.extend(names.into_iter().map(|name| Field {
                name,
                is_embedded,
                value_type: Rc::clone(&value_type),
                tag: None,
            }));
        }
        if let Token::Text(tag) = self.token() {
            let tag = Rc::clone(tag);
            self.bump();
            fields[start..]
                .iter_mut()
                .for_each(|it| it.tag = Some(Rc::clone(&tag)));
        }
        Ok(())
    }

    /// Whether `Name[…` is a type that is embedded, and not a field that is an array.
    fn is_embedded_generic(&mut self) -> bool {
        let start = self.next;
        let is_type = self.type_name().is_ok();
        let ends = matches!(
            self.token(),
            Token::End { .. } | Token::Sign("}") | Token::Text(_)
        );
        self.next = start;
        is_type && ends
    }

    fn interface_type(&mut self) -> Parsed<ExprKind> {
        self.bump();
        self.expect("{")?;
        let mut members = Vec::new();
        while !self.is("}") {
            let is_method = matches!(
                (self.token(), self.after()),
                (Token::Name(_), Token::Sign("("))
            );
            members.push(match is_method {
                true => {
                    let name = self.name()?;
                    Member::Method(name, self.signature()?)
                }
                false => Member::Types(self.union()?),
            });
            self.end("}")?;
        }
        self.bump();
        Ok(ExprKind::Interface(members))
    }

    fn union(&mut self) -> Parsed<Vec<(bool, Expr)>> {
        let mut found = Vec::new();
        loop {
            let is_tilde = self.take("~");
            found.push((is_tilde, self.type_expression()?));
            if !self.take("|") {
                return Ok(found);
            }
        }
    }

    /// The constraint of a type parameter.
    pub(super) fn type_parameter_bound(&mut self) -> Parsed<Expr> {
        let at = self.at();
        let mut union = self.union()?;
        match union.as_slice() {
            [(false, _)] => Ok(union.remove(0).1),
            _ => Ok(Expr {
                at,
                kind: ExprKind::Interface(vec![Member::Types(union)]),
            }),
        }
    }

    pub(super) fn type_parameters(&mut self) -> Parsed<Vec<Parameter>> {
        self.expect("[")?;
        let mut found = Vec::new();
        while !self.is("]") {
            let mut names = vec![self.name()?];
            while self.take(",") {
                names.push(self.name()?);
            }
            let bound = Rc::new(self.inside(Self::type_parameter_bound)?);
            found.extend(names.into_iter().map(|name| Parameter {
                name: Some(name),
                value_type: Rc::clone(&bound),
            }));
            if !self.take(",") {
                break;
            }
        }
        self.expect("]")?;
        Ok(found)
    }

    /// Parameters or results, and whether the last one is variadic.
    pub(super) fn parameters(&mut self) -> Parsed<(Vec<Parameter>, bool)> {
        self.expect("(")?;
        let mut entries: Vec<(Expr, Option<Expr>, bool)> = Vec::new();
        while !self.is(")") {
            if entries.last().is_some_and(|it| it.2) {
                return self.unexpected("the end of the parameters after `...`");
            }
            entries.push(self.parameter()?);
            if !self.take(",") {
                break;
            }
        }
        self.expect(")")?;
        let is_variadic = entries.last().is_some_and(|it| it.2);
        let is_named = entries.iter().any(|it| it.1.is_some());
        let parameters = match is_named {
            true => named(entries)?,
            false => unnamed(entries),
        };
        Ok((parameters, is_variadic))
    }

    /// A name or type, and a type after it; and whether `...` is before that.
    fn parameter(&mut self) -> Parsed<(Expr, Option<Expr>, bool)> {
        if self.take("...") {
            return Ok((self.type_expression()?, None, true));
        }
        // `name [n]T` begins like the type `name[T]`.
        if let (Token::Name(name), Token::Sign("[")) = (self.token().clone(), self.after()) {
            let (start, at) = (self.next, self.at());
            let whole = self.type_expression();
            if whole.is_err() || !(self.is(",") || self.is(")")) {
                self.next = start + 1;
                let kind = ExprKind::Name(name);
                return Ok((Expr { at, kind }, Some(self.type_expression()?), false));
            }
            return Ok((whole?, None, false));
        }
        let first = self.type_expression()?;
        if self.take("...") {
            return Ok((first, Some(self.type_expression()?), true));
        }
        match self.is(",") || self.is(")") {
            true => Ok((first, None, false)),
            false => Ok((first, Some(self.type_expression()?), false)),
        }
    }
}

fn unnamed(entries: Vec<(Expr, Option<Expr>, bool)>) -> Vec<Parameter> {
    let entries = entries.into_iter().map(|it| Parameter {
        name: None,
        value_type: Rc::new(it.0),
    });
    entries.collect()
}

/// Parameters with names: one without a type has that of the next one.
fn named(entries: Vec<(Expr, Option<Expr>, bool)>) -> Parsed<Vec<Parameter>> {
    let mut found = Vec::new();
    let mut value_type: Option<Rc<Expr>> = None;
    for (name, own, _) in entries.into_iter().rev() {
        let at = name.at;
        let ExprKind::Name(name) = name.kind else {
            return Err(SyntaxError::new(
                at,
                "some parameters have names, and this one has none",
            ));
        };
        value_type = own.map(Rc::new).or(value_type);
        let Some(value_type) = value_type.clone() else {
            return Err(SyntaxError::new(at, "the parameter has no type"));
        };
        let name = super::Ident { name, at };
        found.push(Parameter {
            name: Some(name),
            value_type,
        });
    }
    found.reverse();
    Ok(found)
}

fn embedded_name(of: &Expr) -> Option<super::Ident> {
    match &of.kind {
        ExprKind::Name(name) => Some(super::Ident {
            name: Rc::clone(name),
            at: of.at,
        }),
        ExprKind::Select(_, name) => Some(name.clone()),
        ExprKind::Star(inner) | ExprKind::Index(inner, _) | ExprKind::Paren(inner) => {
            embedded_name(inner)
        }
        _ => None,
    }
}
