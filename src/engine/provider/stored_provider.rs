//! Stores the code of dynamic providers in the state.

use lumi_graph::{Goal, Value};
use lumi_state::{Record, StoredProvider};

use crate::request::RegisterError;
use crate::run_context::RunContext;

/// Stores the code of a goal, once for all resources with the same code. It is not an input: a
/// change of the code alone does not cause an update.
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
