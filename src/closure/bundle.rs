//! The module of a closure as a deployable folder.

use std::collections::BTreeMap;

use data_encoding::HEXLOWER;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::emit::{EmittedModule, Format};

/// The deployed files: the entry module and a package.json, as texts by file name.
///
/// The source map is kept separately: it changes with every edit of the user's file, which must not
/// change the deployment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// The name of the entry module.
    pub entry: &'static str,
    pub files: BTreeMap<&'static str, String>,
    /// The source map (JSON) of the entry module.
    pub map: String,
    /// SHA-256 of the files in lower-case hex; reproducible.
    pub hash: String,
}

impl Bundle {
    /// `versions` are those of installed packages, by name; all others get `*`.
    pub fn new(
        module: &EmittedModule,
        format: Format,
        versions: &BTreeMap<String, String>,
    ) -> Self {
        let entry = format.entry();
        let packages: BTreeMap<&str, &str> = module
            .imports
            .iter()
            .filter_map(|it| package_of(it))
            .filter(|it| !BUILT_IN.contains(it) || versions.contains_key(*it))
            .map(|it| (it, versions.get(it).map_or("*", String::as_str)))
            .collect();
        let mut package = json!({ "private": true, "type": "module", "main": entry });
        if format == Format::CommonJs {
            package["type"] = "commonjs".into();
        }
        if !packages.is_empty() {
            package["dependencies"] = json!(packages);
        }
        let files = BTreeMap::from([
            (
                entry,
                format!("{}//# sourceMappingURL={entry}.map\n", module.code),
            ),
            ("package.json", format!("{package:#}\n")),
        ]);
        Self {
            entry,
            hash: hash(&files),
            files,
            map: module.map.clone(),
        }
    }

    /// The file name of the source map.
    pub fn map_name(&self) -> String {
        format!("{}.map", self.entry)
    }
}

/// Modules of Node that can be imported without `node:`. An installed package of the same name
/// takes precedence.
const BUILT_IN: &[&str] = &[
    "assert",
    "async_hooks",
    "buffer",
    "child_process",
    "cluster",
    "console",
    "constants",
    "crypto",
    "dgram",
    "diagnostics_channel",
    "dns",
    "domain",
    "events",
    "fs",
    "http",
    "http2",
    "https",
    "inspector",
    "module",
    "net",
    "os",
    "path",
    "perf_hooks",
    "process",
    "punycode",
    "querystring",
    "readline",
    "repl",
    "stream",
    "string_decoder",
    "sys",
    "timers",
    "tls",
    "trace_events",
    "tty",
    "url",
    "util",
    "v8",
    "vm",
    "wasi",
    "worker_threads",
    "zlib",
];

fn hash(files: &BTreeMap<&'static str, String>) -> String {
    let mut hasher = Sha256::new();
    for (name, text) in files {
        hasher.update(name);
        hasher.update([0]);
        hasher.update(text.len().to_le_bytes());
        hasher.update(text);
    }
    HEXLOWER.encode(&hasher.finalize())
}

/// The package of a specifier; `None` for built-in modules.
pub fn package_of(specifier: &str) -> Option<&str> {
    if specifier.starts_with("node:") || specifier == "lumi" || specifier.starts_with("lumi/") {
        return None;
    }
    let parts = if specifier.starts_with('@') { 2 } else { 1 };
    let end = specifier
        .match_indices('/')
        .nth(parts - 1)
        .map_or(specifier.len(), |(at, _)| at);
    Some(&specifier[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module() -> EmittedModule {
        EmittedModule {
            code: "import { z } from \"zod/v4\";\nexport default () => z;\n".to_owned(),
            map: "{}".to_owned(),
            imports: vec![
                "node:fs".to_owned(),
                "zod/v4".to_owned(),
                "@a/b/c".to_owned(),
            ],
            environment: BTreeMap::new(),
        }
    }

    #[test]
    fn a_bundle_names_its_packages() {
        let versions = BTreeMap::from([("zod".to_owned(), "4.1.0".to_owned())]);
        let bundle = Bundle::new(&module(), Format::Esm, &versions);
        insta::assert_snapshot!(bundle.files["package.json"], @r#"
        {
          "private": true,
          "type": "module",
          "main": "index.mjs",
          "dependencies": {
            "@a/b": "*",
            "zod": "4.1.0"
          }
        }
        "#);
    }

    #[test]
    fn modules_of_node_are_no_packages() {
        let imports = ["fs", "fs/promises", "lodash/get", "events", "zlib"];
        let module = EmittedModule {
            imports: imports.map(str::to_owned).to_vec(),
            ..module()
        };
        let versions = [("lodash", "4.17.21"), ("events", "3.3.0")];
        let versions = versions.map(|(name, version)| (name.to_owned(), version.to_owned()));
        let bundle = Bundle::new(&module, Format::Esm, &versions.into());
        let package: serde_json::Value =
            serde_json::from_str(&bundle.files["package.json"]).unwrap();
        let expected = json!({ "lodash": "4.17.21", "events": "3.3.0" });
        assert_eq!(package["dependencies"], expected);
    }

    #[test]
    fn bytes_and_hash_depend_on_what_is_deployed_only() {
        let bundle = |map: &str| {
            let module = EmittedModule {
                map: map.to_owned(),
                ..module()
            };
            Bundle::new(&module, Format::Esm, &BTreeMap::new())
        };
        assert_eq!(bundle("{}").hash, bundle("{\"x\":1}").hash);
        let common = Bundle::new(&module(), Format::CommonJs, &BTreeMap::new());
        assert_ne!(common.hash, bundle("{}").hash);
    }

    #[test]
    fn packages_have_scopes_and_paths() {
        let names = ["a", "a/b", "@a/b", "@a/b/c", "node:fs", "lumi/std"].map(package_of);
        assert_eq!(
            names,
            [Some("a"), Some("a"), Some("@a/b"), Some("@a/b"), None, None]
        );
    }
}
