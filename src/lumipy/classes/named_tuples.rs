//! Tuples with names: `class Subnet(NamedTuple)`.

use lumi_pack::il::At;
use ruff_python_ast::{Expr as Syntax, StmtAnnAssign};

use crate::facts::FieldFacts;
use crate::functions::parameter_text;
use crate::lowering::{Lowering, variable_name};
use crate::nodes::*;
use crate::refusal::Refusal;

use super::Members;

impl Lowering<'_> {
    /// `name: type = default`
    pub(super) fn tuple_field(&mut self, it: &StmtAnnAssign, members: &mut Members) {
        let Syntax::Name(name) = &*it.target else {
            self.absent(it, Refusal::Class, "field like this", "");
            return;
        };
        let at = self.at(it);
        let default = it.value.as_deref().map(|value| {
            let value = self.expression(value);
            let slot = self.own(&variable_name(&name.id));
            members.before.push(constant(slot, value, at));
            local(slot, at)
        });
        members.tuple_fields.push(FieldFacts {
            name: name.id.to_string(),
            has_default: default.is_some(),
            is_parameter: true,
            is_named: false,
            is_shown: true,
            is_compared: true,
            value_type: None,
        });
        members.tuple_defaults.extend(default);
    }

    /// The members of the class that say what its elements are.
    pub(super) fn named_tuple(&mut self, members: &mut Members, at: At) {
        let fields = std::mem::take(&mut members.tuple_fields);
        let defaults = std::mem::take(&mut members.tuple_defaults);
        let names = fields.iter().map(|it| string(&it.name, at)).collect();
        let texts = fields
            .iter()
            .map(|it| parameter_text(&it.name, it.has_default));
        let texts: Vec<String> = texts.collect();
        members.constant("$shown", array(names, at));
        members.constant("$init", string(&texts.join(", "), at));
        members.constant("$defaults", array(defaults, at));
    }
}
