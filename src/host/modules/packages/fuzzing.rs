//! Fuzz target: arbitrary specifiers and manifests.

use std::cell::RefCell;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use deno_core::url::Url;
use serde_json::Value;

use lumi_sandbox::{PermissionFlags, Permissions};

use super::super::resolver::Resolver;
use super::ImportKind;
use lumi_node::package_json::{
    Manifest, Target, exported, find_export, find_import, of_folder, package_name,
};

const CONDITIONS: [&str; 3] = ["node", "import", "default"];

/// The first line is a specifier, the rest the manifest of the package. No result lies outside the
/// package or the project.
pub fn specifiers(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    let (specifier, manifest) = text.split_once('\n').unwrap_or((text, ""));
    let _ = package_name(specifier);
    drop(of_folder(Path::new(specifier)));
    if let Ok(value) = serde_json::from_str::<Value>(manifest) {
        look_up(specifier, value);
    }
    PROJECT.with_borrow(|project| resolve(specifier, project));
}

fn look_up(specifier: &str, value: Value) {
    let manifest = Manifest::new(
        Path::new("/app/node_modules/a"),
        serde_json::from_value(value).unwrap_or_default(),
    );
    let _ = (manifest.name(), manifest.version(), manifest.main());
    let _ = (manifest.package_type(), manifest.depends_on(specifier));
    if let Some(exports) = manifest.exports() {
        drop(exported(exports));
        check(find_export(exports, specifier, &CONDITIONS));
    }
    if let Some(imports) = manifest.imports() {
        check(find_import(imports, specifier, &CONDITIONS));
    }
}

fn check<E>(found: Result<Target, E>) {
    if let Ok(Target::Path(path)) = found {
        let mut parts = Path::new(&path).components();
        assert!(
            parts.all(|it| matches!(it, Component::Normal(_) | Component::CurDir)),
            "{path}"
        );
    }
}

thread_local! {
    /// A project with one program and one package.
    static PROJECT: RefCell<tempfile::TempDir> = RefCell::new(project());
}

fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("BUG: there is a temporary folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        let parent = path.parent().expect("BUG: a file is in a folder");
        std::fs::create_dir_all(parent).expect("BUG: a folder is made");
        std::fs::write(path, text).expect("BUG: a file is written");
    };
    write("index.ts", "");
    write("lib/index.ts", "");
    let manifest = r##"{ "name": "app", "imports": { "#own/*": "./lib/*.ts", "#a": "a" } }"##;
    write("package.json", manifest);
    let manifest = r#"{ "name": "a", "exports": { ".": "./a.js", "./*": "./lib/*.js" } }"#;
    write("node_modules/a/package.json", manifest);
    write("node_modules/a/a.js", "");
    write("node_modules/a/lib/b.js", "");
    folder
}

fn resolve(specifier: &str, project: &tempfile::TempDir) {
    let folder = real(project.path());
    let permissions = Permissions::new(&PermissionFlags::default(), &folder, &folder);
    let mut resolver = Resolver::new(Rc::new(permissions), folder.clone());
    let importers = ["index.ts", "lib/index.ts", "node_modules/a/a.js"];
    for importer in importers {
        let importer = Url::from_file_path(folder.join(importer)).expect("BUG: it is absolute");
        for kind in [ImportKind::Import, ImportKind::Require] {
            match resolver.resolve(specifier, importer.as_str(), kind) {
                Ok(found) => {
                    let file = found.url.to_file_path();
                    let is_own = file.is_ok_and(|it| it.starts_with(&folder) && it.is_file());
                    assert!(is_own || found.url.scheme() == "lumi", "{}", found.url);
                }
                Err(error) => drop(error.to_string()),
            }
        }
    }
}

fn real(path: &Path) -> PathBuf {
    path.canonicalize().expect("BUG: the folder is there")
}

#[cfg(test)]
mod tests {
    #[test]
    fn saved_specifiers_pass() {
        crate::saved_inputs::replay("specifiers", super::specifiers);
    }
}
