//! Classes.

use std::collections::HashMap;

use lumi_pack::Doc;
use lumi_pack::il::{
    At, Class, ClassMember, Expr, ExprKind, Function, MemberKind, Slot, Statement, StatementKind,
};

use super::dataclasses::{is_dataclass, is_made, key_of};
use super::forms::{block, bound, index_name, library_name, string};
use super::functions::Declaration;
use super::layout::{self, arguments, list, text};
use super::names::{is_name, snake};
use super::raiser::{ClassAround, LAMBDA, Raiser};

/// The text that a field or a getter has.
fn constant_text(of: &MemberKind) -> Option<&str> {
    match of {
        MemberKind::Field { value, .. } => string(value.as_ref()?),
        MemberKind::Getter(function) => match block(function)? {
            [
                Statement {
                    kind: StatementKind::Return(Some(it)),
                    ..
                },
            ] => string(it),
            _ => None,
        },
        _ => None,
    }
}

/// The signatures of methods, which are members with a `$` before the name.
fn signatures(class: &Class) -> HashMap<&str, &str> {
    let members = class.members.iter();
    let named = members.filter_map(|it| {
        let name = key_of(it)?.strip_prefix('$')?;
        Some((name, constant_text(&it.kind)?))
    });
    named.collect()
}

/// The variable of the receiver, and the statements of a method without the one that declares it.
fn receiver(of: &[Statement]) -> Option<(Slot, Vec<Statement>)> {
    let is_receiver = |it: &Statement| match &it.kind {
        StatementKind::Variable {
            pattern,
            value: Some(value),
            ..
        } if matches!(value.kind, ExprKind::This) => bound(pattern),
        _ => None,
    };
    let place = of.iter().position(|it| is_receiver(it).is_some())?;
    let slot = is_receiver(&of[place])?;
    let mut rest = of.to_vec();
    rest.remove(place);
    Some((slot, rest))
}

impl Raiser<'_> {
    pub fn class(&mut self, name: &str, class: &Class, at: At) -> Doc {
        let extended = class.extends.as_ref();
        let is_plain = extended.and_then(index_name) == Some("PyObject");
        let Some(extended) = extended else {
            self.refuse(at, "a class as TypeScript has it");
            return text("...");
        };
        let mut bases = Vec::new();
        if !is_plain {
            bases.push(self.value(extended).within(LAMBDA));
        }
        self.classes.push(ClassAround {
            name: name.to_owned(),
            is_foreign: self.is_foreign(extended),
        });
        let signatures = signatures(class);
        let mut lines: Vec<(Doc, bool)> = Vec::new();
        if is_dataclass(class) {
            lines.extend(self.fields(class).into_iter().map(|it| (it, false)));
        }
        for it in &class.members {
            lines.extend(self.member(it, &signatures));
        }
        self.classes.pop();
        let head = match bases.is_empty() {
            true => text(format!("class {name}")),
            false => list(vec![text(format!("class {name}")), arguments(bases)]),
        };
        let whole = layout::block(head, spaced(lines));
        match is_dataclass(class) {
            true => list(vec![self.dataclass_decorator(class), Doc::Break, whole]),
            false => whole,
        }
    }

    /// Whether a class extends one of TypeScript, by itself or by another class of the module.
    fn is_foreign(&self, extended: &Expr) -> bool {
        match &extended.kind {
            ExprKind::Token(it) => library_name(it).is_none() && !it.is_own(),
            ExprKind::Get { of, .. } => self.is_foreign(of),
            ExprKind::Local(slot) => {
                let mut body = self.module.body.iter();
                let class = body.find_map(|it| match &it.kind {
                    StatementKind::Class { slot: own, class } if own == slot => Some(class),
                    _ => None,
                });
                let base = class.and_then(|it| it.extends.as_ref());
                base.is_some_and(|it| self.is_foreign(it))
            }
            _ => false,
        }
    }

    /// The name in Python of a member of the class around the code.
    pub fn member_of_class(&mut self, name: &str) -> String {
        let is_foreign = self.classes.last().is_some_and(|it| it.is_foreign);
        let name = self.member_name(name);
        match snake(&name).filter(|_| is_foreign && !name.starts_with('_')) {
            Some(it) => it,
            None => name,
        }
    }

    /// The name of a member in the code of its class: one that begins with two lines is that of the class alone.
    pub fn member_name(&self, name: &str) -> String {
        let class = self
            .classes
            .last()
            .map(|it| it.name.trim_start_matches('_'));
        let private = class.and_then(|it| name.strip_prefix(&format!("_{it}__")));
        match private {
            Some(it) => format!("__{it}"),
            None => name.to_owned(),
        }
    }

    /// A member, and whether it is a method.
    fn member(
        &mut self,
        of: &ClassMember,
        signatures: &HashMap<&str, &str>,
    ) -> Option<(Doc, bool)> {
        let Some(key) = key_of(of) else {
            self.refuse(of.at, "a member without a plain name");
            return None;
        };
        if key.starts_with('$') {
            return None;
        }
        match &of.kind {
            MemberKind::Constructor(it) => {
                let signature = signatures.get("init").copied().unwrap_or_default();
                Some((self.method("__init__", signature, it, of, None), true))
            }
            MemberKind::Method(it) if is_made(key, it) => None,
            MemberKind::Method(it) => {
                let name = self.member_of_class(key);
                let wanted = if key == "__init__" { "init" } else { key };
                let signature = signatures.get(wanted).copied().unwrap_or_default();
                let decorator = of.is_static.then_some("");
                Some((self.method(&name, signature, it, of, decorator), true))
            }
            MemberKind::Getter(it) => {
                let name = self.member_of_class(key);
                Some((self.method(&name, "", it, of, Some("property")), true))
            }
            MemberKind::Setter(it) => {
                let name = self.member_of_class(key);
                let decorator = format!("{name}.setter");
                let value = it.parameters.first().and_then(|it| bound(&it.pattern));
                let value = value.map(|it| self.name(it)).unwrap_or_default();
                Some((self.method(&name, &value, it, of, Some(&decorator)), true))
            }
            MemberKind::Field {
                value: Some(value), ..
            } if of.is_static => {
                let name = self.member_of_class(key);
                let value = self.statement_value(value);
                Some((list(vec![text(format!("{name} = ")), value]), false))
            }
            MemberKind::Declared { .. } => None,
            MemberKind::Field { .. } => {
                self.refuse(of.at, "a field of TypeScript");
                None
            }
        }
    }

    /// A method. The decorator of a static one, which is empty, follows from whether it has a receiver.
    fn method(
        &mut self,
        name: &str,
        signature: &str,
        function: &Function,
        of: &ClassMember,
        decorator: Option<&str>,
    ) -> Doc {
        if !is_name(name) {
            self.refuse(of.at, "a method of this name");
        }
        let body = block(function).unwrap_or_default();
        let found = receiver(body);
        let decorator = match (decorator, &found) {
            (Some(""), Some(_)) => Some("classmethod"),
            (Some(""), None) => Some("staticmethod"),
            (None, None) => {
                self.refuse(of.at, "a method as TypeScript has it");
                None
            }
            (other, _) => other,
        };
        let decorators = decorator.map(|it| text(format!("@{it}")));
        let receiver = found.as_ref().map(|it| self.name(it.0));
        let mut made = function.clone();
        if let Some((slot, rest)) = found {
            // A receiver that code assigns again is a variable of the function.
            let mut statements = vec![declaration_of(slot)];
            statements.extend(rest);
            made.body = lumi_pack::il::Body::Block(statements);
        }
        self.declaration(Declaration {
            name,
            signature,
            function: &made,
            decorators: decorators.into_iter().collect(),
            receiver,
        })
    }
}

/// A declaration that is none in Python.
fn declaration_of(slot: Slot) -> Statement {
    let at = At::default();
    let pattern = crate::nodes::bind(slot, at);
    crate::nodes::variable(lumi_pack::il::VariableKind::Let, pattern, None, at)
}

/// The members with an empty line around each method.
fn spaced(members: Vec<(Doc, bool)>) -> Vec<Doc> {
    let mut lines = Vec::new();
    let mut was_method = false;
    for (index, (line, is_method)) in members.into_iter().enumerate() {
        if index > 0 && (is_method || was_method) {
            lines.push(text(""));
        }
        was_method = is_method;
        lines.push(line);
    }
    lines
}
