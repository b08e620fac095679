//! Outputs of the program: `lumi.export`.

use lumi_pack::il::{At, Slot, Statement, StatementKind};
use ruff_python_ast::{Expr as Syntax, ExprCall};
use ruff_text_size::Ranged;

use super::calls::Named;
use super::lowering::Lowering;
use super::nodes::*;
use super::refusal::Refusal;

impl Lowering<'_> {
    /// Lowers `lumi.export("name", value)`, and returns whether the call is one.
    pub fn export(&mut self, syntax: &ExprCall, found: &mut Vec<Statement>) -> bool {
        if !matches!(self.named(&syntax.func), Some(Named::Export)) {
            return false;
        }
        let arguments = &syntax.arguments;
        let by_name = |name: &str| {
            let keyword = arguments.find_keyword(name);
            keyword.map(|it| &it.value)
        };
        let name = arguments.args.first().or_else(|| by_name("name"));
        let value = arguments.args.get(1).or_else(|| by_name("value"));
        let (Some(name), Some(value)) = (name, value) else {
            self.refuse(
                syntax.start(),
                Refusal::Export,
                "an output needs a name and a value",
                "write `export(\"name\", value)`",
            );
            return true;
        };
        if self.is_library {
            let message = "a library has no outputs of a stack";
            let help = "return the value from a function, or keep it in an attribute";
            self.refuse(syntax.start(), Refusal::Export, message, help);
            return true;
        }
        let at = self.at(syntax);
        // The default export has the outputs of any other name.
        let is_default =
            matches!(name, Syntax::StringLiteral(it) if it.value.to_str() == "default");
        let is_top = self.is_at_top() && self.block_depth == 1 && self.is_entry;
        let is_static = is_top && !is_default;
        let (Syntax::StringLiteral(name), true) = (name, is_static) else {
            self.has_dynamic_outputs = true;
            let name = self.expression(name);
            let value = self.input(value, false);
            let export = self.library("outputs", "exportAs", at);
            found.push(evaluate(call(export, vec![name, value], at)));
            return true;
        };
        let name = name.value.to_str();
        if self.outputs.iter().any(|it| it.0 == name) {
            let message = format!("the output `{name}` is exported twice");
            self.refuse(syntax.start(), Refusal::Export, &message, "");
            return true;
        }
        let value = self.input(value, false);
        let slot = self.output_slot(name);
        found.push(constant(slot, value, at));
        self.outputs.push((name.to_owned(), slot));
        true
    }

    /// The default export of an entry: the outputs that are exported in functions and blocks, or by computed names.
    pub fn dynamic_outputs(&mut self, body: &mut Vec<Statement>) {
        self.has_dynamic_outputs |= self.is_entry && self.exports.has_dynamic_outputs;
        if self.is_entry && self.has_dynamic_outputs {
            let at = At::default();
            let outputs = self.library("outputs", "outputs", at);
            body.push(statement(StatementKind::Default(outputs), at));
        }
    }

    /// A variable for an output, with its name if that is free.
    fn output_slot(&mut self, name: &str) -> Slot {
        let wanted = match lumi_pack::il::is_variable_name(name) {
            true => name.to_owned(),
            false => "output".to_owned(),
        };
        self.own(&wanted)
    }
}
