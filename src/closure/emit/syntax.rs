//! Finds the syntax of a function or class by position.

use deno_ast::ProgramRef;
use deno_ast::swc::ast::*;
use deno_ast::swc::common::Spanned;
use deno_ast::swc::ecma_visit::{Visit, VisitWith};

use crate::analysis::{Analysis, UnitId, UnitKind};

/// The syntax of a unit.
#[derive(Clone, Debug)]
pub enum Syntax {
    Function(FnExpr),
    Arrow(ArrowExpr),
    Class(ClassExpr),
    Method(MethodProp),
    Getter(GetterProp),
    Setter(SetterProp),
}

/// Finds the syntax of a unit by position.
pub fn find(analysis: &Analysis, id: UnitId) -> Option<Syntax> {
    let unit = analysis.unit(id);
    let mut finder = Finder {
        start: unit.span.start,
        end: unit.span.end,
        kind: unit.kind,
        found: None,
    };
    if let ProgramRef::Module(module) = analysis.parsed.program_ref() {
        module.visit_with(&mut finder);
    }
    finder.found
}

struct Finder {
    start: usize,
    end: usize,
    kind: UnitKind,
    found: Option<Syntax>,
}

impl Finder {
    fn is_at(&self, node: &impl Spanned) -> bool {
        let span = node.span();
        (span.lo.0 as usize).saturating_sub(1) == self.start
            && (span.hi.0 as usize).saturating_sub(1) == self.end
    }

    /// Whether the node may contain the unit.
    fn is_around(&self, node: &impl Spanned) -> bool {
        let span = node.span();
        self.found.is_none()
            && (span.lo.0 as usize).saturating_sub(1) <= self.start
            && self.end <= (span.hi.0 as usize).saturating_sub(1)
    }

    fn function(&mut self, ident: Option<&Ident>, function: &Function) {
        let is_function = matches!(self.kind, UnitKind::Declaration | UnitKind::Expression);
        if self.found.is_none() && is_function && self.is_at(function) {
            self.found = Some(Syntax::Function(FnExpr {
                ident: ident.cloned(),
                function: Box::new(function.clone()),
            }));
        }
    }

    fn class(&mut self, ident: Option<&Ident>, class: &Class) {
        if self.found.is_none() && matches!(self.kind, UnitKind::Class { .. }) && self.is_at(class)
        {
            self.found = Some(Syntax::Class(ClassExpr {
                ident: ident.cloned(),
                class: Box::new(class.clone()),
            }));
        }
    }
}

impl Visit for Finder {
    fn visit_module_item(&mut self, node: &ModuleItem) {
        if self.is_around(node) {
            node.visit_children_with(self);
        }
    }

    fn visit_stmt(&mut self, node: &Stmt) {
        if self.is_around(node) {
            node.visit_children_with(self);
        }
    }

    fn visit_expr(&mut self, node: &Expr) {
        if self.is_around(node) {
            node.visit_children_with(self);
        }
    }

    fn visit_fn_decl(&mut self, node: &FnDecl) {
        self.function(Some(&node.ident), &node.function);
        node.visit_children_with(self);
    }

    fn visit_fn_expr(&mut self, node: &FnExpr) {
        self.function(node.ident.as_ref(), &node.function);
        node.visit_children_with(self);
    }

    fn visit_class_decl(&mut self, node: &ClassDecl) {
        self.class(Some(&node.ident), &node.class);
        node.visit_children_with(self);
    }

    fn visit_class_expr(&mut self, node: &ClassExpr) {
        self.class(node.ident.as_ref(), &node.class);
        node.visit_children_with(self);
    }

    fn visit_arrow_expr(&mut self, node: &ArrowExpr) {
        if self.found.is_none() && self.kind == UnitKind::Arrow && self.is_at(node) {
            self.found = Some(Syntax::Arrow(node.clone()));
        }
        node.visit_children_with(self);
    }

    fn visit_method_prop(&mut self, node: &MethodProp) {
        let start = node.key.span().lo.min(node.function.span.lo);
        if self.found.is_none() && self.is_at(&node.span().with_lo(start)) {
            self.found = Some(Syntax::Method(node.clone()));
        }
        node.visit_children_with(self);
    }

    fn visit_getter_prop(&mut self, node: &GetterProp) {
        if self.found.is_none() && self.is_at(node) {
            self.found = Some(Syntax::Getter(node.clone()));
        }
        node.visit_children_with(self);
    }

    fn visit_setter_prop(&mut self, node: &SetterProp) {
        if self.found.is_none() && self.is_at(node) {
            self.found = Some(Syntax::Setter(node.clone()));
        }
        node.visit_children_with(self);
    }

    fn visit_class_method(&mut self, node: &ClassMethod) {
        if self.found.is_none() && self.is_at(node) {
            self.found = detached(node);
        }
        node.visit_children_with(self);
    }
}

/// Converts a method of a class to one of an object.
fn detached(method: &ClassMethod) -> Option<Syntax> {
    let (key, function) = (method.key.clone(), &method.function);
    Some(match method.kind {
        MethodKind::Method => Syntax::Method(MethodProp {
            key,
            function: function.clone(),
        }),
        MethodKind::Getter => Syntax::Getter(GetterProp {
            span: method.span,
            key,
            type_ann: None,
            body: function.body.clone(),
        }),
        MethodKind::Setter => Syntax::Setter(SetterProp {
            span: method.span,
            key,
            this_param: None,
            param: Box::new(function.params.first()?.pat.clone()),
            body: function.body.clone(),
        }),
    })
}
