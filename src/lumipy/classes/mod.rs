//! Classes.
//!
//! | module | |
//! |---|---|
//! | `bases` | the classes that a class extends |
//! | `body` | the members of a class |
//! | `methods`, `decorators` | methods, and decorators of methods and classes |
//! | `super_calls` | `super()` |
//! | `dataclasses` | dataclasses |
//! | `enums` | enumerations |
//! | `named_tuples` | tuples with names |

mod bases;
mod body;
mod dataclasses;
mod decorators;
mod enums;
mod methods;
mod named_tuples;
mod super_calls;

use lumi_pack::il::{
    At, Body, Class, ClassMember, Expr, ExprKind, Key, MemberKind, Slot, Statement, StatementKind,
};
use ruff_python_ast::StmtClassDef;

use super::facts::{ClassInfo, ClassKind, FieldFacts, decorator_name, is_known_decorator};
use super::lowering::{ClassScope, Lowering, Meaning};
use super::nodes::*;
use super::statements::name_expression;

use bases::Bases;
use dataclasses::Field;

/// The members of a class that is lowered.
#[derive(Default)]
pub struct Members {
    pub list: Vec<ClassMember>,
    pub fields: Vec<Field>,
    /// Statements before the class.
    pub before: Vec<Statement>,
    pub has_constructor: bool,
    pub has_post_init: bool,
    /// The names that the class defines.
    defined: Vec<String>,
    abstract_methods: Vec<String>,
    enum_members: Vec<Expr>,
    tuple_fields: Vec<FieldFacts>,
    tuple_defaults: Vec<Expr>,
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

/// A class whose members are lowered.
struct Made {
    class: Class,
    bases: Bases,
    /// The variable that holds the class that it extends, if that is only known later.
    base: Option<Slot>,
    enum_members: Vec<Expr>,
}

impl Lowering<'_> {
    pub fn class(&mut self, syntax: &StmtClassDef, found: &mut Vec<Statement>) {
        let at = self.at(&syntax.name);
        let Some(bases) = self.bases(syntax) else {
            return;
        };
        if bases.info.kind == ClassKind::TypedDict {
            let name = string(&syntax.name, at);
            let value = self.py("typedDict", vec![name], at);
            return self.assign_to(&name_expression(&syntax.name), value, found);
        }
        let is_declared = self.scope().pending.remove(syntax.name.as_str());
        let slot = match (is_declared, self.scope().names.get(syntax.name.as_str())) {
            (true, Some(Meaning::Variable(slot))) => *slot,
            _ => self.own(&super::lowering::variable_name(&syntax.name)),
        };
        // A class that is made of others is a value: its members use a variable of their own.
        let is_value = self.has_mixins || !is_declared;
        let own = match is_declared && is_value {
            true => self.own(&super::lowering::variable_name(&syntax.name)),
            false => slot,
        };
        let (made, info) = self.made(syntax, bases, own, is_value, found);
        match is_declared {
            true => self.declared_class(slot, made, info, syntax, found),
            false => self.assigned_class(syntax, made, info, found),
        }
    }

    fn made(
        &mut self,
        syntax: &StmtClassDef,
        mut bases: Bases,
        own: Slot,
        is_value: bool,
        found: &mut Vec<Statement>,
    ) -> (Made, ClassInfo) {
        let at = self.at(&syntax.name);
        let dataclass = self.class_decorators(syntax);
        found.extend(self.checked_base(&bases, at));
        let base = self.has_mixins.then(|| self.own("Base"));
        let extended = match base {
            Some(slot) => local(slot, at),
            None => bases.classes[0].clone(),
        };
        let is_foreign = bases.info.is_foreign;
        let is_direct = self.is_direct_foreign(&bases);
        self.classes.push(ClassScope {
            name: syntax.name.to_string(),
            base: extended.clone(),
            is_foreign,
            extends_python: !is_direct,
            base_name: base_name(syntax),
            depth: 0,
        });
        let kind = bases.info.kind;
        let mut members = self.members(syntax, dataclass.as_ref(), is_foreign, kind);
        let mut info = std::mem::take(&mut bases.info);
        let declared = self.declared_members(syntax, is_foreign);
        members.list.extend(declared);
        info.has_post_init |= members.has_post_init;
        if let Some(options) = dataclass {
            self.dataclass(&options, &mut members, &mut info, at);
            self.check_defaults(&info, &syntax.name);
        }
        if kind == ClassKind::NamedTuple && !members.tuple_fields.is_empty() {
            self.named_tuple(&mut members, at);
        }
        self.abstract_methods(&mut members, &mut info, at);
        self.known_decorators(syntax, &mut members, at);
        self.classes.pop();
        members.constant("$name", string(&syntax.name, at));
        members.getter("$class", local(own, at));
        found.append(&mut members.before);
        let made = Made {
            class: Class {
                own: is_value.then_some(own),
                generics: Vec::new(),
                extends: Some(extended),
                super_types: Vec::new(),
                members: members.list,
            },
            bases,
            base,
            enum_members: members.enum_members,
        };
        (made, info)
    }

    /// The abstract methods that a class of `ABC` has left: it has no objects while there are some.
    fn abstract_methods(&mut self, members: &mut Members, info: &mut ClassInfo, at: At) {
        let before = !info.abstract_methods.is_empty();
        for it in &members.defined {
            info.abstract_methods.remove(it);
        }
        info.abstract_methods
            .extend(members.abstract_methods.iter().cloned());
        let is_open = before || !info.abstract_methods.is_empty();
        if info.is_abstract_base && is_open && !info.is_foreign {
            let names = info.abstract_methods.iter().map(|it| string(it, at));
            members.constant("$abstract", array(names.collect(), at));
        }
    }

    /// The decorators that the library knows as marks of a class.
    fn known_decorators(&mut self, syntax: &StmtClassDef, members: &mut Members, at: At) {
        for it in &syntax.decorator_list {
            match decorator_name(&it.expression) {
                "total_ordering" => members.constant("$total", boolean(true, at)),
                "unique" => members.constant("$unique", boolean(true, at)),
                _ => {}
            }
        }
    }

    /// The class as a value. With mixins it is a function of the class that it extends.
    fn class_value_of(&mut self, made: &mut Made, at: At) -> Expr {
        let class = expr(ExprKind::Class(Box::new(made.class.clone())), at);
        let Some(base) = made.base else {
            return class;
        };
        let parameters = vec![parameter(bind(base, at))];
        let make = function(parameters, Body::Value(Box::new(class)), true);
        let make = expr(ExprKind::Function(Box::new(make)), at);
        let bases = array(made.bases.classes.clone(), at);
        self.py("derived", vec![make, bases], at)
    }

    /// A class whose variable is assigned here alone.
    fn declared_class(
        &mut self,
        slot: Slot,
        mut made: Made,
        info: ClassInfo,
        syntax: &StmtClassDef,
        found: &mut Vec<Statement>,
    ) {
        let at = self.at(&syntax.name);
        self.scope().definite.insert(slot);
        let is_enum = info.kind == ClassKind::Enum;
        self.class_infos.insert(slot, info);
        found.push(match made.base.is_some() {
            true => {
                let value = self.class_value_of(&mut made, at);
                constant(slot, value, at)
            }
            false => {
                let class = Box::new(made.class);
                statement(StatementKind::Class { slot, class }, at)
            }
        });
        if is_enum {
            let class = local(slot, at);
            found.push(self.enumerated(class, made.enum_members, &made.bases, syntax, at));
        }
    }

    /// A class whose variable may hold something else.
    fn assigned_class(
        &mut self,
        syntax: &StmtClassDef,
        mut made: Made,
        info: ClassInfo,
        found: &mut Vec<Statement>,
    ) {
        let at = self.at(&syntax.name);
        if let Some(Meaning::Variable(of)) = self.scope().names.get(syntax.name.as_str()) {
            let of = *of;
            self.block_classes.insert(of, info.clone());
        }
        let mut value = self.class_value_of(&mut made, at);
        if info.kind == ClassKind::Enum {
            let slot = self.own("enumeration");
            found.push(constant(slot, value, at));
            let class = local(slot, at);
            found.push(self.enumerated(class, made.enum_members, &made.bases, syntax, at));
            value = local(slot, at);
        }
        for it in syntax.decorator_list.iter().rev() {
            if !is_known_decorator(&it.expression) {
                let callee = self.expression(&it.expression);
                value = self.py("call", vec![callee, array(vec![value], at)], at);
            }
        }
        self.assign_to(&name_expression(&syntax.name), value, found);
    }

    /// The statement that refuses a class in Python of another package, before it is extended.
    fn checked_base(&mut self, bases: &Bases, at: At) -> Option<Statement> {
        if !is_of_package(bases) {
            return None;
        }
        let check = self.py("extended", vec![bases.classes[0].clone()], at);
        Some(statement(StatementKind::Evaluate(check), at))
    }

    /// Whether a class names a class of TypeScript as the one that it extends.
    fn is_direct_foreign(&self, bases: &Bases) -> bool {
        let is_foreign = |it| !self.exports.is_python(it);
        let is_one = bases.classes.len() == 1 && !self.has_mixins;
        is_one && bases.token.as_ref().is_some_and(is_foreign) && !is_of_package(bases)
    }
}

/// The name of the only class that a class extends, as the code has it.
fn base_name(syntax: &StmtClassDef) -> Option<String> {
    match syntax.arguments.as_ref().map(|it| &*it.args) {
        Some([only]) => super_calls::dotted(only),
        _ => None,
    }
}

/// Whether a class extends one of a package, which may be in any language.
fn is_of_package(bases: &Bases) -> bool {
    let base = bases.token.as_ref();
    base.is_some_and(|it| !it.is_own() && it.package() != "lumi")
}
