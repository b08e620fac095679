//! Limits of packages.

/// The maximum size of an archive in bytes.
pub const MAX_ARCHIVE: usize = 256 << 20;

/// The maximum size of all files together in bytes.
pub const MAX_TOTAL: usize = 512 << 20;

/// The maximum size of all texts together, of an archive with `archive` bytes. Code in LumiIL is about 20 times as large
/// as its compressed form; a small archive must not need much time and memory.
pub fn max_text(archive: usize) -> usize {
    MAX_TOTAL.min((16 << 20) + 100 * archive)
}

/// The maximum size of the manifest in bytes.
pub const MAX_MANIFEST: usize = 16 << 20;

/// The maximum size of an asset in bytes.
pub const MAX_ASSET: usize = 128 << 20;

/// The maximum number of files.
pub const MAX_FILES: usize = 60_000;

/// The maximum nesting of the JSON of a module.
pub const MAX_DEPTH: usize = 4_000;

/// The nesting of JSON, counted in its brackets.
pub fn depth(json: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let mut bytes = json.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'{' | b'[' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => loop {
                match bytes.next() {
                    Some(b'\\') => {
                        bytes.next();
                    }
                    Some(b'"') | None => break,
                    Some(_) => {}
                }
            },
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_in_texts_do_not_count() {
        assert_eq!(depth(r#"{"a":["[[[\"[["]}"#), 2);
        assert_eq!(depth(""), 0);
        assert_eq!(depth("]]]["), 1);
    }
}
