//! Expressions.

use deno_ast::swc::ast::*;
use deno_ast::swc::common::Spanned;
use lumi_closure::analysis::{end, untyped};

use super::Generator;
use super::origins::{IteratedCode, of_flags};
use crate::intrinsics::{Verdict, judge};
use crate::rule::Rule;
use crate::solver::{
    CapturedPart, ChangeKind, Flags, FunctionId, Key, NodeId, ObjectId, ObjectKind, Stateful,
    UNKNOWN, Use, Value,
};

impl Generator<'_> {
    pub(super) fn expression(&mut self, expression: &Expr) -> NodeId {
        match expression {
            Expr::This(it) => {
                self.note_mention(self.this, it);
                self.note_this(it);
                self.this
            }
            Expr::Ident(it) => self.mention(it),
            Expr::Lit(Lit::Regex(it)) => self.pattern_literal(it),
            Expr::Lit(_) => UNKNOWN,
            Expr::Array(it) => self.array(it),
            Expr::Object(it) => self.object(it),
            Expr::Fn(it) => {
                let own = it.ident.as_ref().map(|it| self.variable(it.to_id()));
                self.function(&it.function, own)
            }
            Expr::Arrow(it) => self.arrow(it),
            Expr::Class(it) => {
                let own = it.ident.as_ref().map(|it| self.variable(it.to_id()));
                self.class(&it.class, own)
            }
            Expr::Unary(it) => self.unary(it),
            Expr::Update(it) => self.update(it),
            Expr::Bin(it) => self.binary(it),
            Expr::Assign(it) => self.assignment(it),
            Expr::Member(it) => self.member_of(it),
            Expr::SuperProp(it) => self.super_member(it),
            Expr::Cond(it) => {
                self.expression(&it.test);
                let either = [self.expression(&it.cons), self.expression(&it.alt)];
                self.union(either)
            }
            Expr::Call(_) | Expr::New(_) | Expr::OptChain(_) | Expr::TaggedTpl(_) => {
                self.call_expression(expression)
            }
            Expr::Seq(it) => it.exprs.iter().fold(UNKNOWN, |_, it| self.expression(it)),
            Expr::Tpl(it) => {
                self.texts(&it.exprs);
                UNKNOWN
            }
            Expr::Yield(it) => self.yielded(it),
            Expr::MetaProp(it) => self.meta_property(it),
            Expr::Await(it) => self.settled(it),
            Expr::Paren(it) => self.expression(&it.expr),
            // JSX and types are not in JavaScript.
            _ => UNKNOWN,
        }
    }

    fn update(&mut self, update: &UpdateExpr) -> NodeId {
        self.expression(&update.arg);
        let outer = self
            .assigning
            .replace((end(update.span), ChangeKind::Updated));
        self.assign_expression(&update.arg, UNKNOWN);
        self.assigning = outer;
        UNKNOWN
    }

    fn settled(&mut self, expression: &AwaitExpr) -> NodeId {
        self.awaited = Some(end(untyped(&expression.arg).span()));
        let promise = self.expression(&expression.arg);
        let settled = self.contents(promise);
        self.union([promise, settled])
    }

    fn meta_property(&mut self, property: &MetaPropExpr) -> NodeId {
        if property.kind == MetaPropKind::ImportMeta {
            let site = self.site(property);
            self.solver
                .report(Rule::Environment, site, "import.meta".to_owned());
        }
        UNKNOWN
    }

    pub(super) fn is_global(&self, ident: &Ident) -> bool {
        lumi_closure::analysis::is_unresolved(ident)
    }

    /// A name in an expression.
    fn mention(&mut self, ident: &Ident) -> NodeId {
        let site = self.site(ident);
        let path = match self.is_global(ident) {
            true => match (&*ident.sym, self.around) {
                ("arguments", Some(around)) => return around.arguments,
                ("undefined" | "NaN" | "Infinity", _) => return UNKNOWN,
                (name, _) => name.to_owned(),
            },
            false => match self.intrinsics.get(&ident.to_id()) {
                Some(path) => path.clone(),
                None => return self.read_variable(ident, CapturedPart::Whole),
            },
        };
        let value = self.solver.mention(&path, site);
        self.only(value)
    }

    /// The expressions of a template.
    pub(super) fn texts(&mut self, parts: &[Box<Expr>]) {
        for part in parts {
            let value = self.expression(part);
            let site = self.site(&**part);
            self.solver.observe(value, Use::CoercedToText(site));
        }
    }

    fn array(&mut self, array: &ArrayLit) -> NodeId {
        let object = self.solver.object(ObjectKind::Collection);
        let any = self.solver.object_data(object).any;
        for element in array.elems.iter().flatten() {
            let value = self.expression(&element.expr);
            let value = match element.spread {
                Some(_) => self.elements(value, IteratedCode::Expression(&element.expr)),
                None => value,
            };
            self.solver.copy(value, any);
        }
        self.only(Value::Object(object))
    }

    fn object(&mut self, literal: &ObjectLit) -> NodeId {
        let object = self.solver.object(ObjectKind::Record);
        let node = self.only(Value::Object(object));
        for property in &literal.props {
            match property {
                PropOrSpread::Spread(it) => {
                    let from = self.expression(&it.expr);
                    let site = self.site(&*it.expr);
                    let members = self.load(from, Key::Any, site);
                    let any = self.solver.object_data(object).any;
                    self.solver.copy(members, any);
                }
                PropOrSpread::Prop(it) => self.property(it, object, node),
            }
        }
        node
    }

    fn property(&mut self, property: &Prop, object: ObjectId, this: NodeId) {
        match property {
            Prop::Shorthand(it) => {
                let value = self.mention(it);
                let key = self.key(&it.sym);
                self.put(object, key, value);
            }
            Prop::KeyValue(it) => {
                let key = self.property_key(&it.key);
                if is_prototype(&it.key) {
                    let site = self.site(&it.key);
                    self.solver
                        .report(Rule::Reflection, site, "__proto__".to_owned());
                }
                let value = self.expression(&it.value);
                self.put(object, key, value);
            }
            Prop::Method(it) => {
                let key = self.property_key(&it.key);
                let value = self.method(&it.function, this);
                self.put(object, key, value);
            }
            Prop::Getter(it) => {
                let key = self.property_key(&it.key);
                let getter = self.accessor(it.body.as_ref(), None, this, it.span);
                self.solver.keep_text(getter);
                let value = self.solver.function_data(getter).result;
                self.accessed_by(object, key, getter);
                self.put(object, key, value);
            }
            Prop::Setter(it) => {
                let key = self.property_key(&it.key);
                let setter = self.accessor(it.body.as_ref(), Some(&it.param), this, it.span);
                self.solver.keep_text(setter);
                self.accessed_by(object, key, setter);
            }
            Prop::Assign(_) => {}
        }
    }

    /// Notes a getter or setter of an object.
    pub(super) fn accessed_by(&mut self, object: ObjectId, key: Key, accessor: FunctionId) {
        if let Key::Name(name) = key {
            let known = &mut self.solver.execution.accessors;
            known.entry((object, name)).or_default().push(accessor);
        }
    }

    fn pattern_literal(&mut self, literal: &Regex) -> NodeId {
        match of_flags(&literal.flags) {
            Flags::None => UNKNOWN,
            Flags::Global => self.only(Value::Stateful(Stateful::Global)),
            Flags::Sticky => self.only(Value::Stateful(Stateful::Sticky)),
        }
    }

    pub(super) fn put(&mut self, object: ObjectId, key: Key, value: NodeId) {
        let to = match key {
            Key::Name(name) => self.solver.define(object, name),
            Key::Any => self.solver.object_data(object).any,
        };
        self.solver.copy(value, to);
    }

    fn unary(&mut self, unary: &UnaryExpr) -> NodeId {
        if let (UnaryOp::TypeOf, Expr::Ident(name)) = (unary.op, &*unary.arg)
            && self.is_global(name)
            && judge(&name.sym) == Verdict::Forbidden(Rule::UnknownGlobal)
        {
            return UNKNOWN;
        }
        // Its value does not matter: `typeof` of an intrinsic is a constant.
        self.expression(&unary.arg);
        if unary.op == UnaryOp::Delete
            && let Expr::Member(member) = &*unary.arg
        {
            // A member that is deleted within the target of an assignment is not what that assigns to.
            let outer = self.assigning.take();
            self.assign_member(member, UNKNOWN);
            self.assigning = outer;
        }
        UNKNOWN
    }

    fn binary(&mut self, binary: &BinExpr) -> NodeId {
        let left = match &*binary.left {
            // `#x in object`
            Expr::PrivateName(_) => UNKNOWN,
            left => self.expression(left),
        };
        let right = self.expression(&binary.right);
        match binary.op {
            BinaryOp::LogicalAnd | BinaryOp::LogicalOr | BinaryOp::NullishCoalescing => {
                return self.union([left, right]);
            }
            BinaryOp::Add | BinaryOp::EqEq | BinaryOp::NotEq | BinaryOp::In => {
                for (node, at) in [(left, &binary.left), (right, &binary.right)] {
                    let site = self.site(&**at);
                    self.solver.observe(node, Use::CoercedToText(site));
                }
            }
            _ => {}
        }
        UNKNOWN
    }

    fn assignment(&mut self, assignment: &AssignExpr) -> NodeId {
        let value = self.expression(&assignment.right);
        let is_plain = assignment.op == AssignOp::Assign;
        let is_logical = matches!(
            assignment.op,
            AssignOp::AndAssign | AssignOp::OrAssign | AssignOp::NullishAssign
        );
        let kind = match is_plain {
            true => ChangeKind::Replaced,
            false => ChangeKind::Updated,
        };
        let outer = self.assigning.replace((end(assignment.span), kind));
        let result = self.assigned(assignment, value, is_plain, is_logical);
        self.assigning = outer;
        result
    }

    fn assigned(
        &mut self,
        assignment: &AssignExpr,
        value: NodeId,
        is_plain: bool,
        is_logical: bool,
    ) -> NodeId {
        match &assignment.left {
            AssignTarget::Pat(AssignTargetPat::Array(it)) => self.array_pattern(it, value, true),
            AssignTarget::Pat(AssignTargetPat::Object(it)) => self.object_pattern(it, value, true),
            AssignTarget::Pat(AssignTargetPat::Invalid(_)) => {}
            AssignTarget::Simple(target) if is_plain => self.assign_simple(target, value),
            AssignTarget::Simple(target) => {
                let before = self.simple(target);
                let stored = if is_logical { value } else { UNKNOWN };
                if assignment.op == AssignOp::AddAssign {
                    for node in [before, value] {
                        let site = self.site(&*assignment.right);
                        self.solver.observe(node, Use::CoercedToText(site));
                    }
                }
                self.assign_simple(target, stored);
                return self.union([before, stored]);
            }
        }
        value
    }

    /// The value of what is assigned to.
    fn simple(&mut self, target: &SimpleAssignTarget) -> NodeId {
        match target {
            SimpleAssignTarget::Ident(it) => self.mention(&it.id),
            SimpleAssignTarget::Member(it) => self.member_of(it),
            SimpleAssignTarget::SuperProp(it) => self.super_member(it),
            SimpleAssignTarget::Paren(it) => self.expression(&it.expr),
            _ => UNKNOWN,
        }
    }

    fn assign_simple(&mut self, target: &SimpleAssignTarget, value: NodeId) {
        match target {
            SimpleAssignTarget::Ident(it) => self.assign_variable(&it.id, value),
            SimpleAssignTarget::Member(it) => self.assign_member(it, value),
            SimpleAssignTarget::Paren(it) => self.assign_expression(&it.expr, value),
            SimpleAssignTarget::SuperProp(it) => {
                let key = match &it.prop {
                    SuperProp::Ident(it) => self.key(&it.sym),
                    SuperProp::Computed(it) => self.computed_key(&it.expr),
                };
                let (this, site) = (self.this, self.site(it));
                let change = self.change("super", it.span);
                self.solver.observe(
                    this,
                    Use::Store {
                        key,
                        from: value,
                        site,
                        change,
                    },
                );
            }
            _ => {}
        }
    }

    pub(super) fn member_of(&mut self, member: &MemberExpr) -> NodeId {
        self.member_as(member, CapturedPart::Whole)
    }

    fn super_member(&mut self, member: &SuperPropExpr) -> NodeId {
        let key = match &member.prop {
            SuperProp::Ident(it) => self.key(&it.sym),
            SuperProp::Computed(it) => self.computed_key(&it.expr),
        };
        let this = self.this;
        let site = self.site(member);
        self.load(this, key, site)
    }

    fn yielded(&mut self, expression: &YieldExpr) -> NodeId {
        let Some(argument) = &expression.arg else {
            return UNKNOWN;
        };
        let value = self.expression(argument);
        if let Some(object) = self.around.and_then(|it| it.yielded) {
            let value = match expression.delegate {
                true => self.elements(value, IteratedCode::Expression(argument)),
                false => value,
            };
            let any = self.solver.object_data(object).any;
            self.solver.copy(value, any);
        }
        UNKNOWN
    }
}

/// Whether a key sets the prototype, as `{ __proto__: … }` does.
fn is_prototype(key: &PropName) -> bool {
    match key {
        PropName::Ident(it) => &*it.sym == "__proto__",
        PropName::Str(it) => it.value.to_string_lossy() == "__proto__",
        _ => false,
    }
}
