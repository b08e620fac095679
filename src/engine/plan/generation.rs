//! Which of several provider resources of one name an object was made with.

use std::sync::Arc;

use lumi_state::{Resource, Serial};

/// The one of `providers`, all of one URN, that made the object of a resource with the number
/// `serial`. When a provider is replaced, the old one stays for as long as objects that were made
/// with it do; numbers tell them apart, as a provider is there before what it makes.
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
    // A resource may have been given a provider that is younger than itself.
    newest_before.or(oldest)
}
