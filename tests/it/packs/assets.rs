//! Files and folders that go into resources: a package has them.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};

use crate::support::lumi::Lumi;

const PROGRAM: &str = r#"import { Config, FileArchive, FileAsset, interpolate } from "lumi";
import { fs } from "lumi/std";

const site = "site";
const page = new fs.File("page", { path: "out/page.html", source: new FileAsset(`./${site}/index.html`) });
const folder = new fs.Directory("folder", { path: "out/folder", source: new FileArchive(site) });
const chosen = new Config().get("chosen") ?? "extra/a.bin";
const other = new fs.File("other", { path: "out/other.bin", source: new FileAsset(chosen) });

export const paths = interpolate`${page.path} ${folder.path} ${other.path}`;
"#;

/// A program whose files are below its folder.
fn program() -> Lumi {
    let lumi = Lumi::program(PROGRAM);
    lumi.file("Lumi.yaml", "name: web\nassets: [extra]\n");
    for folder in ["site/img", "extra"] {
        fs::create_dir_all(lumi.folder().join(folder)).unwrap();
    }
    lumi.file("site/index.html", "<h1>Hello</h1>");
    lumi.file("site/img/a.bin", [0_u8, 255, 10, 13, 128]);
    lumi.file("site/run.sh", "#!/bin/sh\n");
    lumi.file("extra/a.bin", [1_u8, 2, 200]);
    let script = lumi.folder().join("site/run.sh");
    fs::set_permissions(script, fs::Permissions::from_mode(0o755)).unwrap();
    symlink("site/index.html", lumi.folder().join("link.html")).unwrap();
    lumi
}

fn graph(lumi: &Lumi, program: &str) -> String {
    lumi.run(&["run", program, "--format", "json"]).ok()
}

#[test]
fn a_package_is_deployed_with_its_files() {
    let lumi = program();
    let source = graph(&lumi, ".");
    lumi.run(&["pack", "build"]).ok();
    lumi.run(&["up", "-y"]).ok();
    for name in ["index.ts", "Lumi.yaml", "link.html", "extra/a.bin"] {
        fs::remove_file(lumi.folder().join(name)).unwrap();
    }
    fs::remove_dir_all(lumi.folder().join("site")).unwrap();
    let pack = "web-0.1.0.lumipack";
    assert_eq!(graph(&lumi, pack), source);
    // What the source has deployed is what the package wants.
    lumi.run(&["preview", pack, "--expect-no-changes"]).ok();
    lumi.run(&["destroy", pack, "-y"]).ok();
    assert!(!lumi.folder().join("out").exists());
    lumi.run(&["up", pack, "-y"]).ok();
    assert_eq!(lumi.read("out/page.html"), "<h1>Hello</h1>");
    let bytes = |name: &str| fs::read(lumi.folder().join(name)).unwrap();
    assert_eq!(bytes("out/folder/img/a.bin"), [0, 255, 10, 13, 128]);
    assert_eq!(bytes("out/other.bin"), [1, 2, 200]);
    let script = fs::metadata(lumi.folder().join("out/folder/run.sh")).unwrap();
    assert_ne!(script.permissions().mode() & 0o100, 0);
    // The state has the paths of the program, not those of copies.
    lumi.file("Lumi.yaml", "name: web\n");
    let state = lumi.run(&["stack", "export"]).ok();
    assert!(state.contains("site/index.html"), "{state}");
    assert!(!state.contains("lumi-assets"), "{state}");
    lumi.run(&["preview", pack, "--expect-no-changes"]).ok();
}

#[test]
fn raised_source_has_the_files() {
    let lumi = program();
    lumi.run(&["pack", "build", "-o", "a.lumipack"]).ok();
    lumi.run(&["pack", "raise", "a.lumipack", "-o", "raised"])
        .ok();
    assert_eq!(lumi.read("raised/site/index.html"), "<h1>Hello</h1>");
    let script = fs::metadata(lumi.folder().join("raised/site/run.sh")).unwrap();
    assert_ne!(script.permissions().mode() & 0o100, 0);
    lumi.run(&["pack", "build", "raised", "-o", "b.lumipack"])
        .ok();
    let differs = lumi.run(&["pack", "diff", "a.lumipack", "b.lumipack"]);
    assert!(!differs.stdout.contains("asset"), "{}", differs.stdout);
    let code = |name: &str| {
        let shown = lumi.run(&["pack", "show", name, "--json"]).ok();
        let shown: serde_json::Value = serde_json::from_str(&shown).unwrap();
        shown["manifest"]["code"].clone()
    };
    assert_eq!(code("a.lumipack"), code("b.lumipack"));
    let shown = lumi.run(&["pack", "show", "a.lumipack"]).ok();
    assert!(shown.contains("asset site/run.sh, executable"), "{shown}");
}

#[test]
fn programs_in_python_have_assets() {
    let lumi = Lumi::new();
    lumi.file(
        "index.py",
        "import lumi\nfrom lumi.std import fs\nname = \"a.txt\"\n\
         fs.File(\"a\", path=\"out/a.txt\", source=lumi.FileAsset(name))\n\
         fs.Directory(\"b\", path=\"out/b\", source=lumi.FileArchive(\"b\"))\n",
    );
    lumi.file("a.txt", "hello");
    fs::create_dir(lumi.folder().join("b")).unwrap();
    lumi.file("b/c.txt", "there");
    let source = graph(&lumi, "index.py");
    lumi.run(&["pack", "build", "-o", "a.lumipack"]).ok();
    for name in ["a.txt", "b/c.txt"] {
        fs::remove_file(lumi.folder().join(name)).unwrap();
    }
    assert_eq!(graph(&lumi, "a.lumipack"), source);
    lumi.run(&["up", "a.lumipack", "-y"]).ok();
    assert_eq!(lumi.read("out/b/c.txt"), "there");
}

/// A path that no package can have is reported where the program writes it.
#[test]
fn files_that_no_package_can_have_are_refused() {
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("secret.txt"), "secret").unwrap();
    let lumi = Lumi::new();
    lumi.file("Lumi.yaml", "name: web\n");
    let folder = lumi.folder();
    symlink(outside.path().join("secret.txt"), folder.join("out.txt")).unwrap();
    fs::create_dir(folder.join("linked")).unwrap();
    symlink(outside.path(), folder.join("linked/out")).unwrap();
    fs::create_dir(folder.join("odd")).unwrap();
    fs::write(folder.join("odd/a:b"), "").unwrap();
    let huge = fs::File::create(folder.join("huge.bin")).unwrap();
    huge.set_len(129 << 20).unwrap();
    lumi.file("a.txt", "a");
    for (asset, message) in [
        ("FileAsset(\"missing.txt\")", "cannot read \"missing.txt\""),
        ("FileAsset(\"out.txt\")", "leads out of the project folder"),
        (
            "FileArchive(\"linked\")",
            "\"linked/out\" leads out of the project folder",
        ),
        (
            "FileArchive(\"odd\")",
            "has a name that no package can have",
        ),
        ("FileAsset(\"huge.bin\")", "is too large for a package"),
        ("FileAsset(\"../a.txt\")", "is not a path of an asset"),
        ("FileAsset(\"/etc/hostname\")", "is not a path of an asset"),
        ("FileAsset(\".lumi/keys\")", "is not a path of an asset"),
        ("FileAsset(\"linked\")", "is a folder"),
        ("FileArchive(\"a.txt\")", "neither a folder nor a .zip"),
        (
            "FileAsset(new Config().require(\"file\"))",
            "known only to the run",
        ),
    ] {
        lumi.file(
            "index.ts",
            format!(
                "import {{ Config, CustomResource, FileArchive, FileAsset }} from \"lumi\";\n\
                 new CustomResource(\"a:b:C\", new Config().get(\"name\") ?? \"c\", {{ file: new {asset} }});\n\
                 export const used = [FileArchive, FileAsset].length;\n"
            ),
        );
        let refused = lumi.run(&["pack", "build"]);
        assert_eq!(refused.code, 1, "{asset}");
        assert!(
            refused.stderr.contains(message),
            "{asset}: {}",
            refused.stderr
        );
        assert!(
            refused.stderr.contains("index.ts:2:"),
            "{asset}: {}",
            refused.stderr
        );
    }
    lumi.file("Lumi.yaml", "name: web\nassets: [nothing]\n");
    let refused = lumi.run(&["pack", "build"]);
    assert!(
        refused.stderr.contains("`assets` of Lumi.yaml"),
        "{}",
        refused.stderr
    );
}

/// A computed path finds what `assets` lists, and nothing of the folder of the run.
#[test]
fn a_package_reads_no_other_file() {
    let lumi = program();
    lumi.run(&["pack", "build", "-o", "a.lumipack"]).ok();
    lumi.file("secret.txt", "secret");
    for path in ["secret.txt", "../secret.txt", "/etc/hostname", "extra"] {
        let refused = lumi.run(&["run", "a.lumipack", "-c", &format!("chosen={path}")]);
        assert_eq!(refused.code, 1, "{path}");
        let is_said = refused.stderr.contains("the package has no") || path == "extra";
        assert!(is_said, "{}", refused.stderr);
        assert!(refused.stderr.contains("index.ts:"), "{}", refused.stderr);
    }
    lumi.run(&["run", "a.lumipack", "-c", "chosen=./site/img/a.bin"])
        .ok();
}
