//! The walk over swc's syntax.

use deno_ast::swc::ast::*;
use deno_ast::swc::common::Spanned;
use deno_ast::swc::ecma_visit::{Visit, VisitWith};

use super::binding::{BindingKind, Imported};
use super::block::BlockEnd;
use super::collector::{Collector, MentionRole};
use super::member_chain::{Chain, MentionRoot, chain};
use super::syntax::*;
use super::unit::UnitKind;

impl Visit for Collector {
    fn visit_module(&mut self, module: &Module) {
        for item in &module.body {
            item.visit_with(self);
        }
    }

    fn visit_import_decl(&mut self, import: &ImportDecl) {
        let source = import.src.value.to_string_lossy().into_owned();
        for specifier in &import.specifiers {
            let (local, imported) = match specifier {
                ImportSpecifier::Named(it) => (&it.local, named(it)),
                ImportSpecifier::Default(it) => (&it.local, Imported::Default),
                ImportSpecifier::Namespace(it) => (&it.local, Imported::Namespace),
            };
            let specifier = source.clone();
            self.declare(
                local.to_id(),
                BindingKind::Import {
                    specifier,
                    imported,
                },
            );
        }
    }

    fn visit_named_export(&mut self, _: &NamedExport) {}

    fn visit_export_default_decl(&mut self, export: &ExportDefaultDecl) {
        match &export.decl {
            DefaultDecl::Fn(it) => {
                if let Some(ident) = &it.ident {
                    self.declare(ident.to_id(), BindingKind::Function);
                }
                let name = it
                    .ident
                    .as_ref()
                    .map_or(String::new(), |it| it.sym.to_string());
                let span = it.function.span;
                self.function(UnitKind::Declaration, span, &name, None, &it.function);
            }
            DefaultDecl::Class(it) => {
                self.class(
                    it.class.span,
                    it.ident.as_ref(),
                    it.ident.is_some(),
                    &it.class,
                );
            }
            DefaultDecl::TsInterfaceDecl(_) => {}
        }
    }

    fn visit_var_decl(&mut self, declaration: &VarDecl) {
        let kind = match declaration.kind {
            VarDeclKind::Var => BindingKind::Var,
            VarDeclKind::Let => BindingKind::Let,
            VarDeclKind::Const => BindingKind::Const,
        };
        for declarator in &declaration.decls {
            self.declare_pattern(&declarator.name, &kind);
        }
        for declarator in &declaration.decls {
            self.pattern(&declarator.name, false);
            if kind == BindingKind::Const {
                self.note_function(declarator);
            }
            if let Some(init) = &declarator.init
                && !(kind == BindingKind::Const && self.destructured(&declarator.name, init))
            {
                init.visit_with(self);
            }
        }
    }

    fn visit_using_decl(&mut self, declaration: &UsingDecl) {
        for declarator in &declaration.decls {
            self.declare_pattern(&declarator.name, &BindingKind::Const);
            declarator.init.visit_with(self);
        }
    }

    fn visit_fn_decl(&mut self, declaration: &FnDecl) {
        self.declare(declaration.ident.to_id(), BindingKind::Function);
        let name = declaration.ident.sym.to_string();
        let span = declaration.function.span;
        self.function(
            UnitKind::Declaration,
            span,
            &name,
            None,
            &declaration.function,
        );
    }

    fn visit_fn_expr(&mut self, expression: &FnExpr) {
        let own = expression.ident.as_ref();
        let name = own.map_or(String::new(), |it| it.sym.to_string());
        let span = expression.function.span;
        self.function(UnitKind::Expression, span, &name, own, &expression.function);
    }

    fn visit_arrow_expr(&mut self, arrow: &ArrowExpr) {
        let span = arrow.span;
        let (head_end, block) = match &*arrow.body {
            BlockStmtOrExpr::BlockStmt(body) => (offset(body.span), brace(body)),
            BlockStmtOrExpr::Expr(body) => {
                let (start, end) = (offset(body.span()), end(body.span()));
                (start, BlockEnd::Expression { start, end })
            }
        };
        let mut unit = self.new_unit(UnitKind::Arrow, offset(span)..end(span), head_end, "");
        unit.is_async = arrow.is_async;
        self.enter(unit, Some(block), |this| {
            for parameter in &arrow.params {
                this.declare_parameter(parameter);
            }
            for parameter in &arrow.params {
                this.pattern(parameter, false);
            }
            match &*arrow.body {
                BlockStmtOrExpr::BlockStmt(body) => this.statements(&body.stmts),
                BlockStmtOrExpr::Expr(body) => body.visit_with(this),
            }
        });
    }

    fn visit_method_prop(&mut self, method: &MethodProp) {
        method.key.visit_with(self);
        let kind = UnitKind::Method { is_static: false };
        let span = method
            .span()
            .with_lo(method.key.span().lo.min(method.function.span.lo));
        self.function(kind, span, &key_text(&method.key), None, &method.function);
    }

    fn visit_getter_prop(&mut self, getter: &GetterProp) {
        getter.key.visit_with(self);
        let kind = UnitKind::Getter { is_static: false };
        self.accessor(kind, getter.span, &getter.key, None, getter.body.as_ref());
    }

    fn visit_setter_prop(&mut self, setter: &SetterProp) {
        setter.key.visit_with(self);
        let kind = UnitKind::Setter { is_static: false };
        self.accessor(
            kind,
            setter.span,
            &setter.key,
            Some(&setter.param),
            setter.body.as_ref(),
        );
    }

    fn visit_class_decl(&mut self, declaration: &ClassDecl) {
        self.class(
            declaration.class.span,
            Some(&declaration.ident),
            true,
            &declaration.class,
        );
    }

    fn visit_class_expr(&mut self, expression: &ClassExpr) {
        self.class(
            expression.class.span,
            expression.ident.as_ref(),
            false,
            &expression.class,
        );
    }

    fn visit_block_stmt(&mut self, block: &BlockStmt) {
        self.in_block(brace(block), |this| this.statements(&block.stmts));
    }

    fn visit_switch_stmt(&mut self, switch: &SwitchStmt) {
        switch.discriminant.visit_with(self);
        let end = match switch.cases.is_empty() {
            true => BlockEnd::None,
            false => BlockEnd::Brace(end(switch.span) - 1),
        };
        self.in_block(end, |this| switch.cases.visit_with(this));
    }

    fn visit_catch_clause(&mut self, clause: &CatchClause) {
        self.in_block(brace(&clause.body), |this| {
            if let Some(parameter) = &clause.param {
                this.declare_pattern(parameter, &BindingKind::Caught);
                this.pattern(parameter, false);
            }
            this.statements(&clause.body.stmts);
        });
    }

    fn visit_for_stmt(&mut self, statement: &ForStmt) {
        self.loop_scope(&statement.body, |this| {
            statement.init.visit_with(this);
            statement.test.visit_with(this);
            statement.update.visit_with(this);
            statement.body.visit_with(this);
        });
    }

    fn visit_for_in_stmt(&mut self, statement: &ForInStmt) {
        self.for_each(&statement.left, &statement.right, &statement.body);
    }

    fn visit_for_of_stmt(&mut self, statement: &ForOfStmt) {
        self.for_each(&statement.left, &statement.right, &statement.body);
    }

    fn visit_assign_expr(&mut self, assignment: &AssignExpr) {
        match &assignment.left {
            AssignTarget::Simple(SimpleAssignTarget::Ident(ident)) => {
                self.mention_ident(&ident.id, MentionRole::Write);
            }
            AssignTarget::Simple(SimpleAssignTarget::Member(member)) => {
                match chain(&Expr::Member(member.clone())) {
                    Some(chain) => self.mention_chain(chain, MentionRole::Write),
                    None => self.member(member),
                }
            }
            AssignTarget::Simple(other) => other.visit_with(self),
            AssignTarget::Pat(pattern) => self.pattern(&pattern.clone().into(), true),
        }
        assignment.right.visit_with(self);
    }

    fn visit_update_expr(&mut self, update: &UpdateExpr) {
        match chain(&update.arg) {
            Some(chain) => self.mention_chain(chain, MentionRole::Write),
            None => update.arg.visit_with(self),
        }
    }

    fn visit_prop(&mut self, property: &Prop) {
        match property {
            Prop::Shorthand(ident) => self.mention_ident(ident, MentionRole::Read),
            other => other.visit_children_with(self),
        }
    }

    fn visit_expr(&mut self, expression: &Expr) {
        match expression {
            Expr::Call(call) => match &call.callee {
                Callee::Expr(callee) => self.call(callee, &call.args),
                Callee::Super(_) => {
                    self.note(|traits| traits.uses_super = true);
                    self.arguments(None, &call.args);
                }
                Callee::Import(_) => {
                    let is_package = call.args.first().is_some_and(|it| is_package(&it.expr));
                    if !is_package {
                        self.note(|traits| traits.imports_file = true);
                    }
                    self.arguments(None, &call.args);
                }
            },
            Expr::New(it) if let Some(class) = chain(&it.callee) => {
                self.mention_chain(class, MentionRole::Construct);
                it.args.visit_with(self);
            }
            Expr::OptChain(optional) if let OptChainBase::Call(call) = &*optional.base => {
                self.call(&call.callee, &call.args);
            }
            _ => match (chain(expression), expression) {
                (Some(chain), _) => self.mention_chain(chain, MentionRole::Read),
                (None, Expr::Member(member)) => self.member(member),
                (None, Expr::OptChain(optional)) => match &*optional.base {
                    OptChainBase::Member(member) => self.member(member),
                    OptChainBase::Call(call) => self.call(&call.callee, &call.args),
                },
                _ => expression.visit_children_with(self),
            },
        }
    }

    fn visit_private_name(&mut self, name: &PrivateName) {
        self.private_name(name);
    }

    fn visit_super_prop_expr(&mut self, expression: &SuperPropExpr) {
        let whole = Chain {
            root: MentionRoot::Super,
            path: Vec::new(),
            offset: offset(expression.span),
        };
        self.mention(whole, MentionRole::Computed);
        expression.visit_children_with(self);
    }

    fn visit_meta_prop_expr(&mut self, expression: &MetaPropExpr) {
        match expression.kind {
            MetaPropKind::NewTarget => self.note(|traits| traits.uses_new_target = true),
            MetaPropKind::ImportMeta => self.note(|traits| traits.uses_import_meta = true),
        }
    }
}
