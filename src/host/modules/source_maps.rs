//! Source maps: of modules that were emitted here, and in separate files, as bundled functions
//! have them.

use std::rc::Rc;

use deno_core::url::Url;

use crate::permissions::Permissions;

use super::source::read_bytes;

/// The map (JSON) of what was emitted from the one file at `url`: it is kept by content, and the same
/// content may have come from another file then.
pub fn map_of(url: &str, kept: &str) -> Option<Vec<u8>> {
    let mut map: serde_json::Map<String, serde_json::Value> = serde_json::from_str(kept).ok()?;
    map.insert("sources".to_owned(), serde_json::json!([url]));
    serde_json::to_vec(&map).ok()
}

/// Whether maps beside modules are read, and by what right.
pub enum SourceMaps {
    /// Whose modules are the user's own text: a map would only lead away from it.
    Ignored,
    /// Whose modules were made from files that need not be on this machine: positions are theirs.
    Read(Rc<Permissions>),
}

impl SourceMaps {
    pub fn are_read(&self) -> bool {
        matches!(self, Self::Read(_))
    }

    /// The bytes at a URL: the map (JSON) that a module names, or the module itself. `None` if they
    /// cannot be read.
    pub fn load(&self, url: &str) -> Option<Vec<u8>> {
        let Self::Read(permissions) = self else {
            return None;
        };
        let path = Url::parse(url).ok()?.to_file_path().ok()?;
        let path = permissions.check_read(&path).ok()?;
        // A pipe or a device would never end.
        path.is_file().then(|| read_bytes(&path, url).ok())?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_names_the_file_that_is_there_now() {
        let kept = r#"{"version":3,"sources":["file:///a/m.ts"],"names":[],"mappings":"AAAA"}"#;
        let map = map_of("file:///b/m.ts", kept).unwrap();
        let map = String::from_utf8(map).unwrap();
        assert!(map.contains(r#""sources":["file:///b/m.ts"]"#), "{map}");
        assert!(map.contains(r#""mappings":"AAAA""#), "{map}");
        assert_eq!(map_of("file:///b/m.ts", "no map"), None);
    }
}
