//! The members of a class.

use lumi_pack::il::Slot;
use ruff_python_ast::{Expr as Syntax, Stmt, StmtAnnAssign, StmtClassDef};

use ruff_text_size::Ranged as _;

use crate::facts::ClassKind;
use crate::lowering::{Lowering, Meaning, ScopeKind};
use crate::nodes::*;
use crate::refusal::Refusal;
use crate::scopes::Names;
use crate::targets::is_nothing;

use super::Members;
use super::dataclasses::Options;

impl Lowering<'_> {
    pub(super) fn members(
        &mut self,
        syntax: &StmtClassDef,
        dataclass: Option<&Options>,
        is_foreign: bool,
        kind: ClassKind,
    ) -> Members {
        let mut members = Members::default();
        self.open(ScopeKind::Class, &Names::default());
        for it in &syntax.body {
            match it {
                other if is_nothing(other) => {}
                Stmt::FunctionDef(it) => self.member_function(it, is_foreign, &mut members),
                Stmt::AnnAssign(it) if kind == ClassKind::NamedTuple => {
                    self.tuple_field(it, &mut members);
                }
                Stmt::AnnAssign(it) => {
                    if let (Some(options), false) = (dataclass, is_class_variable(&it.annotation)) {
                        self.dataclass_field(it, options, &mut members);
                    } else if let (Syntax::Name(name), Some(value)) = (&*it.target, &it.value) {
                        self.class_member(&name.id, value, is_foreign, kind, &mut members);
                    }
                }
                Stmt::Assign(it) => self.class_assignment(it, is_foreign, kind, &mut members),
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

    /// `name = value`, and `first, second = 1, 2`.
    fn class_assignment(
        &mut self,
        it: &ruff_python_ast::StmtAssign,
        is_foreign: bool,
        kind: ClassKind,
        members: &mut Members,
    ) {
        match (it.targets.as_slice(), &*it.value) {
            ([Syntax::Name(name)], value) => {
                self.class_member(&name.id, value, is_foreign, kind, members);
            }
            ([Syntax::Tuple(names)], Syntax::Tuple(values))
                if names.elts.len() == values.elts.len()
                    && names.elts.iter().all(Syntax::is_name_expr) =>
            {
                for (name, value) in names.elts.iter().zip(&values.elts) {
                    if let Syntax::Name(name) = name {
                        self.class_member(&name.id, value, is_foreign, kind, members);
                    }
                }
            }
            _ => {
                let help = "assign one name";
                self.absent(it, Refusal::Class, "targets like this in classes", help);
            }
        }
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

    fn class_member(
        &mut self,
        name: &str,
        value: &Syntax,
        is_foreign: bool,
        kind: ClassKind,
        members: &mut Members,
    ) {
        let is_special = name.starts_with('_');
        if kind == ClassKind::Enum && !is_special && !value.is_lambda_expr() {
            return self.enum_member(name, value, members);
        }
        let at = self.at(value);
        let mut value_expr = self.expression(value);
        let key = self.member_key(name, is_foreign, value);
        if matches!(name, "name" | "length") && !is_foreign {
            let message = format!("LumiPy has no value `{name}` of classes");
            self.refuse(
                value.start(),
                Refusal::Class,
                &message,
                "give it another name",
            );
        }
        let is_shared = self.has_mixins && !value_expr.kind.is_literal();
        let mut slot = Slot::MAX;
        if is_shared {
            // The class may be made of several others: the value is one for all of them.
            slot = self.own(&crate::lowering::variable_name(name));
            members.before.push(constant(slot, value_expr, at));
            value_expr = local(slot, at);
        }
        members.constant(&key, value_expr);
        if is_foreign {
            // Objects of TypeScript's classes answer any name: this says which ones are those of the class.
            members.constant(&format!("$value_{key}"), boolean(true, at));
        }
        members.defined.push(name.to_owned());
        let scope = self.scope();
        scope.names.insert(name.to_owned(), Meaning::Variable(slot));
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
