//! Packages as libraries of programs and of other packages.

use std::fs;
use std::path::PathBuf;

use crate::support::lumi::{Answer, Lumi};

const SITE: &str = r#"
import { ComponentResource, type Options } from "lumi";
import { fs } from "lumi/std";

export interface SiteOptions { readonly pages: string[] }

export class Site extends ComponentResource {
    readonly files: fs.File[];
    constructor(name: string, { pages }: SiteOptions, options?: Options) {
        super("acme:web:Site", name, {}, options);
        this.files = pages.map((page) => new fs.File(`${name}-${page}`, { path: `out/${page}`, content: page }, { parent: this }));
    }
}

export function title(name: string): string { return `VERSION ${name}`; }
"#;

/// A folder with the project `name`, whose package is a library of this version.
struct Workspace(Lumi);

impl Workspace {
    fn new() -> Self {
        Self(Lumi::new())
    }

    fn project(&self, name: &str, program: &str) {
        self.0
            .file(&format!("{name}/Lumi.yaml"), format!("name: {name}\n"));
        self.0.file(&format!("{name}/index.ts"), program);
    }

    /// Replaces the program of a project.
    fn project_file(&self, name: &str, program: &str) {
        self.0.file(&format!("{name}/index.ts"), program);
    }

    /// Runs a command in the folder of a project.
    fn run(&self, name: &str, arguments: &[&str]) -> Answer {
        self.0.run(&[&["-C", name], arguments].concat())
    }

    /// The messages and the output of a command that must succeed.
    fn said(&self, name: &str, arguments: &[&str]) -> String {
        let answer = self.run(name, arguments);
        let messages = answer.stderr.clone();
        messages + answer.ok().as_str()
    }

    /// Makes `NAME-VERSION.lumipack` above the project.
    fn library(&self, name: &str, version: &str) -> String {
        let file = format!("../{name}-{version}.lumipack");
        let arguments = [
            "pack",
            "build",
            "--library",
            "--pack-version",
            version,
            "-o",
            &file,
        ];
        self.run(name, &arguments).ok();
        file
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.folder().join(name)
    }

    /// The library `web` in a version, and the program `app` that uses it.
    fn with_site() -> Self {
        let this = Self::new();
        this.project("web", &SITE.replace("VERSION", "1.2.0"));
        this.library("web", "1.2.0");
        this.project(
            "app",
            "import { Site, title } from \"lumi:web\";\n\
             const site = new Site(\"docs\", { pages: [\"a\", \"b\"] });\n\
             export const shown = title(\"x\");\nexport const count = site.files.length;\n",
        );
        this
    }
}

fn store(lumi: &Lumi) -> PathBuf {
    lumi.folder()
        .with_file_name("home/.lumi/packages/libraries")
}

#[test]
fn a_program_imports_a_library() {
    let work = Workspace::with_site();
    let before = work.run("app", &["run"]);
    assert!(before.stderr.contains("lumi add"), "{}", before.stderr);
    let added = work.said("app", &["add", "../web-1.2.0.lumipack"]);
    assert!(
        added.contains("added web 1.2.0, from ../web-1.2.0.lumipack"),
        "{added}"
    );
    assert!(
        work.0
            .read("app/Lumi.yaml")
            .contains("web: { source: ../web-1.2.0.lumipack, version: \"~> 1.2\" }")
    );
    let lock = work.0.read("app/Lumi.lock");
    assert!(
        lock.contains("version: 1.2.0") && lock.contains("- lumipack:"),
        "{lock}"
    );
    let graph = work.run("app", &["run", "--format", "json"]).ok();
    assert!(
        graph.contains("\"acme:web:Site\"") && graph.contains("\"1.2.0 x\""),
        "{graph}"
    );
    assert!(
        graph.contains("\"lumi:web@1.2.0/index.ts\"") && graph.contains("\"index.ts\""),
        "{graph}"
    );
    let preview = work.said("app", &["preview"]);
    assert!(preview.contains("create"), "{preview}");
    work.run("app", &["up", "-y"]).ok();
    assert_eq!(work.0.read("app/out/b"), "b");
    let listed = work.said("app", &["packages", "--offline"]);
    assert!(
        listed.contains("1.2.0") && listed.contains("installed"),
        "{listed}"
    );
    let checked = work.said("app", &["check", "--no-types"]);
    assert!(checked.contains("no findings"), "{checked}");
    assert!(
        work.said("app", &["install"])
            .contains("everything is installed")
    );
    work.run("app", &["install", "--frozen"]).ok();
    work.run("app", &["remove", "web"]).ok();
    assert!(!work.path("app/Lumi.lock").exists());
    let gone = work.run("app", &["run"]);
    assert!(gone.stderr.contains("lumi:web"), "{}", gone.stderr);
}

#[test]
fn editors_know_a_library() {
    let work = Workspace::with_site();
    work.run("app", &["add", "../web-1.2.0.lumipack"]).ok();
    work.run("app", &["types"]).ok();
    let declarations = work.0.read("app/.lumi/types/packages/web/index.d.ts");
    assert!(
        declarations
            .contains("constructor(name: string, argument1: SiteOptions, options?: Options);"),
        "{declarations}"
    );
    assert!(
        declarations.contains("title(name: string): string;"),
        "{declarations}"
    );
}

#[test]
fn a_package_needs_its_libraries() {
    let work = Workspace::with_site();
    work.run("app", &["add", "../web-1.2.0.lumipack"]).ok();
    let source = work.run("app", &["run", "--format", "json"]).ok();
    work.run("app", &["pack", "build", "-o", "../app.lumipack"])
        .ok();
    let shown = work.said(".", &["pack", "show", "app.lumipack"]);
    assert!(
        shown.contains("needs        web: ../web-1.2.0.lumipack@~> 1.2, locked at 1.2.0"),
        "{shown}"
    );
    let json = work.said(".", &["pack", "show", "app.lumipack", "--json"]);
    assert!(json.contains("\"hashes\":[\"lumipack:"), "{json}");
    // Beside the package, and in the store.
    fs::create_dir(work.path("elsewhere")).unwrap();
    fs::rename(
        work.path("app.lumipack"),
        work.path("elsewhere/app.lumipack"),
    )
    .unwrap();
    let run = || work.run("elsewhere", &["run", "app.lumipack", "--format", "json"]);
    assert_eq!(run().ok(), source);
    fs::remove_dir_all(store(&work.0)).unwrap();
    fs::remove_dir_all(work.path("app")).unwrap();
    let moved = work.path("elsewhere/web-1.2.0.lumipack");
    fs::rename(work.path("web-1.2.0.lumipack"), &moved).unwrap();
    assert_eq!(run().ok(), source);
    // Another file with its name is refused, and so is none.
    work.project("web", &SITE.replace("VERSION", "evil"));
    work.library("web", "1.2.0");
    fs::rename(work.path("web-1.2.0.lumipack"), &moved).unwrap();
    let swapped = run();
    assert_eq!(swapped.code, 1);
    assert!(
        swapped.stderr.contains("is not the library `web` 1.2.0"),
        "{}",
        swapped.stderr
    );
    fs::write(&moved, "damaged").unwrap();
    assert!(run().stderr.contains("is not a package of lumi"));
    fs::remove_file(&moved).unwrap();
    let missing = run();
    assert_eq!(missing.code, 1);
    assert!(
        missing.stderr.contains("put its .lumipack beside"),
        "{}",
        missing.stderr
    );
}

#[test]
fn a_library_in_the_project_may_not_change_unnoticed() {
    let work = Workspace::with_site();
    work.run("app", &["add", "../web-1.2.0.lumipack"]).ok();
    work.project("web", &SITE.replace("VERSION", "new"));
    work.library("web", "1.2.0");
    let refused = work.run("app", &["run"]);
    assert!(
        refused.stderr.contains("lumi update web"),
        "{}",
        refused.stderr
    );
    assert!(
        work.said("app", &["packages", "--offline"])
            .contains("another hash")
    );
    let updated = work.said("app", &["update", "web"]);
    assert!(
        updated.contains("web: 1.2.0 with another content"),
        "{updated}"
    );
    assert!(
        work.run("app", &["run", "--format", "json"])
            .ok()
            .contains("\"new x\"")
    );
    // Another version at another path.
    work.library("web", "1.3.0");
    let added = work.said("app", &["add", "../web-1.3.0.lumipack"]);
    assert!(added.contains("web: 1.2.0 -> 1.3.0"), "{added}");
    work.library("web", "2.0.0");
    fs::copy(
        work.path("web-2.0.0.lumipack"),
        work.path("web-1.3.0.lumipack"),
    )
    .unwrap();
    let range = work.run("app", &["update"]);
    assert!(
        range.stderr.contains("requires `~> 1.2`"),
        "{}",
        range.stderr
    );
    // Without its file, the store has it.
    fs::remove_file(work.path("web-1.3.0.lumipack")).unwrap();
    work.run("app", &["run"]).ok();
    fs::remove_dir_all(store(&work.0)).unwrap();
    let missing = work.run("app", &["run"]);
    assert!(
        missing.stderr.contains("is not there"),
        "{}",
        missing.stderr
    );
}

#[test]
fn two_versions_of_a_library_stand_side_by_side() {
    let work = Workspace::new();
    work.project(
        "net",
        "let made = 0;\nexport function next(): string { made += 1; return `one ${made}`; }\n",
    );
    work.library("net", "1.0.0");
    let user =
        "import { next } from \"lumi:net\";\nexport function user(): string { return next(); }\n";
    for (name, version) in [("a", "1.0.0"), ("b", "1.0.0"), ("c", "2.0.0")] {
        if version == "2.0.0" {
            work.project(
                "net",
                "export function next(): string { return \"two\"; }\n",
            );
            work.library("net", "2.0.0");
        }
        work.project(name, user);
        work.run(name, &["add", &format!("../net-{version}.lumipack")])
            .ok();
        work.library(name, "1.0.0");
    }
    work.project(
        "app",
        "import { user as a } from \"lumi:a\";\nimport { user as b } from \"lumi:b\";\n\
         import { user as c } from \"lumi:c\";\nexport const all = [a(), b(), c()];\n",
    );
    for name in ["a", "b", "c"] {
        work.run("app", &["add", &format!("../{name}-1.0.0.lumipack")])
            .ok();
    }
    let graph = work.run("app", &["run", "--format", "json"]).ok();
    let graph: serde_json::Value = serde_json::from_str(&graph).unwrap();
    // `a` and `b` share one module, `c` has another one.
    assert_eq!(
        graph["outputs"]["all"],
        serde_json::json!(["one 1", "one 2", "two"])
    );
}

#[test]
fn libraries_do_not_need_each_other() {
    let work = Workspace::new();
    work.project("a", "export const a: number = 1;\n");
    work.library("a", "1.0.0");
    work.project(
        "b",
        "import { a } from \"lumi:a\";\nexport const b: number = a;\n",
    );
    work.run("b", &["add", "../a-1.0.0.lumipack"]).ok();
    work.library("b", "1.0.0");
    work.project(
        "a",
        "import { b } from \"lumi:b\";\nexport const a: number = b;\n",
    );
    work.run("a", &["add", "../b-1.0.0.lumipack"]).ok();
    let refused = work.run("a", &["pack", "build", "--library"]);
    assert_eq!(refused.code, 1);
    assert!(
        refused.stderr.contains("libraries may not need each other"),
        "{}",
        refused.stderr
    );
}

#[test]
fn packages_that_are_not_libraries_are_refused() {
    let work = Workspace::with_site();
    work.run("web", &["pack", "build", "-o", "../program.lumipack"])
        .ok();
    let program = work.run("app", &["add", "../program.lumipack"]);
    assert!(
        program.stderr.contains("is a program, not a library"),
        "{}",
        program.stderr
    );
    work.0.file("damaged.lumipack", "PK");
    let damaged = work.run("app", &["add", "../damaged.lumipack"]);
    assert!(
        damaged.stderr.contains("is not a package of lumi"),
        "{}",
        damaged.stderr
    );
    let absent = work.run("app", &["add", "../absent.lumipack"]);
    assert!(
        absent.stderr.contains("absent.lumipack"),
        "{}",
        absent.stderr
    );
    assert!(!work.path("app/Lumi.lock").exists());
    // Members that are not there are found before anything runs.
    work.run("app", &["add", "../web-1.2.0.lumipack"]).ok();
    work.project(
        "app",
        "import { Sites } from \"lumi:web\";\nexport const a = Sites;\n",
    );
    work.0.file(
        "app/Lumi.yaml",
        "name: app\npackages:\n  web: { source: ../web-1.2.0.lumipack, version: \"~> 1.2\" }\n",
    );
    let member = work.run("app", &["pack", "build"]);
    assert!(member.stderr.contains("LP018"), "{}", member.stderr);
    let run = work.run("app", &["run"]);
    assert!(
        run.stderr.contains("Sites") && run.stderr.contains("index.ts:1:"),
        "{}",
        run.stderr
    );
}

#[test]
fn libraries_say_which_providers_they_need() {
    let work = Workspace::new();
    work.project("keys", "import * as random from \"lumi:random\";\nexport function pet(name: string): unknown { return new random.Pet(name, {}); }\n");
    work.0.file(
        "keys/Lumi.yaml",
        "name: keys\npackages:\n  random: { source: hashicorp/random, version: \"~> 3.7\" }\n",
    );
    work.library("keys", "1.0.0");
    work.project("app", "import { pet } from \"lumi:keys\";\npet(\"a\");\n");
    work.run("app", &["add", "../keys-1.0.0.lumipack"]).ok();
    let refused = work.run("app", &["run"]);
    assert!(
        refused
            .stderr
            .contains("lumi add 'terraform:hashicorp/random@~> 3.7'"),
        "{}",
        refused.stderr
    );
}

#[test]
fn functions_of_libraries_are_captured_and_their_errors_have_positions() {
    let work = Workspace::with_site();
    work.run("app", &["add", "../web-1.2.0.lumipack"]).ok();
    work.project_file(
        "app",
        "import { FunctionAsset } from \"lumi\";\nimport { fs } from \"lumi/std\";\nimport { title } from \"lumi:web\";\n\
         new fs.File(\"f\", { path: \"f.mjs\", source: new FunctionAsset((name: string) => title(name)) });\n",
    );
    work.run("app", &["up", "-y"]).ok();
    let module = work.0.read("app/f.mjs");
    assert!(module.contains("return `1.2.0 ${name}`;"), "{module}");
    work.project_file(
        "app",
        "import { Site } from \"lumi:web\";\nnew Site(\"docs\", { pages: undefined as never });\n",
    );
    let failed = work.run("app", &["run"]);
    assert!(
        failed
            .stderr
            .contains("at new Site (lumi:web@1.2.0/index.ts:11:"),
        "{}",
        failed.stderr
    );
    work.project_file("app", "import \"lumi:web/other\";\n");
    let absent = work.run("app", &["run"]);
    assert!(
        absent
            .stderr
            .contains("cannot find module \"lumi:web/other\""),
        "{}",
        absent.stderr
    );
}
