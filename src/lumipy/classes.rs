//! Classes.

use lumi_pack::il::{
    At, Body, Class, ClassMember, Expr, ExprKind, Function, Key, MemberKind, PatternKind, Slot,
    Statement, StatementKind,
};
use ruff_python_ast::{Expr as Syntax, ExprCall, Parameters, Stmt, StmtClassDef, StmtFunctionDef};
use ruff_text_size::Ranged;

use super::calls::Named;
use super::dataclasses::Field;
use super::library;
use super::lowering::{ClassInfo, ClassScope, Lowering, Meaning, ScopeKind};
use super::nodes::*;
use super::refusal::Refusal;
use super::scopes::Names;
use super::statements::name_expression;
use super::targets::is_nothing;

/// The members of a class that is lowered.
#[derive(Default)]
pub struct Members {
    pub list: Vec<ClassMember>,
    pub fields: Vec<Field>,
    /// Statements before the class.
    pub before: Vec<Statement>,
    pub has_constructor: bool,
    pub has_post_init: bool,
}

impl Members {
    pub fn add(&mut self, name: &str, is_static: bool, kind: MemberKind, at: At) {
        self.list.push(ClassMember {
            key: Key::Name(name.to_owned()),
            is_static,
            kind,
            at,
        });
    }

    pub fn constant(&mut self, name: &str, value: Expr) {
        let at = value.at;
        let kind = MemberKind::Field {
            value_type: None,
            readonly: false,
            value: Some(value),
        };
        self.add(name, true, kind, at);
    }

    /// A getter with a value.
    fn getter(&mut self, name: &str, value: Expr) {
        let at = value.at;
        let body = Body::Block(vec![give_back(value, at)]);
        let kind = MemberKind::Getter(function(Vec::new(), body, false));
        self.add(name, false, kind, at);
    }
}

/// The kind of a method, by its decorator.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MethodKind {
    Plain,
    Static,
    OfClass,
    Getter,
    Setter,
}

impl Lowering<'_> {
    pub fn class(&mut self, syntax: &StmtClassDef, found: &mut Vec<Statement>) {
        let at = self.at(&syntax.name);
        let dataclass = self.class_decorators(syntax);
        let Some((base, info)) = self.base(syntax) else {
            return;
        };
        let mut info = info;
        let is_declared = self.scope().pending.remove(syntax.name.as_str());
        let slot = match (is_declared, self.scope().names.get(syntax.name.as_str())) {
            (true, Some(Meaning::Variable(slot))) => *slot,
            _ => self.own(&super::lowering::variable_name(&syntax.name)),
        };
        let has_base = syntax
            .arguments
            .as_ref()
            .is_some_and(|it| !it.args.is_empty());
        self.classes.push(ClassScope {
            base: base.clone(),
            is_foreign: info.is_foreign,
            extends_python: has_base && !self.is_direct_foreign(syntax),
            depth: 0,
        });
        let mut members = self.members(syntax, dataclass.is_some(), info.is_foreign);
        if let Some(options) = dataclass {
            self.dataclass(&options, &mut members, &mut info, &base, at);
        }
        self.classes.pop();
        members.constant("$name", string(&syntax.name, at));
        members.getter("$class", local(slot, at));
        found.append(&mut members.before);
        let mut class = Class {
            own: None,
            generics: Vec::new(),
            extends: Some(base),
            super_types: Vec::new(),
            members: members.list,
        };
        if is_declared {
            self.scope().definite.insert(slot);
            self.class_infos.insert(slot, info);
            let kind = StatementKind::Class {
                slot,
                class: Box::new(class),
            };
            found.push(statement(kind, at));
            return;
        }
        class.own = Some(slot);
        let value = expr(ExprKind::Class(Box::new(class)), at);
        self.assign_to(&name_expression(&syntax.name), value, found);
    }

    fn is_direct_foreign(&self, syntax: &StmtClassDef) -> bool {
        let first = syntax.arguments.as_ref().and_then(|it| it.args.first());
        match first.and_then(|it| self.named(it)) {
            Some(Named::Token(token)) => !self.exports.is_python(&token),
            _ => false,
        }
    }

    /// The class that a class extends, and what is known about it.
    fn base(&mut self, syntax: &StmtClassDef) -> Option<(Expr, ClassInfo)> {
        let at = self.at(&syntax.name);
        let arguments = syntax.arguments.as_deref();
        if let Some(keyword) = arguments.and_then(|it| it.keywords.first()) {
            self.absent(keyword, Refusal::Class, "metaclasses", "leave it out");
            return None;
        }
        if syntax.type_params.is_some() {
            self.absent(syntax, Refusal::Class, "type parameters", "leave them out");
            return None;
        }
        match arguments.map(|it| &*it.args) {
            None | Some([]) => Some((self.library("index", "PyObject", at), ClassInfo::default())),
            Some([only]) => {
                let info = self.class_info(only)?;
                Some((self.expression(only), info))
            }
            Some([_, second, ..]) => {
                self.absent(
                    second,
                    Refusal::Class,
                    "classes that extend several",
                    "extend one, and hold the others",
                );
                None
            }
        }
    }

    fn class_info(&mut self, base: &Syntax) -> Option<ClassInfo> {
        let foreign = ClassInfo {
            is_foreign: true,
            ..ClassInfo::default()
        };
        match self.named(base) {
            Some(Named::Token(token)) => match self.exports.is_python(&token) {
                true => Some(self.exports.class(&token).unwrap_or_default()),
                false => Some(foreign),
            },
            Some(_) => {
                self.absent(base, Refusal::Class, "classes that extend this", "");
                None
            }
            None => match base {
                Syntax::Name(it) => match self.meaning(&it.id) {
                    Some((Meaning::Variable(slot), _)) => {
                        Some(self.class_infos.get(&slot).cloned().unwrap_or_default())
                    }
                    None if library::is_base(&it.id) => Some(ClassInfo::default()),
                    _ => {
                        let what = format!("classes that extend `{}`", it.id);
                        self.absent(base, Refusal::Class, &what, "hold a value of it");
                        None
                    }
                },
                _ => {
                    self.absent(
                        base,
                        Refusal::Class,
                        "classes that extend this",
                        "name the class",
                    );
                    None
                }
            },
        }
    }

    fn members(&mut self, syntax: &StmtClassDef, is_dataclass: bool, is_foreign: bool) -> Members {
        let mut members = Members::default();
        self.open(ScopeKind::Class, &Names::default());
        for it in &syntax.body {
            match it {
                other if is_nothing(other) => {}
                Stmt::FunctionDef(it) => self.member_function(it, is_foreign, &mut members),
                Stmt::AnnAssign(it) if is_dataclass => {
                    let Syntax::Name(name) = &*it.target else {
                        self.absent(it, Refusal::Class, "field like this", "");
                        continue;
                    };
                    let field =
                        self.field(&name.id, it.value.as_deref(), self.at(it), &mut members);
                    members.fields.push(field);
                }
                Stmt::AnnAssign(it) => {
                    if let (Syntax::Name(name), Some(value)) = (&*it.target, &it.value) {
                        self.class_value(&name.id, value, is_foreign, &mut members);
                    }
                }
                Stmt::Assign(it) => match it.targets.as_slice() {
                    [Syntax::Name(name)] => {
                        self.class_value(&name.id, &it.value, is_foreign, &mut members)
                    }
                    _ => drop(self.absent(
                        it,
                        Refusal::Class,
                        "targets like this in classes",
                        "assign one name",
                    )),
                },
                Stmt::Expr(it) if it.value.is_ellipsis_literal_expr() => {}
                other => {
                    let help = "a class has methods and values";
                    self.absent(
                        other,
                        Refusal::Class,
                        "statement like this in a class",
                        help,
                    );
                }
            }
        }
        self.scopes.pop();
        members
    }

    fn class_value(&mut self, name: &str, value: &Syntax, is_foreign: bool, members: &mut Members) {
        let value_expr = self.expression(value);
        let key = self.member_key(name, is_foreign, value);
        members.constant(&key, value_expr);
        let scope = self.scope();
        scope
            .names
            .insert(name.to_owned(), Meaning::Variable(Slot::MAX));
    }

    /// The name of a member: classes that extend one of TypeScript have its names.
    fn member_key(&mut self, name: &str, is_foreign: bool, node: &impl Ranged) -> String {
        if !lumi_pack::il::is_member(name) || matches!(name, "name" | "length") && !is_foreign {
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

    fn method_kind(&mut self, syntax: &StmtFunctionDef) -> Option<MethodKind> {
        let Some(decorator) = syntax.decorator_list.first() else {
            return Some(MethodKind::Plain);
        };
        let kind = match &decorator.expression {
            Syntax::Name(it) => match it.id.as_str() {
                "staticmethod" => Some(MethodKind::Static),
                "classmethod" => Some(MethodKind::OfClass),
                "property" => Some(MethodKind::Getter),
                _ => None,
            },
            Syntax::Attribute(it) if it.attr.as_str() == "setter" => Some(MethodKind::Setter),
            _ => None,
        };
        if kind.is_none() || syntax.decorator_list.len() > 1 {
            let help =
                "of methods there are `staticmethod`, `classmethod`, `property` and its `setter`";
            self.absent(decorator, Refusal::Decorator, "decorator like this", help);
            return None;
        }
        kind
    }

    fn member_function(
        &mut self,
        syntax: &StmtFunctionDef,
        is_foreign: bool,
        members: &mut Members,
    ) {
        let Some(kind) = self.method_kind(syntax) else {
            return;
        };
        let at = self.at(&syntax.name);
        let name = syntax.name.as_str();
        if is_foreign && name == "__init__" {
            return self.constructor(syntax, members);
        }
        if kind != MethodKind::Static
            && syntax
                .parameters
                .iter_non_variadic_params()
                .next()
                .is_none()
        {
            self.absent(
                syntax,
                Refusal::Class,
                "methods without a receiver",
                "add `self`",
            );
            return;
        }
        let key = self.member_key(name, is_foreign, &syntax.name);
        let scope = self.scopes.pop();
        let (signature, made) =
            self.method(syntax, kind != MethodKind::Static, &mut members.before);
        self.scopes.extend(scope);
        members.has_post_init |= name == "__post_init__";
        members.has_constructor |= name == "__init__";
        let signature = string(&signature, at);
        match kind {
            MethodKind::Getter => members.add(&key, false, MemberKind::Getter(made), at),
            MethodKind::Setter => members.add(&key, false, MemberKind::Setter(setter(made)), at),
            MethodKind::Plain if name == "__init__" => {
                members.constant("$init", signature);
                members.add(&key, false, MemberKind::Method(made), at);
            }
            MethodKind::Plain => {
                members.getter(&format!("${key}"), signature);
                members.add(&key, false, MemberKind::Method(made), at);
            }
            MethodKind::Static | MethodKind::OfClass => {
                members.constant(&format!("${key}"), signature);
                members.add(&key, true, MemberKind::Method(made), at);
            }
        }
    }

    /// `__init__` of a class that extends one of TypeScript: `self` is there after the call of `super`.
    fn constructor(&mut self, syntax: &StmtFunctionDef, members: &mut Members) {
        let at = self.at(&syntax.name);
        let place = syntax.body.iter().position(|it| match it {
            Stmt::Expr(it) => {
                matches!(&*it.value, Syntax::Call(call) if is_super_call(call, "__init__"))
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
        let scope = self.scopes.pop();
        let (signature, made) = self.constructor_parts(
            &syntax.parameters,
            &syntax.body,
            place,
            &mut members.before,
            at,
        );
        self.scopes.extend(scope);
        members.has_constructor = true;
        members.constant("$init", string(&signature, at));
        members.add("constructor", false, MemberKind::Constructor(made), at);
    }

    fn constructor_parts(
        &mut self,
        parameters: &Parameters,
        body: &[Stmt],
        place: usize,
        before: &mut Vec<Statement>,
        at: At,
    ) -> (String, Function) {
        let names = Names::of(body);
        let (signature, statements) = self.with_signature(parameters, &names, before, |this| {
            let mut statements = Vec::new();
            this.statements(&body[..=place], &mut statements);
            this.receiver(parameters, at, &mut statements);
            this.statements(&body[place + 1..], &mut statements);
            statements
        });
        let made = function(signature.parameters, Body::Block(statements), false);
        (signature.text, made)
    }

    /// `super().name(...)`
    pub fn super_call(&mut self, syntax: &ExprCall) -> Option<Expr> {
        let Syntax::Attribute(callee) = &*syntax.func else {
            return None;
        };
        if !is_super_call(syntax, callee.attr.as_str()) {
            return None;
        }
        let at = self.at(&callee.attr);
        let name = callee.attr.as_str();
        let Some(class) = self.classes.last().cloned().filter(|it| it.depth == 1) else {
            let help = "use it in a method itself";
            return Some(self.absent(syntax, Refusal::Super, "`super()` here", help));
        };
        if class.is_foreign && name == "__init__" {
            let direct = match class.extends_python {
                true => None,
                false => self.foreign_arguments(&syntax.arguments),
            };
            let arguments = match direct {
                Some(it) => it,
                None => {
                    let mut all = vec![class.base];
                    all.extend(self.arguments(&syntax.arguments, at));
                    let prepared = self.py("prepare", all, at);
                    vec![spread(prepared, at)]
                }
            };
            return Some(expr(ExprKind::SuperCall(arguments), at));
        }
        let key = self.member_key(name, class.is_foreign, callee);
        let signature = match name {
            "__init__" => get(class.base, "$init", at),
            _ => expr(ExprKind::SuperGet(format!("${key}")), at),
        };
        let mut all = vec![string(name, at), signature];
        all.extend(self.arguments(&syntax.arguments, at));
        let prepared = self.py("superArguments", all, at);
        let callee = expr(ExprKind::SuperGet(key), at);
        Some(call(callee, vec![spread(prepared, at)], at))
    }
}

/// A setter gives nothing back.
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

fn is_super_call(call: &ExprCall, name: &str) -> bool {
    let Syntax::Attribute(callee) = &*call.func else {
        return false;
    };
    let Syntax::Call(of) = &*callee.value else {
        return false;
    };
    let is_super = matches!(&*of.func, Syntax::Name(it) if it.id.as_str() == "super");
    is_super && of.arguments.is_empty() && callee.attr.as_str() == name
}

/// A parameter with a default.
pub fn with_default(slot: Slot, value: Expr, at: At) -> lumi_pack::il::Parameter {
    let kind = PatternKind::Default {
        pattern: Box::new(bind(slot, at)),
        value: Box::new(value),
    };
    parameter(pattern(kind, at))
}
