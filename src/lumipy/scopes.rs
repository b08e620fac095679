//! The names that code assigns, by scope.

use std::collections::{HashMap, HashSet};

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_pattern, walk_stmt};
use ruff_python_ast::{ExceptHandler, Expr, Pattern, Stmt, StmtClassDef};

use super::facts::{is_known_decorator, is_type_checking};

/// The assignments of a name in one scope.
#[derive(Clone, Copy, Debug, Default)]
pub struct Assigned {
    /// The number of places that assign it.
    pub places: usize,
    /// Whether the first of these is a statement of the scope itself, which always runs.
    pub is_first_plain: bool,
}

/// The names that a body assigns.
#[derive(Debug, Default)]
pub struct Names {
    /// In the order of their first assignments.
    pub order: Vec<String>,
    pub assigned: HashMap<String, Assigned>,
    pub globals: HashSet<String>,
    pub nonlocals: HashSet<String>,
    pub has_yield: bool,
    /// Names that `del` deletes.
    pub deleted: HashSet<String>,
    /// Whether the statement that is visited is one of the scope itself.
    pub is_plain: bool,
}

impl Names {
    /// The names that statements assign.
    pub fn of(body: &[Stmt]) -> Self {
        let mut names = Self::default();
        for statement in body {
            names.is_plain = matches!(
                statement,
                Stmt::Assign(_) | Stmt::AnnAssign(_) | Stmt::FunctionDef(_) | Stmt::ClassDef(_)
            );
            names.visit_stmt(statement);
        }
        for name in &names.deleted {
            if let Some(it) = names.assigned.get_mut(name) {
                it.is_first_plain = false;
            }
        }
        let outer: Vec<String> = names.globals.union(&names.nonlocals).cloned().collect();
        names.order.retain(|it| !outer.contains(it));
        names
    }

    /// The names that an expression assigns with `:=`.
    pub fn of_expression(expression: &Expr) -> Self {
        let mut names = Self::default();
        names.visit_expr(expression);
        names
    }

    fn assign(&mut self, name: &str, is_plain: bool) {
        let entry = self.assigned.entry(name.to_owned()).or_default();
        if entry.places == 0 {
            entry.is_first_plain = is_plain;
            self.order.push(name.to_owned());
        }
        entry.places += 1;
    }

    fn visit_class(&mut self, it: &StmtClassDef, is_plain: bool) {
        let mut decorators = it.decorator_list.iter();
        let is_class = decorators.all(|it| is_known_decorator(&it.expression));
        self.assign(&it.name, is_plain && is_class);
    }

    /// A statement with blocks, or `del`.
    fn visit_block(&mut self, statement: &Stmt) {
        match statement {
            Stmt::If(it) if is_type_checking(&it.test) => {
                let others = it.elif_else_clauses.iter();
                others.for_each(|it| it.body.iter().for_each(|it| self.visit_stmt(it)));
            }
            Stmt::Delete(it) => {
                for name in it.targets.iter().filter_map(Expr::as_name_expr) {
                    self.assign(&name.id, false);
                    self.deleted.insert(name.id.to_string());
                }
            }
            Stmt::With(it) => {
                for item in &it.items {
                    self.visit_expr(&item.context_expr);
                    let target = item.optional_vars.as_deref();
                    target.iter().for_each(|it| self.target(it, false));
                }
                it.body.iter().for_each(|it| self.visit_stmt(it));
            }
            other => walk_stmt(self, other),
        }
    }

    /// The names of a target.
    pub fn target(&mut self, target: &Expr, is_plain: bool) {
        match target {
            Expr::Name(it) => self.assign(&it.id, is_plain),
            Expr::Tuple(it) => it.elts.iter().for_each(|it| self.target(it, is_plain)),
            Expr::List(it) => it.elts.iter().for_each(|it| self.target(it, is_plain)),
            Expr::Starred(it) => self.target(&it.value, is_plain),
            other => walk_expr(self, other),
        }
    }
}

impl<'a> Visitor<'a> for Names {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        let is_plain = std::mem::take(&mut self.is_plain);
        match statement {
            Stmt::FunctionDef(it) => {
                it.decorator_list
                    .iter()
                    .for_each(|it| self.visit_expr(&it.expression));
                self.assign(&it.name, is_plain && it.decorator_list.is_empty());
            }
            Stmt::If(_) | Stmt::Delete(_) | Stmt::With(_) => self.visit_block(statement),
            Stmt::ClassDef(it) => self.visit_class(it, is_plain),
            Stmt::Assign(it) => {
                self.visit_expr(&it.value);
                let is_plain = is_plain && it.targets.len() == 1 && is_simple(&it.targets[0]);
                it.targets.iter().for_each(|it| self.target(it, is_plain));
            }
            Stmt::AnnAssign(it) => {
                if let Some(value) = &it.value {
                    self.visit_expr(value);
                    self.target(&it.target, is_plain);
                }
            }
            Stmt::AugAssign(it) => {
                self.visit_expr(&it.value);
                self.target(&it.target, false);
            }
            Stmt::For(it) => {
                self.visit_expr(&it.iter);
                self.target(&it.target, false);
                it.body
                    .iter()
                    .chain(&it.orelse)
                    .for_each(|it| self.visit_stmt(it));
            }
            Stmt::Global(it) => self
                .globals
                .extend(it.names.iter().map(|it| it.to_string())),
            Stmt::Nonlocal(it) => self
                .nonlocals
                .extend(it.names.iter().map(|it| it.to_string())),
            Stmt::Try(it) => {
                for ExceptHandler::ExceptHandler(handler) in &it.handlers {
                    handler.name.iter().for_each(|it| self.assign(it, false));
                }
                walk_stmt(self, statement);
            }
            Stmt::Import(_) | Stmt::ImportFrom(_) => {}
            other => walk_stmt(self, other),
        }
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        if let Some(name) = captured(pattern) {
            self.assign(name, false);
        }
        walk_pattern(self, pattern);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Lambda(_) => {}
            Expr::Named(it) => {
                self.visit_expr(&it.value);
                self.target(&it.target, false);
            }
            Expr::Yield(_) | Expr::YieldFrom(_) => {
                self.has_yield = true;
                walk_expr(self, expression);
            }
            other => walk_expr(self, other),
        }
    }
}

/// The name that a pattern of `match` binds itself.
pub fn captured(pattern: &Pattern) -> Option<&str> {
    let name = match pattern {
        Pattern::MatchAs(it) => it.name.as_ref(),
        Pattern::MatchStar(it) => it.name.as_ref(),
        Pattern::MatchMapping(it) => it.rest.as_ref(),
        _ => None,
    };
    name.map(|it| it.as_str())
}

/// Whether a target is a name, or a tuple of names.
fn is_simple(target: &Expr) -> bool {
    match target {
        Expr::Name(_) => true,
        Expr::Tuple(it) => it.elts.iter().all(Expr::is_name_expr) && distinct(&it.elts),
        _ => false,
    }
}

fn distinct(elements: &[Expr]) -> bool {
    let names: Vec<&str> = elements
        .iter()
        .filter_map(|it| it.as_name_expr().map(|it| it.id.as_str()))
        .collect();
    names.iter().collect::<HashSet<_>>().len() == names.len()
}

/// The names that a module has anywhere, and those that functions declare as `global` or `nonlocal`.
#[derive(Debug, Default)]
pub struct AllNames {
    pub names: HashSet<String>,
    pub shared: HashSet<String>,
    pub globals: HashSet<String>,
}

impl AllNames {
    pub fn of(body: &[Stmt]) -> Self {
        let mut all = Self::default();
        body.iter().for_each(|it| all.visit_stmt(it));
        all
    }
}

impl<'a> Visitor<'a> for AllNames {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Global(it) => {
                let names = it.names.iter().map(|it| it.to_string());
                self.globals.extend(names.clone());
                self.shared.extend(names);
            }
            Stmt::Nonlocal(it) => self.shared.extend(it.names.iter().map(|it| it.to_string())),
            Stmt::FunctionDef(it) => {
                self.names.insert(it.name.to_string());
            }
            Stmt::ClassDef(it) => {
                self.names.insert(it.name.to_string());
            }
            Stmt::Import(it) => self.names.extend(it.names.iter().flat_map(alias_names)),
            Stmt::ImportFrom(it) => self.names.extend(it.names.iter().flat_map(alias_names)),
            _ => {}
        }
        walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        if let Expr::Name(it) = expression {
            self.names.insert(it.id.to_string());
        }
        walk_expr(self, expression);
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        self.names.extend(captured(pattern).map(str::to_owned));
        walk_pattern(self, pattern);
    }

    fn visit_parameter(&mut self, parameter: &'a ruff_python_ast::Parameter) {
        self.names.insert(parameter.name.to_string());
    }
}

fn alias_names(alias: &ruff_python_ast::Alias) -> Vec<String> {
    let name = alias.asname.as_ref().unwrap_or(&alias.name);
    vec![name.split('.').next().unwrap_or_default().to_owned()]
}
