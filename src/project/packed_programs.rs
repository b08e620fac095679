//! Packages that are run: verified, or taken from the cache of what was verified.

use lumi_graph::sha256_hex;

use lumi_host::ModuleCache;
use lumi_pack::{PackedProgram, VerifyError, verify};

use super::process_environment::cache_folder;

/// Longer texts are not cached.
const MAX_TEXT: usize = 64 << 20;

/// The part of a package that a run needs. The cache of compiled modules has it under the hash of all bytes of the file, once
/// this version of lumi has verified them.
pub fn packed_program(bytes: &[u8]) -> Result<PackedProgram, VerifyError> {
    let cache = ModuleCache::of_texts(cache_folder());
    let name = sha256_hex(bytes);
    let known = cache.load_text(&name);
    if let Some(program) = known.and_then(|it| serde_json::from_str(&it).ok()) {
        return Ok(program);
    }
    let program = PackedProgram::from(&verify(bytes)?);
    // A text that cannot be written is verified again in the next run.
    if let Ok(text) = serde_json::to_string(&program)
        && text.len() <= MAX_TEXT
    {
        cache.store_text(&name, &text);
    }
    Ok(program)
}
