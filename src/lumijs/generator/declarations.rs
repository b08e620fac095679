//! The declarations of variables, and which of them are constant text.

use deno_ast::swc::ast::*;
use deno_ast::swc::ecma_visit::{Visit, VisitWith};
use lumi_closure::analysis::{is_unresolved, offset};
use rustc_hash::FxHashMap;

use super::annotations::Annotations;

/// How far constants are followed.
const MAX_STEPS: usize = 16;
/// Longer texts name nothing.
const MAX_TEXT: usize = 1_000;

#[derive(Default)]
pub struct Declarations<'a> {
    /// The byte offset of each declaration.
    places: FxHashMap<Id, usize>,
    constants: FxHashMap<Id, &'a Expr>,
    annotations: Annotations,
}

impl<'a> Declarations<'a> {
    pub fn of(module: &'a Module) -> Self {
        let mut finder = Finder::default();
        module.visit_with(&mut finder);
        let mut constants = Constants(FxHashMap::default());
        constants.items(&module.body);
        Self {
            places: finder.places,
            constants: constants.0,
            annotations: Annotations::of(module),
        }
    }

    pub fn place(&self, id: &Id) -> Option<usize> {
        self.places.get(id).copied()
    }

    /// The text that an expression always is.
    pub fn text(&self, expression: &Expr) -> Option<String> {
        self.text_within(expression, MAX_STEPS)
    }

    fn text_within(&self, expression: &Expr, steps: usize) -> Option<String> {
        let steps = steps.checked_sub(1)?;
        let text = match expression {
            Expr::Lit(Lit::Str(text)) => text.value.to_string_lossy().into_owned(),
            Expr::Lit(Lit::Num(number)) => number.value.to_string(),
            Expr::Paren(it) => self.text_within(&it.expr, steps)?,
            Expr::Ident(it) => self.text_within(self.constants.get(&it.to_id())?, steps)?,
            Expr::Bin(it) if it.op == BinaryOp::Add => {
                let left = self.text_within(&it.left, steps)?;
                format!("{left}{}", self.text_within(&it.right, steps)?)
            }
            Expr::Tpl(it) => {
                let mut text = String::new();
                for (index, part) in it.quasis.iter().enumerate() {
                    text.push_str(&part.cooked.as_ref()?.to_string_lossy());
                    if let Some(expression) = it.exprs.get(index) {
                        text.push_str(&self.text_within(expression, steps)?);
                    }
                }
                text
            }
            _ => return None,
        };
        (text.len() <= MAX_TEXT).then_some(text)
    }

    /// Whether `new Date` of an expression is one moment in all time zones: it is a number, another Date, or text that ends
    /// with a zone.
    pub fn is_instant(&self, expression: &Expr) -> bool {
        match expression {
            Expr::Paren(it) => self.is_instant(&it.expr),
            Expr::Tpl(it) => {
                let last = it.quasis.last().and_then(|it| it.cooked.as_ref());
                !it.exprs.is_empty() && last.is_some_and(|it| it.to_string_lossy().ends_with('Z'))
            }
            Expr::Cond(it) => self.is_instant(&it.cons) && self.is_instant(&it.alt),
            other => {
                is_new_date(other) || self.is_number(other) || self.annotations.is_instant(other)
            }
        }
    }

    /// Whether an expression is a number, whatever the rest of the program does.
    pub fn is_number(&self, expression: &Expr) -> bool {
        self.is_number_within(expression, MAX_STEPS)
    }

    fn is_number_within(&self, expression: &Expr, steps: usize) -> bool {
        let Some(steps) = steps.checked_sub(1) else {
            return false;
        };
        let is_one = match expression {
            Expr::Lit(Lit::Num(_)) => true,
            Expr::Paren(it) => self.is_number_within(&it.expr, steps),
            Expr::Unary(it) => matches!(it.op, UnaryOp::Minus | UnaryOp::Plus | UnaryOp::Tilde),
            Expr::Bin(it) => match it.op {
                BinaryOp::Add => {
                    self.is_number_within(&it.left, steps)
                        && self.is_number_within(&it.right, steps)
                }
                BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod | BinaryOp::Exp => {
                    true
                }
                _ => false,
            },
            Expr::Ident(it) if is_unresolved(it) => matches!(&*it.sym, "NaN" | "Infinity"),
            // Constants of `Number` and `Math`.
            Expr::Member(it) => it
                .obj
                .as_ident()
                .is_some_and(|it| is_unresolved(it) && matches!(&*it.sym, "Number" | "Math")),
            Expr::Ident(it) => {
                let constant = self.constants.get(&it.to_id());
                constant.is_some_and(|it| self.is_number_within(it, steps))
            }
            Expr::Call(it) => it.callee.as_expr().is_some_and(|it| is_number_function(it)),
            _ => false,
        };
        is_one || self.annotations.is_number(expression)
    }
}

/// Whether an expression is `new Date(…)`.
pub fn is_new_date(expression: &Expr) -> bool {
    expression.as_new().is_some_and(makes_date)
}

/// Whether the class of a `new` is the global `Date`.
pub fn makes_date(call: &NewExpr) -> bool {
    let class = call.callee.as_ident();
    class.is_some_and(|it| &*it.sym == "Date" && is_unresolved(it))
}

/// `Number`, `Date.UTC`, `Math.…`, `.getTime` and similar: functions that give numbers.
fn is_number_function(callee: &Expr) -> bool {
    match callee {
        Expr::Ident(it) => matches!(&*it.sym, "Number" | "parseInt" | "parseFloat"),
        Expr::Member(it) => {
            let Some(name) = it.prop.as_ident() else {
                return false;
            };
            let owner = it.obj.as_ident().map(|it| it.sym.to_string());
            matches!(
                (owner.as_deref(), &*name.sym),
                (Some("Date"), "UTC") | (Some("Math"), _)
            ) || matches!(&*name.sym, "getTime" | "valueOf")
        }
        _ => false,
    }
}

#[derive(Default)]
struct Finder {
    places: FxHashMap<Id, usize>,
}

impl Finder {
    fn found(&mut self, ident: &Ident) {
        self.places
            .entry(ident.to_id())
            .or_insert_with(|| offset(ident.span));
    }
}

impl Visit for Finder {
    fn visit_binding_ident(&mut self, ident: &BindingIdent) {
        self.found(&ident.id);
    }

    fn visit_assign_target(&mut self, target: &AssignTarget) {
        // Patterns that assign declare nothing, but have the same syntax.
        if let AssignTarget::Simple(it) = target
            && it.as_ident().is_none()
        {
            it.visit_children_with(self);
        }
    }

    fn visit_fn_decl(&mut self, function: &FnDecl) {
        self.found(&function.ident);
        function.function.visit_with(self);
    }

    fn visit_class_decl(&mut self, class: &ClassDecl) {
        self.found(&class.ident);
        class.class.visit_with(self);
    }
}

/// Finds constants with one initial value.
struct Constants<'a>(FxHashMap<Id, &'a Expr>);

impl<'a> Constants<'a> {
    fn items(&mut self, items: &'a [ModuleItem]) {
        for item in items {
            match item {
                ModuleItem::Stmt(statement) => self.statement(statement),
                ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(it)) => self.declaration(&it.decl),
                ModuleItem::ModuleDecl(_) => {}
            }
        }
    }

    fn declaration(&mut self, declaration: &'a Decl) {
        let Decl::Var(it) = declaration else { return };
        if it.kind != VarDeclKind::Const {
            return;
        }
        for declarator in &it.decls {
            if let (Some(name), Some(value)) = (declarator.name.as_ident(), &declarator.init) {
                self.0.insert(name.id.to_id(), value);
            }
        }
    }

    fn statement(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Decl(it) => self.declaration(it),
            Stmt::Block(it) => it.stmts.iter().for_each(|it| self.statement(it)),
            _ => {}
        }
    }
}
