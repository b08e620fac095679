//! Tests with packages in the layouts of all package managers.

use std::fs;

use super::*;
use lumi_sandbox::PermissionFlags;

/// A project with packages in the layouts of all package managers.
struct Project {
    folder: PathBuf,
    resolver: Resolver,
    _temporary: tempfile::TempDir,
}

impl Project {
    fn new() -> Self {
        let temporary = tempfile::tempdir().unwrap();
        let outer = temporary.path().canonicalize().unwrap();
        let folder = outer.join("app");
        fs::create_dir(&folder).unwrap();
        for (file, text) in FILES {
            let path = outer.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        for (link, target) in [
            ("linked", "../packages/linked"),
            ("outside", "../../outside"),
            ("deep", ".pnpm/deep@1/node_modules/deep"),
            (
                ".pnpm/deep@1/node_modules/deeper",
                "../../deeper@1/node_modules/deeper",
            ),
        ] {
            let link = folder.join("node_modules").join(link);
            std::os::unix::fs::symlink(target, link).unwrap();
        }
        let flags = PermissionFlags::default();
        let permissions = Permissions::new(&flags, &folder, &folder);
        Self {
            resolver: Resolver::new(Rc::new(permissions), folder.clone()),
            folder,
            _temporary: temporary,
        }
    }

    /// The path within the project, prefixed with `cjs:` for CommonJS; otherwise the error.
    fn resolve(&mut self, importer: &str, specifier: &str, kind: ImportKind) -> String {
        let importer = Url::from_file_path(self.folder.join(importer)).unwrap();
        match self.resolver.resolve(specifier, importer.as_str(), kind) {
            Ok(found) => {
                let format = match found.format {
                    Format::Module => "",
                    Format::CommonJs => "cjs:",
                };
                let root = Url::from_directory_path(&self.folder).unwrap();
                format!("{format}{}", found.url.as_str().replace(root.as_str(), ""))
            }
            Err(error) => {
                let outer = self.folder.parent().unwrap().display().to_string();
                format!("error: {}", error.to_string().replace(&outer, ""))
            }
        }
    }
}

const FILES: &[(&str, &str)] = &[
    (
        "app/package.json",
        r##"{ "name": "app", "dependencies": { "wanted": "1" },
        "exports": { "./own": "./src/own.ts" }, "imports": { "#own": "./src/own.ts", "#fs": "node:fs", "#plain": "plain", "#gone": null } }"##,
    ),
    ("app/index.ts", ""),
    ("app/src/own.ts", ""),
    ("app/src/local.ts", ""),
    ("app/old.cjs", ""),
    (
        "app/node_modules/plain/package.json",
        r#"{ "name": "plain", "version": "1.2.3", "main": "./lib/" }"#,
    ),
    ("app/node_modules/plain/lib/index.js", "exports.a = 1;"),
    ("app/node_modules/plain/lib.js", ""),
    ("app/node_modules/plain/util.js", ""),
    ("app/node_modules/plain/util.d.ts", ""),
    ("app/node_modules/plain/modern.js", "export const a = 1;"),
    ("app/node_modules/plain/data.json", "{}"),
    (
        "app/node_modules/plain/sub/package.json",
        r#"{ "main": "entry", "type": "module" }"#,
    ),
    ("app/node_modules/plain/sub/entry.js", ""),
    ("app/node_modules/plain/node_modules/inner/index.js", ""),
    ("app/node_modules/bare/index.js", ""),
    (
        "app/node_modules/@scope/both/package.json",
        r##"{ "name": "@scope/both", "version": "2.0.0", "imports": { "#x": { "require": "./x.cjs", "default": "./x.mjs" } },
        "exports": { ".": { "types": "./i.d.ts", "import": "./i.mjs", "require": "./i.cjs" }, "./f/*": "./features/*.js", "./f/private/*": null, "./missing": "./nowhere.js", "./only": { "browser": "./i.mjs" }, "./bad": "../bad.js" } }"##,
    ),
    ("app/node_modules/@scope/both/i.mjs", ""),
    ("app/node_modules/@scope/both/i.cjs", ""),
    ("app/node_modules/@scope/both/x.mjs", ""),
    ("app/node_modules/@scope/both/x.cjs", ""),
    ("app/node_modules/@scope/both/features/a.js", ""),
    ("app/node_modules/@scope/both/features/private/b.js", ""),
    (
        "app/node_modules/typed/package.json",
        r#"{ "types": "index.d.ts" }"#,
    ),
    ("app/node_modules/typed/index.d.ts", ""),
    (
        "app/node_modules/.pnpm/deep@1/node_modules/deep/index.js",
        "",
    ),
    (
        "app/node_modules/.pnpm/deeper@1/node_modules/deeper/index.js",
        "",
    ),
    ("app/node_modules/test/index.js", ""),
    (
        "app/packages/linked/package.json",
        r#"{ "name": "linked", "version": "0.1.0", "main": "src/index.ts" }"#,
    ),
    ("app/packages/linked/src/index.ts", ""),
    ("app/packages/linked/old.js", "exports.a = 1;"),
    ("outside/index.js", ""),
    ("node_modules/hoisted/index.js", ""),
];

#[test]
fn packages_are_found_as_node_finds_them() {
    use ImportKind::{Import, Require};
    let table = [
        (
            "index.ts",
            "plain",
            Import,
            "cjs:node_modules/plain/lib/index.js",
        ),
        (
            "src/own.ts",
            "plain",
            Import,
            "cjs:node_modules/plain/lib/index.js",
        ),
        (
            "index.ts",
            "plain/util",
            Import,
            "cjs:node_modules/plain/util.js",
        ),
        (
            "index.ts",
            "plain/util.js",
            Import,
            "cjs:node_modules/plain/util.js",
        ),
        (
            "index.ts",
            "plain/modern.js",
            Import,
            "node_modules/plain/modern.js",
        ),
        (
            "index.ts",
            "plain/data.json",
            Import,
            "node_modules/plain/data.json",
        ),
        (
            "index.ts",
            "plain/sub",
            Import,
            "node_modules/plain/sub/entry.js",
        ),
        ("index.ts", "bare", Import, "cjs:node_modules/bare/index.js"),
        ("index.ts", "test", Import, "cjs:node_modules/test/index.js"),
        ("index.ts", "fs", Import, "lumi:/node/fs/fs.ts"),
        (
            "index.ts",
            "@scope/both",
            Import,
            "node_modules/@scope/both/i.mjs",
        ),
        (
            "index.ts",
            "@scope/both",
            Require,
            "cjs:node_modules/@scope/both/i.cjs",
        ),
        (
            "index.ts",
            "@scope/both/f/a",
            Import,
            "cjs:node_modules/@scope/both/features/a.js",
        ),
        (
            "node_modules/@scope/both/i.mjs",
            "#x",
            Import,
            "node_modules/@scope/both/x.mjs",
        ),
        (
            "node_modules/@scope/both/i.cjs",
            "#x",
            Require,
            "cjs:node_modules/@scope/both/x.cjs",
        ),
        (
            "node_modules/@scope/both/i.mjs",
            "@scope/both/f/a",
            Import,
            "cjs:node_modules/@scope/both/features/a.js",
        ),
        (
            "node_modules/plain/lib/index.js",
            "../util",
            Require,
            "cjs:node_modules/plain/util.js",
        ),
        (
            "node_modules/plain/lib/index.js",
            ".",
            Require,
            "cjs:node_modules/plain/lib/index.js",
        ),
        (
            "node_modules/plain/util.js",
            "./lib",
            Require,
            "cjs:node_modules/plain/lib.js",
        ),
        (
            "node_modules/plain/util.js",
            "./lib/",
            Require,
            "cjs:node_modules/plain/lib/index.js",
        ),
        (
            "node_modules/plain/util.js",
            "inner",
            Require,
            "cjs:node_modules/plain/node_modules/inner/index.js",
        ),
        (
            "node_modules/plain/node_modules/inner/index.js",
            "bare",
            Require,
            "cjs:node_modules/bare/index.js",
        ),
        (
            "index.ts",
            "deep",
            Import,
            "cjs:node_modules/.pnpm/deep@1/node_modules/deep/index.js",
        ),
        (
            "node_modules/.pnpm/deep@1/node_modules/deep/index.js",
            "deeper",
            Require,
            "cjs:node_modules/.pnpm/deeper@1/node_modules/deeper/index.js",
        ),
        ("index.ts", "linked", Import, "packages/linked/src/index.ts"),
        (
            "index.ts",
            "linked/old",
            Import,
            "cjs:packages/linked/old.js",
        ),
        ("index.ts", "#own", Import, "src/own.ts"),
        ("index.ts", "#fs", Import, "lumi:/node/fs/fs.ts"),
        (
            "index.ts",
            "#plain",
            Import,
            "cjs:node_modules/plain/lib/index.js",
        ),
        ("index.ts", "app/own", Import, "src/own.ts"),
        ("index.ts", "./old.cjs", Import, "cjs:old.cjs"),
    ];
    let mut project = Project::new();
    for (importer, specifier, kind, wanted) in table {
        let found = project.resolve(importer, specifier, kind);
        assert_eq!(found, wanted, "{specifier} from {importer}");
    }
}

#[test]
fn packages_that_a_run_installs_beside_its_program_are_found() {
    let mut project = Project::new();
    let later = |it: &mut Project| it.resolve("index.ts", "later", ImportKind::Import);
    assert!(later(&mut project).contains("later"));
    let folder = project.folder.join("node_modules/later");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("index.js"), "").unwrap();
    assert_eq!(later(&mut project), "cjs:node_modules/later/index.js");
}

#[test]
fn missing_files_are_explained() {
    let mut project = Project::new();
    let specifiers = [
        "left-pad",
        "plian",
        "wanted",
        "hoisted",
        "outside",
        "src/local",
        "timers/nowhere",
        "plain/utli",
        "@scope/both/g",
        "@scope/both/f/private/b",
        "@scope/both/only",
        "@scope/both/missing",
        "@scope/both/bad",
        "typed",
        "#won",
        "#gone",
        "@scope",
        "plain/../../x",
    ];
    let mut text = String::new();
    for specifier in specifiers {
        text += &project.resolve("index.ts", specifier, ImportKind::Import);
        text.push('\n');
    }
    text += &project.resolve(
        "packages/linked/src/index.ts",
        "nothing",
        ImportKind::Import,
    );
    insta::assert_snapshot!(text);
}

#[test]
fn modules_know_their_package() {
    let mut project = Project::new();
    for (importer, specifier) in [
        ("index.ts", "plain/util.js"),
        ("index.ts", "plain/util"),
        ("index.ts", "linked"),
        ("node_modules/plain/util.js", "inner"),
    ] {
        project.resolve(importer, specifier, ImportKind::Import);
    }
    let mut of = |path: &str| {
        let path = project.folder.join(path);
        let package = project.resolver.packages.package_of(&path)?;
        let root = package.root.strip_prefix(&project.folder).unwrap();
        Some(format!(
            "{} {} in {}",
            package.name,
            package.version.unwrap_or_default(),
            root.display(),
        ))
    };
    let table = [
        (
            "node_modules/plain/util.js",
            Some("plain 1.2.3 in node_modules/plain"),
        ),
        (
            "node_modules/plain/node_modules/inner/index.js",
            Some("inner  in node_modules/plain/node_modules/inner"),
        ),
        (
            "packages/linked/src/index.ts",
            Some("linked 0.1.0 in packages/linked"),
        ),
        ("src/own.ts", None),
    ];
    for (path, wanted) in table {
        assert_eq!(of(path).as_deref(), wanted, "{path}");
    }
}

/// An import has a URL, `require` a path.
#[test]
fn encoded_names_are_decoded_in_imports() {
    let mut project = Project::new();
    let at = |name: &str| project.folder.join(name);
    for name in ["a b.mjs", "a#b.mjs", "ü.mjs", "100%.mjs", "raw%20name.cjs"] {
        fs::write(at(name), "").unwrap();
    }
    let modules = at("node_modules");
    for (package, manifest) in [
        (
            "listed",
            r#"{ "exports": { ".": "./i.mjs", "./*": "./data/*" } }"#,
        ),
        ("unlisted", r#"{ "main": "i.mjs" }"#),
    ] {
        fs::create_dir_all(modules.join(package).join("data")).unwrap();
        fs::write(modules.join(package).join("package.json"), manifest).unwrap();
        fs::write(modules.join(package).join("i.mjs"), "").unwrap();
        fs::write(modules.join(package).join("data/1C E.mjs"), "").unwrap();
    }
    let mut of = |specifier: &str, kind| project.resolve("main.ts", specifier, kind);
    let imported = [
        ("./a%20b.mjs", "a%20b.mjs"),
        ("./a b.mjs", "a%20b.mjs"),
        ("./a%23b.mjs", "a%23b.mjs"),
        ("./%C3%BC.mjs", "%C3%BC.mjs"),
        ("./%61%20b.mjs?x#y", "a%20b.mjs"),
        ("./%2e%2e/app/a%20b.mjs", "a%20b.mjs"),
        ("./100%.mjs", "100%25.mjs"),
        ("listed/1C%20E.mjs", "node_modules/listed/data/1C%20E.mjs"),
        (
            "unlisted/data/1C%20E.mjs",
            "node_modules/unlisted/data/1C%20E.mjs",
        ),
        ("unlisted/", "node_modules/unlisted/i.mjs"),
    ];
    for (specifier, expected) in imported {
        assert_eq!(of(specifier, ImportKind::Import), expected, "{specifier}");
    }
    for specifier in ["./a%2Fb.mjs", "./a%5cb.mjs", "unlisted/data%2f1C%20E.mjs"] {
        let error = of(specifier, ImportKind::Import);
        assert!(error.contains("must not contain %2F"), "{error}");
    }
    for specifier in ["./%FF.mjs", "./%00.mjs", "listed/", "./raw%20name.cjs"] {
        let error = of(specifier, ImportKind::Import);
        assert!(error.starts_with("error: "), "{specifier}: {error}");
    }
    let required = of("./raw%20name.cjs", ImportKind::Require);
    assert_eq!(required, "cjs:raw%2520name.cjs");
    let required = of("listed/1C%20E.mjs", ImportKind::Require);
    assert_eq!(required, "node_modules/listed/data/1C%20E.mjs");
    assert!(of("./a%20b.mjs", ImportKind::Require).starts_with("error: "));
}
