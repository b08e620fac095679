//! Changes that callbacks make outside of themselves: the order in which they run depends on which promise settles first.

use std::ops::Range;

use deno_ast::swc::ast::*;
use deno_ast::swc::common::Spanned;
use deno_ast::swc::ecma_visit::{Visit, VisitWith};
use lumi_closure::analysis::{end, offset};

use super::Generator;
use crate::member_names::SETTLING_METHODS;
use crate::rule::Rule;
use crate::solver::Use;

/// Methods that change the order in what they are called on.
const ORDERED_CHANGES: &[&str] = &["push", "unshift", "pop", "shift", "splice", "add", "set"];

impl Generator<'_> {
    /// The text of the function that an argument of a method is, if it runs when something settles.
    pub(super) fn settling_callback(callee: &MemberExpr, argument: &Expr) -> Option<Range<usize>> {
        let name = callee.prop.as_ident()?;
        let span = match argument {
            Expr::Arrow(it) => it.span,
            Expr::Fn(it) => it.function.span,
            _ => return None,
        };
        SETTLING_METHODS
            .contains(&&*name.sym)
            .then(|| offset(span)..end(span))
    }

    /// Whether the callbacks of a method run when something settles.
    pub(super) fn is_settling(callee: &MemberExpr) -> bool {
        let name = callee.prop.as_ident();
        name.is_some_and(|it| SETTLING_METHODS.contains(&&*it.sym))
    }

    /// Reports a change of a variable that is declared outside of the function that waits.
    pub(super) fn check_deferred(&mut self, ident: &Ident) {
        if self.is_shared(ident) {
            let site = self.site(ident);
            let subject = format!("a change of `{}`", ident.sym);
            self.solver.report(Rule::SettlingOrder, site, subject);
        }
    }

    /// Whether a variable is declared outside of the function that waits, and this place runs after that.
    fn is_shared(&self, ident: &Ident) -> bool {
        let Some(deferred) = &self.deferred else {
            return false;
        };
        let place = self.declarations.place(&ident.to_id());
        place.is_some_and(|it| !deferred.function.contains(&it))
            && offset(ident.span) >= deferred.from
    }

    /// Reports `list.push(…)` and similar, as for assignments, if `list` is a collection.
    pub(super) fn check_ordered_change(&mut self, member: &MemberExpr) {
        let Some(name) = member.prop.as_ident() else {
            return;
        };
        // The order in which a Map or Set gets its members is that of its iteration, too.
        if ORDERED_CHANGES.contains(&&*name.sym)
            && let Some(root) = member.obj.as_ident()
            && !self.is_global(root)
            && self.is_shared(root)
        {
            let site = self.site(root);
            let variable = self.variable(root.to_id());
            let name = self.solver.names.number(&root.sym);
            self.solver.observe(variable, Use::Reordered { name, site });
        }
    }
}

/// The end of the first `await` in a function's own body: what follows runs when something has settled.
pub(super) fn first_await(body: &impl VisitWith<FirstAwait>) -> Option<usize> {
    let mut finder = FirstAwait(None);
    body.visit_with(&mut finder);
    finder.0
}

pub(super) struct FirstAwait(Option<usize>);

impl FirstAwait {
    fn found(&mut self, at: usize) {
        self.0 = Some(self.0.map_or(at, |it| it.min(at)));
    }

    /// A loop that waits runs as a whole after it has waited once.
    fn repeated(&mut self, it: &(impl VisitWith<Self> + Spanned)) {
        let before = self.0.take();
        it.visit_children_with(self);
        if self.0.is_some() {
            self.found(offset(it.span()));
        }
        if let Some(before) = before {
            self.found(before);
        }
    }
}

impl Visit for FirstAwait {
    fn visit_await_expr(&mut self, it: &AwaitExpr) {
        it.visit_children_with(self);
        self.found(end(it.span));
    }

    fn visit_for_of_stmt(&mut self, it: &ForOfStmt) {
        if it.is_await {
            self.found(offset(it.span));
        }
        self.repeated(it);
    }

    fn visit_for_in_stmt(&mut self, it: &ForInStmt) {
        self.repeated(it);
    }

    fn visit_for_stmt(&mut self, it: &ForStmt) {
        self.repeated(it);
    }

    fn visit_while_stmt(&mut self, it: &WhileStmt) {
        self.repeated(it);
    }

    fn visit_do_while_stmt(&mut self, it: &DoWhileStmt) {
        self.repeated(it);
    }

    fn visit_function(&mut self, _: &Function) {}
    fn visit_arrow_expr(&mut self, _: &ArrowExpr) {}
    fn visit_class(&mut self, _: &Class) {}
}
