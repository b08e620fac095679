//! Visits functions and classes.

use deno_ast::swc::ast::*;
use deno_ast::swc::common::{Span, Spanned};
use deno_ast::swc::ecma_visit::VisitWith;

use super::binding::BindingKind;
use super::block::BlockEnd;
use super::collector::Collector;
use super::syntax::*;
use super::unit::{Unit, UnitKind};

impl Collector {
    pub fn function(
        &mut self,
        kind: UnitKind,
        span: Span,
        name: &str,
        own_name: Option<&Ident>,
        function: &Function,
    ) {
        let body = function.body.as_ref();
        let head_end = body.map_or(end(span), |it| offset(it.span));
        let mut unit = self.new_unit(kind, offset(span)..end(span), head_end, name);
        unit.is_async = function.is_async;
        unit.is_generator = function.is_generator;
        let block = body.map(brace).unwrap_or(BlockEnd::None);
        self.enter(unit, Some(block), |this| {
            if let Some(ident) = own_name {
                this.declare(ident.to_id(), BindingKind::Function);
            }
            for parameter in &function.params {
                this.declare_parameter(&parameter.pat);
            }
            for parameter in &function.params {
                this.pattern(&parameter.pat, false);
            }
            if let Some(body) = body {
                this.statements(&body.stmts);
            }
        });
    }

    pub fn accessor(
        &mut self,
        kind: UnitKind,
        span: Span,
        key: &PropName,
        param: Option<&Pat>,
        body: Option<&BlockStmt>,
    ) {
        let head_end = body.map_or(end(span), |it| offset(it.span));
        let unit = self.new_unit(kind, offset(span)..end(span), head_end, &key_text(key));
        let block = body.map(brace).unwrap_or(BlockEnd::None);
        self.enter(unit, Some(block), |this| {
            if let Some(param) = param {
                this.declare_pattern(param, &BindingKind::Parameter);
                this.pattern(param, false);
            }
            if let Some(body) = body {
                this.statements(&body.stmts);
            }
        });
    }

    pub fn class(
        &mut self,
        span: Span,
        ident: Option<&Ident>,
        is_declaration: bool,
        class: &Class,
    ) {
        if is_declaration && let Some(ident) = ident {
            self.declare(ident.to_id(), BindingKind::Class);
        }
        let start = offset(span);
        let name = ident.map_or(String::new(), |it| it.sym.to_string());
        // V8's position of a class without a constructor is the word `class`.
        let unit = self.new_unit(
            UnitKind::Class { is_declaration },
            start..end(span),
            start + 5,
            &name,
        );
        let unit = Unit {
            once: evaluated_once(class),
            ..unit
        };
        self.private_names.push((self.unit, private_names(class)));
        self.enter(unit, None, |this| {
            if !is_declaration && let Some(ident) = ident {
                this.declare(ident.to_id(), BindingKind::Class);
            }
            if let Some(superclass) = &class.super_class {
                superclass.visit_with(this);
            }
            let is_derived = class.super_class.is_some();
            for member in &class.body {
                this.class_member(member, is_derived);
            }
        });
        self.private_names.pop();
    }

    pub fn class_member(&mut self, member: &ClassMember, is_derived: bool) {
        match member {
            ClassMember::Constructor(it) => self.constructor(it, is_derived),
            ClassMember::Method(it) => {
                it.key.visit_with(self);
                let kind = method_kind(it.kind, it.is_static);
                self.function(kind, it.span, &key_text(&it.key), None, &it.function);
            }
            ClassMember::PrivateMethod(it) => {
                let kind = method_kind(it.kind, it.is_static);
                self.function(
                    kind,
                    it.span,
                    &format!("#{}", it.key.name),
                    None,
                    &it.function,
                );
            }
            ClassMember::ClassProp(it) => {
                it.key.visit_with(self);
                self.field(it.is_static, it.value.as_deref(), &key_text(&it.key));
            }
            ClassMember::PrivateProp(it) => {
                self.field(
                    it.is_static,
                    it.value.as_deref(),
                    &format!("#{}", it.key.name),
                );
            }
            ClassMember::AutoAccessor(it) => {
                if let Key::Public(key) = &it.key {
                    key.visit_with(self);
                }
                self.field(it.is_static, it.value.as_deref(), "");
            }
            ClassMember::StaticBlock(it) => {
                let span = offset(it.span)..end(it.span);
                let unit = self.new_unit(UnitKind::StaticBlock, span, offset(it.span), "");
                self.enter(unit, Some(brace(&it.body)), |this| {
                    this.statements(&it.body.stmts)
                });
            }
            ClassMember::TsIndexSignature(_) | ClassMember::Empty(_) => {}
        }
    }

    pub fn constructor(&mut self, constructor: &Constructor, is_derived: bool) {
        let span = constructor.span;
        let body = constructor.body.as_ref();
        let head_end = body.map_or(end(span), |it| offset(it.span));
        let kind = UnitKind::Constructor { is_derived };
        let unit = self.new_unit(kind, offset(span)..end(span), head_end, "constructor");
        let block = body.map(brace).unwrap_or(BlockEnd::None);
        self.enter(unit, Some(block), |this| {
            for parameter in &constructor.params {
                if let ParamOrTsParamProp::Param(it) = parameter {
                    this.declare_pattern(&it.pat, &BindingKind::Parameter);
                    this.pattern(&it.pat, false);
                }
            }
            if let Some(body) = body {
                this.statements(&body.stmts);
            }
        });
    }

    pub fn field(&mut self, is_static: bool, value: Option<&Expr>, name: &str) {
        let Some(value) = value else { return };
        let span = value.span();
        // Its function is never a value, so it must not be found by position.
        let unit = self.new_unit(
            UnitKind::Field { is_static },
            offset(span)..end(span),
            offset(span),
            name,
        );
        self.enter(unit, Some(BlockEnd::None), |this| value.visit_with(this));
    }

    pub fn statements(&mut self, statements: &[Stmt]) {
        for statement in statements {
            statement.visit_with(self);
        }
    }
}
