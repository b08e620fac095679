//! Functions, classes, and the names that values have in one module.

use std::collections::{HashMap, HashSet};

use deno_ast::swc::ast::*;
use deno_ast::swc::atoms::Atom;
use deno_ast::swc::common::Spanned;
use deno_ast::swc::ecma_visit::{Visit, VisitWith};

use super::bindings::{bound, parameters};
use super::holder::{holder, result_of};
use super::{Candidate, Superclass};
use crate::front::source::offset;

/// How the value of an expression is used.
#[derive(Clone, Copy, PartialEq)]
pub enum Use {
    Value,
    /// It is called, or a member of it is read.
    Called,
}

/// An argument of a function that is called by its name.
pub struct Argument {
    pub callee: Atom,
    pub index: usize,
    /// The name of what is passed.
    pub name: Atom,
}

pub struct Finder {
    module: usize,
    place: Use,
    /// The name of what holds the value of this expression.
    owner: Option<Atom>,
    /// The names of what holds results of the function around this place.
    results: Option<Atom>,
    pub candidates: Vec<Candidate>,
    /// The candidates around this place.
    around: Vec<usize>,
    pub escaped: HashSet<Atom>,
    /// Pairs of names for one thing.
    pub aliases: Vec<(Atom, Atom)>,
    /// Pairs of names: a value that the first one holds may come from the second one.
    pub flows: Vec<(Atom, Atom)>,
    pub arguments: Vec<Argument>,
    /// The parameters of functions by their name.
    pub parameters: HashMap<Atom, Vec<Vec<Option<Atom>>>>,
    /// Names that are bound to other things than functions.
    pub others: HashSet<Atom>,
    /// Variables that the module exports.
    pub exported: Vec<Atom>,
    /// Names that come from Lumi.
    pub foreign: HashSet<Atom>,
    namespaces: HashSet<Atom>,
    /// Whether the module has providers, whose objects are captured as closures are.
    pub has_providers: bool,
}

impl Finder {
    pub fn new(module: usize) -> Self {
        Self {
            module,
            place: Use::Value,
            owner: None,
            results: None,
            candidates: Vec::new(),
            around: Vec::new(),
            escaped: HashSet::new(),
            aliases: Vec::new(),
            flows: Vec::new(),
            arguments: Vec::new(),
            parameters: HashMap::new(),
            others: HashSet::new(),
            exported: Vec::new(),
            foreign: HashSet::new(),
            namespaces: HashSet::new(),
            has_providers: false,
        }
    }

    /// A name that only one expression of the program has.
    pub fn place_name(&self, expression: &Expr) -> String {
        format!("{}:{}", self.module, offset(expression.span_lo()))
    }

    pub fn used_as(&mut self, place: Use, walk: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.place, place);
        walk(self);
        self.place = before;
    }

    pub fn held_by(&mut self, owner: Option<Atom>, walk: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.owner, owner);
        walk(self);
        self.owner = before;
    }

    /// Walks the parts of an expression that is not followed itself.
    fn lost(&mut self, walk: impl FnOnce(&mut Self)) {
        self.held_by(None, |this| this.used_as(Use::Value, walk));
    }

    fn candidate(
        &mut self,
        at: usize,
        names: Vec<Atom>,
        is_value: bool,
        class: Option<Superclass>,
        walk: impl FnOnce(&mut Self),
    ) {
        let results = match class {
            Some(_) => None,
            None => names.first().map(result_of),
        };
        self.candidates.push(Candidate {
            place: (self.module, at),
            names,
            is_value,
            class,
            mentions: HashSet::new(),
        });
        self.around.push(self.candidates.len() - 1);
        let before = std::mem::replace(&mut self.results, results);
        self.lost(walk);
        self.results = before;
        self.around.pop();
    }

    /// A function where its value is used.
    fn function_value(&mut self, at: usize, own: Option<&Ident>, walk: impl FnOnce(&mut Self)) {
        let is_value = self.place == Use::Value && self.owner.is_none();
        let owner = self.owner.clone().filter(|_| self.place == Use::Value);
        let own = own.map(|it| it.sym.clone());
        let names = owner.into_iter().chain(own).collect();
        self.candidate(at, names, is_value, None, walk);
    }

    fn mention(&mut self, name: &Atom) {
        for &it in &self.around {
            self.candidates[it].mentions.insert(name.clone());
        }
        if self.place == Use::Value {
            self.value_of(name.clone());
        }
    }

    /// The value that a name holds goes to the owner, or is lost.
    fn value_of(&mut self, name: Atom) {
        match &self.owner {
            Some(owner) if *owner == name => {}
            Some(owner) => self.flows.push((owner.clone(), name)),
            None => drop(self.escaped.insert(name)),
        }
    }

    fn known_parameters(&mut self, name: &Atom, list: Vec<Option<Atom>>) {
        self.parameters.entry(name.clone()).or_default().push(list);
    }

    fn member(&mut self, member: &MemberExpr) {
        let is_value = self.place == Use::Value;
        self.held_by(None, |this| {
            this.used_as(Use::Called, |this| member.obj.visit_with(this));
            if let MemberProp::Computed(it) = &member.prop {
                this.used_as(Use::Called, |this| it.expr.visit_with(this));
            }
        });
        // A member of a module is what has its name there.
        if let (Expr::Ident(object), MemberProp::Ident(name)) = (&*member.obj, &member.prop)
            && self.namespaces.contains(&object.sym)
        {
            self.mention(&name.sym);
        }
        if is_value && let Some(name) = holder(&member.obj) {
            self.value_of(name);
        }
    }

    fn arrow(&mut self, it: &ArrowExpr) {
        self.others.extend(it.params.iter().flat_map(bound));
        it.params.visit_with(self);
        match &*it.body {
            BlockStmtOrExpr::BlockStmt(body) => body.visit_with(self),
            BlockStmtOrExpr::Expr(value) => self.returned(value),
        }
    }

    fn assignment(&mut self, it: &AssignExpr) {
        let AssignTarget::Simple(SimpleAssignTarget::Ident(name)) = &it.left else {
            return self.lost(|this| it.visit_children_with(this));
        };
        self.others.insert(name.id.sym.clone());
        if self.place == Use::Value {
            self.value_of(name.id.sym.clone());
        }
        self.bind(&Pat::Ident(name.clone()), &it.right);
    }

    fn returned(&mut self, value: &Expr) {
        let owner = self.results.clone();
        self.held_by(owner, |this| {
            this.used_as(Use::Value, |this| value.visit_with(this));
        });
    }
}

/// The name of what a module exports without a name.
fn default_export() -> Atom {
    Atom::from("default")
}

fn superclass(class: &Class) -> Superclass {
    match class.super_class.as_deref() {
        None => Superclass::None,
        Some(Expr::Ident(it)) => Superclass::Named(it.sym.clone()),
        Some(_) => Superclass::Member,
    }
}

impl Visit for Finder {
    fn visit_import_decl(&mut self, import: &ImportDecl) {
        let source = import.src.value.to_string_lossy();
        let is_foreign =
            source == "lumi" || source.starts_with("lumi/") || source.starts_with("lumi:");
        self.has_providers |= source == "lumi/dynamic" && !import.type_only;
        for specifier in &import.specifiers {
            let local = specifier.local().sym.clone();
            if is_foreign {
                self.foreign.insert(local.clone());
            }
            match specifier {
                ImportSpecifier::Named(named) => {
                    if let Some(ModuleExportName::Ident(imported)) = &named.imported {
                        self.aliases.push((local, imported.sym.clone()));
                    }
                }
                ImportSpecifier::Namespace(_) => {
                    self.others.insert(local.clone());
                    self.namespaces.insert(local);
                }
                // All default exports of the program have one name, as the module is not known here.
                ImportSpecifier::Default(_) => {
                    self.others.insert(local.clone());
                    self.aliases.push((local, default_export()));
                }
            }
        }
    }

    fn visit_named_export(&mut self, export: &NamedExport) {
        for specifier in &export.specifiers {
            if let ExportSpecifier::Named(named) = specifier
                && let (ModuleExportName::Ident(original), Some(ModuleExportName::Ident(exported))) =
                    (&named.orig, &named.exported)
            {
                self.aliases
                    .push((original.sym.clone(), exported.sym.clone()));
            }
            if let (None, ExportSpecifier::Named(named)) = (&export.src, specifier)
                && let ModuleExportName::Ident(original) = &named.orig
            {
                self.exported.push(original.sym.clone());
            }
        }
    }

    fn visit_param(&mut self, it: &Param) {
        self.others.extend(bound(&it.pat));
        it.visit_children_with(self);
    }

    fn visit_ts_param_prop(&mut self, it: &TsParamProp) {
        self.others.extend(bound(it));
        it.visit_children_with(self);
    }

    fn visit_catch_clause(&mut self, it: &CatchClause) {
        self.others.extend(it.param.iter().flat_map(bound));
        it.visit_children_with(self);
    }

    fn visit_export_decl(&mut self, it: &ExportDecl) {
        if let Decl::Var(variables) = &it.decl {
            let names = variables.decls.iter().flat_map(|it| bound(&it.name));
            self.exported.extend(names);
        }
        it.visit_children_with(self);
    }

    fn visit_ts_type(&mut self, _: &TsType) {}
    fn visit_ts_type_ann(&mut self, _: &TsTypeAnn) {}
    fn visit_ts_interface_decl(&mut self, _: &TsInterfaceDecl) {}
    fn visit_ts_type_alias_decl(&mut self, _: &TsTypeAliasDecl) {}

    fn visit_ident(&mut self, ident: &Ident) {
        self.mention(&ident.sym);
    }

    fn visit_binding_ident(&mut self, _: &BindingIdent) {}

    #[expect(clippy::too_many_lines, reason = "one arm for each kind of node")]
    fn visit_expr(&mut self, expression: &Expr) {
        match expression {
            Expr::Ident(it) => self.mention(&it.sym),
            Expr::Paren(_)
            | Expr::TsAs(_)
            | Expr::TsSatisfies(_)
            | Expr::TsNonNull(_)
            | Expr::TsConstAssertion(_)
            | Expr::TsTypeAssertion(_)
            | Expr::TsInstantiation(_) => expression.visit_children_with(self),
            Expr::Arrow(it) => {
                self.function_value(offset(it.span.lo), None, |this| this.arrow(it));
            }
            Expr::Fn(it) => {
                self.function_value(offset(it.span().lo), it.ident.as_ref(), |this| {
                    it.function.visit_children_with(this)
                });
            }
            Expr::Class(it) => {
                let class = Some(superclass(&it.class));
                let names = it.ident.iter().map(|it| it.sym.clone()).collect();
                self.candidate(offset(it.span().lo), names, false, class, |this| {
                    it.class.visit_children_with(this)
                });
            }
            // Their parts are parts of what holds them.
            Expr::Object(_) | Expr::Array(_) if self.place == Use::Value => {
                expression.visit_children_with(self)
            }
            Expr::Cond(it) => {
                self.lost(|this| it.test.visit_with(this));
                it.cons.visit_with(self);
                it.alt.visit_with(self);
            }
            Expr::Member(it) => self.member(it),
            Expr::Call(it) => match &it.callee {
                Callee::Expr(callee) => {
                    if self.place == Use::Value
                        && let Some(name) = holder(expression)
                    {
                        self.value_of(name);
                    }
                    self.held_by(None, |this| this.call(callee, &it.args));
                }
                _ => self.lost(|this| it.visit_children_with(this)),
            },
            Expr::New(it) => self.lost(|this| {
                this.used_as(Use::Called, |this| it.callee.visit_with(this));
                // A promise calls its function at once.
                let is_promise = it.callee.as_ident().is_some_and(|it| &*it.sym == "Promise");
                let place = if is_promise { Use::Called } else { Use::Value };
                this.used_as(place, |this| it.args.visit_with(this));
            }),
            Expr::TaggedTpl(it) => self.lost(|this| {
                this.used_as(Use::Called, |this| it.tag.visit_with(this));
                it.tpl.visit_with(this);
            }),
            Expr::Assign(it) => self.assignment(it),
            _ => self.lost(|this| expression.visit_children_with(this)),
        }
    }

    fn visit_var_declarator(&mut self, declarator: &VarDeclarator) {
        let Some(value) = &declarator.init else {
            self.others.extend(bound(&declarator.name));
            return;
        };
        match (&declarator.name, &**value) {
            (Pat::Ident(name), Expr::Arrow(it)) => {
                self.known_parameters(&name.id.sym, parameters(it.params.iter()));
            }
            (Pat::Ident(name), Expr::Fn(it)) => {
                let patterns = it.function.params.iter().map(|it| &it.pat);
                self.known_parameters(&name.id.sym, parameters(patterns));
            }
            _ => self.others.extend(bound(&declarator.name)),
        }
        self.lost(|this| declarator.name.visit_with(this));
        self.bind(&declarator.name, value);
    }

    fn visit_for_of_stmt(&mut self, it: &ForOfStmt) {
        match &it.left {
            ForHead::VarDecl(declaration) => {
                let names: Vec<Atom> = declaration
                    .decls
                    .iter()
                    .flat_map(|it| bound(&it.name))
                    .collect();
                self.others.extend(names.iter().cloned());
                self.lost(|this| declaration.visit_with(this));
                self.parts(names, &it.right);
            }
            other => self.lost(|this| {
                other.visit_with(this);
                it.right.visit_with(this);
            }),
        }
        it.body.visit_with(self);
    }

    fn visit_return_stmt(&mut self, it: &ReturnStmt) {
        if let Some(value) = &it.arg {
            self.returned(value);
        }
    }

    fn visit_expr_stmt(&mut self, it: &ExprStmt) {
        // Nothing uses the value.
        self.held_by(None, |this| {
            this.used_as(Use::Called, |this| it.expr.visit_with(this));
        });
    }

    fn visit_fn_decl(&mut self, declaration: &FnDecl) {
        let at = offset(declaration.span().lo);
        let name = declaration.ident.sym.clone();
        let patterns = declaration.function.params.iter().map(|it| &it.pat);
        self.known_parameters(&name, parameters(patterns));
        self.candidate(at, vec![name], false, None, |this| {
            declaration.function.visit_children_with(this)
        });
    }

    fn visit_export_default_decl(&mut self, export: &ExportDefaultDecl) {
        let at = offset(export.decl.span_lo());
        let names = |own: &Option<Ident>| {
            let own = own.iter().map(|it| it.sym.clone());
            own.chain([default_export()]).collect()
        };
        match &export.decl {
            DefaultDecl::Class(it) => {
                let class = Some(superclass(&it.class));
                self.others.extend(it.ident.iter().map(|it| it.sym.clone()));
                self.candidate(at, names(&it.ident), false, class, |this| {
                    it.class.visit_children_with(this)
                });
            }
            DefaultDecl::Fn(it) => {
                if let Some(name) = &it.ident {
                    let patterns = it.function.params.iter().map(|it| &it.pat);
                    self.known_parameters(&name.sym, parameters(patterns));
                }
                self.candidate(at, names(&it.ident), false, None, |this| {
                    it.function.visit_children_with(this)
                });
            }
            DefaultDecl::TsInterfaceDecl(_) => {}
        }
    }

    fn visit_export_default_expr(&mut self, export: &ExportDefaultExpr) {
        self.exported.push(default_export());
        self.held_by(Some(default_export()), |this| export.expr.visit_with(this));
    }

    fn visit_class_decl(&mut self, declaration: &ClassDecl) {
        let at = offset(declaration.span().lo);
        let name = declaration.ident.sym.clone();
        let class = Some(superclass(&declaration.class));
        self.others.insert(name.clone());
        self.candidate(at, vec![name], false, class, |this| {
            declaration.class.visit_children_with(this)
        });
    }

    fn visit_prop(&mut self, property: &Prop) {
        let at = match property {
            Prop::Shorthand(it) => return self.mention(&it.sym),
            Prop::Method(it) => it.span().lo,
            Prop::Getter(it) => it.span.lo,
            Prop::Setter(it) => it.span.lo,
            Prop::KeyValue(it) => {
                if let PropName::Computed(key) = &it.key {
                    self.lost(|this| key.visit_with(this));
                }
                return it.value.visit_with(self);
            }
            other => return self.lost(|this| other.visit_children_with(this)),
        };
        // LumiIL has methods of objects, and no getters and setters.
        let is_method = matches!(property, Prop::Method(_));
        let owner = self
            .owner
            .clone()
            .filter(|_| is_method && self.place == Use::Value);
        let is_value = owner.is_none();
        self.candidate(
            offset(at),
            owner.into_iter().collect(),
            is_value,
            None,
            |this| property.visit_children_with(this),
        );
    }
}
