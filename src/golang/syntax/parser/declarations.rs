//! Imports, constants, variables, types and functions.

use std::rc::Rc;

use super::super::SyntaxError;
use super::super::token::Token;
use super::super::tree::{
    ConstDeclaration, Declaration, Expr, File, FunctionDeclaration, Ident, Import, Parameter,
    Signature, TypeDeclaration, VarDeclaration,
};
use super::{Parsed, Parser};

/// The type and the values of a constant, which those after it in a group have if they name none.
type Repeated = (Option<Rc<Expr>>, Rc<Vec<Expr>>);

impl Parser {
    pub(super) fn file(&mut self) -> Parsed<File> {
        if !self.take_keyword("package") {
            return self.unexpected("`package`");
        }
        let package = self.name()?;
        self.end("")?;
        let mut imports = Vec::new();
        while self.take_keyword("import") {
            self.group(|it, _| it.import().map(|found| imports.push(found)))?;
            self.end("")?;
        }
        let mut declarations = Vec::new();
        while *self.token() != Token::Eof {
            self.declaration(&mut declarations)?;
            self.end("")?;
        }
        Ok(File {
            package,
            imports,
            declarations,
        })
    }

    /// One item, or several in parentheses.
    fn group(&mut self, mut item: impl FnMut(&mut Self, u32) -> Parsed<()>) -> Parsed<()> {
        if !self.take("(") {
            return item(self, 0);
        }
        let mut count = 0;
        while !self.is(")") {
            item(self, count)?;
            count += 1;
            self.end(")")?;
        }
        self.expect(")")
    }

    fn import(&mut self) -> Parsed<Import> {
        let alias = match self.token() {
            Token::Name(_) => Some(self.name()?),
            Token::Sign(".") => {
                let at = self.at();
                self.bump();
                Some(Ident {
                    name: ".".into(),
                    at,
                })
            }
            _ => None,
        };
        let at = self.at();
        let Token::Text(path) = self.token() else {
            return self.unexpected("the path of a package");
        };
        let path = String::from_utf8_lossy(path).into_owned();
        self.bump();
        Ok(Import { at, alias, path })
    }

    pub(super) fn declaration(&mut self, found: &mut Vec<Declaration>) -> Parsed<()> {
        match self.token() {
            Token::Keyword("func") => {
                let function = self.function()?;
                found.push(Declaration::Function(Rc::new(function)));
                Ok(())
            }
            _ => self.local_declaration(found),
        }
    }

    /// A declaration of a constant, variable or type.
    pub(super) fn local_declaration(&mut self, found: &mut Vec<Declaration>) -> Parsed<()> {
        if self.take_keyword("const") {
            let mut before: Option<Repeated> = None;
            return self.group(|it, iota| {
                let declaration = it.constant(iota, &mut before)?;
                found.push(Declaration::Const(Rc::new(declaration)));
                Ok(())
            });
        }
        if self.take_keyword("var") {
            return self.group(|it, _| {
                let declaration = it.variable()?;
                found.push(Declaration::Var(Rc::new(declaration)));
                Ok(())
            });
        }
        if self.take_keyword("type") {
            return self.group(|it, _| {
                let declaration = it.type_declaration()?;
                found.push(Declaration::Type(Rc::new(declaration)));
                Ok(())
            });
        }
        self.unexpected("a declaration")
    }

    fn names(&mut self) -> Parsed<Vec<Ident>> {
        let mut names = vec![self.name()?];
        while self.take(",") {
            names.push(self.name()?);
        }
        Ok(names)
    }

    fn has_type(&self) -> bool {
        !self.is("=") && !self.is(")") && !matches!(self.token(), Token::End { .. } | Token::Eof)
    }

    fn constant(&mut self, iota: u32, before: &mut Option<Repeated>) -> Parsed<ConstDeclaration> {
        let at = self.at();
        let names = self.names()?;
        let value_type = match self.has_type() {
            true => Some(Rc::new(self.type_expression()?)),
            false => None,
        };
        let (value_type, values) = match (self.take("="), before.as_ref()) {
            (true, _) => {
                let values = Rc::new(self.expressions()?);
                *before = Some((value_type.clone(), Rc::clone(&values)));
                (value_type, values)
            }
            (false, Some(before)) if value_type.is_none() => before.clone(),
            _ => return Err(SyntaxError::new(at, "the constant has no value")),
        };
        Ok(ConstDeclaration {
            names,
            value_type,
            values,
            iota,
        })
    }

    fn variable(&mut self) -> Parsed<VarDeclaration> {
        let names = self.names()?;
        let value_type = match self.has_type() {
            true => Some(self.type_expression()?),
            false => None,
        };
        let values = match self.take("=") {
            true => self.expressions()?,
            false if value_type.is_none() => return self.unexpected("a type or a value"),
            false => Vec::new(),
        };
        Ok(VarDeclaration {
            names,
            value_type,
            values,
        })
    }

    fn type_declaration(&mut self) -> Parsed<TypeDeclaration> {
        let name = self.name()?;
        let parameters = match self.is("[") && self.has_type_parameters() {
            true => self.type_parameters()?,
            false => Vec::new(),
        };
        let is_alias = self.take("=");
        Ok(TypeDeclaration {
            name,
            parameters,
            is_alias,
            definition: self.type_expression()?,
        })
    }

    /// Whether `[` after the name of a type begins its parameters, and not the length of an array.
    fn has_type_parameters(&mut self) -> bool {
        let start = self.next;
        self.bump();
        let is_named = self.name().is_ok() && !self.is("]");
        let found = is_named && {
            while self.take(",") && self.name().is_ok() {}
            // `[P *T]` could be a product; a constraint of a pointer is written in `interface{…}`.
            let is_operation = matches!(
                self.token(),
                Token::Sign(
                    "*" | "+" | "-" | "/" | "%" | "<<" | ">>" | "&" | "|" | "^" | "." | "("
                )
            );
            !is_operation && self.type_parameter_bound().is_ok() && (self.is(",") || self.is("]"))
        };
        self.next = start;
        found
    }

    fn function(&mut self) -> Parsed<FunctionDeclaration> {
        self.bump();
        let at = self.at();
        let receiver = match self.is("(") {
            true => {
                let (mut found, _) = self.parameters()?;
                match (found.pop(), found.is_empty()) {
                    (Some(it), true) => Some(it),
                    _ => return Err(SyntaxError::new(at, "a method has exactly one receiver")),
                }
            }
            false => None,
        };
        let name = self.name()?;
        let type_parameters = match self.is("[") {
            true => self.type_parameters()?,
            false => Vec::new(),
        };
        let signature = self.signature()?;
        let body = match self.is("{") {
            true => Some(self.inside(Self::block)?),
            false => None,
        };
        Ok(FunctionDeclaration {
            name,
            receiver,
            type_parameters,
            signature,
            body,
        })
    }

    pub(super) fn signature(&mut self) -> Parsed<Signature> {
        let (parameters, is_variadic) = self.parameters()?;
        let at = self.at();
        let results = match self.is("(") {
            true => {
                let (results, is_variadic) = self.parameters()?;
                if is_variadic {
                    return Err(SyntaxError::new(at, "`...` is not for results"));
                }
                results
            }
            false => match self.result_type()? {
                Some(it) => vec![Parameter {
                    name: None,
                    value_type: Rc::new(it),
                }],
                None => Vec::new(),
            },
        };
        Ok(Signature {
            parameters,
            results,
            is_variadic,
        })
    }
}
