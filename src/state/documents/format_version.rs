//! The version of the documents of a state.

use crate::state_error::StateError;

/// The version that is written, and the newest that can be read.
pub const VERSION: u64 = 1;

/// Refuses a document of a newer version, before anything else is parsed.
pub fn check_version(bytes: &[u8], place: &str, key: &str) -> Result<(), StateError> {
    let place = place.to_owned();
    match version_of(bytes, key) {
        // One arm for each supported version.
        Some((VERSION, _)) => Ok(()),
        Some((found, writer)) if found > VERSION => Err(StateError::Version {
            place,
            found,
            newest: VERSION,
            writer,
        }),
        _ => Err(StateError::Damaged {
            place,
            problem: format!("it does not start with `{key}` and a version"),
        }),
    }
}

/// The format version of a document under `key`, and the Lumi version that wrote it. Ignores
/// everything else, which may look different in another version.
fn version_of(text: &[u8], key: &str) -> Option<(u64, Option<String>)> {
    // Both are in the first line; the rest may be large.
    let first = text.split(|&it| it == b'\n').next()?;
    let field = |name: &str| {
        let start = format!("\"{name}\":");
        let at = first
            .windows(start.len())
            .position(|it| it == start.as_bytes())?;
        let value = &first[at + start.len()..];
        serde_json::Deserializer::from_slice(value)
            .into_iter::<serde_json::Value>()
            .next()?
            .ok()
    };
    let writer = field("by").and_then(|it| it.as_str().map(str::to_owned));
    Some((field(key)?.as_u64()?, writer))
}
