//! Code of the program that the state keeps, for resources that the program manages itself.

use lumi_graph::{Goal, Value};
use lumi_state::{Record, StoredProvider};

use super::run::{RegisterError, Run};

impl Run {
    /// Keeps the code that came with a goal, once for all resources that have the same. It is no
    /// input: other code alone does not update anything.
    pub(super) fn store_provider_code(
        &self,
        goal: &Goal,
    ) -> Result<Option<StoredProvider>, RegisterError> {
        let Some(code) = &goal.code else {
            return Ok(None);
        };
        let is_unknown = code.environment.values().any(Value::contains_unknown);
        if self.options.preview || is_unknown {
            return Ok(None);
        }
        let (stored, module) = StoredProvider::of(code);
        let is_there =
            |state: &mut lumi_state::StackState| state.modules.get(&stored.module) == Some(&module);
        if !self.state_log.with(is_there) {
            let modules = [(stored.module.clone(), module)].into_iter().collect();
            self.state_log
                .append_unsynced(&Record::Modules(modules))
                .map_err(|error| self.abort_on_state_error(error))?;
        }
        Ok(Some(stored))
    }
}
