//! The resources whose failure the user was told of, as the SDK repeats it.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A resource as the SDK names it when it failed.
pub(super) struct DeclaredResource(String);

impl DeclaredResource {
    /// With the name and the type that the program wrote.
    pub(super) fn new(name: &str, resource_type: &str) -> Self {
        Self(format!(
            "resource {name} [{resource_type}] failed to register"
        ))
    }
}

/// Clones share what was added.
///
/// SDKs from 3.249 on reject the outputs of a failed resource. A program that does not handle that ends
/// with its own error, which says no more than that the resource failed.
#[derive(Clone, Default)]
pub struct ReportedFailures(Arc<Mutex<HashSet<String>>>);

impl ReportedFailures {
    pub(super) fn add(&self, failed: DeclaredResource) {
        self.lock().insert(failed.0);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    /// Whether a message of the SDK is about one of the failures.
    pub(super) fn is_repeated_by(&self, message: &str) -> bool {
        self.lock().iter().any(|it| message.contains(it.as_str()))
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_failures_that_happened_are_repeated() {
        let failures = ReportedFailures::default();
        let message =
            "Error: error serializing property: resource a [acme:web:Site] failed to register";
        assert!(failures.is_empty() && !failures.is_repeated_by(message));
        failures
            .clone()
            .add(DeclaredResource::new("a", "acme:web:Site"));
        assert!(!failures.is_empty() && failures.is_repeated_by(message));
        assert!(!failures.is_repeated_by("resource b [acme:web:Site] failed to register"));
    }
}
