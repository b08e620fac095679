//! Recognises failures that were already reported to the user when the SDK repeats them.

use std::collections::HashSet;
use std::sync::Arc;

use parking_lot::Mutex;

/// A resource as the SDK's error messages name it.
pub struct DeclaredResource(String);

impl DeclaredResource {
    /// Builds the description from the name and the type in the program.
    pub fn new(name: &str, resource_type: &str) -> Self {
        Self(format!(
            "resource {name} [{resource_type}] failed to register"
        ))
    }
}

/// The failures reported so far. Clones share them.
///
/// SDKs from 3.249 on reject the outputs of a failed resource. A program that does not handle the
/// rejection ends with an error that only repeats the failure.
#[derive(Clone, Default)]
pub struct ReportedFailures(Arc<Mutex<HashSet<String>>>);

impl ReportedFailures {
    pub(super) fn add(&self, failed: DeclaredResource) {
        self.0.lock().insert(failed.0);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.lock().is_empty()
    }

    /// Whether a message of the SDK repeats one of the failures.
    pub(super) fn is_repeated_by(&self, message: &str) -> bool {
        self.0.lock().iter().any(|it| message.contains(it.as_str()))
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
