//! Isolates of V8, and the snapshot that they start from.
//!
//! | module | |
//! |---|---|
//! | `v8_memory` | what V8 asks the system for, in larger steps |
//! | `fresh_isolate` | an isolate from the startup snapshot, made while its program is not known yet |
//! | `import_meta` | the object `import.meta` of modules |
//! | `runtime` | an isolate for one program, with the SDK's hooks |
//! | `snapshot`, `live_snapshot` | the startup snapshot, which development builds make anew after edits of `js/` |

pub mod fresh_isolate;
mod import_meta;
#[cfg(debug_assertions)]
pub mod live_snapshot;
pub mod runtime;
pub mod snapshot;
#[cfg(test)]
pub mod test_isolate;
pub mod v8_memory;
