//! Source maps of emitted modules, and of bundled functions in separate files.

use std::rc::Rc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use deno_core::url::Url;

use crate::permissions::Permissions;

use super::source::read_bytes;

/// The source map (JSON) for the file at `url`. The cache is addressed by content, so the cached
/// map may name another file with the same content.
pub fn map_of(url: &str, kept: &str) -> Option<Vec<u8>> {
    let mut map: serde_json::Map<String, serde_json::Value> = serde_json::from_str(kept).ok()?;
    map.insert("sources".to_owned(), serde_json::json!([url]));
    serde_json::to_vec(&map).ok()
}

/// Code that contains its source map, as the last of the comments that name one.
pub fn embedded(code: &str, map: &[u8]) -> String {
    let map = STANDARD.encode(map);
    format!("{code}\n//# sourceMappingURL=data:application/json;charset=utf-8;base64,{map}\n")
}

/// Whether source maps beside modules are read, and with which permissions.
pub enum SourceMaps {
    /// Modules are the user's source: maps are ignored.
    Ignored,
    /// Modules are generated, and their sources may be missing on this machine: maps are read.
    Read(Rc<Permissions>),
}

impl SourceMaps {
    pub fn are_read(&self) -> bool {
        matches!(self, Self::Read(_))
    }

    /// The bytes at a URL: a source map (JSON) or the module itself. `None` if they cannot be read.
    pub fn load(&self, url: &str) -> Option<Vec<u8>> {
        let Self::Read(permissions) = self else {
            return None;
        };
        let path = Url::parse(url).ok()?.to_file_path().ok()?;
        let path = permissions.check_read(&path).ok()?;
        // Reading a pipe or a device may never end.
        path.is_file().then(|| read_bytes(&path, url).ok())?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_map_names_the_current_file() {
        let kept = r#"{"version":3,"sources":["file:///a/m.ts"],"names":[],"mappings":"AAAA"}"#;
        let map = map_of("file:///b/m.ts", kept).unwrap();
        let map = String::from_utf8(map).unwrap();
        assert!(map.contains(r#""sources":["file:///b/m.ts"]"#), "{map}");
        assert!(map.contains(r#""mappings":"AAAA""#), "{map}");
        assert_eq!(map_of("file:///b/m.ts", "no map"), None);
    }
}
