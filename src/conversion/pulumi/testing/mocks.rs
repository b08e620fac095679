//! `setMocks`, and the functions that it takes.

use std::collections::HashMap;
use std::ops::Range;

use deno_ast::swc::ast::{
    CallExpr, Callee, Class, ClassMember, Decl, Expr, Id, Ident, KeyValueProp, Lit, MemberExpr,
    MemberProp, Module, ModuleItem, ObjectLit, ObjectPatProp, Pat, Prop, PropName, PropOrSpread,
    Stmt, TsTypeElement,
};
use deno_ast::swc::ecma_visit::{Visit, VisitWith};
use lumi_closure::analysis::untyped;

use super::frameworks::called;
use super::function_text::{FunctionText, bytes};
use crate::pulumi::chain::Chain;
use crate::pulumi::conversion::Conversion;

/// The members of options after the mocks, with the values that Pulumi takes for missing arguments.
const DEFAULTS: [(&str, Option<&str>); 3] = [
    ("project", Some("project")),
    ("stack", Some("stack")),
    ("dryRun", None),
];

/// A function of mocks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mock {
    /// `newResource`, which is `resource` in Lumi.
    Resource,
    /// `call`, which is `invoke` in Lumi.
    Call,
}

impl Mock {
    fn of(key: &PropName) -> Option<Self> {
        match key {
            PropName::Ident(name) if name.sym == *"newResource" => Some(Self::Resource),
            PropName::Ident(name) if name.sym == *"call" => Some(Self::Call),
            _ => None,
        }
    }
}

/// Whether a module calls `setMocks`.
pub fn are_set(conversion: &Conversion<'_>, syntax: &Module) -> bool {
    let mut search = Search(conversion, false);
    syntax.visit_with(&mut search);
    search.1
}

struct Search<'c, 'm>(&'c Conversion<'m>, bool);

impl Visit for Search<'_, '_> {
    fn visit_call_expr(&mut self, call: &CallExpr) {
        self.1 |= is_call(self.0, call);
        call.visit_children_with(self);
    }
}

fn is_call(conversion: &Conversion<'_>, call: &CallExpr) -> bool {
    let Callee::Expr(callee) = &call.callee else {
        return false;
    };
    let path = conversion.sdk_path_of(callee);
    path.is_some_and(|it| it == ["runtime", "setMocks"] || it == ["setMocks"])
}

/// The call of `setMocks` that a statement is.
pub fn is_set_mocks<'a>(conversion: &Conversion<'_>, statement: &'a Stmt) -> Option<&'a CallExpr> {
    called(statement).filter(|it| is_call(conversion, it))
}

impl Conversion<'_> {
    /// Makes options of a call, in place of a part of the text that ends with it; their name, if it is possible.
    pub(super) fn set_mocks(&mut self, place: Range<usize>, call: &CallExpr) -> Option<String> {
        let Callee::Expr(callee) = &call.callee else {
            return None;
        };
        let root = Chain::of(callee)?.root.to_id();
        let [mocks, others @ ..] = &call.args[..] else {
            return None;
        };
        let has_spread = call.args.iter().any(|it| it.spread.is_some());
        if has_spread || others.len() > DEFAULTS.len() || !self.mocks(&mocks.expr) {
            return None;
        }
        let name = self.new_name("options");
        self.tests.converted.insert(bytes(callee).start);
        self.tests.sdk = Some(root);
        let annotation = match self.is_typed() {
            true => format!(": {}", self.type_of_testing("TestOptions")),
            false => String::new(),
        };
        let mut end = place.start;
        let mut text = format!("const {name}{annotation} = {{ mocks: ");
        let keys = std::iter::once(("mocks", None)).chain(DEFAULTS);
        for (at, (key, default)) in keys.enumerate() {
            let given = call.args.get(at).filter(|it| !is_undefined(&it.expr));
            match given {
                Some(argument) => {
                    if at > 0 {
                        text += &format!(", {key}: ");
                    }
                    let argument = bytes(&argument.expr);
                    self.edit(end..argument.start, text);
                    end = argument.end;
                    text = String::new();
                }
                None => {
                    let default = default.map(|it| self.module.quoted(it));
                    text += &default.map_or(String::new(), |it| format!(", {key}: {it}"));
                }
            }
        }
        self.edit(end..place.end, text + " };");
        Some(name)
    }

    /// Converts the mocks that an expression is; false if it is none of the forms that are known.
    fn mocks(&mut self, expression: &Expr) -> bool {
        match untyped(expression) {
            Expr::Object(object) => self.mocks_of_object(object),
            Expr::New(new) if new.args.as_ref().is_none_or(Vec::is_empty) => {
                let Expr::Ident(name) = untyped(&new.callee) else {
                    return false;
                };
                let class = self.tests.declared.classes.get(&name.to_id()).cloned();
                class.is_some_and(|it| self.mocks_of_class(&it))
            }
            Expr::Ident(name) => {
                let object = self.tests.declared.objects.get(&name.to_id()).cloned();
                object.is_some_and(|it| self.mocks_of_object(&it))
            }
            _ => false,
        }
    }

    fn mocks_of_object(&mut self, object: &ObjectLit) -> bool {
        let functions: Option<Vec<_>> = object.props.iter().map(member).collect();
        let Some(functions) = functions else {
            return false;
        };
        functions
            .iter()
            .all(|(kind, _, it)| self.can_be_mock(*kind, it))
            && {
                for (kind, key, function) in &functions {
                    self.mock(*kind, key.clone(), function);
                }
                true
            }
    }

    fn mocks_of_class(&mut self, class: &Class) -> bool {
        let methods = class.body.iter().filter_map(|it| match it {
            ClassMember::Method(it) => Some(it),
            _ => None,
        });
        let methods = methods.filter_map(|it| Some((Mock::of(&it.key)?, it)));
        let functions: Vec<_> = methods
            .map(|(kind, it)| {
                let function = FunctionText::of_function(&it.function, bytes(&it.function));
                (kind, bytes(&it.key), function)
            })
            .collect();
        functions
            .iter()
            .all(|(kind, _, it)| self.can_be_mock(*kind, it))
            && {
                for (kind, key, function) in &functions {
                    self.mock(*kind, key.clone(), function);
                }
                true
            }
    }
}

impl Conversion<'_> {
    /// Whether the answers and the parameter of a mock have forms that are known.
    fn can_be_mock(&self, kind: Mock, function: &FunctionText<'_>) -> bool {
        let is_known = match function.parameters[..] {
            [] | [Pat::Object(_)] => true,
            [Pat::Ident(name)] => {
                kind == Mock::Resource || {
                    let mut uses = Uses::new(name.to_id());
                    uses.of(function);
                    uses.others == 0
                }
            }
            _ => false,
        };
        let mut are_known = true;
        if kind == Mock::Resource {
            function.each_result(&mut |it| are_known &= is_answer(it));
        }
        is_known && are_known
    }

    fn mock(&mut self, kind: Mock, key: Range<usize>, function: &FunctionText<'_>) {
        let name = match kind {
            Mock::Resource => "resource",
            Mock::Call => "invoke",
        };
        self.edit(key, name);
        if kind == Mock::Resource {
            self.answers(function);
        }
        let mut reads_empty = Vec::new();
        match function.parameters[..] {
            [Pat::Ident(name)] => {
                let mut uses = Uses::new(name.to_id());
                uses.of(function);
                if kind == Mock::Call {
                    for place in uses.inputs {
                        self.edit(place, "args");
                    }
                }
                reads_empty = uses.empty;
            }
            [Pat::Object(pattern)] => {
                for property in &pattern.props {
                    let (place, name) = match property {
                        ObjectPatProp::Assign(it) => (bytes(&it.key), it.key.sym.to_string()),
                        ObjectPatProp::KeyValue(it) => (bytes(&it.key), text_of_key(&it.key)),
                        ObjectPatProp::Rest(_) => continue,
                    };
                    if kind == Mock::Call && name == "inputs" {
                        let is_short = matches!(property, ObjectPatProp::Assign(_));
                        self.edit(place, if is_short { "args: inputs" } else { "args" });
                    } else if EMPTY.contains(&name.as_str()) {
                        reads_empty.push(place);
                    }
                }
            }
            _ => {}
        }
        if let Some(first) = reads_empty.first() {
            let what =
                "`id` and `provider` are undefined where Pulumi has an empty text".to_owned();
            self.check(first.start, what, "compare them with `undefined`");
        }
    }

    /// `state` is `outputs` in Lumi, where resources have their inputs as outputs, too.
    fn answers(&mut self, function: &FunctionText<'_>) {
        let mut states = Vec::new();
        let mut lacks_inputs = None;
        function.each_result(&mut |it| {
            let Expr::Object(object) = untyped(it) else {
                return;
            };
            for property in &object.props {
                let PropOrSpread::Prop(property) = property else {
                    continue;
                };
                let (place, text) = match &**property {
                    Prop::Shorthand(name) if name.sym == *"state" => {
                        (bytes(name), "outputs: state")
                    }
                    Prop::KeyValue(KeyValueProp { key, .. }) if text_of_key(key) == "state" => {
                        (bytes(key), "outputs")
                    }
                    _ => continue,
                };
                if !self.module.text[bytes(&**property)].contains("inputs") {
                    lacks_inputs.get_or_insert(place.start);
                }
                states.push((place, text));
            }
        });
        if let Some(literal) = function.returned {
            for member in &literal.members {
                if let TsTypeElement::TsPropertySignature(it) = member
                    && let Expr::Ident(name) = &*it.key
                    && name.sym == *"state"
                {
                    states.push((bytes(name), "outputs"));
                }
            }
        }
        for (place, text) in states {
            self.edit(place, text);
        }
        if let Some(at) = lacks_inputs
            && !std::mem::replace(&mut self.tests.has_noted_inputs, true)
        {
            let what = "resources have their inputs as outputs, too".to_owned();
            let advice = "name an output that is to be missing as `undefined`";
            self.check(at, what, advice);
        }
    }
}

/// Members of arguments that are empty texts in Pulumi's mocks.
const EMPTY: [&str; 2] = ["id", "provider"];

/// The uses of the argument of a mock.
struct Uses {
    name: Id,
    /// The places of `inputs`.
    inputs: Vec<Range<usize>>,
    empty: Vec<Range<usize>>,
    /// The number of uses that are no member.
    others: usize,
}

impl Uses {
    fn new(name: Id) -> Self {
        Self {
            name,
            inputs: Vec::new(),
            empty: Vec::new(),
            others: 0,
        }
    }

    fn of(&mut self, function: &FunctionText<'_>) {
        function.visit(self);
    }
}

impl Visit for Uses {
    fn visit_member_expr(&mut self, member: &MemberExpr) {
        match (untyped(&member.obj), &member.prop) {
            (Expr::Ident(name), MemberProp::Ident(property)) if name.to_id() == self.name => {
                if property.sym == *"inputs" {
                    self.inputs.push(bytes(property));
                } else if EMPTY.contains(&&*property.sym) {
                    self.empty.push(bytes(property));
                }
            }
            _ => member.visit_children_with(self),
        }
    }

    fn visit_ident(&mut self, name: &Ident) {
        self.others += usize::from(name.to_id() == self.name);
    }
}

/// The mock that a member of an object is.
fn member(property: &PropOrSpread) -> Option<(Mock, Range<usize>, FunctionText<'_>)> {
    let PropOrSpread::Prop(property) = property else {
        return None;
    };
    match &**property {
        Prop::Method(it) if !it.function.is_generator => Some((
            Mock::of(&it.key)?,
            bytes(&it.key),
            FunctionText::of_function(&it.function, bytes(&it.function)),
        )),
        Prop::KeyValue(it) => Some((
            Mock::of(&it.key)?,
            bytes(&it.key),
            FunctionText::of(&it.value)?,
        )),
        _ => None,
    }
}

/// Whether an answer is `{ id, state }`.
fn is_answer(answer: &Expr) -> bool {
    let Expr::Object(object) = untyped(answer) else {
        return false;
    };
    object.props.iter().all(|it| match it {
        PropOrSpread::Prop(it) => match &**it {
            Prop::Shorthand(name) => ["id", "state"].contains(&&*name.sym),
            Prop::KeyValue(it) => ["id", "state"].contains(&&*text_of_key(&it.key)),
            _ => false,
        },
        PropOrSpread::Spread(_) => false,
    })
}

fn text_of_key(key: &PropName) -> String {
    match key {
        PropName::Ident(name) => name.sym.to_string(),
        PropName::Str(text) => text.value.to_string_lossy().into_owned(),
        _ => String::new(),
    }
}

fn is_undefined(expression: &Expr) -> bool {
    matches!(untyped(expression), Expr::Ident(name) if name.sym == *"undefined")
        || matches!(untyped(expression), Expr::Lit(Lit::Null(_)))
}

/// Objects and classes that a module declares at its top level.
#[derive(Default)]
pub struct Declared {
    objects: HashMap<Id, ObjectLit>,
    classes: HashMap<Id, Class>,
}

impl Declared {
    pub fn of(syntax: &Module) -> Self {
        let mut declared = Self::default();
        for item in &syntax.body {
            match item {
                ModuleItem::Stmt(Stmt::Decl(Decl::Class(it))) => {
                    declared
                        .classes
                        .insert(it.ident.to_id(), (*it.class).clone());
                }
                ModuleItem::Stmt(Stmt::Decl(Decl::Var(it))) => {
                    for it in &it.decls {
                        if let (Pat::Ident(name), Some(value)) = (&it.name, &it.init)
                            && let Expr::Object(object) = untyped(value)
                        {
                            declared.objects.insert(name.to_id(), object.clone());
                        }
                    }
                }
                _ => {}
            }
        }
        declared
    }
}
