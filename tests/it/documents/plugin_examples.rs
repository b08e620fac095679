//! The plugins of `examples/` work as documented.

use std::fs;
use std::path::{Path, PathBuf};

use crate::python::started_by_python;
use crate::support::lumi::{Answer, Lumi, without_times};

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// `lumi ARGS…` in a project that finds plugins in `bin`, without times and folders.
fn run(lumi: &Lumi, bin: &Path, args: &[&str]) -> String {
    let mut command = lumi.command(args);
    let path = format!("{}:/usr/bin:/bin", bin.display());
    command.env("PATH", path).env("HOME", lumi.folder());
    command.env("PYTHONPATH", repository().join("sdk/python"));
    let output = command.output().unwrap();
    without_times(&Answer::of(output, args, lumi.folder()).transcript())
}

const NOTES: &str = r#"
import * as lumi from "lumi";
const note = new lumi.CustomResource("notes:index:Note", "a", { title: "milk", body: "two bottles" });
export const length = note.length;
"#;

/// The folder of the Rust plugin, which cargo builds with the tests as an example.
fn rust_plugin() -> PathBuf {
    let mut folder = std::env::current_exe().unwrap();
    // It is next to the folder of this binary.
    folder.pop();
    folder.set_file_name("examples");
    let program = folder.join("lumi-resource-notes");
    assert!(
        program.exists(),
        "{} is missing: `cargo test --test it` does not build it, `cargo build --examples` does",
        program.display()
    );
    folder
}

#[test]
fn plugins_of_the_examples_keep_secrets() {
    use std::os::unix::fs::PermissionsExt as _;
    let bin = rust_plugin();
    let program = NOTES.replace("\"two bottles\"", "lumi.secret(\"two bottles\")");
    let lumi = Lumi::program(&format!("{program}export const body = note.body;\n"));
    lumi.file("Lumi.yaml", "name: demo\nbackend: file:./state\n");
    let mut command = lumi.command(&["up", "-y"]);
    command.env("PATH", format!("{}:/usr/bin:/bin", bin.display()));
    command.env("LUMI_PASSPHRASE", "test");
    let answer = Answer::of(command.output().unwrap(), &["up"], lumi.folder());
    assert!(
        answer.stdout.contains("body: [secret]"),
        "{}",
        answer.transcript()
    );
    assert_eq!(lumi.read("notes/milk"), "two bottles");
    let note = fs::metadata(lumi.folder().join("notes/milk")).unwrap();
    assert_eq!(note.permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_plugin_in_rust() {
    let bin = rust_plugin();
    let lumi = Lumi::program(NOTES);
    insta::assert_snapshot!(run(&lumi, &bin, &["up", "-y"]), @r#"
    $ lumi up -y
    [exit 0]
    --- stdout
    Outputs:
      length: 11

    Done: +1 created, in [time] s
    --- stderr
    Updating stack dev of demo
    +  notes:index:Note "a"  creating
    +  notes:index:Note "a"  created ([time] s)
    "#);
    assert_eq!(lumi.read("notes/milk"), "two bottles");
    lumi.file("index.ts", NOTES.replace("two", "three"));
    insta::assert_snapshot!(run(&lumi, &bin, &["up", "-y"]), @r#"
    $ lumi up -y
    [exit 0]
    --- stdout
    Outputs:
      length: 13

    Done: ~1 updated, in [time] s
    --- stderr
    Updating stack dev of demo
    ~  notes:index:Note "a"  updating
    ~  notes:index:Note "a"  updated ([time] s)
    "#);
    lumi.file("index.ts", NOTES.replace("milk", "a/b"));
    insta::assert_snapshot!(run(&lumi, &bin, &["preview"]), @r#"
    $ lumi preview
    [exit 1]
    --- stdout
      Type              Name
    ~ notes:index:Note  a     failed: input `title`: it must be a word that a file can be called

    Incomplete plan: 1 failed
    --- stderr
    Previewing stack dev of demo
    error: would fail to update notes:index:Note "a": input `title`: it must be a word that a file can be called
     --> index.ts:3:65
      |
    3 | …note = new lumi.CustomResource("notes:index:Note", "a", { title: "a/b", body: "two bottles" });
      |                                                            ^
    "#);
    insta::assert_snapshot!(run(&lumi, &bin, &["destroy", "-y"]), @r#"
    $ lumi destroy -y
    [exit 0]
    --- stdout
    Done: -1 deleted, in [time] s
    --- stderr
    Destroying stack dev of demo
    -  notes:index:Note "a"  deleting
    -  notes:index:Note "a"  deleted ([time] s)
    "#);
    assert!(!lumi.folder().join("notes/milk").exists());
}

#[test]
fn a_plugin_describes_its_package() {
    let lumi = Lumi::new();
    let seen = run(&lumi, &rust_plugin(), &["plugin", "schema", "notes"]);
    for part in [
        "[exit 0]",
        "\"type\": \"notes:index:Note\"",
        "\"replaces\": true",
    ] {
        assert!(seen.contains(part), "{seen}");
    }
}

/// The names of the objects that a snapshot lists beside those of the stack.
fn listed(lumi: &Lumi, bin: &Path, listing: &str) -> String {
    let file = ["snapshot", listing, "-o", "live.json"];
    let said = run(lumi, bin, &file);
    assert!(said.contains("[exit 0]"), "{said}");
    let graph: serde_json::Value = serde_json::from_str(&lumi.read("live.json")).unwrap();
    let vertices = graph["vertices"].as_array().unwrap().iter();
    let names: Vec<&str> = vertices.map(|it| it["name"].as_str().unwrap()).collect();
    format!("{}\n{}", names.join(", "), said)
}

#[test]
fn a_plugin_in_rust_lists_objects() {
    let bin = rust_plugin();
    let lumi = Lumi::program(NOTES);
    run(&lumi, &bin, &["up", "-y"]);
    lumi.file("notes/eggs", "a dozen");
    let seen = listed(&lumi, &bin, "notes:index:Note");
    assert!(seen.starts_with("a, eggs\n"), "{seen}");
    assert!(seen.contains("1 of which were listed, too"), "{seen}");
}

#[test]
fn a_plugin_is_a_module() {
    let program = "\
        import { Note } from 'lumi:notes';\n\
        const note = new Note('a', { title: 'milk', body: 'two bottles' });\n\
        export const length = note.length;\n";
    let lumi = Lumi::program(program);
    let plugin = rust_plugin().join("lumi-resource-notes");
    lumi.file(
        "Lumi.yaml",
        format!("name: demo\nplugins:\n  notes: {}\n", plugin.display()),
    );
    let plan = lumi.run(&["run", "-P"]).ok();
    assert!(plan.contains("notes:index:Note"), "{plan}");
    lumi.file("index.ts", program.replace("body", "boby"));
    let said = lumi.run(&["run"]).transcript();
    assert!(
        said.contains("there is no \"boby\"; did you mean \"body\"?"),
        "{said}"
    );
    lumi.file("index.ts", program.replace("note.length", "note.lenght"));
    let said = lumi.run(&["run"]).transcript();
    assert!(
        said.contains("has no output \"lenght\"; did you mean \"length\"?"),
        "{said}"
    );
}

const WORDS: &str = r#"
import * as lumi from "lumi";
const list = new lumi.CustomResource("words:index:List", "fruit", { words: ["pear", "apple"] });
export const words = list.words;
export const longest = lumi.invoke("words:index:longest", { words: list.words });
"#;

/// A folder with the Python plugin; `None` if its packages are not installed.
fn python_plugin(lumi: &Lumi) -> Option<PathBuf> {
    let script = repository().join("examples/plugin-python/lumi-resource-words");
    started_by_python(lumi, "lumi-resource-words", &script)
}

#[test]
fn a_plugin_in_python_lists_objects() {
    let lumi = Lumi::program("export {};");
    let Some(bin) = python_plugin(&lumi) else {
        return;
    };
    fs::create_dir(lumi.folder().join("words")).unwrap();
    lumi.file("words/fruit.txt", "apple\npear");
    let seen = listed(&lumi, &bin, "words:index:List");
    assert!(seen.starts_with("fruit\n"), "{seen}");
}

#[test]
fn a_plugin_in_python() {
    let lumi = Lumi::program(WORDS);
    let Some(bin) = python_plugin(&lumi) else {
        return;
    };
    insta::assert_snapshot!(run(&lumi, &bin, &["preview"]), @r#"
    $ lumi preview
    [exit 0]
    --- stdout
      Type              Name
    + words:index:List  fruit

    Outputs:
      + longest: "apple"
      + words: ["pear", "apple"]

    Plan: +1 to create
    --- stderr
    Previewing stack dev of demo
    "#);
    insta::assert_snapshot!(run(&lumi, &bin, &["up", "-y"]), @r#"
    $ lumi up -y
    [exit 0]
    --- stdout
    Outputs:
      longest: "apple"
      words: ["apple", "pear"]

    Done: +1 created, in [time] s
    --- stderr
    Updating stack dev of demo
    +  words:index:List "fruit"  creating
    +  words:index:List "fruit"  created ([time] s)
    "#);
    assert_eq!(lumi.read("words/fruit.txt"), "apple\npear");
    lumi.file("index.ts", WORDS.replace("\"pear\"", "1"));
    insta::assert_snapshot!(run(&lumi, &bin, &["preview"]), @r#"
    $ lumi preview
    [exit 1]
    --- stdout
      Type              Name
    ~ words:index:List  fruit  failed: input `words[0]`: it must be a word

    Incomplete plan: 1 failed
    --- stderr
    Previewing stack dev of demo
    error: would fail to update words:index:List "fruit": input `words[0]`: it must be a word
     --> index.ts:3:77
      |
    3 | const list = new lumi.CustomResource("words:index:List", "fruit", { words: [1, "apple"] });
      |                                                                             ^
    "#);
    lumi.file(
        "index.ts",
        WORDS.replace("words:index:longest", "words:index:shortest"),
    );
    insta::assert_snapshot!(run(&lumi, &bin, &["up", "-y"]), @r#"
    $ lumi up -y
    [exit 1]
    --- stdout
    Incomplete plan: 1 failed
    --- stderr
    Previewing stack dev of demo
    error: ResourceError: `words:index:shortest`: there is no function `words:index:shortest`
     --> index.ts:5:29
      |
    5 | export const longest = lumi.invoke("words:index:shortest", { words: list.words });
      |                             ^
    The plan has errors; nothing was done.
    "#);
    insta::assert_snapshot!(run(&lumi, &bin, &["destroy", "-y"]), @r#"
    $ lumi destroy -y
    [exit 0]
    --- stdout
    Done: -1 deleted, in [time] s
    --- stderr
    Destroying stack dev of demo
    -  words:index:List "fruit"  deleting
    -  words:index:List "fruit"  deleted ([time] s)
    "#);
}
