//! Rewrites one module.

use std::collections::BTreeSet;

use deno_ast::swc::ast::{
    ArrayPat, ArrowExpr, AssignExpr, AssignOp, AssignTarget, AssignTargetPat, BindingIdent,
    BlockStmtOrExpr, CallExpr, Callee, Expr, ExprOrSpread, Ident, IdentName, KeyValuePatProp,
    KeyValueProp, MemberExpr, MemberProp, NewExpr, Number, ObjectPat, ObjectPatProp, OptChainBase,
    OptChainExpr, Pat, Prop, PropName, SimpleAssignTarget,
};
use deno_ast::swc::ast::{BinExpr, BinaryOp, CondExpr, ForOfStmt, Lit, Null};
use deno_ast::swc::common::{DUMMY_SP, Mark, SyntaxContext};
use deno_ast::swc::ecma_visit::{VisitMut, VisitMutWith};

use super::assigned_key::AssignedKey;
use super::builtins::{BY_HAND, LIVE, REFUSED, owners};
use super::globals::{HARDENED, is_global_of};
use super::needs::{Needs, function_name};

pub struct Pass<'a> {
    pub specifier: &'a str,
    pub unresolved: Mark,
    /// The mark of bindings that the module declares or imports at its top level.
    pub top_level: Mark,
    pub needs: &'a mut Needs,
    /// The names that the module imports from [`PRIMORDIALS`].
    pub used: BTreeSet<String>,
    /// The functions that assign to members of constant names; `None` in a module of the snapshot, which they would
    /// make larger.
    pub assignments: Option<BTreeSet<AssignedKey>>,
}

impl Pass<'_> {
    fn refuse(&self, what: &str) -> ! {
        panic!("{}: {what}; see build/harden.rs", self.specifier)
    }

    /// Imports a name from [`PRIMORDIALS`].
    fn imported(&mut self, name: impl Into<String>) -> Ident {
        let name = name.into();
        self.used.insert(name.clone());
        Ident::new(name.into(), DUMMY_SP, SyntaxContext::empty())
    }

    fn call(&mut self, name: impl Into<String>, args: Vec<ExprOrSpread>) -> Expr {
        let callee = Callee::Expr(Box::new(self.imported(name).into()));
        Expr::Call(CallExpr {
            callee,
            args,
            ..CallExpr::default()
        })
    }

    fn is_global(&self, ident: &Ident) -> bool {
        ident.ctxt.outer() == self.unresolved && is_global_of(HARDENED, &ident.sym)
    }

    fn global(&mut self, name: &str) -> Ident {
        self.needs.globals.insert(name.to_owned());
        self.imported(format!("${name}"))
    }

    /// The captured form of a static member such as `Object.keys`.
    fn captured_static(&mut self, member: &MemberExpr) -> Option<Expr> {
        let owner = member.obj.as_ident().filter(|it| self.is_global(it))?;
        let (owner, name) = (owner.sym.as_str(), member.prop.as_ident()?.sym.as_str());
        if name == "prototype" || LIVE.contains(&(owner, name)) {
            return None;
        }
        self.needs
            .statics
            .insert((owner.to_owned(), name.to_owned()));
        Some(self.imported(format!("${owner}_{name}")).into())
    }

    /// The function that replaces a method call; `None` if no built-in has a method of this name.
    fn method(&mut self, member: &MemberExpr, args: &[ExprOrSpread]) -> Option<String> {
        if member.obj.is_this() {
            return None;
        }
        let name = member.prop.as_ident()?.sym.to_string();
        if REFUSED.contains(&name.as_str()) {
            self.refuse(&format!("`.{name}()` is not safe"));
        }
        let is_spread = args.iter().any(|it| it.spread.is_some());
        if name == "push" && args.len() == 1 && !is_spread {
            return Some("$pushOne".to_owned());
        }
        if BY_HAND.contains(&name.as_str()) {
            return Some(format!("${name}"));
        }
        owners(&name).next()?;
        let count = (!is_spread).then_some(args.len());
        let function = function_name(&name, count);
        self.needs.methods.insert((name, count));
        Some(function)
    }

    /// Rewrites `it[key] = x` and `it.key = x`, which could call a setter of the prototype, to
    /// `$put(it, key, x)`, or to a call of the module's own function for this key.
    fn member_assignment(&mut self, assignment: &mut AssignExpr) -> Option<Expr> {
        let AssignTarget::Simple(SimpleAssignTarget::Member(member)) = &mut assignment.left else {
            return None;
        };
        if assignment.op != AssignOp::Assign || member.obj.is_this() {
            return None;
        }
        if let Some(key) = self.constant_key(&member.prop) {
            let callee = Ident::new(key.function().into(), DUMMY_SP, SyntaxContext::empty());
            let parts = [&mut member.obj, &mut assignment.right].map(std::mem::take);
            self.used.extend(["$isPlain", "$put"].map(str::to_owned));
            self.assignments.as_mut()?.insert(key);
            return Some(Expr::Call(CallExpr {
                callee: Callee::Expr(Box::new(callee.into())),
                args: parts.map(ExprOrSpread::from).into(),
                ..CallExpr::default()
            }));
        }
        let key = match &mut member.prop {
            MemberProp::Computed(key) => std::mem::take(&mut key.expr),
            MemberProp::Ident(name) => Box::new(Expr::Lit(Lit::Str(name.sym.clone().into()))),
            MemberProp::PrivateName(_) => return None,
        };
        let parts = [
            std::mem::take(&mut member.obj),
            key,
            std::mem::take(&mut assignment.right),
        ];
        Some(self.call("$put", parts.map(ExprOrSpread::from).into()))
    }

    /// The key of an assignment that is the same each time, if the module may have functions for such.
    fn constant_key(&self, property: &MemberProp) -> Option<AssignedKey> {
        self.assignments.as_ref()?;
        match property {
            MemberProp::Ident(name) => Some(AssignedKey::Name(name.sym.to_string())),
            MemberProp::Computed(key) => {
                let key = key.expr.as_ident()?;
                let is_constant = key.ctxt.outer() == self.top_level;
                is_constant.then(|| AssignedKey::Binding(key.sym.to_string()))
            }
            MemberProp::PrivateName(_) => None,
        }
    }

    fn safe(&mut self, iterable: &mut Expr) {
        let it = std::mem::take(iterable);
        *iterable = self.call("$safe", vec![it.into()]);
    }

    /// Rewrites `a?.m(x)` to `((it) => it == null ? undefined : $m(it, x))(a)`.
    fn optional_call(&mut self, chain: &OptChainExpr) -> Option<Expr> {
        let OptChainBase::Call(call) = &*chain.base else {
            return None;
        };
        let member = match &*call.callee {
            Expr::OptChain(OptChainExpr { base, .. }) => base.as_member()?,
            Expr::Member(member) => member,
            _ => return None,
        };
        // `a.m?.(x)` tests whether the method exists; built-in objects always have it.
        if chain.optional {
            return None;
        }
        let function = self.method(member, &call.args)?;
        let it = Ident::new("$it".into(), DUMMY_SP, SyntaxContext::empty());
        let first = ExprOrSpread::from(Expr::from(it.clone()));
        let args = std::iter::once(first).chain(call.args.iter().cloned());
        let then = self.call(function, args.collect());
        let is_absent = Expr::Bin(BinExpr {
            span: DUMMY_SP,
            op: BinaryOp::EqEq,
            left: Box::new(it.clone().into()),
            right: Box::new(Expr::Lit(Lit::Null(Null { span: DUMMY_SP }))),
        });
        let body = Expr::Cond(CondExpr {
            span: DUMMY_SP,
            test: Box::new(is_absent),
            cons: Expr::undefined(DUMMY_SP),
            alt: Box::new(then),
        });
        let arrow = Expr::Arrow(ArrowExpr {
            params: vec![Pat::Ident(BindingIdent::from(it))],
            body: Box::new(BlockStmtOrExpr::Expr(Box::new(body))),
            ..ArrowExpr::default()
        });
        Some(Expr::Call(CallExpr {
            callee: Callee::Expr(Box::new(arrow)),
            args: vec![ExprOrSpread::from(member.obj.clone())],
            ..CallExpr::default()
        }))
    }

    /// Rewrites an array pattern to an object pattern with indices as keys.
    fn by_index(&self, pattern: &mut ArrayPat) -> ObjectPat {
        let elements = std::mem::take(&mut pattern.elems);
        let property = |(index, pattern): (usize, Option<Pat>)| {
            let value = pattern?;
            if value.is_rest() {
                self.refuse("`[a, ...rest] = it` cannot be rewritten; use slice()");
            }
            let key = PropName::Num(Number {
                span: DUMMY_SP,
                value: index as f64,
                raw: None,
            });
            Some(ObjectPatProp::KeyValue(KeyValuePatProp {
                key,
                value: Box::new(value),
            }))
        };
        ObjectPat {
            span: pattern.span,
            props: elements
                .into_iter()
                .enumerate()
                .filter_map(property)
                .collect(),
            optional: false,
            type_ann: None,
        }
    }
}

impl Pass<'_> {
    /// A map or a set with entries, which its constructor would read by methods of the program.
    fn new_collection(&mut self, new: &mut NewExpr) -> Option<Expr> {
        let args = new.args.as_mut().filter(|it| !it.is_empty())?;
        let name = new.callee.as_ident()?.sym.to_string();
        if !matches!(name.as_str(), "$Map" | "$Set") {
            return None;
        }
        let args = std::mem::take(args);
        Some(self.call(name.replace('$', "$new"), args))
    }
}

impl VisitMut for Pass<'_> {
    fn visit_mut_expr(&mut self, expr: &mut Expr) {
        // Before the operands are rewritten, while `Object.keys` is still recognisable.
        if let Expr::Member(member) = expr
            && let Some(captured) = self.captured_static(member)
        {
            *expr = captured;
            return;
        }
        expr.visit_mut_children_with(self);
        match expr {
            Expr::Ident(ident) if self.is_global(ident) => {
                let name = ident.sym.to_string();
                *ident = self.global(&name);
            }
            Expr::Call(call) => {
                if let Callee::Expr(callee) = &mut call.callee
                    && let Expr::Member(member) = &mut **callee
                    && let Some(function) = self.method(member, &call.args)
                {
                    let object = std::mem::take(&mut member.obj);
                    let args = std::mem::take(&mut call.args);
                    let args = std::iter::once(ExprOrSpread::from(object)).chain(args);
                    *expr = self.call(function, args.collect());
                }
            }
            Expr::New(new) => {
                if let Some(rewritten) = self.new_collection(new) {
                    *expr = rewritten;
                }
            }
            Expr::Assign(assignment) => {
                if let Some(rewritten) = self.member_assignment(assignment) {
                    *expr = rewritten;
                }
            }
            Expr::Member(MemberExpr { obj, prop, .. })
                if prop.is_ident_with("size") && !obj.is_this() =>
            {
                let object = std::mem::take(obj);
                *expr = self.call("$size", vec![ExprOrSpread::from(object)]);
            }
            Expr::OptChain(chain) => {
                if let Some(rewritten) = self.optional_call(chain) {
                    *expr = rewritten;
                } else if is_cut_off(chain) {
                    chain.optional = true;
                }
            }
            Expr::Yield(it) if it.delegate => self.refuse("`yield*` is not safe"),
            _ => {}
        }
    }

    fn visit_mut_expr_or_spread(&mut self, it: &mut ExprOrSpread) {
        it.visit_mut_children_with(self);
        if it.spread.is_some() {
            self.safe(&mut it.expr);
        }
    }

    fn visit_mut_for_of_stmt(&mut self, it: &mut ForOfStmt) {
        it.visit_mut_children_with(self);
        if !it.is_await {
            self.safe(&mut it.right);
        }
    }

    fn visit_mut_pat(&mut self, pattern: &mut Pat) {
        pattern.visit_mut_children_with(self);
        if let Pat::Array(array) = pattern {
            *pattern = Pat::Object(self.by_index(array));
        }
    }

    fn visit_mut_assign_target(&mut self, target: &mut AssignTarget) {
        target.visit_mut_children_with(self);
        if let AssignTarget::Pat(AssignTargetPat::Array(array)) = target {
            *target = AssignTarget::Pat(AssignTargetPat::Object(self.by_index(array)));
        }
    }

    /// Keeps the target of an assignment a member, and rewrites only its object.
    fn visit_mut_simple_assign_target(&mut self, target: &mut SimpleAssignTarget) {
        match target {
            SimpleAssignTarget::Member(member) => {
                member.obj.visit_mut_with(self);
                if let MemberProp::Computed(key) = &mut member.prop {
                    key.visit_mut_with(self);
                }
            }
            other => other.visit_mut_children_with(self),
        }
    }

    fn visit_mut_prop(&mut self, property: &mut Prop) {
        if let Prop::Shorthand(ident) = property
            && self.is_global(ident)
        {
            let key = PropName::Ident(IdentName::from(ident.clone()));
            let value = Box::new(ident.clone().into());
            *property = Prop::KeyValue(KeyValueProp { key, value });
        }
        property.visit_mut_children_with(self);
    }
}

/// Whether the chain before this link was rewritten, so that the rest no longer short-circuits.
fn is_cut_off(chain: &OptChainExpr) -> bool {
    let before = match &*chain.base {
        OptChainBase::Member(member) => &member.obj,
        OptChainBase::Call(call) => &call.callee,
    };
    matches!(&**before, Expr::Call(call) if matches!(&call.callee, Callee::Expr(it) if it.is_arrow()))
}
