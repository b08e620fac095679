//! Classes.

use std::mem::replace;

use deno_ast::swc::ast::*;

use super::Generator;
use crate::solver::{ClassId, NodeId, ObjectId, Value};

impl Generator<'_> {
    /// A class; `own` is the variable of its name inside of it.
    pub(super) fn class(&mut self, class: &Class, own: Option<NodeId>) -> NodeId {
        for decorator in class.decorators.iter() {
            self.expression(&decorator.expr);
        }
        let base = class.super_class.as_ref().map(|it| self.expression(it));
        let id = self.solver.class(base);
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
        node
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
                self.initial(it.value.as_deref(), key, home(it.is_static));
            }
            ClassMember::PrivateProp(it) => {
                let key = self.key(&format!("#{}", it.key.name));
                self.initial(it.value.as_deref(), key, home(it.is_static));
            }
            ClassMember::AutoAccessor(it) => {
                let key = match &it.key {
                    Key::Private(name) => self.key(&format!("#{}", name.name)),
                    Key::Public(name) => self.property_key(name),
                };
                self.initial(it.value.as_deref(), key, home(it.is_static));
            }
            ClassMember::StaticBlock(it) => {
                let outer = replace(&mut self.this, static_this);
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
        let value = match kind {
            MethodKind::Method => self.method(function, this),
            MethodKind::Getter => self.accessor(function.body.as_ref(), None, this, function.span),
            MethodKind::Setter => {
                let parameter = function.params.first().map(|it| &it.pat);
                self.accessor(function.body.as_ref(), parameter, this, function.span);
                return;
            }
        };
        self.put(object, key, value);
    }

    /// The initial value of a field. It is evaluated where the class stands, or in each constructor.
    fn initial(
        &mut self,
        value: Option<&Expr>,
        key: crate::solver::Key,
        (object, this): (ObjectId, NodeId),
    ) {
        let Some(value) = value else { return };
        let outer = replace(&mut self.this, this);
        let value = self.expression(value);
        self.this = outer;
        self.put(object, key, value);
    }
}
