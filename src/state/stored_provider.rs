//! Provider code that is kept in the state, to manage resources without their program.

use lumi_graph::{Object, ProviderCode, Value, sha256_hex};

use super::stack_state::StackState;

/// The provider object of a resource. Resources with the same code share its text, which is stored
/// once in [`StackState::modules`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredProvider {
    /// SHA-256 of the module in hex.
    pub module: String,
    /// See [`ProviderCode::environment`].
    pub environment: Object,
}

impl StoredProvider {
    /// The stored provider, and its module as a member of [`StackState::modules`].
    ///
    /// The module may contain any variable of the program, so all of it is a secret.
    pub fn of(code: &ProviderCode) -> (Self, Value) {
        let stored = Self {
            module: hash(&code.module),
            environment: code.environment.clone(),
        };
        (stored, Value::secret(Value::from(&*code.module)))
    }
}

impl StackState {
    /// The code of a resource's provider; fails with a description of the damage.
    pub fn code_of(&self, stored: &StoredProvider) -> Result<ProviderCode, &'static str> {
        let module = match self.modules.get(&stored.module) {
            Some(Value::Secret(text)) => text.as_str(),
            _ => None,
        };
        let module = module.ok_or("it is missing there")?;
        if hash(module) != stored.module {
            return Err("its text does not match its hash");
        }
        Ok(ProviderCode {
            module: module.into(),
            environment: stored.environment.clone(),
        })
    }

    /// The modules that a resource still refers to, in a fixed order.
    pub(super) fn used_modules(&self) -> Object {
        let all = self.resources_and_pending();
        let used = all.filter_map(|it| Some(&it.stored_provider.as_ref()?.module));
        let mut modules: Object = used
            .filter_map(|hash| Some((hash.clone(), self.modules.get(hash)?.clone())))
            .collect();
        modules.sort_unstable_keys();
        modules
    }
}

fn hash(text: &str) -> String {
    sha256_hex(text)
}
