//! Cache of emitted code and V8's code cache, addressed by content.
//!
//! One file per entry, named by the SHA-256 of the source, its kind, and the versions of Lumi and
//! V8. A damaged or foreign entry is ignored and rewritten: each entry has a checksum, because V8
//! verifies little more than the length of a code cache. Entries that runs no longer read are
//! removed (`cache_pruning.rs`).

use std::fmt::Debug;
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use deno_core::v8;
use lumi_graph::hex;
use sha2::{Digest, Sha256};

use super::cache_pruning;
use crate::modules::transpile::Emitted;

/// Changes with the layout of entries.
const MAGIC: &[u8; 8] = b"lumimod2";
/// Magic, checksum, length of the code, length of the map.
const HEADER: usize = 8 + 4 + 8 + 8;
/// Length of a missing source map, as opposed to an empty one.
const NO_MAP: u64 = u64::MAX;
/// The folder of texts.
const TEXTS: &str = "packages";
/// The maximum size in bytes of all texts.
const MAX_TEXTS: u64 = 512 << 20;

/// A folder of entries; `None` disables the cache.
pub struct ModuleCache {
    folder: Option<PathBuf>,
    /// The folder in it with all entries, if they are not in shards.
    shard: Option<&'static str>,
    /// The maximum size in bytes of a shard.
    shard_size: u64,
    /// Each run that stores entries prunes one shard: the first one it writes to.
    has_pruned: AtomicBool,
}

/// The key of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    name: String,
    /// The hash that V8 returns with the code cache.
    pub hash: u64,
}

/// An entry that was read.
pub struct Entry {
    pub emitted: Emitted,
    pub code_cache: Option<Vec<u8>>,
}

impl ModuleCache {
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self {
            folder,
            shard: None,
            shard_size: cache_pruning::MAX_SHARD_SIZE,
            has_pruned: AtomicBool::new(false),
        }
    }

    /// A cache of few and large texts in a folder of its own: packages that were verified.
    pub fn of_texts(folder: Option<PathBuf>) -> Self {
        Self {
            shard: Some(TEXTS),
            shard_size: MAX_TEXTS,
            ..Self::new(folder)
        }
    }

    /// The text that was stored under a name by this version of Lumi.
    pub fn load_text(&self, name: &str) -> Option<Arc<str>> {
        Some(self.load(&Self::key(name, &TEXTS))?.emitted.code)
    }

    /// Stores a text under a name, which follows from what the text was made of.
    pub fn store_text(&self, name: &str, text: &str) {
        let emitted = Emitted {
            code: text.into(),
            map: None,
        };
        self.store(&Self::key(name, &TEXTS), &emitted, &[]);
    }

    /// The key of a text; `kind` distinguishes entries of equal text.
    pub fn key(text: &str, kind: &dyn Debug) -> Key {
        let mut hasher = Sha256::new();
        for part in [
            env!("CARGO_PKG_VERSION"),
            v8::VERSION_STRING,
            &format!("{kind:?}"),
        ] {
            hasher.update(part);
            hasher.update([0]);
        }
        hasher.update(text);
        let digest = hasher.finalize();
        let name = hex(digest);
        let hash = u64::from_le_bytes(digest[..8].try_into().expect("BUG: eight bytes"));
        Key { name, hash }
    }

    /// Whether entries persist between runs.
    pub fn is_kept(&self) -> bool {
        self.folder.is_some()
    }

    pub fn load(&self, key: &Key) -> Option<Entry> {
        let file = File::open(self.path(key)?).ok()?;
        let facts = file.metadata().ok()?;
        let length = facts.len();
        let mut bytes = Vec::with_capacity(usize::try_from(length).ok()?);
        // Entries are complete: the limit spares the call that asks for the end.
        (&file).take(length).read_to_end(&mut bytes).ok()?;
        let entry = decode(&bytes)?;
        cache_pruning::note_use(&file, &facts);
        Some(entry)
    }

    /// Writes an entry. A failure is ignored: it only makes the next start slower.
    pub fn store(&self, key: &Key, emitted: &Emitted, code_cache: &[u8]) {
        if let Some(path) = self.path(key) {
            let _ = write_atomically(&path, &encode(emitted, code_cache));
            if let Some(shard) = path.parent()
                && !self.has_pruned.swap(true, Ordering::Relaxed)
            {
                cache_pruning::prune(shard, SystemTime::now(), self.shard_size);
            }
        }
    }

    /// Stores the source map of a function that is deployed as `code`, by content: the map is not
    /// deployed, and changes whenever lines of the user's file move.
    pub fn store_map(&self, code: &str, map: &str) {
        let key = map_key(code);
        let is_known = |it: Entry| it.emitted.map.as_deref() == Some(map);
        if self.is_kept() && !self.load(&key).is_some_and(is_known) {
            let emitted = Emitted {
                code: "".into(),
                map: Some(map.into()),
            };
            self.store(&key, &emitted, &[]);
        }
    }

    /// Loads the source map of a function that was deployed as `code` from this machine.
    pub fn load_map(&self, code: &str) -> Option<Vec<u8>> {
        let map = self.load(&map_key(code))?.emitted.map?;
        Some(map.as_bytes().to_vec())
    }

    pub fn forget(&self, key: &Key) {
        if let Some(path) = self.path(key) {
            let _ = fs::remove_file(path);
        }
    }

    fn path(&self, key: &Key) -> Option<PathBuf> {
        let (shard, rest) = match self.shard {
            Some(shard) => (shard, key.name.as_str()),
            None => key.name.split_at(2),
        };
        Some(self.folder.as_ref()?.join(shard).join(rest))
    }
}

fn map_key(code: &str) -> Key {
    ModuleCache::key(code, &"map of a function")
}

fn encode(emitted: &Emitted, code_cache: &[u8]) -> Vec<u8> {
    let map = emitted.map.as_deref();
    let code_length = emitted.code.len() as u64;
    let map_length = map.map_or(NO_MAP, |it| it.len() as u64);
    let mut bytes = Vec::with_capacity(HEADER + emitted.code.len() + code_cache.len());
    bytes.extend(MAGIC);
    bytes.extend([0; 4]);
    bytes.extend(code_length.to_le_bytes());
    bytes.extend(map_length.to_le_bytes());
    bytes.extend(emitted.code.as_bytes());
    bytes.extend(map.unwrap_or_default().as_bytes());
    bytes.extend(code_cache);
    let checksum = crc32fast::hash(&bytes[12..]);
    bytes[8..12].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

fn decode(bytes: &[u8]) -> Option<Entry> {
    let body = bytes.strip_prefix(MAGIC)?;
    let (sum, rest) = body.split_first_chunk::<4>()?;
    if u32::from_le_bytes(*sum) != crc32fast::hash(rest) {
        return None;
    }
    let (code_length, rest) = rest.split_first_chunk::<8>()?;
    let (map_length, rest) = rest.split_first_chunk::<8>()?;
    let (code, rest) = split(rest, u64::from_le_bytes(*code_length))?;
    let map_length = u64::from_le_bytes(*map_length);
    let (map, code_cache) = match map_length {
        NO_MAP => (None, rest),
        length => {
            let (map, rest) = split(rest, length)?;
            (Some(std::str::from_utf8(map).ok()?.into()), rest)
        }
    };
    let code = std::str::from_utf8(code).ok()?.into();
    let code_cache = (!code_cache.is_empty()).then(|| code_cache.to_vec());
    Some(Entry {
        emitted: Emitted { code, map },
        code_cache,
    })
}

fn split(bytes: &[u8], length: u64) -> Option<(&[u8], &[u8])> {
    bytes.split_at_checked(usize::try_from(length).ok()?)
}

fn write_atomically(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().expect("BUG: an entry lies in a folder");
    fs::create_dir_all(folder)?;
    let temporary = path.with_extension(format!("{}.tmp", std::process::id()));
    let written = File::create(&temporary)
        .and_then(|mut file| file.write_all(bytes))
        .and_then(|()| fs::rename(&temporary, path));
    written.inspect_err(|_| {
        // Remove a partly written file, such as on a full disk.
        let _ = fs::remove_file(&temporary);
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modules::media::Media;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn entries_round_trip(code in ".*", map in proptest::option::of(".*"), cache: Vec<u8>) {
            let emitted = Emitted { code: code.into(), map: map.map(Into::into) };
            let entry = decode(&encode(&emitted, &cache)).unwrap();
            prop_assert_eq!(entry.emitted, emitted);
            prop_assert_eq!(entry.code_cache.unwrap_or_default(), cache);
        }

        #[test]
        fn the_newest_map_of_a_function_is_kept(code in ".*", maps: [String; 3]) {
            let folder = tempfile::tempdir().unwrap();
            let cache = ModuleCache::new(Some(folder.path().to_owned()));
            prop_assert_eq!(cache.load_map(&code), None);
            for map in maps {
                cache.store_map(&code, &map);
                prop_assert_eq!(cache.load_map(&code), Some(map.into_bytes()));
            }
            let nothing = ModuleCache::new(None);
            nothing.store_map(&code, "{}");
            prop_assert_eq!(nothing.load_map(&code), None);
        }

        #[test]
        fn a_damaged_entry_is_no_entry(at in 8usize..60, bit in 0u8..8) {
            let emitted = Emitted { code: "export const a = 1;".into(), map: Some("{}".into()) };
            let mut bytes = encode(&emitted, b"code cache");
            let at = at % bytes.len();
            bytes[at] ^= 1 << bit;
            prop_assert!(decode(&bytes).is_none());
        }

        #[test]
        fn any_bytes_are_read_without_panic(bytes: Vec<u8>) {
            let _ = decode(&bytes);
        }
    }

    #[test]
    fn texts_are_kept_under_names() {
        let folder = tempfile::tempdir().unwrap();
        let cache = ModuleCache::of_texts(Some(folder.path().to_owned()));
        assert_eq!(cache.load_text("a"), None);
        // Larger than a shard of modules.
        let large = "x".repeat(5 << 20);
        cache.store_text("a", &large);
        cache.store_text("b", "text");
        assert_eq!(cache.load_text("a").as_deref(), Some(large.as_str()));
        assert_eq!(cache.load_text("b").as_deref(), Some("text"));
        let mut files = fs::read_dir(folder.path().join(TEXTS)).unwrap();
        let file = files.next().unwrap().unwrap().path();
        fs::write(&file, &fs::read(&file).unwrap()[..20]).unwrap();
        let left = ["a", "b"].map(|it| cache.load_text(it).is_some());
        assert_eq!(left.iter().filter(|it| **it).count(), 1);
    }

    #[test]
    fn keys_depend_on_the_kind() {
        assert_ne!(
            ModuleCache::key("a", &Media::TypeScript),
            ModuleCache::key("a", &Media::JavaScript)
        );
    }
}
