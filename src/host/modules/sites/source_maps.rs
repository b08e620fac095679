//! Source maps of emitted modules, and of bundled functions in separate files.

use std::path::Path;
use std::rc::Rc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use deno_core::url::Url;

use lumi_sandbox::Permissions;

use crate::modules::source::read_bytes;

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

/// The source map of a bundle with URLs of its sources, which are files below `project` or absolute.
/// They are relative to `beside`, the file of the map, if that is known.
pub fn located(map: &str, project: &Path, beside: Option<&Path>) -> String {
    let base = beside.and_then(|it| Url::from_file_path(it).ok());
    let url = |source: &str| {
        let url = Url::from_file_path(project.join(source)).ok()?;
        let relative = base.as_ref().and_then(|it| it.make_relative(&url));
        Some(relative.unwrap_or_else(|| url.into()))
    };
    let parsed = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(map);
    let Ok(mut parsed) = parsed else {
        return map.to_owned();
    };
    if let Some(serde_json::Value::Array(sources)) = parsed.get_mut("sources") {
        for source in sources {
            if let Some(url) = source.as_str().and_then(url) {
                *source = url.into();
            }
        }
    }
    serde_json::Value::Object(parsed).to_string()
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

    #[test]
    fn sources_of_a_bundle_are_found_from_its_place() {
        let map = r#"{"version":3,"sources":["src/a b.ts","/other/c.ts"],"mappings":"AAAA"}"#;
        let sources = |beside: Option<&str>| {
            let map = located(map, Path::new("/p"), beside.map(Path::new));
            let map: serde_json::Value = serde_json::from_str(&map).unwrap();
            assert_eq!(map["mappings"], "AAAA");
            map["sources"].to_string()
        };
        assert_eq!(
            sources(Some("/p/out/f/index.mjs.map")),
            r#"["../../src/a%20b.ts","../../../other/c.ts"]"#
        );
        assert_eq!(
            sources(None),
            r#"["file:///p/src/a%20b.ts","file:///other/c.ts"]"#
        );
        assert_eq!(located("no map", Path::new("/p"), None), "no map");
    }
}
