//! Classes.

use lumi_pack::il::{
    At, Body, Class, ClassMember, Expr, ExprKind, Key, MemberKind, Slot, Statement, StatementKind,
    Token,
};
use ruff_python_ast::{Expr as Syntax, Stmt, StmtAnnAssign, StmtClassDef};

use super::calls::Named;
use super::dataclasses::{Field, Options};
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
    pub fn getter(&mut self, name: &str, value: Expr) {
        let at = value.at;
        let body = Body::Block(vec![give_back(value, at)]);
        let kind = MemberKind::Getter(function(Vec::new(), body, false));
        self.add(name, false, kind, at);
    }
}

impl Lowering<'_> {
    pub fn class(&mut self, syntax: &StmtClassDef, found: &mut Vec<Statement>) {
        let at = self.at(&syntax.name);
        let dataclass = self.class_decorators(syntax);
        let Some((base, mut info)) = self.base(syntax) else {
            return;
        };
        let is_declared = self.scope().pending.remove(syntax.name.as_str());
        let slot = match (is_declared, self.scope().names.get(syntax.name.as_str())) {
            (true, Some(Meaning::Variable(slot))) => *slot,
            _ => self.own(&super::lowering::variable_name(&syntax.name)),
        };
        found.extend(self.checked_base(syntax, &base, at));
        let arguments = syntax.arguments.as_ref();
        let has_base = arguments.is_some_and(|it| !it.args.is_empty());
        self.classes.push(ClassScope {
            name: syntax.name.to_string(),
            base: base.clone(),
            is_foreign: info.is_foreign,
            extends_python: has_base && !self.is_direct_foreign(syntax),
            depth: 0,
        });
        let mut members = self.members(syntax, dataclass.as_ref(), info.is_foreign);
        let declared = self.declared_members(syntax, info.is_foreign);
        members.list.extend(declared);
        info.has_post_init |= members.has_post_init;
        if let Some(options) = dataclass {
            self.dataclass(&options, &mut members, &mut info, at);
            self.check_defaults(&info, &syntax.name);
        }
        self.classes.pop();
        members.constant("$name", string(&syntax.name, at));
        members.getter("$class", local(slot, at));
        found.append(&mut members.before);
        let class = Class {
            own: None,
            generics: Vec::new(),
            extends: Some(base),
            super_types: Vec::new(),
            members: members.list,
        };
        match is_declared {
            true => self.declared_class(slot, class, info, at, found),
            false => self.assigned_class(syntax, slot, class, info, found),
        }
    }

    /// A class whose variable is assigned here alone.
    fn declared_class(
        &mut self,
        slot: Slot,
        class: Class,
        info: ClassInfo,
        at: At,
        found: &mut Vec<Statement>,
    ) {
        self.scope().definite.insert(slot);
        self.class_infos.insert(slot, info);
        let kind = StatementKind::Class {
            slot,
            class: Box::new(class),
        };
        found.push(statement(kind, at));
    }

    /// A class whose variable may hold something else; `own` is the slot of the class itself.
    fn assigned_class(
        &mut self,
        syntax: &StmtClassDef,
        own: Slot,
        mut class: Class,
        info: ClassInfo,
        found: &mut Vec<Statement>,
    ) {
        if let Some(Meaning::Variable(of)) = self.scope().names.get(syntax.name.as_str()) {
            let of = *of;
            self.block_classes.insert(of, info);
        }
        class.own = Some(own);
        let value = expr(ExprKind::Class(Box::new(class)), self.at(&syntax.name));
        self.assign_to(&name_expression(&syntax.name), value, found);
    }

    /// The statement that refuses a class in Python of another package, before it is extended.
    fn checked_base(&mut self, syntax: &StmtClassDef, base: &Expr, at: At) -> Option<Statement> {
        if !self.is_of_package(syntax) {
            return None;
        }
        let check = self.py("extended", vec![base.clone()], at);
        Some(statement(StatementKind::Evaluate(check), at))
    }

    /// The class that a class extends, if the class names one of another module.
    fn base_token(&self, syntax: &StmtClassDef) -> Option<Token> {
        let first = syntax.arguments.as_ref().and_then(|it| it.args.first());
        match first.and_then(|it| self.named(it)) {
            Some(Named::Token(token)) => Some(token),
            _ => None,
        }
    }

    /// Whether a class extends one of a package, which may be in any language.
    fn is_of_package(&self, syntax: &StmtClassDef) -> bool {
        let base = self.base_token(syntax);
        base.is_some_and(|it| !it.is_own() && it.package() != "lumi")
    }

    /// Whether a class names a class of TypeScript as the one that it extends.
    fn is_direct_foreign(&self, syntax: &StmtClassDef) -> bool {
        let base = self.base_token(syntax);
        base.is_some_and(|it| !self.exports.is_python(&it)) && !self.is_of_package(syntax)
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

    /// The facts of the class that an expression names; `None` if it was refused.
    fn class_info(&mut self, base: &Syntax) -> Option<ClassInfo> {
        let foreign = ClassInfo {
            is_foreign: true,
            ..ClassInfo::default()
        };
        let (what, help) = match (self.named(base), base) {
            (Some(Named::Token(token)), _) => match self.exports.is_python(&token) {
                true => return Some(self.exports.class(&token).unwrap_or_default()),
                false => return Some(foreign),
            },
            (None, Syntax::Name(it)) => match self.meaning(&it.id) {
                Some((Meaning::Variable(slot), _)) => {
                    let known = self.class_infos.get(&slot);
                    let known = known.or_else(|| self.block_classes.get(&slot));
                    return Some(known.cloned().unwrap_or_default());
                }
                None if library::is_base(&it.id) => return Some(ClassInfo::default()),
                _ => (
                    format!("classes that extend `{}`", it.id),
                    "hold a value of it",
                ),
            },
            (None, _) => ("classes that extend this".to_owned(), "name the class"),
            (Some(_), _) => ("classes that extend this".to_owned(), ""),
        };
        self.absent(base, Refusal::Class, &what, help);
        None
    }

    fn members(
        &mut self,
        syntax: &StmtClassDef,
        dataclass: Option<&Options>,
        is_foreign: bool,
    ) -> Members {
        let mut members = Members::default();
        self.open(ScopeKind::Class, &Names::default());
        for it in &syntax.body {
            match it {
                other if is_nothing(other) => {}
                Stmt::FunctionDef(it) => self.member_function(it, is_foreign, &mut members),
                Stmt::AnnAssign(it) => {
                    if let (Some(options), false) = (dataclass, is_class_variable(&it.annotation)) {
                        self.dataclass_field(it, options, &mut members);
                    } else if let (Syntax::Name(name), Some(value)) = (&*it.target, &it.value) {
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

    fn dataclass_field(&mut self, it: &StmtAnnAssign, options: &Options, members: &mut Members) {
        let Syntax::Name(name) = &*it.target else {
            self.absent(it, Refusal::Class, "field like this", "");
            return;
        };
        let name = self.private_name(&name.id);
        let field = self.field(&name, it, options, members);
        members.fields.push(field);
    }

    fn class_value(&mut self, name: &str, value: &Syntax, is_foreign: bool, members: &mut Members) {
        let value_expr = self.expression(value);
        let key = self.member_key(name, is_foreign, value);
        members.constant(&key, value_expr);
        if is_foreign {
            // Objects of TypeScript's classes answer any name: this says which ones are those of the class.
            let at = self.at(value);
            members.constant(&format!("$value_{key}"), boolean(true, at));
        }
        let scope = self.scope();
        scope
            .names
            .insert(name.to_owned(), Meaning::Variable(Slot::MAX));
    }
}

/// Whether an annotation is `ClassVar` or `ClassVar[T]`, also of a module.
fn is_class_variable(annotation: &Syntax) -> bool {
    match annotation {
        Syntax::Name(it) => it.id.as_str() == "ClassVar",
        Syntax::Attribute(it) => it.attr.as_str() == "ClassVar",
        Syntax::Subscript(it) => is_class_variable(&it.value),
        Syntax::StringLiteral(it) => it.value.to_str().contains("ClassVar"),
        _ => false,
    }
}
