//! A package as one document: what is done with it is done with its archive.

use std::fs;

use super::{Packed, repository};
use crate::support::lumi::Lumi;

const PROGRAM: &str = r#"import { FileAsset } from "lumi";
import { fs } from "lumi/std";

export const page = new fs.File("page", { path: "out/page.html", source: new FileAsset("page.html") }).path;
export const bytes = new fs.File("bytes", { path: "out/a.bin", source: new FileAsset("a.bin") }).path;
"#;

fn program() -> Lumi {
    let lumi = Lumi::program(PROGRAM);
    lumi.file("Lumi.yaml", "name: web\n");
    lumi.file("page.html", "<h1>Hello</h1>\n");
    lumi.file("a.bin", [0_u8, 255, 10, 13, 128]);
    lumi
}

#[test]
fn a_document_is_deployed_as_its_package() {
    let lumi = program();
    lumi.run(&["pack", "build"]).ok();
    for format in ["yaml", "json"] {
        let name = format!("web.lumipack.{format}");
        lumi.run(&["pack", "build", "--document", &name]).ok();
        let shown = ["pack", "show", "web-0.1.0.lumipack", "--format", format];
        assert_eq!(lumi.run(&shown).ok(), lumi.read(&name));
        let again = ["pack", "show", &name, "--format", format];
        assert_eq!(lumi.run(&again).ok(), lumi.read(&name));
    }
    let shown = |file: &str| lumi.run(&["pack", "show", file, "--json"]).ok();
    let graph = |file: &str| lumi.run(&["run", file, "--format", "json"]).ok();
    let (package, planned) = (shown("web-0.1.0.lumipack"), graph("web-0.1.0.lumipack"));
    for name in ["index.ts", "page.html", "a.bin"] {
        fs::remove_file(lumi.folder().join(name)).unwrap();
    }
    for name in ["web.lumipack.yaml", "web.lumipack.json"] {
        assert_eq!(shown(name), package);
        assert_eq!(graph(name), planned);
        lumi.run(&["pack", "diff", name, "web-0.1.0.lumipack"]).ok();
        lumi.run(&["up", name, "-y"]).ok();
        assert_eq!(lumi.read("out/page.html"), "<h1>Hello</h1>\n");
        let bytes = fs::read(lumi.folder().join("out/a.bin")).unwrap();
        assert_eq!(bytes, [0, 255, 10, 13, 128]);
        lumi.run(&["preview", name, "--expect-no-changes"]).ok();
        lumi.run(&["destroy", name, "-y"]).ok();
    }
}

#[test]
fn documents_of_programs_have_the_code_of_their_packages() {
    for name in ["closures", "cluster", "language"] {
        let packed = Packed::of(repository(&format!("tests/programs/packs/{name}")));
        let program = packed.program.to_str().unwrap().to_owned();
        for document in ["a.lumipack.yaml", "a.lumipack.json"] {
            let built = packed.lumi(&["pack", "build", &program, "--document", document]);
            assert!(built.status.success(), "{name}: {built:?}");
            assert_eq!(packed.code(document), packed.code("program.lumipack"));
            let archive = packed.run("program.lumipack", &[]);
            assert_eq!(packed.run(document, &[]), archive, "{name}");
        }
    }
}

/// The messages of a command that ends with an exit code.
fn failed(lumi: &Lumi, args: &[&str], code: i32) -> String {
    let answer = lumi.run(args);
    assert_eq!(answer.code, code, "{}", answer.transcript());
    answer.transcript()
}

#[test]
fn a_document_that_was_changed_is_refused() {
    let lumi = program();
    lumi.run(&["pack", "build", "--document", "web.lumipack.yaml"])
        .ok();
    let text = lumi.read("web.lumipack.yaml");
    for (from, to, reason) in [
        ("<h1>Hello", "<h1>Bye", "does not match its hash"),
        (
            "files:\n",
            "files:\n  ../a: b\n",
            "has a name that no package has",
        ),
        ("files:\n", "files:\n  assets/a.bin: b\n", "is in it twice"),
        ("files:\n", "files:\n  a: *b\n", "unknown anchor"),
        ("lumipack: 1", "lumipack: 2", "update lumi"),
    ] {
        assert!(text.contains(from), "{text}");
        lumi.file("changed.lumipack.yaml", text.replacen(from, to, 1));
        let said = failed(&lumi, &["pack", "verify", "changed.lumipack.yaml"], 1);
        assert!(said.contains(reason), "{said}");
        let said = failed(&lumi, &["run", "changed.lumipack.yaml"], 2);
        assert!(said.contains(reason), "{said}");
    }
    let said = failed(&lumi, &["pack", "build", "--document", "web.yaml"], 2);
    assert!(
        said.contains("must end in .lumipack.json or .lumipack.yaml"),
        "{said}"
    );
}
