//! The exports of a library: the names of its entry, in the form that TypeScript has for them.

use std::collections::{BTreeMap, HashMap};

use lumi_pack::il::{At, Export, ExportTarget, Slot, Statement, Type};
use ruff_python_ast::{Stmt, StmtFunctionDef};
use ruff_text_size::Ranged as _;

use super::library::camel;
use super::lowering::{Lowering, Meaning};
use super::nodes::{constant, local};
use super::refusal::Refusal;

impl Lowering<'_> {
    /// The exports of the entry of a library. Classes are exported as they are, other values through constants that
    /// `body` declares at its end.
    pub fn library_exports(&mut self, syntax: &[Stmt], body: &mut Vec<Statement>) -> Vec<Export> {
        let functions: HashMap<&str, &StmtFunctionDef> = syntax
            .iter()
            .filter_map(|it| it.as_function_def_stmt())
            .map(|it| (it.name.as_str(), it))
            .collect();
        let names: BTreeMap<String, Meaning> = self.scope().names.clone().into_iter().collect();
        let mut found: BTreeMap<String, ExportTarget> = BTreeMap::new();
        for (name, meaning) in names.iter().filter(|it| !it.0.starts_with('_')) {
            let target = match meaning {
                Meaning::Variable(slot) if self.class_infos.contains_key(slot) => {
                    ExportTarget::Local(*slot)
                }
                Meaning::Variable(slot) => {
                    let function = functions.get(name.as_str()).copied();
                    ExportTarget::Local(self.boundary(*slot, name, function, body))
                }
                Meaning::Token(it)
                    if it.is_own() && !it.is_namespace() && !it.name().contains('.') =>
                {
                    ExportTarget::Token(it.clone())
                }
                _ => continue,
            };
            if found.insert(camel(name), target).is_some() {
                let message = format!("the library exports `{}` twice", camel(name));
                let help = "TypeScript has one name for both: rename one, or begin it with `_`";
                let at = functions.get(name.as_str()).map(|it| it.start());
                self.refuse(at.unwrap_or_default(), Refusal::Export, &message, help);
            }
        }
        let exports = found.into_iter();
        exports
            .map(|(name, value)| Export { name, value })
            .collect()
    }

    /// A constant with a value as other languages know it.
    fn boundary(
        &mut self,
        slot: Slot,
        name: &str,
        function: Option<&StmtFunctionDef>,
        body: &mut Vec<Statement>,
    ) -> Slot {
        let at = function.map_or_else(At::default, |it| self.at(&it.name));
        let exported = self.own(&camel(name));
        let is_plain = function.is_some_and(|it| it.decorator_list.is_empty());
        let value_type = match function {
            Some(it) if is_plain => Some(self.function_type(it)),
            _ => None,
        };
        if let Some(it) = self.locals.get_mut(exported as usize) {
            it.value_type = value_type.filter(|it| !matches!(it, Type::Any));
        }
        let value = self.py("exported", vec![local(slot, at)], at);
        body.push(constant(exported, value, at));
        exported
    }
}
