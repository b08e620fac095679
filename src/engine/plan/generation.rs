//! Selects among several provider resources of one URN.

use std::sync::Arc;

use lumi_state::{Resource, Serial};

/// The provider in `providers`, all of one URN, that created the object of the resource `serial`. A
/// replaced provider stays as long as its objects do; serials distinguish them, as a provider is
/// created before its objects.
pub fn generation(
    providers: impl IntoIterator<Item = Arc<Resource>>,
    serial: Serial,
) -> Option<Arc<Resource>> {
    let mut newest_before: Option<Arc<Resource>> = None;
    let mut oldest: Option<Arc<Resource>> = None;
    for provider in providers {
        let is_before = provider.serial < serial;
        if is_before
            && newest_before
                .as_ref()
                .is_none_or(|it| it.serial < provider.serial)
        {
            newest_before = Some(Arc::clone(&provider));
        }
        if oldest.as_ref().is_none_or(|it| provider.serial < it.serial) {
            oldest = Some(provider);
        }
    }
    // A resource may have been moved to a newer provider.
    newest_before.or(oldest)
}
