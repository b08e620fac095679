//! `lumi stack history N` and `lumi stack rollback N`.

use crate::support::lumi::Lumi;

fn program(content: &str, rest: &str) -> String {
    format!(
        "import * as lumi from \"lumi\";\n\
         import {{ fs, random }} from \"lumi/std\";\n\
         const password = new random.Password(\"password\", {{ length: 12 }});\n\
         new fs.File(\"token\", {{ path: \"out/token.txt\", content: password.result }});\n\
         const note = new fs.File(\"note\", {{ path: \"out/note.txt\", content: \"{content}\" }});\n\
         {rest}\n\
         export const path = note.path;\n"
    )
}

const EXTRA: &str = "new fs.File(\"extra\", { path: \"out/extra.txt\", content: \"x\" });";

/// Run 1 has a note, run 2 another text and one more file, run 3 changes nothing, run 4 has less.
fn deployed() -> Lumi {
    let lumi = Lumi::program(&program("one", ""));
    lumi.run(&["up", "-y"]).ok();
    lumi.file("index.ts", program("two", EXTRA));
    lumi.run(&["up", "-y"]).ok();
    lumi.run(&["up", "-y"]).ok();
    lumi.file(
        "index.ts",
        "import { fs } from \"lumi/std\";\n\
         new fs.File(\"other\", { path: \"out/other.txt\", content: \"3\" });\n",
    );
    lumi.run(&["up", "-y"]).ok();
    lumi
}

#[test]
fn a_run_of_the_history_shows_what_it_changed() {
    let lumi = deployed();
    let first = lumi.run(&["stack", "history", "1"]).ok();
    assert!(first.contains("+ create std:fs:File \"note\""), "{first}");
    assert!(first.contains("+ content: [secret]"), "{first}");
    let second = lumi.run(&["stack", "history", "2"]).ok();
    assert!(second.contains("~ content: \"one\" -> \"two\""), "{second}");
    assert!(
        second.contains("+ create std:fs:File \"extra\""),
        "{second}"
    );
    assert!(!second.contains("token"), "{second}");
    let third = lumi.run(&["stack", "history", "3"]).ok();
    assert_eq!(third.lines().count(), 1, "{third}");
    let last = lumi.run(&["stack", "history", "4", "--json"]).json();
    let steps = last["changes"].as_array().unwrap();
    assert_eq!(steps.len(), 5, "{last}");
    assert_eq!(last["outputs"]["old"]["path"], "out/note.txt");
    assert!(last["milliseconds"].is_number());
    let unknown = lumi.run(&["stack", "history", "5"]);
    assert_eq!(unknown.code, 2, "{}", unknown.transcript());
    let list = lumi.run(&["stack", "ls"]).ok();
    assert!(
        list.contains("1 resource  ") && list.contains("  up\n"),
        "{list}"
    );
    assert_eq!(
        lumi.run(&["stack", "ls", "--json"]).json()[0]["resources"],
        1
    );
}

/// Computed values of resources that are created again get new values.
#[test]
fn a_stack_goes_back_to_an_earlier_run() {
    let lumi = deployed();
    let plan = lumi.run(&["stack", "rollback", "2", "-n"]).ok();
    assert!(
        plan.contains("+4 to create") && plan.contains("-1 to delete"),
        "{plan}"
    );
    assert!(!lumi.folder().join("out/note.txt").exists());
    let refused = lumi.run(&["stack", "rollback", "2"]);
    assert_eq!(refused.code, 2, "{}", refused.transcript());
    lumi.run(&["stack", "rollback", "2", "-y"]).ok();
    assert_eq!(lumi.read("out/note.txt"), "two");
    assert_eq!(lumi.read("out/extra.txt"), "x");
    assert!(!lumi.folder().join("out/other.txt").exists());
    assert_eq!(
        lumi.run(&["stack", "output", "path"]).ok(),
        "out/note.txt\n"
    );
    let password = lumi
        .run(&["state", "show", "password", "--show-secrets"])
        .json();
    assert_eq!(
        password["outputs"]["result"]["value"],
        lumi.read("out/token.txt")
    );
    let history = lumi.run(&["stack", "history"]).ok();
    assert!(history.contains("back to 2"), "{history}");
    // The program of that run has nothing to do.
    lumi.file("index.ts", program("two", EXTRA));
    lumi.run(&["preview", "--expect-no-changes"]).ok();
    lumi.run(&["stack", "rollback", "1", "-y"]).ok();
    assert_eq!(lumi.read("out/note.txt"), "one");
    assert!(!lumi.folder().join("out/extra.txt").exists());
}

#[test]
fn resources_that_cannot_be_rolled_back_are_named() {
    let lumi = Lumi::program(
        "import * as lumi from \"lumi\";\n\
         import { exec, fs } from \"lumi/std\";\n\
         const run = new exec.Command(\"run\", { create: \"echo some words\" });\n\
         new fs.File(\"page\", { path: \"page.txt\", content: lumi.interpolate`it is ${run.stdout}` });\n",
    );
    lumi.run(&["up", "-y"]).ok();
    lumi.run(&["destroy", "-y"]).ok();
    let refused = lumi.run(&["stack", "rollback", "1", "-y"]);
    assert_eq!(refused.code, 1, "{}", refused.transcript());
    assert!(refused.stderr.contains("\"page\""), "{}", refused.stderr);
    assert!(refused.stderr.contains("`content`"), "{}", refused.stderr);
    assert!(!lumi.folder().join("page.txt").exists());
    let unknown = lumi.run(&["stack", "rollback", "9", "-y"]);
    assert_eq!(unknown.code, 2, "{}", unknown.transcript());
}

/// A generated value has no object elsewhere: it is restored, and so is what was computed from it.
#[test]
fn new_projects_go_back() {
    let lumi = Lumi::new();
    lumi.run(&["new", "site"]).ok();
    lumi.run(&["-C", "site", "up", "-y"]).ok();
    let before = lumi.read("site/out/dev/index.html");
    lumi.run(&["-C", "site", "config", "set", "greeting", "Hallo"])
        .ok();
    lumi.run(&["-C", "site", "up", "-y"]).ok();
    let after = lumi.read("site/out/dev/index.html");
    assert_ne!(before, after);
    let plan = lumi
        .run(&["-C", "site", "stack", "rollback", "1", "-n"])
        .ok();
    assert!(plan.contains("+-1 to replace"), "{plan}");
    lumi.run(&["-C", "site", "stack", "rollback", "1", "-y"])
        .ok();
    assert_eq!(lumi.read("site/out/dev/index.html"), before);
    lumi.run(&["-C", "site", "stack", "rollback", "2", "-y"])
        .ok();
    assert_eq!(lumi.read("site/out/dev/index.html"), after);
    lumi.run(&["-C", "site", "preview", "--expect-no-changes"])
        .ok();
}

#[test]
fn a_password_that_is_gone_comes_back() {
    let lumi = Lumi::new();
    lumi.run(&["new", "users", "--template", "component"]).ok();
    lumi.run(&["-C", "users", "up", "-y"]).ok();
    let before = lumi.read("users/out/accounts/grace.conf");
    let program = lumi.read("users/index.ts");
    lumi.file("users/index.ts", program.replace("\"grace\"", "\"mary\""));
    lumi.run(&["-C", "users", "up", "-y"]).ok();
    assert!(!lumi.folder().join("users/out/accounts/grace.conf").exists());
    let plan = lumi.run(&["-C", "users", "stack", "rollback", "1", "-n"]);
    // A password may have any sign, such as `=`.
    let (_, password) = before.trim_end().split_once("password=").unwrap();
    assert_eq!(password.len(), 24, "{before}");
    assert!(
        !plan.transcript().contains(password),
        "{}",
        plan.transcript()
    );
    lumi.run(&["-C", "users", "stack", "rollback", "1", "-y"])
        .ok();
    assert_eq!(lumi.read("users/out/accounts/grace.conf"), before);
}

#[test]
fn the_history_is_kept_when_a_stack_gets_another_name_or_key() {
    let lumi = deployed();
    lumi.file("pass", "correct horse\n");
    lumi.run(&["stack", "rotate", "--to-passphrase", "pass", "-y"])
        .ok();
    let run = |args: &[&str]| {
        let mut command = lumi.command(args);
        command.env("LUMI_PASSPHRASE", "correct horse");
        crate::support::lumi::Answer::of(command.output().unwrap(), args, lumi.folder())
    };
    run(&["stack", "rename", "dev", "prod", "-y"]).ok();
    let second = run(&["stack", "history", "2", "-s", "prod"]).ok();
    assert!(second.contains("~ content: \"one\" -> \"two\""), "{second}");
    run(&["stack", "rollback", "2", "-s", "prod", "-y"]).ok();
    assert_eq!(lumi.read("out/note.txt"), "two");
}

/// The history's states are bounded, and a stack without them still works.
#[test]
fn a_run_whose_state_is_not_kept_is_listed_only() {
    let lumi = deployed();
    std::fs::remove_dir_all(lumi.folder().join(".lumi/stacks/demo/dev/history/states")).unwrap();
    let shown = lumi.run(&["stack", "history", "2"]);
    assert_eq!(shown.code, 0, "{}", shown.transcript());
    assert!(shown.stderr.contains("no longer kept"), "{}", shown.stderr);
    let refused = lumi.run(&["stack", "rollback", "2", "-y"]);
    assert_eq!(refused.code, 2, "{}", refused.transcript());
    lumi.run(&["up", "-y"]).ok();
    let last = lumi.run(&["stack", "history", "5"]);
    assert_eq!(last.code, 0, "{}", last.transcript());
}

const COPIED: &str = r#"
import * as lumi from "lumi";
import { fs } from "lumi/std";
new fs.Directory("www", { path: "out/www", source: new lumi.FileArchive("www") });
new fs.Directory("mixed", {
  path: "out/mixed",
  source: new lumi.AssetArchive({ site: new lumi.FileArchive("www"), "a.txt": new lumi.FileAsset("a.txt") }),
});
new fs.File("copy", { path: "out/a.txt", source: new lumi.FileAsset("a.txt") });
"#;

/// Folders that are copied are recorded by their hash, so they go back as long as they are what they were.
#[test]
fn copied_folders_that_are_gone_come_back_if_their_sources_are_the_same() {
    let lumi = Lumi::program(COPIED);
    lumi.file("www/index.html", "one");
    lumi.file("www/img/a.svg", "<svg/>");
    lumi.file("a.txt", "1");
    lumi.run(&["up", "-y"]).ok();
    lumi.run(&["destroy", "-y"]).ok();
    assert!(!lumi.folder().join("out").exists());
    lumi.run(&["stack", "rollback", "1", "-y"]).ok();
    assert_eq!(lumi.read("out/www/index.html"), "one");
    assert_eq!(lumi.read("out/mixed/site/img/a.svg"), "<svg/>");
    assert_eq!(lumi.read("out/a.txt"), "1");
    lumi.run(&["preview", "--expect-no-changes"]).ok();

    // Run 4 has another content of the folder; what it was in run 1 is nowhere.
    lumi.file("www/index.html", "two");
    lumi.run(&["up", "-y"]).ok();
    let refused = lumi.run(&["stack", "rollback", "1", "-y"]);
    assert_eq!(refused.code, 1, "{}", refused.transcript());
    for name in ["www", "mixed"] {
        let line = format!(
            "std:fs:Directory \"{name}\": the content of \"www\" is not what it was in that run"
        );
        assert!(refused.stderr.contains(&line), "{}", refused.stderr);
    }
    assert_eq!(lumi.read("out/www/index.html"), "two");
    // As from version control.
    lumi.file("www/index.html", "one");
    lumi.run(&["stack", "rollback", "1", "-y"]).ok();
    assert_eq!(lumi.read("out/www/index.html"), "one");
}

fn with_things(things: &str) -> String {
    format!(
        r#"
import * as dynamic from "lumi/dynamic";
const provider: dynamic.ResourceProvider = {{
  async create(inputs) {{ return {{ id: `made with ${{inputs.name}}`, outs: {{ ...inputs }} }}; }},
  async update(id, old, inputs) {{ return {{ outs: {{ ...inputs }} }}; }},
  async delete(id) {{}},
}};
class Thing extends dynamic.Resource {{
  constructor(name: string, size: number) {{
    super(provider, name, {{ name, size }});
  }}
}}
{things}
"#
    )
}

/// Dynamic resources need the program's code: without it, nothing is done.
#[test]
fn dynamic_resources_go_back_too() {
    let lumi = Lumi::program(&with_things("new Thing(\"a\", 1); new Thing(\"b\", 1);"));
    lumi.run(&["up", "-y"]).ok();
    lumi.file("index.ts", with_things("new Thing(\"a\", 2);"));
    lumi.run(&["up", "-y"]).ok();
    let sizes = || {
        let state = lumi.run(&["stack", "export"]).json();
        let resources = state["resources"].as_array().unwrap().clone();
        let sizes = resources.iter().map(|it| it["outputs"]["size"].to_string());
        sizes.collect::<Vec<_>>()
    };
    assert_eq!(sizes(), ["2"]);
    lumi.run(&["stack", "rollback", "1", "-y"]).ok();
    assert_eq!(sizes(), ["1", "1"]);
    lumi.file("index.ts", "export const nothing = 1;\n");
    lumi.run(&["up", "-y"]).ok();
    assert!(sizes().is_empty());
    let refused = lumi.run(&["stack", "rollback", "1", "-y"]);
    assert_eq!(refused.code, 1, "{}", refused.transcript());
    assert!(
        refused.stderr.contains("put the class `Thing` back"),
        "{}",
        refused.transcript()
    );
    assert!(sizes().is_empty());
    let register = "dynamic.register(\"dynamic:index:Thing\", provider);";
    lumi.file("index.ts", with_things(register));
    lumi.run(&["stack", "rollback", "1", "-y"]).ok();
    assert_eq!(sizes(), ["1", "1"]);
    lumi.run(&["destroy", "-y"]).ok();
}

fn site(name: &str, options: &str) -> String {
    format!(
        "import {{ fs }} from \"lumi/std\";\n\
         import * as lumi from \"lumi\";\n\
         class Site extends lumi.ComponentResource {{\n\
           constructor(name: string, options?: lumi.ComponentResourceOptions) {{\n\
             super(\"acme:web:Site\", name, {{}}, options);\n\
             new fs.File(`${{name}}-page`, {{ path: \"out/page.txt\", content: \"1\" }}, {{ parent: this }});\n\
           }}\n\
         }}\n\
         new Site(\"{name}\", {options});\n"
    )
}

#[test]
fn going_back_over_a_rename_touches_no_object() {
    let lumi = Lumi::program(&site("docs", "{}"));
    lumi.run(&["up", "-y"]).ok();
    lumi.file(
        "index.ts",
        site("handbook", "{ aliases: [{ name: \"docs\" }] }"),
    );
    lumi.run(&["up", "-y"]).ok();
    let back = lumi.run(&["stack", "rollback", "1", "-y", "--json"]).ok();
    assert!(
        !back.contains("\"create\"") && !back.contains("\"delete\""),
        "{back}"
    );
    lumi.file("index.ts", site("docs", "{}"));
    lumi.run(&["preview", "--expect-no-changes"]).ok();
}

#[test]
fn a_renamed_component_keeps_its_children() {
    let lumi = Lumi::program(&site("docs", "{}"));
    lumi.run(&["up", "-y"]).ok();
    let moved = lumi.seen(&["state", "mv", "docs", "handbook"]);
    assert!(moved.contains("::handbook-page"), "{moved}");
    lumi.file("index.ts", site("handbook", "{}"));
    lumi.run(&["preview", "--expect-no-changes"]).ok();
}

#[test]
fn the_history_hides_what_the_program_hides() {
    let write = |lumi: &Lumi, content: &str| {
        let options = "{ hideDiffs: [\"content\"] }";
        let text = format!(
            "import {{ fs }} from \"lumi/std\";\n\
             new fs.File(\"a\", {{ path: \"out/a.txt\", content: \"{content}\" }}, {options});\n"
        );
        lumi.file("index.ts", text);
        lumi.run(&["up", "-y"]).ok();
    };
    let lumi = Lumi::program("");
    write(&lumi, "before");
    write(&lumi, "after");
    for args in [
        &["stack", "history", "2"][..],
        &["stack", "history", "2", "--json"],
    ] {
        let said = lumi.run(args).ok();
        assert!(!said.contains("after"), "{said}");
        assert!(
            said.contains("the differences are hidden by `hideDiffs`"),
            "{said}"
        );
    }
}
