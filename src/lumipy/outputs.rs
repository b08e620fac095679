//! Outputs of the program: `lumi.export`.

use lumi_pack::il::{Slot, Statement};
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
        let help = "write `export(\"name\", value)` at the top of the program, outside of functions and blocks";
        let arguments = &syntax.arguments;
        let by_name = |name: &str| {
            let keyword = arguments.find_keyword(name);
            keyword.map(|it| &it.value)
        };
        let name = arguments.args.first().or_else(|| by_name("name"));
        let value = arguments.args.get(1).or_else(|| by_name("value"));
        let (Some(Syntax::StringLiteral(name)), Some(value)) = (name, value) else {
            self.refuse(
                syntax.start(),
                Refusal::Export,
                "an output needs a name that is a text, and a value",
                help,
            );
            return true;
        };
        if !self.is_at_top() || self.block_depth > 1 || !self.is_entry {
            self.refuse(
                syntax.start(),
                Refusal::Export,
                "outputs are exported at the top of the program alone",
                help,
            );
            return true;
        }
        let name = name.value.to_str();
        if self.outputs.iter().any(|it| it.0 == name) {
            let message = format!("the output `{name}` is exported twice");
            self.refuse(syntax.start(), Refusal::Export, &message, "");
            return true;
        }
        let at = self.at(syntax);
        let value = self.input(value, false);
        let slot = self.output_slot(name);
        found.push(constant(slot, value, at));
        self.outputs.push((name.to_owned(), slot));
        true
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
