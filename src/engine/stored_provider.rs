//! Code of the program that the state keeps, for resources that the program manages itself.

use lumi_graph::{Goal, Value};
use lumi_state::{Record, StoredProvider};

use super::request::RegisterError;
use super::run_context::RunContext;

/// Keeps the code that came with a goal, once for all resources that have the same. It is no
/// input: other code alone does not update anything.
pub fn store_provider_code(
    context: &RunContext,
    goal: &Goal,
) -> Result<Option<StoredProvider>, RegisterError> {
    let Some(code) = &goal.code else {
        return Ok(None);
    };
    let is_unknown = code.environment.values().any(Value::contains_unknown);
    if context.options.preview || is_unknown {
        return Ok(None);
    }
    let (stored, module) = StoredProvider::of(code);
    let is_there =
        |state: &mut lumi_state::StackState| state.modules.get(&stored.module) == Some(&module);
    if !context.state_log.with(is_there) {
        let modules = [(stored.module.clone(), module)].into_iter().collect();
        context.write_unsynced(&Record::Modules(modules))?;
    }
    Ok(Some(stored))
}
