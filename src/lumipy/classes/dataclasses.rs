//! Dataclasses.

use std::collections::HashMap;

use lumi_pack::il::{At, Body, Expr, ExprKind, MemberKind, Pattern, Slot, Statement};
use ruff_python_ast::{Expr as Syntax, ExprCall, StmtAnnAssign, StmtClassDef};
use ruff_text_size::Ranged;

use super::Members;
use crate::facts::{ClassInfo, FieldFacts};
use crate::functions::parameter_text;
use crate::lowering::{Lowering, Meaning, variable_name};
use crate::nodes::*;
use crate::refusal::Refusal;

/// A field of a dataclass.
pub struct Field {
    pub facts: FieldFacts,
    pub default: Option<Expr>,
    pub at: At,
}

/// The options of `dataclass` that change what it makes.
#[derive(Default)]
pub struct Options {
    pub is_frozen: bool,
    pub has_order: bool,
    /// Whether all parameters of `__init__` have to be named.
    pub is_named: bool,
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
                Some("kw_only") => options.is_named = value,
                Some("eq" | "repr" | "init") if value => {}
                Some("slots") => {}
                _ => {
                    let help = "there are `frozen`, `order`, `kw_only` and `slots`";
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
        syntax: &StmtAnnAssign,
        options: &Options,
        members: &mut Members,
    ) -> Field {
        let at = self.at(syntax);
        let value = syntax.value.as_deref();
        let mut facts = FieldFacts {
            name: name.to_owned(),
            value_type: self.annotated(Some(&syntax.annotation)),
            has_default: false,
            is_parameter: true,
            is_named: options.is_named,
            is_shown: true,
            is_compared: true,
        };
        let default = value.and_then(|it| self.field_default(&mut facts, it, members));
        facts.has_default = default.is_some();
        Field { facts, default, at }
    }

    /// The default of a field, and what `field(...)` says about it.
    fn field_default(
        &mut self,
        facts: &mut FieldFacts,
        value: &Syntax,
        members: &mut Members,
    ) -> Option<Expr> {
        match value {
            Syntax::Call(it) if self.is_dataclass(&it.func, "field") => {
                self.field_options(facts, it, members)
            }
            other => Some(self.plain_default(&facts.name, other, members)),
        }
    }

    fn field_options(
        &mut self,
        facts: &mut FieldFacts,
        call: &ExprCall,
        members: &mut Members,
    ) -> Option<Expr> {
        let at = self.at(call);
        let mut default = None;
        for it in &call.arguments.keywords {
            let truth = it.value.as_boolean_literal_expr().map(|it| it.value);
            match (it.arg.as_ref().map(|it| it.as_str()), truth) {
                (Some("default"), _) => {
                    default = Some(self.plain_default(&facts.name, &it.value, members));
                }
                (Some("default_factory"), _) => {
                    let factory = self.expression(&it.value);
                    default = Some(self.py("call", vec![factory, array(Vec::new(), at)], at));
                }
                (Some("init"), Some(value)) => facts.is_parameter = value,
                (Some("repr"), Some(value)) => facts.is_shown = value,
                (Some("compare"), Some(value)) => facts.is_compared = value,
                (Some("kw_only"), Some(value)) => facts.is_named = value,
                (Some("metadata"), _) => {}
                _ => {
                    let help = "there are `default`, `default_factory`, `init`, `repr`, `compare` and `kw_only`";
                    self.absent(it, Refusal::Class, "option of `field` like this", help);
                }
            }
        }
        default
    }

    fn plain_default(&mut self, name: &str, value: &Syntax, members: &mut Members) -> Expr {
        let at = self.at(value);
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
            return value;
        }
        let slot = self.own(&variable_name(name));
        members.before.push(constant(slot, value, at));
        local(slot, at)
    }

    /// The members that `@dataclass` makes.
    pub fn dataclass(
        &mut self,
        options: &Options,
        members: &mut Members,
        info: &mut ClassInfo,
        at: At,
    ) {
        if info.is_foreign {
            return;
        }
        let fields = std::mem::take(&mut members.fields);
        let inherited = std::mem::take(&mut info.fields);
        info.fields = inherited.clone();
        for it in &fields {
            let before = info.fields.iter_mut().find(|of| of.name == it.facts.name);
            match before {
                Some(before) => *before = it.facts.clone(),
                None => info.fields.push(it.facts.clone()),
            }
        }
        let parent = (info.level > 0).then(|| setter_name(info.level));
        info.level += 1;
        let names = |of: &dyn Fn(&FieldFacts) -> bool| {
            let chosen = info.fields.iter().filter(|it| of(it));
            array(chosen.map(|it| string(&it.name, at)).collect(), at)
        };
        members.constant("$fields", names(&|_| true));
        members.constant("$parameters", names(&|it| it.is_parameter));
        members.constant("$shown", names(&|it| it.is_shown));
        members.constant("$compared", names(&|it| it.is_compared));
        if options.is_frozen {
            members.constant("$frozen", boolean(true, at));
        }
        if options.has_order {
            members.constant("$order", boolean(true, at));
        }
        for it in fields.iter().filter(|_| self.is_library) {
            let declared = MemberKind::Declared {
                value_type: it.facts.value_type.clone(),
                readonly: options.is_frozen,
            };
            members.add(&it.facts.name, false, declared, it.at);
        }
        self.dataclass_setter(members, info, &inherited, fields, parent, at);
        if !members.has_constructor {
            self.dataclass_init(options, members, info, at);
        }
    }

    /// The method that sets all fields. A class that extends this one calls it with those that it inherits.
    fn dataclass_setter(
        &mut self,
        members: &mut Members,
        info: &ClassInfo,
        inherited: &[FieldFacts],
        fields: Vec<Field>,
        parent: Option<String>,
        at: At,
    ) {
        let mut slots = HashMap::new();
        let mut defaults: HashMap<String, Expr> = HashMap::new();
        let mut body: Vec<Statement> = Vec::new();
        for it in in_order(&info.fields) {
            slots.insert(it.name.clone(), self.own(&variable_name(&it.name)));
        }
        if let Some(parent) = parent {
            let passed = in_order(inherited).map(|it| match slots.get(&it.name) {
                Some(slot) => local(*slot, at),
                None => expr(ExprKind::Undefined, at),
            });
            let callee = get(expr(ExprKind::This, at), &parent, at);
            body.push(evaluate(call(callee, passed.collect(), at)));
        }
        for it in fields {
            let value = match (slots.get(&it.facts.name), it.default) {
                (Some(slot), default) => {
                    if let Some(default) = default {
                        defaults.insert(it.facts.name.clone(), default);
                    }
                    local(*slot, it.at)
                }
                (None, Some(default)) => default,
                (None, None) => continue,
            };
            let member = self_member(&it.facts.name, it.at);
            body.push(evaluate(assign(member, value, it.at)));
        }
        let parameters = in_order(&info.fields).map(|it| {
            let plain = parameter(bind(slots[&it.name], at));
            match defaults.remove(&it.name) {
                Some(value) => with_default(plain, value),
                None => plain,
            }
        });
        let made = function(parameters.collect(), Body::Block(body), false);
        members.add(
            &setter_name(info.level),
            false,
            MemberKind::Method(made),
            at,
        );
    }

    fn dataclass_init(
        &mut self,
        options: &Options,
        members: &mut Members,
        info: &ClassInfo,
        at: At,
    ) {
        let mut texts = Vec::new();
        let mut parameters = Vec::new();
        let mut passed = Vec::new();
        for it in in_order(&info.fields) {
            if it.is_named && !texts.iter().any(|it| it == "*") {
                texts.push("*".to_owned());
            }
            let slot = self.parameter_slot(&it.name);
            texts.push(parameter_text(&it.name, it.has_default));
            let mut of = parameter(bind(slot, at));
            of.value_type = it.value_type.clone();
            of.optional = it.has_default;
            parameters.push(of);
            passed.push(local(slot, at));
        }
        // In TypeScript, no parameter that has to be given follows one that has not.
        let required = parameters.iter().rposition(|it| !it.optional).unwrap_or(0);
        parameters[..required]
            .iter_mut()
            .for_each(|it| it.optional = false);
        let this = || expr(ExprKind::This, at);
        let setter = get(this(), &setter_name(info.level), at);
        let mut body = vec![evaluate(call(setter, passed, at))];
        if options.is_frozen {
            let ready = self.py("freeze", vec![this()], at);
            body.push(evaluate(ready));
        }
        if info.has_post_init {
            let callee = get(this(), "__post_init__", at);
            body.push(evaluate(call(callee, Vec::new(), at)));
        }
        members.constant("$init", string(&texts.join(", "), at));
        let made = function(parameters, Body::Block(body), false);
        members.add("__init__", false, MemberKind::Method(made), at);
    }

    /// A variable with the name of a field, for a function that uses nothing else but the library.
    fn parameter_slot(&mut self, field: &str) -> Slot {
        let name = variable_name(field);
        match self.imports.iter().any(|it| it.alias == name) {
            true => self.own(&name),
            false => self.declare_as(name),
        }
    }

    /// Refuses a field without a default after one that has a default, as Python does.
    pub fn check_defaults(&mut self, info: &ClassInfo, node: &impl Ranged) {
        let by_place = info
            .fields
            .iter()
            .filter(|it| it.is_parameter && !it.is_named);
        let mut after = by_place.skip_while(|it| !it.has_default);
        if let Some(it) = after.find(|it| !it.has_default) {
            let message = format!(
                "the field `{}` has no default, and follows one that has",
                it.name
            );
            let help = "give it a default, or put it first";
            self.refuse(node.start(), Refusal::Class, &message, help);
        }
    }
}

/// The parameters of `__init__` in their order: those that have to be named are the last.
fn in_order(fields: &[FieldFacts]) -> impl Iterator<Item = &FieldFacts> {
    let parameters = |is_named: bool| {
        fields
            .iter()
            .filter(move |it| it.is_parameter && it.is_named == is_named)
    };
    parameters(false).chain(parameters(true))
}

/// The name of the method that sets the fields, by the number of dataclasses down to this one.
fn setter_name(level: usize) -> String {
    format!("$set{level}")
}

/// `this.name`, as a target.
fn self_member(name: &str, at: At) -> Pattern {
    target(get(expr(ExprKind::This, at), name, at))
}
