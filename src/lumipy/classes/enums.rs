//! Enumerations: `class Stage(Enum)`.

use lumi_pack::il::{At, Expr, Statement};
use ruff_python_ast::{Expr as Syntax, StmtClassDef};
use ruff_text_size::Ranged;

use crate::lowering::{Lowering, Meaning};
use crate::nodes::*;

use super::Members;
use super::bases::Bases;

impl Lowering<'_> {
    /// A value of the body of an enumeration, which becomes a member of it.
    pub(super) fn enum_member(&mut self, name: &str, value: &Syntax, members: &mut Members) {
        let at = self.at(value);
        if !lumi_pack::il::is_member(name) || matches!(name, "name" | "length" | "value") {
            let message = format!("LumiPy has no member `{name}` of enumerations");
            let help = "give it another name";
            self.refuse(
                value.start(),
                crate::refusal::Refusal::Class,
                &message,
                help,
            );
        }
        let made = self.expression(value);
        let slot = self.own(&crate::lowering::variable_name(name));
        members.before.push(constant(slot, made, at));
        let scope = self.scope();
        scope.names.insert(name.to_owned(), Meaning::Variable(slot));
        members
            .enum_members
            .push(array(vec![string(name, at), local(slot, at)], at));
    }

    /// The statement that gives the class its members.
    pub(super) fn enumerated(
        &mut self,
        class: Expr,
        members: Vec<Expr>,
        bases: &Bases,
        syntax: &StmtClassDef,
        at: At,
    ) -> Statement {
        let mixed = self.mixed_name(bases, syntax);
        let enumerate = self.library("standard/enum", "enumerate", at);
        evaluate(call(enumerate, vec![class, array(members, at), mixed], at))
    }
}
