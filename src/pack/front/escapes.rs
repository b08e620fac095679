//! Which functions and classes a resource may capture: these are kept as JavaScript.
//!
//! A function stays LumiIL if it is only ever called: it is declared under a name that no code uses as a value,
//! or it is the callback of a method such as `map` or `then`. All others may become closures. So may what
//! closures mention, by name, through all modules. A name that means two things counts for both.

use std::collections::{HashMap, HashSet};

use deno_ast::swc::ast::*;
use deno_ast::swc::atoms::Atom;
use deno_ast::swc::common::Spanned;
use deno_ast::swc::ecma_visit::{Visit, VisitWith};

use super::source::{Source, offset};

/// Methods that call their arguments, and keep none.
const CALLING: &[&str] = &[
    "every",
    "filter",
    "finally",
    "find",
    "findIndex",
    "findLast",
    "findLastIndex",
    "flatMap",
    "forEach",
    "from",
    "map",
    "reduce",
    "reduceRight",
    "replace",
    "replaceAll",
    "some",
    "sort",
    "then",
    "toSorted",
    "catch",
];

/// The places of functions and classes that are kept as JavaScript: the module and the offset of each.
#[derive(Debug, Default)]
pub struct Escapes(HashSet<(usize, usize)>);

impl Escapes {
    pub fn find(sources: &[Source]) -> Self {
        let mut found = Vec::new();
        for (index, source) in sources.iter().enumerate() {
            let mut finder = Finder::new(index);
            source.module().visit_with(&mut finder);
            found.push(finder);
        }
        Solver::new(found).solve()
    }

    pub fn contains(&self, module: usize, offset: usize) -> bool {
        self.0.contains(&(module, offset))
    }
}

/// A function or a class.
struct Candidate {
    place: (usize, usize),
    name: Option<Atom>,
    /// Whether it is a value where it stands.
    is_value: bool,
    /// The facts that decide about a class.
    class: Option<Superclass>,
    mentions: HashSet<Atom>,
}

/// The class that a class extends.
#[derive(Clone)]
enum Superclass {
    None,
    /// A class by its name.
    Named(Atom),
    /// A member of something, as of a module of Lumi.
    Member,
}

/// How the value of an expression is used.
#[derive(Clone, Copy, PartialEq)]
enum Use {
    Value,
    /// It is called, or a member of it is read.
    Called,
}

struct Finder {
    module: usize,
    place: Use,
    candidates: Vec<Candidate>,
    /// The candidates around this place.
    around: Vec<usize>,
    escaped: HashSet<Atom>,
    /// Pairs of names for one thing.
    aliases: Vec<(Atom, Atom)>,
    /// Names that come from Lumi.
    foreign: HashSet<Atom>,
    /// Whether the module has providers, whose objects are captured as closures are.
    has_providers: bool,
}

impl Finder {
    fn new(module: usize) -> Self {
        Self {
            module,
            place: Use::Value,
            candidates: Vec::new(),
            around: Vec::new(),
            escaped: HashSet::new(),
            aliases: Vec::new(),
            foreign: HashSet::new(),
            has_providers: false,
        }
    }

    fn used_as(&mut self, place: Use, walk: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.place, place);
        walk(self);
        self.place = before;
    }

    fn candidate(
        &mut self,
        at: usize,
        name: Option<Atom>,
        is_value: bool,
        class: Option<Superclass>,
        walk: impl FnOnce(&mut Self),
    ) {
        self.candidates.push(Candidate {
            place: (self.module, at),
            name,
            is_value,
            class,
            mentions: HashSet::new(),
        });
        self.around.push(self.candidates.len() - 1);
        self.used_as(Use::Value, walk);
        self.around.pop();
    }

    fn mention(&mut self, name: &Atom) {
        for &it in &self.around {
            self.candidates[it].mentions.insert(name.clone());
        }
        if self.place == Use::Value {
            self.escaped.insert(name.clone());
        }
    }

    fn call(&mut self, callee: &Expr, arguments: &[ExprOrSpread]) {
        let is_calling = match callee {
            Expr::Member(it) => it
                .prop
                .as_ident()
                .is_some_and(|it| CALLING.contains(&&*it.sym)),
            _ => false,
        };
        self.used_as(Use::Called, |this| callee.visit_with(this));
        let place = if is_calling { Use::Called } else { Use::Value };
        for argument in arguments {
            self.used_as(place, |this| argument.expr.visit_with(this));
        }
    }

    /// A function that a variable is declared with.
    fn declarator(&mut self, name: &Atom, value: &Expr) -> bool {
        match value {
            Expr::Arrow(it) => {
                let at = offset(it.span.lo);
                self.candidate(at, Some(name.clone()), false, None, |this| {
                    it.visit_children_with(this)
                });
            }
            Expr::Fn(it) => {
                let at = offset(it.span().lo);
                self.candidate(at, Some(name.clone()), false, None, |this| {
                    it.function.visit_children_with(this)
                });
            }
            _ => return false,
        }
        true
    }
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
            if let ImportSpecifier::Named(named) = specifier
                && let Some(ModuleExportName::Ident(imported)) = &named.imported
            {
                self.aliases.push((local, imported.sym.clone()));
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
        }
    }

    fn visit_ts_type(&mut self, _: &TsType) {}
    fn visit_ts_type_ann(&mut self, _: &TsTypeAnn) {}
    fn visit_ts_interface_decl(&mut self, _: &TsInterfaceDecl) {}
    fn visit_ts_type_alias_decl(&mut self, _: &TsTypeAliasDecl) {}

    fn visit_ident(&mut self, ident: &Ident) {
        self.mention(&ident.sym);
    }

    fn visit_binding_ident(&mut self, _: &BindingIdent) {}

    fn visit_expr(&mut self, expression: &Expr) {
        match expression {
            Expr::Ident(it) => self.mention(&it.sym),
            Expr::Paren(it) => it.expr.visit_with(self),
            Expr::Arrow(it) => {
                let is_value = self.place == Use::Value;
                self.candidate(offset(it.span.lo), None, is_value, None, |this| {
                    it.visit_children_with(this)
                });
            }
            Expr::Fn(it) => {
                let is_value = self.place == Use::Value;
                let at = offset(it.span().lo);
                self.candidate(at, None, is_value, None, |this| {
                    it.function.visit_children_with(this)
                });
            }
            Expr::Class(it) => {
                let class = Some(superclass(&it.class));
                let name = it.ident.as_ref().map(|it| it.sym.clone());
                self.candidate(offset(it.span().lo), name, false, class, |this| {
                    it.class.visit_children_with(this)
                });
            }
            Expr::Member(it) => {
                self.used_as(Use::Called, |this| it.obj.visit_with(this));
                if let MemberProp::Computed(it) = &it.prop {
                    self.used_as(Use::Called, |this| it.expr.visit_with(this));
                }
            }
            Expr::Call(it) => match &it.callee {
                Callee::Expr(callee) => self.call(callee, &it.args),
                _ => self.used_as(Use::Value, |this| it.visit_children_with(this)),
            },
            Expr::New(it) => self.used_as(Use::Value, |this| {
                this.used_as(Use::Called, |this| it.callee.visit_with(this));
                it.args.visit_with(this);
            }),
            Expr::TaggedTpl(it) => {
                self.used_as(Use::Called, |this| it.tag.visit_with(this));
                self.used_as(Use::Value, |this| it.tpl.visit_with(this));
            }
            _ => self.used_as(Use::Value, |this| expression.visit_children_with(this)),
        }
    }

    fn visit_var_declarator(&mut self, declarator: &VarDeclarator) {
        let Some(value) = &declarator.init else {
            return;
        };
        if let Pat::Ident(name) = &declarator.name
            && self.declarator(&name.id.sym, value)
        {
            return;
        }
        declarator.name.visit_with(self);
        self.used_as(Use::Value, |this| value.visit_with(this));
    }

    fn visit_fn_decl(&mut self, declaration: &FnDecl) {
        let at = offset(declaration.span().lo);
        let name = Some(declaration.ident.sym.clone());
        self.candidate(at, name, false, None, |this| {
            declaration.function.visit_children_with(this)
        });
    }

    fn visit_class_decl(&mut self, declaration: &ClassDecl) {
        let at = offset(declaration.span().lo);
        let name = Some(declaration.ident.sym.clone());
        let class = Some(superclass(&declaration.class));
        self.candidate(at, name, false, class, |this| {
            declaration.class.visit_children_with(this)
        });
    }

    fn visit_prop(&mut self, property: &Prop) {
        match property {
            Prop::Shorthand(it) => self.mention(&it.sym),
            Prop::Method(it) => {
                self.candidate(offset(it.span().lo), None, true, None, |this| {
                    it.visit_children_with(this)
                });
            }
            Prop::Getter(it) => {
                self.candidate(offset(it.span.lo), None, true, None, |this| {
                    it.visit_children_with(this)
                });
            }
            Prop::Setter(it) => {
                self.candidate(offset(it.span.lo), None, true, None, |this| {
                    it.visit_children_with(this)
                });
            }
            other => other.visit_children_with(self),
        }
    }
}

/// Spreads what is known over names, until nothing changes.
struct Solver {
    candidates: Vec<Candidate>,
    aliases: Vec<(Atom, Atom)>,
    foreign: HashSet<Atom>,
    escaped: HashSet<Atom>,
    /// The names that the texts of closures mention.
    mentioned: HashSet<Atom>,
    has_providers: bool,
}

impl Solver {
    fn new(found: Vec<Finder>) -> Self {
        let mut solver = Self {
            candidates: Vec::new(),
            aliases: Vec::new(),
            foreign: HashSet::new(),
            escaped: HashSet::new(),
            mentioned: HashSet::new(),
            has_providers: found.iter().any(|it| it.has_providers),
        };
        for it in found {
            solver.candidates.extend(it.candidates);
            solver.aliases.extend(it.aliases);
            solver.foreign.extend(it.foreign);
            solver.escaped.extend(it.escaped);
        }
        solver
    }

    fn solve(mut self) -> Escapes {
        let resources = self.resources();
        let mut kept = vec![false; self.candidates.len()];
        loop {
            self.spread();
            let has_closures = self.has_providers || kept.contains(&true);
            let mut has_changed = false;
            for (index, candidate) in self.candidates.iter().enumerate() {
                if kept[index] || !self.is_kept(candidate, has_closures, &resources) {
                    continue;
                }
                kept[index] = true;
                has_changed = true;
                self.mentioned.extend(candidate.mentions.iter().cloned());
            }
            if !has_changed {
                break;
            }
        }
        let kept = self.candidates.iter().zip(kept).filter(|it| it.1);
        Escapes(kept.map(|it| it.0.place).collect())
    }

    fn is_kept(
        &self,
        candidate: &Candidate,
        has_closures: bool,
        resources: &HashSet<Atom>,
    ) -> bool {
        let named =
            |set: &HashSet<Atom>| candidate.name.as_ref().is_some_and(|it| set.contains(it));
        match &candidate.class {
            None => candidate.is_value || named(&self.escaped) || named(&self.mentioned),
            Some(superclass) => {
                let is_resource = match superclass {
                    Superclass::None => false,
                    Superclass::Member => true,
                    Superclass::Named(name) => resources.contains(name),
                };
                named(&self.mentioned) || (has_closures && !is_resource)
            }
        }
    }

    /// The names of classes that come from Lumi, or extend one that does.
    fn resources(&self) -> HashSet<Atom> {
        let mut resources = self.foreign.clone();
        let mut by_super: HashMap<&Atom, Vec<&Atom>> = HashMap::new();
        for candidate in &self.candidates {
            match (&candidate.class, &candidate.name) {
                (Some(Superclass::Named(it)), Some(name)) => {
                    by_super.entry(it).or_default().push(name)
                }
                (Some(Superclass::Member), Some(name)) => {
                    resources.insert(name.clone());
                }
                _ => {}
            }
        }
        let mut queue: Vec<Atom> = resources.iter().cloned().collect();
        while let Some(name) = queue.pop() {
            let aliases = self
                .aliases
                .iter()
                .filter(|it| it.0 == name || it.1 == name);
            let others = aliases.flat_map(|it| [&it.0, &it.1]);
            let classes = by_super.get(&name).into_iter().flatten().copied();
            for next in others.chain(classes) {
                if resources.insert(next.clone()) {
                    queue.push(next.clone());
                }
            }
        }
        resources
    }

    /// A name of an import or export stands for the other one.
    fn spread(&mut self) {
        for set in [&mut self.escaped, &mut self.mentioned] {
            loop {
                let before = set.len();
                for (first, second) in &self.aliases {
                    if set.contains(first) {
                        set.insert(second.clone());
                    } else if set.contains(second) {
                        set.insert(first.clone());
                    }
                }
                if set.len() == before {
                    break;
                }
            }
        }
    }
}
