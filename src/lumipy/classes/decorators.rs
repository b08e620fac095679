//! Decorators of methods and classes.

use lumi_pack::il::{Body, Expr, ExprKind, MemberKind};
use ruff_python_ast::{Decorator, Expr as Syntax, StmtFunctionDef};

use crate::calls::Named;
use crate::lowering::Lowering;
use crate::nodes::*;

use crate::facts::decorator_name;

use super::Members;
use super::methods::MethodKind;

/// The decorators of a method.
#[derive(Default)]
pub(super) struct MethodDecorators<'s> {
    pub kind: MethodKind,
    pub is_abstract: bool,
    /// One of the declarations of a method, which has no code of its own.
    pub is_overload: bool,
    /// Those that are functions which change the method, from the outermost one.
    pub functions: Vec<&'s Decorator>,
}

impl Lowering<'_> {
    pub(super) fn method_decorators<'s>(
        &self,
        syntax: &'s StmtFunctionDef,
    ) -> MethodDecorators<'s> {
        let mut found = MethodDecorators::default();
        for decorator in &syntax.decorator_list {
            let of = &decorator.expression;
            let name = match of {
                Syntax::Call(_) => "",
                other => decorator_name(other),
            };
            let is_typing = matches!(self.named(of), Some(Named::Library(_, path)) if path.starts_with("typing."));
            match (name, of, is_typing) {
                ("staticmethod", Syntax::Name(_), _) => found.kind = MethodKind::Static,
                ("classmethod", Syntax::Name(_), _) => found.kind = MethodKind::OfClass,
                ("property", Syntax::Name(_), _) => found.kind = MethodKind::Getter,
                ("setter", Syntax::Attribute(_), _) => found.kind = MethodKind::Setter,
                ("cached_property", _, _) => found.kind = MethodKind::Cached,
                ("abstractmethod", _, true) => found.is_abstract = true,
                ("overload", _, true) => found.is_overload = true,
                ("final" | "override", _, true) => {}
                _ => found.functions.push(decorator),
            }
        }
        found
    }

    /// A method that functions change: it calls their result with the object as the first argument.
    pub(super) fn decorated_method(
        &mut self,
        syntax: &StmtFunctionDef,
        decorators: &MethodDecorators<'_>,
        key: &str,
        members: &mut Members,
    ) {
        let at = self.at(&syntax.name);
        let scope = self.scopes.pop();
        // The code of the function is none of a method, so it has no `super()`.
        if let Some(class) = self.classes.last_mut() {
            class.depth += 1;
        }
        let mut value = self.function(syntax, &mut members.before);
        if let Some(class) = self.classes.last_mut() {
            class.depth -= 1;
        }
        self.scopes.extend(scope);
        for it in decorators.functions.iter().rev() {
            let callee = self.expression(&it.expression);
            value = self.py("call", vec![callee, array(vec![value], at)], at);
        }
        let slot = self.own(&crate::lowering::variable_name(&syntax.name));
        members.before.push(constant(slot, value, at));
        let this = || expr(ExprKind::This, at);
        if matches!(decorators.kind, MethodKind::Getter | MethodKind::Cached) {
            let value = match decorators.kind {
                MethodKind::Cached => {
                    self.py("cached", vec![this(), string(key, at), local(slot, at)], at)
                }
                _ => {
                    let receiver = array(vec![this()], at);
                    self.py("call", vec![local(slot, at), receiver], at)
                }
            };
            return members.getter(key, value);
        }
        let (args, named) = (self.own("args"), self.own("named"));
        let receiver: Expr = match decorators.kind {
            MethodKind::Static => expr(ExprKind::Undefined, at),
            _ => this(),
        };
        let arguments = vec![local(slot, at), receiver, local(args, at), local(named, at)];
        let result = self.py("decorated", arguments, at);
        let parameters = vec![parameter(bind(args, at)), parameter(bind(named, at))];
        let made = function(parameters, Body::Block(vec![give_back(result, at)]), false);
        let signature = string("*args, **named", at);
        let is_static = !matches!(decorators.kind, MethodKind::Plain);
        match is_static {
            true => members.constant(&format!("${key}"), signature),
            false => members.getter(&format!("${key}"), signature),
        }
        members.add(key, is_static, MemberKind::Method(made), at);
    }
}
