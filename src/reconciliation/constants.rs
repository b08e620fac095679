//! Constants of a module that one place uses.
//!
//! Names are counted in the whole module, whatever their scopes: a name that is declared and mentioned once is that
//! variable.

use deno_ast::swc::ast::{
    ExportDecl, Expr, Ident, MemberExpr, Module, NewExpr, Pat, VarDecl, VarDeclKind,
};
use deno_ast::swc::ecma_visit::{Visit, VisitWith};
use lumi_closure::analysis::untyped;
use rustc_hash::{FxHashMap, FxHashSet};

use super::expression::member_of;

/// The constants of a module, and how often each name is mentioned.
#[derive(Default)]
pub struct Constants {
    mentions: FxHashMap<String, usize>,
    /// Uses such as `name.member`.
    members: FxHashMap<String, FxHashMap<String, usize>>,
    values: FxHashMap<String, Expr>,
    exported: FxHashSet<String>,
}

/// The value of a variable.
pub enum ConstantUse<'c> {
    /// Nothing else uses it.
    Single(&'c Expr),
    /// Other places use it, too.
    Shared(&'c Expr),
    /// It is a parameter, the variable of a loop, or it can change.
    Variable,
}

impl Constants {
    pub fn of(module: &Module) -> Self {
        let mut constants = Self::default();
        module.visit_with(&mut constants);
        constants
    }

    pub fn of_name(&self, name: &str) -> ConstantUse<'_> {
        match self.values.get(name) {
            Some(value) if self.is_own(name) && self.mentions.get(name) == Some(&2) => {
                ConstantUse::Single(value)
            }
            Some(value) => ConstantUse::Shared(value),
            None => ConstantUse::Variable,
        }
    }

    /// The use of a member, if the object is used by its members only.
    pub fn of_member(&self, name: &str, member: &str) -> ConstantUse<'_> {
        let Some(value) = self.values.get(name) else {
            return ConstantUse::Variable;
        };
        let members = self.members.get(name);
        let all: usize = members.map_or(0, |it| it.values().sum());
        let uses = members.and_then(|it| it.get(member)).copied();
        let is_mentioned_otherwise = self.mentions.get(name) != Some(&(all + 1));
        match uses == Some(1) && !is_mentioned_otherwise && self.is_own(name) {
            true => ConstantUse::Single(value),
            false => ConstantUse::Shared(value),
        }
    }

    /// The `new` expression that a variable is declared with.
    pub fn instance(&self, name: &str) -> Option<&NewExpr> {
        match untyped(self.values.get(name)?) {
            Expr::New(new) => Some(new),
            _ => None,
        }
    }

    fn is_own(&self, name: &str) -> bool {
        !self.exported.contains(name)
    }
}

impl Visit for Constants {
    fn visit_ident(&mut self, ident: &Ident) {
        *self.mentions.entry(ident.sym.to_string()).or_default() += 1;
    }

    fn visit_member_expr(&mut self, member: &MemberExpr) {
        if let (Expr::Ident(object), Some(name)) = (&*member.obj, member_of(&member.prop)) {
            let members = self.members.entry(object.sym.to_string()).or_default();
            *members.entry(name).or_default() += 1;
        }
        member.visit_children_with(self);
    }

    fn visit_var_decl(&mut self, declaration: &VarDecl) {
        if declaration.kind == VarDeclKind::Const {
            for declared in &declaration.decls {
                if let (Pat::Ident(name), Some(value)) = (&declared.name, &declared.init) {
                    let value = Expr::clone(value);
                    self.values.insert(name.id.sym.to_string(), value);
                }
            }
        }
        declaration.visit_children_with(self);
    }

    fn visit_export_decl(&mut self, export: &ExportDecl) {
        if let Some(variables) = export.decl.as_var() {
            for declared in &variables.decls {
                if let Pat::Ident(name) = &declared.name {
                    self.exported.insert(name.id.sym.to_string());
                }
            }
        }
        export.visit_children_with(self);
    }
}
