//! Functions and lambdas.

use lumi_pack::il::{At, Body, Expr, ExprKind, Function, Parameter, Statement};
use ruff_python_ast::{
    Expr as Syntax, ExprLambda, ParameterWithDefault, Parameters, Stmt, StmtFunctionDef,
};
use ruff_text_size::Ranged;

use super::lowering::{Lowering, ScopeKind};
use super::nodes::*;
use super::refusal::Refusal;
use super::scopes::Names;

/// The parameters of a function that is lowered.
pub struct Signature {
    /// The names as `bind` of the library reads them, such as `a, /, b=, *args`.
    pub text: String,
    pub parameters: Vec<Parameter>,
}

impl Lowering<'_> {
    /// `def`, as a value.
    pub fn function(&mut self, syntax: &StmtFunctionDef, before: &mut Vec<Statement>) -> Expr {
        let at = self.at(&syntax.name);
        let (signature, mut function) =
            self.function_parts(&syntax.parameters, before, None, &syntax.body, at);
        self.make_async(syntax, &mut function);
        let function = expr(ExprKind::Function(Box::new(function)), at);
        let mut arguments = vec![string(&syntax.name, at), string(&signature, at), function];
        if self.is_conversion_of(&syntax.parameters, &syntax.body) {
            arguments.push(boolean(true, at));
        }
        self.py("define", arguments, at)
    }

    /// `async def`: its result is a promise, which can be an input or an output.
    pub fn make_async(&mut self, syntax: &StmtFunctionDef, function: &mut Function) {
        if syntax.is_async && function.is_generator {
            let help = "return a list";
            self.absent(syntax, Refusal::Statement, "`async` generators", help);
        }
        function.is_async = syntax.is_async;
    }

    /// The signature and the function of parameters and a body. With `receiver` the first parameter is `this`.
    pub fn function_parts(
        &mut self,
        parameters: &Parameters,
        before: &mut Vec<Statement>,
        receiver: Option<At>,
        body: &[Stmt],
        at: At,
    ) -> (String, Function) {
        let names = Names::of(body);
        let has_receiver = receiver.is_some();
        let (signature, statements) =
            self.with_signature(parameters, &names, before, has_receiver, at, |this| {
                let mut statements = Vec::new();
                if let Some(at) = receiver {
                    this.receiver(parameters, at, &mut statements);
                }
                this.statements(body, &mut statements);
                if !body.last().is_some_and(super::statements::leaves) {
                    statements.push(give_back(null(at), at));
                }
                statements
            });
        let is_arrow = receiver.is_none() && !names.has_yield;
        let mut function = function(signature.parameters, Body::Block(statements), is_arrow);
        function.is_generator = names.has_yield;
        (signature.text, function)
    }

    /// The signature of a function, and the statements that `work` makes in its scope.
    pub fn with_signature(
        &mut self,
        parameters: &Parameters,
        names: &Names,
        before: &mut Vec<Statement>,
        has_receiver: bool,
        at: At,
        work: impl FnOnce(&mut Self) -> Vec<Statement>,
    ) -> (Signature, Vec<Statement>) {
        let defaults = self.defaults(parameters, before);
        let caught = std::mem::take(&mut self.caught);
        self.open_function(names, parameters);
        let signature = self.signature(parameters, defaults, has_receiver);
        let statements = work(self);
        let statements = self.close_function(statements, at);
        self.caught = caught;
        (signature, statements)
    }

    pub fn open_function(&mut self, names: &Names, parameters: &Parameters) {
        let mut inner = Names {
            globals: names.globals.clone(),
            nonlocals: names.nonlocals.clone(),
            assigned: names.assigned.clone(),
            ..Names::default()
        };
        inner.order = names
            .order
            .iter()
            .filter(|it| !parameters.includes(it))
            .cloned()
            .collect();
        if let Some(class) = self.classes.last_mut() {
            class.depth += 1;
        }
        self.loops.push(super::lowering::Loop { completed: None });
        self.open(ScopeKind::Function, &inner);
    }

    pub fn close_function(&mut self, statements: Vec<Statement>, at: At) -> Vec<Statement> {
        self.loops.pop();
        if let Some(class) = self.classes.last_mut() {
            class.depth -= 1;
        }
        self.close(statements, at)
    }

    /// The defaults of all parameters except `*` and `**`. One that is not constant is evaluated once, by a statement
    /// of `before`.
    fn defaults(
        &mut self,
        parameters: &Parameters,
        before: &mut Vec<Statement>,
    ) -> Vec<Option<Expr>> {
        let mut found = Vec::new();
        for it in parameters.iter_non_variadic_params() {
            found.push(it.default.as_deref().map(|default| {
                let value = self.expression(default);
                if is_constant(&value) {
                    return value;
                }
                let at = self.at(default);
                let slot = self.own(&super::lowering::variable_name(it.name()));
                before.push(constant(slot, value, at));
                local(slot, at)
            }));
        }
        found
    }

    /// The parameters, in the order of the text: by place, by name, `*`, `**`.
    fn signature(
        &mut self,
        parameters: &Parameters,
        defaults: Vec<Option<Expr>>,
        has_receiver: bool,
    ) -> Signature {
        let mut texts = Vec::new();
        let mut found = Vec::new();
        let mut defaults = defaults.into_iter();
        let by_place = parameters.posonlyargs.iter().chain(&parameters.args);
        for (index, it) in by_place.enumerate() {
            let default = defaults.next().flatten();
            match has_receiver && index == 0 {
                true => self.refuse_default(it),
                false => {
                    texts.push(parameter_text(it.name(), default.is_some()));
                    found.push(self.parameter(it, default));
                }
            }
            if index + 1 == parameters.posonlyargs.len() {
                texts.push("/".to_owned());
            }
        }
        self.signature_end(parameters, defaults, &mut texts, &mut found);
        Signature {
            text: texts.join(", "),
            parameters: found,
        }
    }

    /// The parameters after those by place.
    fn signature_end(
        &mut self,
        parameters: &Parameters,
        defaults: impl Iterator<Item = Option<Expr>>,
        texts: &mut Vec<String>,
        found: &mut Vec<Parameter>,
    ) {
        if let Some(it) = &parameters.vararg {
            texts.push(format!("*{}", it.name));
            found.push(self.plain_parameter(&it.name, it.as_ref()));
        } else if !parameters.kwonlyargs.is_empty() {
            texts.push("*".to_owned());
        }
        for (it, default) in parameters.kwonlyargs.iter().zip(defaults) {
            texts.push(parameter_text(it.name(), default.is_some()));
            found.push(self.parameter(it, default));
        }
        if let Some(it) = &parameters.kwarg {
            texts.push(format!("**{}", it.name));
            found.push(self.plain_parameter(&it.name, it.as_ref()));
        }
    }

    fn refuse_default(&mut self, receiver: &ParameterWithDefault) {
        if let Some(default) = receiver.default.as_deref() {
            self.absent(default, Refusal::Class, "default of the receiver", "");
        }
    }

    fn parameter(&mut self, it: &ParameterWithDefault, default: Option<Expr>) -> Parameter {
        let mut plain = self.plain_parameter(it.name(), it);
        plain.value_type = self.annotated(it.annotation());
        match default {
            Some(value) => with_default(plain, value),
            None => plain,
        }
    }

    fn plain_parameter(&mut self, name: &str, node: &impl Ranged) -> Parameter {
        let at = self.at(node);
        let slot = self.declare(name);
        self.scope().definite.insert(slot);
        parameter(bind(slot, at))
    }

    pub fn lambda(&mut self, syntax: &ExprLambda) -> Expr {
        let at = self.at(syntax);
        let empty = Parameters::default();
        let parameters = syntax.parameters.as_deref().unwrap_or(&empty);
        let mut before = Vec::new();
        let defaults = self.defaults(parameters, &mut before);
        let names = Names::of_expression(&syntax.body);
        if names.has_yield {
            return self.absent(
                syntax,
                Refusal::Expression,
                "`yield` in a lambda",
                "write a def",
            );
        }
        self.open_function(&Names::default(), parameters);
        let signature = self.signature(parameters, defaults, false);
        for name in &names.order {
            let slot = self.declare(name);
            self.scope().hoisted.push(slot);
        }
        let value = self.expression(&syntax.body);
        let has_variables = !self.scope().hoisted.is_empty();
        let statements = match has_variables {
            true => vec![give_back(value.clone(), at)],
            false => Vec::new(),
        };
        let statements = self.close_function(statements, at);
        let body = match has_variables {
            true => Body::Block(statements),
            false => Body::Value(Box::new(value)),
        };
        let made = expr(
            ExprKind::Function(Box::new(function(signature.parameters, body, true))),
            at,
        );
        let mut arguments = vec![string("<lambda>", at), string(&signature.text, at), made];
        if self.is_conversion(parameters, &syntax.body) {
            arguments.push(boolean(true, at));
        }
        let lambda = self.py("define", arguments, at);
        match before.is_empty() {
            true => lambda,
            false => evaluated_after(before, lambda, at),
        }
    }

    /// A function as its decorators change it.
    pub fn decorated(&mut self, syntax: &StmtFunctionDef, value: Expr) -> Expr {
        let mut value = value;
        for decorator in syntax.decorator_list.iter().rev() {
            let at = self.at(decorator);
            let callee = self.expression(&decorator.expression);
            value = self.py("call", vec![callee, array(vec![value], at)], at);
        }
        value
    }
}

/// A value after statements that run once: defaults that are no literals are evaluated where their function is made.
fn evaluated_after(mut before: Vec<Statement>, value: Expr, at: At) -> Expr {
    before.push(give_back(value, at));
    let outer = function(Vec::new(), Body::Block(before), true);
    call(
        expr(ExprKind::Function(Box::new(outer)), at),
        Vec::new(),
        at,
    )
}

/// A parameter in the text of a signature: `name=` if it has a default.
pub fn parameter_text(name: &str, has_default: bool) -> String {
    format!("{name}{}", if has_default { "=" } else { "" })
}

/// Whether a default can be evaluated at each call that leaves the argument out.
fn is_constant(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Unary { of, .. } => is_constant(of),
        kind => kind.is_literal(),
    }
}

/// Whether a statement is a docstring.
pub fn is_docstring(statement: &Stmt) -> bool {
    matches!(statement, Stmt::Expr(it) if matches!(&*it.value, Syntax::StringLiteral(_)))
}
