//! Dataclasses.

use lumi_pack::il::{At, Body, Expr, ExprKind, MemberKind, Pattern, Statement};
use ruff_python_ast::{Expr as Syntax, ExprCall, StmtClassDef};

use super::classes::Members;
use super::functions::parameter_text;
use super::lowering::{ClassInfo, Lowering, Meaning};
use super::nodes::*;
use super::refusal::Refusal;

/// A field of a dataclass.
pub struct Field {
    pub name: String,
    pub default: Option<Expr>,
    pub at: At,
}

/// The options of `dataclass` that change what it makes.
#[derive(Default)]
pub struct Options {
    pub is_frozen: bool,
    pub has_order: bool,
}

impl Lowering<'_> {
    /// The options of `@dataclass`, if the class has it.
    pub fn class_decorators(&mut self, syntax: &StmtClassDef) -> Option<Options> {
        let mut found = None;
        for decorator in &syntax.decorator_list {
            let (of, arguments) = match &decorator.expression {
                Syntax::Call(it) => (&*it.func, Some(it)),
                other => (other, None),
            };
            if !self.is_dataclass(of, "dataclass") {
                let help = "classes have `dataclass` alone";
                self.absent(decorator, Refusal::Decorator, "decorator like this", help);
                continue;
            }
            let mut options = Options::default();
            if let Some(call) = arguments {
                self.dataclass_options(call, &mut options);
            }
            found = Some(options);
        }
        found
    }

    fn dataclass_options(&mut self, call: &ExprCall, options: &mut Options) {
        for it in &call.arguments.keywords {
            let value = match &it.value {
                Syntax::BooleanLiteral(it) => it.value,
                _ => false,
            };
            match it.arg.as_ref().map(|it| it.as_str()) {
                Some("frozen") => options.is_frozen = value,
                Some("order") => options.has_order = value,
                Some("eq" | "repr" | "init") if value => {}
                Some("slots") => {}
                _ => {
                    let help = "there are `frozen`, `order` and `slots`";
                    self.absent(
                        it,
                        Refusal::Decorator,
                        "option of `dataclass` like this",
                        help,
                    );
                }
            }
        }
    }

    fn is_dataclass(&self, syntax: &Syntax, name: &str) -> bool {
        match syntax {
            Syntax::Name(it) => {
                it.id.as_str() == name
                    && matches!(self.meaning(&it.id), Some((Meaning::Dataclass, _)))
            }
            Syntax::Attribute(it) => {
                let Syntax::Name(of) = &*it.value else {
                    return false;
                };
                it.attr.as_str() == name
                    && matches!(self.meaning(&of.id), Some((Meaning::Dataclass, _)))
            }
            _ => false,
        }
    }

    pub fn field(
        &mut self,
        name: &str,
        value: Option<&Syntax>,
        at: At,
        members: &mut Members,
    ) -> Field {
        let default = value.and_then(|it| self.field_default(name, it, members));
        Field {
            name: name.to_owned(),
            default,
            at,
        }
    }

    fn field_default(&mut self, name: &str, value: &Syntax, members: &mut Members) -> Option<Expr> {
        let at = self.at(value);
        if let Syntax::Call(it) = value
            && self.is_dataclass(&it.func, "field")
        {
            if let Some(default) = it.arguments.find_keyword("default") {
                return self.field_default(name, &default.value, members);
            }
            let factory = it.arguments.find_keyword("default_factory")?;
            let factory = self.expression(&factory.value);
            return Some(self.py("call", vec![factory, array(Vec::new(), at)], at));
        }
        if matches!(value, Syntax::List(_) | Syntax::Dict(_) | Syntax::Set(_)) {
            let help = "write `field(default_factory=...)`";
            self.absent(
                value,
                Refusal::Class,
                "defaults of fields that objects share",
                help,
            );
        }
        let value = self.expression(value);
        if value.kind.is_literal() {
            return Some(value);
        }
        let slot = self.own(&super::lowering::variable_name(name));
        members.before.push(constant(slot, value, at));
        Some(local(slot, at))
    }

    /// The members that `@dataclass` makes.
    pub fn dataclass(
        &mut self,
        options: &Options,
        members: &mut Members,
        info: &mut ClassInfo,
        base: &Expr,
        at: At,
    ) {
        if info.is_foreign {
            return;
        }
        let fields = std::mem::take(&mut members.fields);
        let inherited = info.fields.clone();
        let has_base = info.is_dataclass;
        for it in &fields {
            info.fields.retain(|(name, _)| *name != it.name);
            info.fields.push((it.name.clone(), it.default.is_some()));
        }
        info.is_dataclass = true;
        let names = info.fields.iter().map(|it| string(&it.0, at));
        let names = names.collect();
        members.constant("$fields", array(names, at));
        if options.is_frozen {
            members.constant("$frozen", boolean(true, at));
        }
        if options.has_order {
            members.constant("$order", boolean(true, at));
        }
        if members.has_constructor {
            return;
        }
        let inherited: Vec<(String, bool)> = match has_base {
            true => inherited
                .into_iter()
                .filter(|it| !fields.iter().any(|field| field.name == it.0))
                .collect(),
            false => Vec::new(),
        };
        self.dataclass_init(options, members, &inherited, fields, base, at);
    }

    fn dataclass_init(
        &mut self,
        options: &Options,
        members: &mut Members,
        inherited: &[(String, bool)],
        fields: Vec<Field>,
        base: &Expr,
        at: At,
    ) {
        let mut texts = Vec::new();
        let mut parameters = Vec::new();
        let mut body: Vec<Statement> = Vec::new();
        let mut passed = Vec::new();
        for (name, has_default) in inherited {
            let slot = self.own(&super::lowering::variable_name(name));
            texts.push(parameter_text(name, *has_default));
            parameters.push(parameter(bind(slot, at)));
            passed.push(array(vec![string(name, at), local(slot, at)], at));
        }
        if !inherited.is_empty() {
            let signature = get(base.clone(), "$init", at);
            let arguments = vec![
                string("__init__", at),
                signature,
                array(Vec::new(), at),
                array(passed, at),
            ];
            let prepared = self.py("superArguments", arguments, at);
            let callee = expr(ExprKind::SuperGet("__init__".to_owned()), at);
            body.push(evaluate(call(callee, vec![spread(prepared, at)], at)));
        }
        for it in fields {
            let slot = self.own(&super::lowering::variable_name(&it.name));
            texts.push(parameter_text(&it.name, it.default.is_some()));
            parameters.push(match it.default {
                Some(value) => with_default(parameter(bind(slot, it.at)), value),
                None => parameter(bind(slot, it.at)),
            });
            body.push(evaluate(assign(
                self_member(&it.name, it.at),
                local(slot, it.at),
                it.at,
            )));
        }
        if members.has_post_init {
            let callee = get(expr(ExprKind::This, at), "__post_init__", at);
            body.push(evaluate(call(callee, Vec::new(), at)));
        }
        if options.is_frozen {
            let ready = self.py("freeze", vec![expr(ExprKind::This, at)], at);
            body.push(evaluate(ready));
        }
        members.constant("$init", string(&texts.join(", "), at));
        let made = function(parameters, Body::Block(body), false);
        members.add("__init__", false, MemberKind::Method(made), at);
    }
}

/// `this.name`, as a target.
fn self_member(name: &str, at: At) -> Pattern {
    target(get(expr(ExprKind::This, at), name, at))
}
