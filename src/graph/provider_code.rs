//! The code of a dynamic provider.

use std::sync::Arc;

use super::value::value::Object;

/// A provider object of the program as a module, so that its resources can be read and deleted
/// after the program no longer contains it.
#[derive(Clone, Debug, PartialEq)]
pub struct ProviderCode {
    /// An ES module whose default export is the object.
    pub module: Arc<str>,
    /// Values that the module imports by name: outputs of resources, and secrets. Secrets are never
    /// in the module's text. A member `config:NAME` names the key of the configuration that has the
    /// value of NAME in each run, so that a rotated credential reaches the code.
    pub environment: Object,
}
