//! The private data that a provider keeps with an object.

use std::fmt;
use std::sync::Arc;

/// Bytes that a provider has answered about an object, and gets back with every request about it, exactly.
/// The data may contain secrets: the state encrypts them, and nothing shows them.
#[derive(Clone, PartialEq, Eq)]
pub struct ProviderData(Arc<Vec<u8>>);

impl ProviderData {
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Self(Arc::new(bytes.into()))
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// The length alone.
impl fmt::Debug for ProviderData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ProviderData({} bytes)", self.0.len())
    }
}
