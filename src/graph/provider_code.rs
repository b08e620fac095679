//! The code behind a resource that the program manages itself.

use std::sync::Arc;

use super::value::Object;

/// A provider object of the program as a module, so that the resource can be read and deleted when
/// the program has it no more.
#[derive(Clone, Debug, PartialEq)]
pub struct ProviderCode {
    /// An ES module whose default export is the object.
    pub module: Arc<str>,
    /// Values that the module imports by name: outputs of resources, and secrets. They are never in
    /// its text.
    pub environment: Object,
}
