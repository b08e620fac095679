//! Libraries with their own files, which go into resources.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use crate::support::lumi::Lumi;

const LIBRARY: &str = r#"import { ComponentResource, FileArchive, FileAsset, type Options } from "lumi";
import { fs } from "lumi/std";

const site = "site";
export const $assets = "a name of its own";

export class Site extends ComponentResource {
    constructor(name: string, mine: string, options?: Options) {
        super("acme:web:Site", name, {}, options);
        const parent = { parent: this };
        new fs.File(`${name}-page`, { path: `out/${name}.html`, source: new FileAsset(`./${site}/index.html`) }, parent);
        new fs.Directory(`${name}-all`, { path: `out/${name}`, source: new FileArchive(site) }, parent);
        new fs.File(`${name}-mine`, { path: `out/${name}.txt`, source: new FileAsset(mine) }, parent);
    }
}
"#;

const PROGRAM: &str = r#"import { Site } from "lumi:web";

new Site("docs", "a.txt");
"#;

/// The library `web` in a version, whose page has a text, as `web-VERSION.lumipack`.
fn library(lumi: &Lumi, version: &str, page: &str) {
    lumi.file("web/Lumi.yaml", "name: web\n");
    lumi.file("web/index.ts", LIBRARY);
    lumi.file("web/site/index.html", page);
    lumi.file("web/site/run.sh", "#!/bin/sh\n");
    let script = lumi.folder().join("web/site/run.sh");
    fs::set_permissions(script, fs::Permissions::from_mode(0o755)).unwrap();
    let out = format!("../web-{version}.lumipack");
    let build = ["-C", "web", "pack", "build", "--library", "--pack-version"];
    lumi.run(&[&build[..], &[version, "-o", &out]].concat())
        .ok();
    fs::remove_dir_all(lumi.folder().join("web")).unwrap();
}

/// A program that uses the library, whose source is not there.
fn program() -> Lumi {
    let lumi = Lumi::new();
    library(&lumi, "1.2.0", "<h1>Hello</h1>");
    lumi.file("app/Lumi.yaml", "name: app\n");
    lumi.file("app/index.ts", PROGRAM);
    lumi.file("app/a.txt", "of the program");
    // Files of the program with the paths of those of the library.
    fs::create_dir(lumi.folder().join("app/site")).unwrap();
    lumi.file("app/site/index.html", "of the program");
    lumi.run(&["-C", "app", "add", "../web-1.2.0.lumipack"])
        .ok();
    lumi
}

fn app(lumi: &Lumi, arguments: &[&str]) -> String {
    lumi.run(&[&["-C", "app"], arguments].concat()).ok()
}

fn assert_deployed(lumi: &Lumi) {
    assert_eq!(lumi.read("app/out/docs.html"), "<h1>Hello</h1>");
    assert_eq!(lumi.read("app/out/docs/index.html"), "<h1>Hello</h1>");
    assert_eq!(lumi.read("app/out/docs.txt"), "of the program");
    let script = fs::metadata(lumi.folder().join("app/out/docs/run.sh")).unwrap();
    assert_ne!(script.permissions().mode() & 0o100, 0);
}

#[test]
fn a_library_has_its_own_files() {
    let lumi = program();
    let source = app(&lumi, &["run", "--format", "json"]);
    assert!(source.contains("lumi:web/./site/index.html"), "{source}");
    assert!(!source.contains("lumi:web/a.txt"), "{source}");
    app(&lumi, &["up", "-y"]);
    assert_deployed(&lumi);
    let state = app(&lumi, &["stack", "export"]);
    assert!(state.contains("lumi:web/site"), "{state}");
    assert!(!state.contains("lumi-assets"), "{state}");
    app(&lumi, &["preview", "--expect-no-changes"]);
    // A new version with the same files changes nothing, and one with other files what has them.
    for (version, page, is_same) in [("1.2.1", "<h1>Hello</h1>", true), ("1.2.2", "New", false)] {
        fs::remove_file(lumi.folder().join("web-1.2.0.lumipack")).ok();
        library(&lumi, version, page);
        let file = format!("../web-{version}.lumipack");
        app(&lumi, &["add", &file]);
        let preview = lumi.run(&["-C", "app", "preview", "--detailed-exitcode"]);
        let expected = if is_same { 0 } else { 2 };
        assert_eq!(preview.code, expected, "{}", preview.transcript());
    }
    app(&lumi, &["destroy", "-y"]);
    assert!(!lumi.folder().join("app/out").exists());
}

/// The package of a program finds the files in those of its libraries.
#[test]
fn a_package_has_the_files_of_its_libraries() {
    let lumi = program();
    lumi.file(
        "app/index.ts",
        PROGRAM
            .replace("\"a.txt\"", "new Config().require(\"mine\")")
            .replace(
                "import { Site",
                "import { Config } from \"lumi\";\nimport { Site",
            ),
    );
    lumi.file(
        "app/Lumi.yaml",
        lumi.read("app/Lumi.yaml") + "assets: [a.txt, .]\n",
    );
    let config = ["-c", "mine=a.txt"];
    let run = ["run", ".", "--format", "json"];
    let source = app(&lumi, &[&run[..], &config].concat());
    app(&lumi, &["pack", "build", "-o", "../app.lumipack"]);
    fs::remove_dir_all(lumi.folder().join("app")).unwrap();
    fs::create_dir(lumi.folder().join("app")).unwrap();
    let run = ["run", "../app.lumipack", "--format", "json"];
    assert_eq!(app(&lumi, &[&run[..], &config].concat()), source);
    app(
        &lumi,
        &[&["up", "../app.lumipack", "-y"][..], &config].concat(),
    );
    assert_deployed(&lumi);
    for path in [
        "lumi:web/nothing",
        "lumi:web/../a.txt",
        "lumi:net/a.txt",
        "lumi:web/site",
    ] {
        let set = format!("mine={path}");
        let refused = lumi.run(&["-C", "app", "run", "../app.lumipack", "-c", &set]);
        assert_eq!(refused.code, 1, "{path}: {}", refused.transcript());
    }
}

#[test]
fn a_file_that_the_library_does_not_have_is_refused() {
    let lumi = Lumi::new();
    lumi.file("Lumi.yaml", "name: web\nassets: [b.txt]\n");
    lumi.file(
        "index.ts",
        "import { FileAsset } from \"lumi\";\nexport const page = () => new FileAsset(\"a.txt\");\n",
    );
    let refused = lumi.run(&["pack", "build", "--library"]);
    assert_eq!(refused.code, 1);
    for part in ["cannot read \"a.txt\"", "index.ts:2:41"] {
        assert!(refused.stderr.contains(part), "{}", refused.stderr);
    }
}

#[test]
fn libraries_in_python_have_files() {
    let lumi = Lumi::new();
    lumi.file("web/Lumi.yaml", "name: web\n");
    lumi.file(
        "web/index.py",
        "import lumi\nfrom lumi.std import fs\n\n\
         def site(name: str):\n    fs.File(name, path=\"out/\" + name, source=lumi.FileAsset(\"a.txt\"))\n",
    );
    lumi.file("web/a.txt", "of the library");
    let build = ["-C", "web", "pack", "build", "index.py", "--library"];
    lumi.run(&[&build[..], &["-o", "../web-0.1.0.lumipack"]].concat())
        .ok();
    lumi.file("app/Lumi.yaml", "name: app\n");
    lumi.file(
        "app/index.ts",
        "import { site } from \"lumi:web\";\nsite(\"b.txt\");\n",
    );
    app(&lumi, &["add", "../web-0.1.0.lumipack"]);
    app(&lumi, &["up", "-y"]);
    assert_eq!(lumi.read("app/out/b.txt"), "of the library");
}
