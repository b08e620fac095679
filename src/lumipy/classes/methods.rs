//! Methods of classes.

use lumi_pack::il::{
    At, Body, Expr, ExprKind, Function, MemberKind, Statement, StatementKind, VariableKind,
};
use ruff_python_ast::{Expr as Syntax, Parameters, Stmt, StmtFunctionDef};
use ruff_text_size::Ranged;

use super::Members;
use super::super_calls::is_super_call;
use crate::library;
use crate::lowering::Lowering;
use crate::nodes::*;
use crate::refusal::Refusal;
use crate::scopes::Names;

/// The kind of a method, by its decorator.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum MethodKind {
    #[default]
    Plain,
    Static,
    OfClass,
    Getter,
    /// A getter whose value is kept.
    Cached,
    Setter,
}

impl Lowering<'_> {
    pub fn member_function(
        &mut self,
        syntax: &StmtFunctionDef,
        is_foreign: bool,
        members: &mut Members,
    ) {
        let decorators = self.method_decorators(syntax);
        if decorators.is_overload {
            return;
        }
        let kind = decorators.kind;
        let at = self.at(&syntax.name);
        let name = syntax.name.as_str();
        if is_foreign && name == "__init__" {
            return self.constructor(syntax, members);
        }
        let mut parameters = syntax.parameters.iter_non_variadic_params();
        if kind != MethodKind::Static && parameters.next().is_none() {
            self.absent(
                syntax,
                Refusal::Class,
                "methods without a receiver",
                "add `self`",
            );
            return;
        }
        let key = self.member_key(name, is_foreign, &syntax.name);
        members.defined.push(name.to_owned());
        if decorators.is_abstract {
            members.abstract_methods.push(name.to_owned());
        }
        let is_changed = !decorators.functions.is_empty() || kind == MethodKind::Cached;
        if is_changed && kind != MethodKind::Setter {
            return self.decorated_method(syntax, &decorators, &key, members);
        }
        let scope = self.scopes.pop();
        let (signature, mut made) =
            self.method(syntax, kind != MethodKind::Static, &mut members.before);
        self.make_async(syntax, &mut made);
        self.scopes.extend(scope);
        if !matches!(kind, MethodKind::Setter) {
            made.result = self.annotated(syntax.returns.as_deref());
        }
        members.has_post_init |= name == "__post_init__";
        members.has_constructor |= name == "__init__";
        add_method(
            members,
            kind,
            name == "__init__",
            &key,
            (signature, made),
            at,
        );
    }

    /// `__init__` of a class that extends one of TypeScript: it has a `self` after the call of `super().__init__`.
    fn constructor(&mut self, syntax: &StmtFunctionDef, members: &mut Members) {
        let at = self.at(&syntax.name);
        let place = syntax.body.iter().position(|it| match it {
            Stmt::Expr(it) => {
                matches!(&*it.value, Syntax::Call(call) if is_super_call(call, "__init__") || self.is_base_init(call))
            }
            _ => false,
        });
        let Some(place) = place else {
            let help = "a component calls `super().__init__(type, name, ...)` as a statement of its `__init__`";
            self.absent(
                &syntax.name,
                Refusal::Super,
                "components without this call",
                help,
            );
            return;
        };
        let names = Names::of(&syntax.body);
        let (until, after) = syntax.body.split_at(place + 1);
        let scope = self.scopes.pop();
        let parameters = &syntax.parameters;
        let before = &mut members.before;
        let (signature, statements) =
            self.with_signature(parameters, &names, before, true, at, |this| {
                let mut statements = Vec::new();
                this.statements(until, &mut statements);
                this.receiver(parameters, at, &mut statements);
                this.statements(after, &mut statements);
                statements
            });
        self.scopes.extend(scope);
        let made = function(signature.parameters, Body::Block(statements), false);
        members.has_constructor = true;
        members.constant("$init", string(&signature.text, at));
        members.add("constructor", false, MemberKind::Constructor(made), at);
    }

    /// Whether a call is `Base.__init__(self, ...)`, as the code of the class itself sees it.
    fn is_base_init(&self, call: &ruff_python_ast::ExprCall) -> bool {
        let base = self.classes.last().and_then(|it| it.base_name.as_deref());
        let wanted = base.map(|it| format!("{it}.__init__"));
        wanted.is_some() && super::super_calls::dotted(&call.func) == wanted
    }

    /// The signature of a method, and its function.
    fn method(
        &mut self,
        syntax: &StmtFunctionDef,
        receiver: bool,
        before: &mut Vec<Statement>,
    ) -> (String, Function) {
        let at = self.at(&syntax.name);
        let receiver = receiver.then_some(at);
        let (signature, mut made) =
            self.function_parts(&syntax.parameters, before, receiver, &syntax.body, at);
        made.arrow = false;
        (signature, made)
    }

    /// `const self = this`
    pub fn receiver(&mut self, parameters: &Parameters, at: At, statements: &mut Vec<Statement>) {
        let first = parameters.iter_non_variadic_params().next();
        if let Some(first) = first {
            let slot = self.declare(first.name());
            let this = expr(ExprKind::This, at);
            statements.push(variable(VariableKind::Let, bind(slot, at), Some(this), at));
            self.scope().definite.insert(slot);
        }
    }

    /// The name of a member in LumiIL: in camel case if the class extends one of TypeScript.
    pub fn member_key(&mut self, name: &str, is_foreign: bool, node: &impl Ranged) -> String {
        let private = self.private_name(name);
        let name = private.as_str();
        let is_special = name.len() > 4 && name.starts_with("__") && name.ends_with("__");
        if is_special && !library::is_special_member(name) {
            let message = format!("LumiPy does not call `{name}` of classes");
            let help = match name {
                "__ne__" => "leave it out: `!=` is the opposite of `==`",
                _ => "give it another name, and call it yourself",
            };
            self.refuse(node.start(), Refusal::Class, &message, help);
        }
        if !lumi_pack::il::is_member(name) {
            self.refuse(
                node.start(),
                Refusal::Class,
                &format!("LumiPy has no member `{name}` of classes"),
                "give it another name",
            );
        }
        match is_foreign && !name.starts_with('_') {
            true => library::camel(name),
            false => name.to_owned(),
        }
    }
}

/// Adds a method with its signature.
fn add_method(
    members: &mut Members,
    kind: MethodKind,
    is_init: bool,
    key: &str,
    (signature, made): (String, Function),
    at: At,
) {
    let signature = string(&signature, at);
    match kind {
        MethodKind::Getter | MethodKind::Cached => {
            members.add(key, false, MemberKind::Getter(made), at)
        }
        MethodKind::Setter => members.add(key, false, MemberKind::Setter(setter(made)), at),
        MethodKind::Plain if is_init => {
            members.constant("$init", signature);
            members.add(key, false, MemberKind::Method(made), at);
        }
        MethodKind::Plain => {
            members.getter(&format!("${key}"), signature);
            members.add(key, false, MemberKind::Method(made), at);
        }
        MethodKind::Static | MethodKind::OfClass => {
            members.constant(&format!("${key}"), signature);
            members.add(key, true, MemberKind::Method(made), at);
        }
    }
}

/// A method as a setter, which returns no value.
fn setter(function: Function) -> Function {
    let body = match function.body {
        Body::Block(mut statements) => {
            let is_end = |it: &Statement| {
                matches!(
                    &it.kind,
                    StatementKind::Return(Some(Expr {
                        kind: ExprKind::Null,
                        ..
                    }))
                )
            };
            if statements.last().is_some_and(is_end) {
                statements.pop();
            }
            Body::Block(statements)
        }
        other => other,
    };
    Function { body, ..function }
}
