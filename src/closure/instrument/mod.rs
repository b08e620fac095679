//! Instruments a module's text so that its closures can be captured.
//!
//! V8's inspector shows captured variables, but neither the `this` of an arrow nor whether two
//! functions share one variable. Therefore
//!
//! - an arrow that uses `this` is made inside a function that has it as a parameter: `(($lumi_this)
//!   => (() => $lumi_this, ARROW))(this)`. The inner function makes V8 keep the parameter; a name
//!   that the arrow would have got from its place is given by an object literal;
//! - a block with variables that closures share and assign to gets a function declaration at its
//!   end, `function $lumi_cell_3() { $lumi_cell_3; }`: declarations are hoisted, so it exists from
//!   the beginning and is a new object on each entry.
//!
//! Every token stays on its line. Each insertion is enclosed in markers, so that it can be removed
//! for `Function.prototype.toString` and for positions.
//!
//! | module | |
//! |---|---|
//! | `line_columns` | columns of a line with and without insertions |

mod line_columns;

use deno_ast::ProgramRef;
use deno_ast::swc::ast::*;
use deno_ast::swc::ecma_visit::{Visit, VisitWith};

use crate::analysis::{Analysis, BindingKind, BlockEnd, end, offset};
use crate::nesting::with_stack;

pub use line_columns::LineColumns;

/// The markers around each insertion.
pub const OPEN: &str = "/*$lumi{*/";
pub const CLOSE: &str = "/*}$lumi*/";
/// The variable that holds an arrow's `this`.
pub const THIS: &str = "$lumi_this";
/// The variable that holds an arrow's `new.target`.
pub const NEW_TARGET: &str = "$lumi_target";

/// The name of the function whose identity identifies a block's variables.
pub fn cell_name(block: usize) -> String {
    format!("$lumi_cell_{block}")
}

/// Returns the instrumented text; `None` if no instrumentation is needed.
pub fn instrument(analysis: &Analysis) -> Option<String> {
    let code = &*analysis.code;
    // The user's text contains the markers: removing insertions would corrupt it.
    if code.contains(OPEN) || code.contains(CLOSE) {
        return None;
    }
    let mut insertions = Insertions::default();
    cells(analysis, &mut insertions);
    if let ProgramRef::Module(module) = analysis.parsed.program_ref() {
        let mut arrows = Arrows {
            insertions: &mut insertions,
            around: vec![EnclosingFunction::default()],
            name: None,
        };
        with_stack(analysis.levels, || module.visit_with(&mut arrows));
    }
    insertions.apply(code)
}

/// The text without insertions.
pub fn original(code: &str) -> String {
    let mut text = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(start) = rest.find(OPEN) {
        text.push_str(&rest[..start]);
        let Some(end) = rest[start..].find(CLOSE) else {
            rest = &rest[start..];
            break;
        };
        rest = &rest[start + end + CLOSE.len()..];
    }
    text.push_str(rest);
    text
}

/// Texts to insert, by the byte offset that they precede.
#[derive(Default)]
struct Insertions(Vec<(usize, i32, String)>);

impl Insertions {
    /// Encloses a range, outside of insertions around parts of it.
    fn around(&mut self, range: std::ops::Range<usize>, before: &str, after: &str) {
        let length = i32::try_from(range.len()).unwrap_or(i32::MAX);
        // Of two ranges with the same start the longer comes first; with the same end, last.
        self.0.push((range.start, -length, before.to_owned()));
        self.0
            .push((range.end, length - i32::MAX, after.to_owned()));
    }

    fn at(&mut self, offset: usize, text: String) {
        self.0.push((offset, -1, text));
    }

    fn apply(mut self, code: &str) -> Option<String> {
        if self.0.is_empty() {
            return None;
        }
        self.0.sort_by_key(|it| (it.0, it.1));
        let mut text = String::with_capacity(code.len() + self.0.len() * 64);
        let mut at = 0;
        for (offset, _, added) in self.0 {
            text.push_str(&code[at..offset]);
            text.push_str(OPEN);
            text.push_str(&added);
            text.push_str(CLOSE);
            at = offset;
        }
        text.push_str(&code[at..]);
        Some(text)
    }
}

fn cells(analysis: &Analysis, insertions: &mut Insertions) {
    let mut done = std::collections::BTreeSet::new();
    for binding in &analysis.bindings {
        let is_import = matches!(binding.kind, BindingKind::Import { .. });
        if !binding.is_captured || !binding.is_assigned || is_import {
            continue;
        }
        let Some(block) = binding.block.filter(|it| done.insert(*it)) else {
            continue;
        };
        let name = cell_name(block);
        let declaration = format!("function {name}(){{{name}}}");
        match analysis.blocks[block].end {
            BlockEnd::Brace(at) => insertions.at(at, format!(";{declaration}")),
            BlockEnd::Expression { start, end } => {
                insertions.around(start..end, "{return(", &format!(");{declaration}}}"));
            }
            BlockEnd::None => {}
        }
    }
}

/// Facts about the function around the walk.
#[derive(Clone, Debug, Default)]
struct EnclosingFunction {
    /// Whether arrows get the `this` of a function or class here.
    has_this: bool,
    /// Whether an enclosing arrow is instrumented, so that nested ones see its variables.
    is_done: bool,
    /// In a derived constructor: the offset after which `super()` has certainly been called.
    this_from: usize,
}

struct Arrows<'a> {
    insertions: &'a mut Insertions,
    around: Vec<EnclosingFunction>,
    /// The name that an anonymous function gets here.
    name: Option<String>,
}

impl Arrows<'_> {
    fn within(&mut self, around: EnclosingFunction, walk: impl FnOnce(&mut Self)) {
        self.around.push(around);
        let name = self.name.take();
        walk(self);
        self.name = name;
        self.around.pop();
    }

    fn function(&mut self, walk: impl FnOnce(&mut Self)) {
        self.within(
            EnclosingFunction {
                has_this: true,
                ..EnclosingFunction::default()
            },
            walk,
        );
    }

    fn here(&self) -> &EnclosingFunction {
        self.around
            .last()
            .expect("BUG: a module is around everything")
    }

    /// Visits an expression whose anonymous function gets a name.
    fn named(&mut self, name: Option<String>, expression: &Expr) {
        self.name = name;
        expression.visit_with(self);
        self.name = None;
    }

    fn class(&mut self, class: &Class) {
        class.super_class.visit_with(self);
        let is_derived = class.super_class.is_some();
        for member in &class.body {
            match member {
                ClassMember::Constructor(it) => self.constructor(it, is_derived),
                ClassMember::ClassProp(it) => {
                    it.key.visit_with(self);
                    let name = constant_key(&it.key);
                    self.field(
                        it.value.as_deref(),
                        name,
                        matches!(it.key, PropName::Computed(_)),
                    );
                }
                ClassMember::PrivateProp(it) => {
                    self.field(
                        it.value.as_deref(),
                        Some(format!("#{}", it.key.name)),
                        false,
                    );
                }
                ClassMember::StaticBlock(it) => {
                    self.function(|this| it.body.visit_children_with(this));
                }
                other => other.visit_with(self),
            }
        }
    }

    fn field(&mut self, value: Option<&Expr>, name: Option<String>, is_computed: bool) {
        let Some(value) = value else { return };
        // A computed name would be lost.
        if is_computed && matches!(value, Expr::Arrow(_)) {
            return;
        }
        self.function(|this| this.named(name, value));
    }

    fn constructor(&mut self, constructor: &Constructor, is_derived: bool) {
        let this_from = match is_derived {
            true => constructor.body.as_ref().map_or(usize::MAX, super_call),
            false => 0,
        };
        let around = EnclosingFunction {
            has_this: true,
            is_done: false,
            this_from,
        };
        self.within(around, |this| constructor.visit_children_with(this));
    }
}

/// The end of a statement that calls `super`.
fn super_call(body: &BlockStmt) -> usize {
    let found = body.stmts.iter().find_map(|statement| match statement {
        Stmt::Expr(it) => match &*it.expr {
            Expr::Call(call) if matches!(call.callee, Callee::Super(_)) => Some(end(it.span)),
            _ => None,
        },
        _ => None,
    });
    found.unwrap_or(usize::MAX)
}

impl Visit for Arrows<'_> {
    fn visit_function(&mut self, function: &Function) {
        self.function(|this| function.visit_children_with(this));
    }

    fn visit_getter_prop(&mut self, getter: &GetterProp) {
        getter.key.visit_with(self);
        self.function(|this| getter.body.visit_with(this));
    }

    fn visit_setter_prop(&mut self, setter: &SetterProp) {
        setter.key.visit_with(self);
        self.function(|this| {
            setter.param.visit_with(this);
            setter.body.visit_with(this);
        });
    }

    fn visit_class(&mut self, class: &Class) {
        self.class(class);
    }

    fn visit_var_declarator(&mut self, declarator: &VarDeclarator) {
        declarator.name.visit_with(self);
        if let Some(init) = &declarator.init {
            let name = declarator.name.as_ident().map(|it| it.sym.to_string());
            self.named(name, init);
        }
    }

    fn visit_assign_expr(&mut self, assignment: &AssignExpr) {
        assignment.left.visit_with(self);
        let name = assignment.left.as_ident().map(|it| it.sym.to_string());
        self.named(name, &assignment.right);
    }

    fn visit_assign_pat(&mut self, pattern: &AssignPat) {
        pattern.left.visit_with(self);
        let name = pattern.left.as_ident().map(|it| it.sym.to_string());
        self.named(name, &pattern.right);
    }

    fn visit_assign_pat_prop(&mut self, pattern: &AssignPatProp) {
        if let Some(value) = &pattern.value {
            self.named(Some(pattern.key.sym.to_string()), value);
        }
    }

    fn visit_key_value_prop(&mut self, pair: &KeyValueProp) {
        pair.key.visit_with(self);
        let is_computed = matches!(pair.key, PropName::Computed(_));
        if is_computed && matches!(&*pair.value, Expr::Arrow(_)) {
            return;
        }
        self.named(constant_key(&pair.key), &pair.value);
    }

    fn visit_expr(&mut self, expression: &Expr) {
        // Only the expression itself gets a name from its context.
        if !matches!(expression, Expr::Arrow(_) | Expr::Paren(_)) {
            self.name = None;
        }
        expression.visit_children_with(self);
    }

    fn visit_arrow_expr(&mut self, arrow: &ArrowExpr) {
        let name = self.name.take();
        let here = self.here().clone();
        let range = offset(arrow.span)..end(arrow.span);
        let is_wanted = here.has_this && !here.is_done && range.start >= here.this_from;
        let uses = Lexical::of(arrow);
        if !is_wanted || !(uses.this || uses.new_target) {
            arrow.visit_children_with(self);
            return;
        }
        let (parameters, arguments) = match uses.new_target {
            true => (format!("{THIS},{NEW_TARGET}"), "this,new.target"),
            false => (THIS.to_owned(), "this"),
        };
        let kept = if uses.new_target {
            format!("[{THIS},{NEW_TARGET}]")
        } else {
            THIS.to_owned()
        };
        let (open, close) = match &name {
            Some(name) => {
                let quoted = serde_json::Value::from(name.as_str());
                (format!("{{[{quoted}]:"), format!("}}[{quoted}]"))
            }
            None => (String::new(), String::new()),
        };
        self.insertions.around(
            range,
            &format!("(({parameters})=>(()=>{kept},{open}"),
            &format!("{close}))({arguments})"),
        );
        self.within(
            EnclosingFunction {
                is_done: true,
                ..here
            },
            |this| arrow.visit_children_with(this),
        );
    }
}

/// The names that an arrow function uses from its enclosing function.
#[derive(Default)]
struct Lexical {
    this: bool,
    new_target: bool,
}

impl Lexical {
    fn of(arrow: &ArrowExpr) -> Self {
        let mut found = Self::default();
        arrow.visit_children_with(&mut found);
        found
    }
}

impl Visit for Lexical {
    fn visit_this_expr(&mut self, _: &ThisExpr) {
        self.this = true;
    }

    fn visit_super_prop_expr(&mut self, expression: &SuperPropExpr) {
        self.this = true;
        expression.visit_children_with(self);
    }

    fn visit_meta_prop_expr(&mut self, expression: &MetaPropExpr) {
        self.new_target |= expression.kind == MetaPropKind::NewTarget;
    }

    fn visit_function(&mut self, _: &Function) {}
    fn visit_getter_prop(&mut self, _: &GetterProp) {}
    fn visit_setter_prop(&mut self, _: &SetterProp) {}
    fn visit_constructor(&mut self, _: &Constructor) {}
    fn visit_class_prop(&mut self, property: &ClassProp) {
        property.key.visit_with(self);
    }
    fn visit_private_prop(&mut self, _: &PrivateProp) {}
    fn visit_static_block(&mut self, _: &StaticBlock) {}
}

fn constant_key(key: &PropName) -> Option<String> {
    match key {
        PropName::Ident(name) => Some(name.sym.to_string()),
        PropName::Str(text) => Some(text.value.to_string_lossy().into_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
