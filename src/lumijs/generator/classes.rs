//! Classes.

use std::mem::replace;

use deno_ast::swc::ast::*;
use deno_ast::swc::common::Span;
use lumi_closure::analysis::{end, offset};

use super::Generator;
use crate::solver::{Call, CallKind, ClassId, DateArguments, NodeId, ObjectId, UNKNOWN, Value};

/// A field of a class.
struct Field<'a> {
    decorators: &'a [Decorator],
    value: Option<&'a Expr>,
    span: Span,
}

impl<'a> Field<'a> {
    fn new(decorators: &'a [Decorator], value: &'a Option<Box<Expr>>, span: Span) -> Self {
        Self {
            decorators,
            value: value.as_deref(),
            span,
        }
    }
}

impl Generator<'_> {
    /// A class; `own` is the variable of its name inside of it.
    pub(super) fn class(&mut self, class: &Class, own: Option<NodeId>) -> NodeId {
        let decorators = self.decorators(&class.decorators);
        let base = class.super_class.as_ref().map(|it| self.expression(it));
        let text = (self.index, offset(class.span)..end(class.span));
        let id = self.solver.class(base, text);
        let node = self.only(Value::Class(id));
        if let Some(own) = own {
            self.solver.copy(node, own);
        }
        let (statics, instance) = {
            let data = self.solver.class_data(id);
            (data.statics, data.instance)
        };
        let this = self.only(Value::Object(instance));
        let outer_class = self.class.replace(id);
        for member in &class.body {
            self.member(member, id, (statics, node), (instance, this));
        }
        self.class = outer_class;
        self.decorated(&decorators, node, class.span)
    }

    fn member(
        &mut self,
        member: &ClassMember,
        class: ClassId,
        (statics, static_this): (ObjectId, NodeId),
        (instance, this): (ObjectId, NodeId),
    ) {
        let home = |is_static: bool| match is_static {
            true => (statics, static_this),
            false => (instance, this),
        };
        match member {
            ClassMember::Constructor(it) => {
                let constructor = self.constructor(it, this);
                self.solver.set_constructor(class, constructor);
            }
            ClassMember::Method(it) => {
                let key = self.property_key(&it.key);
                self.class_method(&it.function, it.kind, key, home(it.is_static));
            }
            ClassMember::PrivateMethod(it) => {
                let key = self.key(&format!("#{}", it.key.name));
                self.class_method(&it.function, it.kind, key, home(it.is_static));
            }
            ClassMember::ClassProp(it) => {
                let key = self.property_key(&it.key);
                let field = Field::new(&it.decorators, &it.value, it.span);
                self.initial(field, key, home(it.is_static));
            }
            ClassMember::PrivateProp(it) => {
                let key = self.key(&format!("#{}", it.key.name));
                let field = Field::new(&it.decorators, &it.value, it.span);
                self.initial(field, key, home(it.is_static));
            }
            ClassMember::AutoAccessor(it) => {
                let key = match &it.key {
                    Key::Private(name) => self.key(&format!("#{}", name.name)),
                    Key::Public(name) => self.property_key(name),
                };
                let field = Field::new(&it.decorators, &it.value, it.span);
                self.initial(field, key, home(it.is_static));
            }
            ClassMember::StaticBlock(it) => {
                let own = self.own_this(static_this);
                let outer = replace(&mut self.this, own);
                self.statements(&it.body.stmts);
                self.this = outer;
            }
            _ => {}
        }
    }

    fn class_method(
        &mut self,
        function: &Function,
        kind: MethodKind,
        key: crate::solver::Key,
        (object, this): (ObjectId, NodeId),
    ) {
        let decorators = self.decorators(&function.decorators);
        let value = match kind {
            MethodKind::Method => self.method(function, this),
            MethodKind::Getter => {
                let getter = self.accessor(function.body.as_ref(), None, this, function.span);
                self.accessed_by(object, key, getter);
                let value = self.only(Value::Function(getter));
                let getters = self.decorated(&decorators, value, function.span);
                let called = self.called(getters, Vec::new(), function.span);
                let own = self.solver.function_data(getter).result;
                let value = match decorators.is_empty() {
                    true => own,
                    false => self.union([own, called]),
                };
                self.put(object, key, value);
                return;
            }
            MethodKind::Setter => {
                let parameter = function.params.first().map(|it| &it.pat);
                let setter = self.accessor(function.body.as_ref(), parameter, this, function.span);
                self.accessed_by(object, key, setter);
                let value = self.only(Value::Function(setter));
                self.decorated(&decorators, value, function.span);
                return;
            }
        };
        let value = self.decorated(&decorators, value, function.span);
        self.put(object, key, value);
    }

    /// The initial value of a field. It is evaluated where the class stands, or in each constructor.
    fn initial(
        &mut self,
        field: Field,
        key: crate::solver::Key,
        (object, this): (ObjectId, NodeId),
    ) {
        let decorators = self.decorators(field.decorators);
        let value = field.value.map(|value| {
            // Arrows in it share this object, not that of methods.
            let own = self.own_this(this);
            let outer = replace(&mut self.this, own);
            let value = self.expression(value);
            self.this = outer;
            value
        });
        if let Some(value) = value {
            self.put(object, key, value);
        }
        for decorator in decorators {
            // The result makes the initial value of another, or has functions that do, read and write it.
            let initializer = self.called(decorator, vec![UNKNOWN, UNKNOWN], field.span);
            let initializer = self.with_accessor_functions(initializer, field.span);
            let arguments = vec![value.unwrap_or(UNKNOWN)];
            let changed = self.called(initializer, arguments, field.span);
            self.put(object, key, changed);
        }
    }

    /// The result of a decorator of a field, and the functions in it.
    fn with_accessor_functions(&mut self, made: NodeId, span: Span) -> NodeId {
        let site = self.site_at(span);
        let parts = ["init", "get", "set"].map(|name| {
            let key = self.key(name);
            self.load(made, key, site)
        });
        self.union(parts.into_iter().chain([made]))
    }

    fn decorators(&mut self, decorators: &[Decorator]) -> Vec<NodeId> {
        let nodes = decorators.iter().map(|it| self.expression(&it.expr));
        nodes.collect()
    }

    /// A class or a method, and what decorators give in place of it.
    fn decorated(&mut self, decorators: &[NodeId], value: NodeId, span: Span) -> NodeId {
        if decorators.is_empty() {
            return value;
        }
        let all = self.union([value]);
        for decorator in decorators {
            // The other arguments tell the name and the kind.
            let arguments = vec![all, UNKNOWN, UNKNOWN];
            let replacement = self.called(*decorator, arguments, span);
            self.solver.copy(replacement, all);
        }
        all
    }

    /// The result of a call that is written as no call: by a decorator, or with a template.
    pub(super) fn called(&mut self, callee: NodeId, arguments: Vec<NodeId>, span: Span) -> NodeId {
        let call = Call {
            kind: CallKind::Call,
            arguments,
            is_spread: false,
            this: self.solver.node(),
            result: self.solver.result(),
            site: self.site_at(span),
            date: DateArguments::Unclear,
            way: self.way(&[], None, span, false),
            result_collection: None,
            callback_results: None,
            root: None,
        };
        self.watch_call(callee, call)
    }
}
