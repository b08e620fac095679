//! The everyday workflow with the real binary and its complete output.

use std::fs;

use crate::support::lumi::Lumi;

/// A file, and a command that prints its content.
pub const PROGRAM: &str = r#"
import { interpolate } from "lumi";
import { exec, fs } from "lumi/std";

const page = new fs.File("page", { path: "public/index.html", content: "<h1>Hello</h1>\n" });
const check = new exec.Command("check", {
  create: interpolate`grep -c h1 ${page.path}`,
  triggers: [page.sha256],
});

export const size = page.size;
export const headings = check.stdout;
"#;

pub fn seen(lumi: &Lumi, lines: &[&str]) -> String {
    let all = lines.iter().map(|line| {
        let args: Vec<&str> = line.split(' ').collect();
        lumi.seen(&args)
    });
    all.collect::<Vec<_>>().join("\n")
}

/// Replaces the random id of a command.
fn without_ids(text: &str) -> String {
    let lines = text
        .split_inclusive('\n')
        .map(|line| match line.split_once("\"check\"  id ") {
            Some((head, tail)) => {
                let (_, tail) = tail.split_once("  ").unwrap();
                format!("{head}\"check\"  id [id]  {tail}")
            }
            None => line.to_owned(),
        });
    lines.collect()
}

pub fn change(lumi: &Lumi, from: &str, to: &str) {
    let text = lumi.read("index.ts");
    assert!(text.contains(from), "{text}");
    lumi.file("index.ts", text.replace(from, to));
}

#[test]
pub fn the_everyday_loop() {
    let lumi = Lumi::program(PROGRAM);
    insta::assert_snapshot!("loop_first", seen(&lumi, &["preview", "up -y", "up -y"]));
    assert_eq!(lumi.read("public/index.html"), "<h1>Hello</h1>\n");

    change(&lumi, "Hello</h1>", "Hello</h1><h1>World</h1>");
    insta::assert_snapshot!(
        "loop_change",
        without_ids(&seen(&lumi, &["preview", "preview --diff", "up -y"]))
    );

    lumi.file("public/index.html", "drift");
    insta::assert_snapshot!(
        "loop_drift",
        seen(&lumi, &["refresh -y", "preview", "up -y", "stack output"])
    );
    assert_eq!(
        lumi.read("public/index.html"),
        "<h1>Hello</h1><h1>World</h1>\n"
    );

    // The same in one command.
    fs::remove_file(lumi.folder().join("public/index.html")).unwrap();
    insta::assert_snapshot!("loop_refresh", seen(&lumi, &["up -y --refresh"]));

    insta::assert_snapshot!(
        "loop_end",
        seen(&lumi, &["preview --destroy", "destroy -y", "destroy -y"])
    );
    assert!(!lumi.folder().join("public/index.html").exists());
}

/// An id with keepers, a command that its value triggers, and a file of what the command says.
const CASCADE: &str = r#"import { exec, fs, random } from "lumi/std";
const id = new random.Id("id", { byteLength: 4, keepers: { version: "1" } });
const command = new exec.Command("command", { create: "echo made", triggers: [id.hex] });
new fs.File("file", { path: "out.txt", content: command.stdout });
"#;

/// Replaces what differs from run to run: ids, and outputs of the resource `id`.
fn without_random(lumi: &Lumi, text: &str) -> String {
    let listed = lumi.run(&["state", "ls", "--json"]).json();
    let ids = listed.as_array().unwrap().iter();
    let mut random: Vec<String> = ids
        .filter_map(|it| it["id"].as_str().map(str::to_owned))
        .collect();
    let shown = lumi.run(&["state", "show", "id"]).json();
    let outputs = shown["outputs"].as_object().unwrap().values();
    random.extend(outputs.filter_map(|it| it.as_str().map(str::to_owned)));
    random.retain(|it| it != "out.txt");
    random.sort_by_key(|it| std::cmp::Reverse(it.len()));
    let masked = |text: String, it: &String| text.replace(it, "[random]");
    random.iter().fold(text.to_owned(), masked)
}

#[test]
pub fn a_replacement_says_what_forces_it() {
    let lumi = Lumi::program(CASCADE);
    let allowed = |line: &str| format!("{line} --allow-run --allow-write=.");
    lumi.run(&["up", "-y", "--allow-run", "--allow-write=."])
        .ok();
    let replaced = [
        allowed("preview --replace id"),
        allowed("preview --replace id --diff"),
    ];
    let replaced = seen(&lumi, &replaced.each_ref().map(String::as_str));
    change(&lumi, "version: \"1\"", "version: \"2\"");
    let changed = [allowed("preview"), allowed("preview --diff")];
    let changed = seen(&lumi, &changed.each_ref().map(String::as_str));
    insta::assert_snapshot!(without_random(&lumi, &format!("{replaced}\n{changed}")));
}

#[test]
pub fn deploy_is_up_for_a_stack() {
    let lumi = Lumi::with_sdk("export const stack = lumi.getStack();\n");
    insta::assert_snapshot!(seen(
        &lumi,
        &[
            "deploy prod -n --create",
            "deploy prod -y --create",
            "stack ls",
            "deploy prod -y --expect-no-changes",
        ]
    ));
}

#[test]
pub fn events_of_up_are_lines_of_json() {
    let lumi = Lumi::program(PROGRAM);
    let answer = lumi.run(&["up", "-y", "--json"]);
    assert_eq!(answer.stderr, "");
    let lines: Vec<serde_json::Value> = answer
        .ok()
        .lines()
        .map(|line| {
            let mut line: serde_json::Value = serde_json::from_str(line).unwrap();
            if let Some(time) = line.get_mut("milliseconds") {
                assert!(time.as_f64().unwrap() > 0.0);
                *time = "[time]".into();
            }
            let at = line.as_object_mut().unwrap().remove("at").unwrap();
            assert!(chrono::DateTime::parse_from_rfc3339(at.as_str().unwrap()).is_ok());
            // The id of a command is random.
            if let Some(id) = line
                .get_mut("id")
                .filter(|it| it.as_str() != Some("public/index.html"))
            {
                *id = "[id]".into();
            }
            line
        })
        .collect();
    let text = lines.iter().map(|it| format!("{it}\n")).collect::<String>();
    insta::assert_snapshot!(text);
}

#[test]
pub fn exit_codes_tell_of_changes() {
    let lumi = Lumi::program(PROGRAM);
    let code = |args: &str| lumi.run(&args.split(' ').collect::<Vec<_>>()).code;
    assert_eq!(code("preview"), 0);
    assert_eq!(code("preview --detailed-exitcode"), 2);
    assert_eq!(code("preview --expect-no-changes"), 1);
    assert_eq!(code("up -y --expect-no-changes"), 1);
    assert!(!lumi.folder().join("public").exists());
    assert_eq!(code("up -y"), 0);
    assert_eq!(code("preview --detailed-exitcode"), 0);
    assert_eq!(code("preview --expect-no-changes"), 0);
    lumi.file("public/index.html", "drift");
    assert_eq!(code("refresh -y --expect-no-changes"), 1);
    assert_eq!(code("preview --detailed-exitcode --refresh"), 2);
    change(&lumi, "export const size", "throw 1; export const size");
    assert_eq!(code("preview --detailed-exitcode"), 1);
}

const THREE: &str = r#"
import { fs } from "lumi/std";

const a = new fs.File("a", { path: "out/a", content: "1" });
const b = new fs.File("b", { path: "out/b", content: a.sha256 });
new fs.File("c", { path: "out/c", content: "1" });
"#;

#[test]
pub fn targets_and_exclusions_select_resources() {
    let lumi = Lumi::program(THREE);
    let missing = seen(&lumi, &["preview --target b", "preview --exclude a"]);
    lumi.run(&["up", "-y"]).ok();
    change(&lumi, "\"1\"", "\"2\"");
    let targets = seen(
        &lumi,
        &[
            "up -y --target b",
            "preview --exclude a",
            "up -y --exclude c",
            "destroy -y --target a",
            "preview --destroy --target a --target-dependents",
            "up -y --replace c",
            "up -y --target d",
            "up -y --exclude d",
        ],
    );
    insta::assert_snapshot!([missing, targets].join("\n"));
}

#[test]
pub fn a_question_needs_a_terminal() {
    let lumi = Lumi::program(PROGRAM);
    insta::assert_snapshot!(seen(&lumi, &["up", "destroy", "refresh"]));
    assert!(!lumi.folder().join("public").exists());
}

#[test]
pub fn an_imported_object_stays_with_its_code() {
    let lumi = Lumi::program("");
    lumi.file("etc/motd", "hello\nworld\n");
    let import = ["import", "std:fs:File", "motd", "etc/motd", "-y"];
    let mistakes = seen(
        &lumi,
        &[
            "import std:fs:File motd etc/nothing -y",
            "import std:fs:Fil motd etc/motd -y",
            "import acme:a:B motd etc/motd -y",
            "import std:fs:File motd etc/motd",
        ],
    );
    let imported = lumi.seen(&import);
    let forgotten = seen(&lumi, &["preview", "import std:fs:File motd etc/motd -y"]);
    let (_, code) = imported.split_once("\n\n").unwrap();
    let (code, _) = code.rsplit_once("[exit").unwrap();
    lumi.file("index.ts", code);
    let pasted = seen(&lumi, &["preview --detailed-exitcode", "destroy -y"]);
    insta::assert_snapshot!([mistakes, imported, forgotten, pasted].join("\n"));
    assert_eq!(lumi.read("etc/motd"), "hello\nworld\n");
}

#[test]
pub fn a_renamed_resource_can_be_kept() {
    let lumi = Lumi::program(PROGRAM);
    lumi.run(&["up", "-y"]).ok();
    change(&lumi, "File(\"page\"", "File(\"home\"");
    let hint = seen(&lumi, &["preview"]);
    change(
        &lumi,
        "\\n\" }",
        "\\n\" }, { aliases: [{ name: \"page\" }] }",
    );
    insta::assert_snapshot!([hint, seen(&lumi, &["preview", "up -y"])].join("\n"));
}

/// Components whose children are named after them.
const BOXES: &str = r#"
import { ComponentResource } from "lumi";
import { random } from "lumi/std";

const before: string | undefined = undefined;
const name = "box";

class Box extends ComponentResource {
  constructor(name: string, alias: string | undefined) {
    super("demo:index:Box", name, {}, alias === undefined ? {} : { aliases: [{ name: alias }] });
    new random.Id(`${name}-id`, { byteLength: 2 }, { parent: this });
  }
}

for (let index = 0; index < 200; index++) {
  new Box(`${name}-${index}`, before === undefined ? undefined : `${before}-${index}`);
}
"#;

#[test]
pub fn children_of_renamed_components_stay() {
    let lumi = Lumi::program(BOXES);
    lumi.run(&["up", "-y"]).ok();
    change(&lumi, "= undefined;", "= \"box\";");
    change(&lumi, "name = \"box\"", "name = \"crate\"");
    for command in [&["preview"][..], &["up", "-y"]] {
        let seen = lumi.run(command).ok();
        assert!(seen.contains(" 400 unchanged"), "{seen}");
    }
}

#[test]
pub fn run_touches_nothing() {
    let lumi = Lumi::program(PROGRAM);
    lumi.run(&["up", "-y"]).ok();
    let state = lumi.read(".lumi/stacks/demo/dev/snapshot.json");
    change(&lumi, "Hello", "Bye");
    assert!(lumi.run(&["run"]).ok().contains("+ 2 to create"));
    assert_eq!(lumi.read("public/index.html"), "<h1>Hello</h1>\n");
    assert_eq!(lumi.read(".lumi/stacks/demo/dev/snapshot.json"), state);
    fs::remove_dir_all(lumi.folder().join(".lumi")).unwrap();
    fs::remove_dir_all(lumi.folder().join("public")).unwrap();
    lumi.run(&["run"]).ok();
    lumi.run(&["preview"]).ok();
    assert!(!lumi.folder().join(".lumi").exists());
}

/// Contents that could be guessed, and verified by a plain hash. No time or id contains them.
const SECRETS: &str = r#"
import { Config, secret, StringAsset, AssetArchive } from "lumi";
import { fs } from "lumi/std";

const pin = secret("pin-hunter-1");
const file = new fs.File("pin", { path: "out/pin", content: pin });
const pins = secret(new AssetArchive({ "a/pin": new StringAsset("pin-hunter-1"), b: new StringAsset("b") }));
const folder = new fs.Directory("pins", { path: "out/pins", source: pins });

export const hashes = [file.sha256, folder.sha256, folder.files];
"#;
/// SHA-256 of `pin-hunter-1`.
const HASH: &str = "ef8533f70b2ffe0cbe252e796bde9ee11725c7a3c865386dabd630d838be01f1";

#[test]
pub fn hashes_of_secrets_are_secret() {
    let lumi = Lumi::program(SECRETS);
    let mut shown = lumi
        .run(&["preview", "--diff", "--save", "plan.json"])
        .transcript();
    shown += &lumi.run(&["up", "--plan", "plan.json", "--json"]).ok();
    shown += &lumi.run(&["up", "-y", "--refresh"]).ok();
    for args in ["stack output", "stack export", "graph --format json"] {
        let args: Vec<&str> = args.split(' ').collect();
        shown += &lumi.run(&args).ok();
    }
    for file in ["plan.json", ".lumi/stacks/demo/dev/snapshot.json"] {
        shown += &lumi.read(file);
    }
    assert!(
        !shown.contains("pin-hunter-1") && !shown.contains(HASH),
        "{shown}"
    );
    assert_eq!(lumi.read("out/pin"), "pin-hunter-1");
    let outputs = lumi.run(&["stack", "output", "--show-secrets"]).ok();
    assert_eq!(outputs.matches(HASH).count(), 2, "{outputs}");
    // The plan reveals nothing to an attacker who guesses.
    change(
        &lumi,
        "secret(\"pin-hunter-1\")",
        "secret(\"pin-hunter-2\")",
    );
    lumi.run(&["preview", "--save", "plan.json"]).ok();
    change(
        &lumi,
        "secret(\"pin-hunter-2\")",
        "secret(\"pin-hunter-3\")",
    );
    let refused = lumi.run(&["up", "--plan", "plan.json"]);
    assert_eq!(refused.code, 1);
    assert!(refused.stderr.contains("its inputs differ from the plan"));
    change(
        &lumi,
        "secret(\"pin-hunter-3\")",
        "secret(\"pin-hunter-2\")",
    );
    lumi.run(&["up", "--plan", "plan.json"]).ok();
    assert_eq!(lumi.read("out/pin"), "pin-hunter-2");
}

#[test]
pub fn a_preview_sees_what_is_in_the_way() {
    let lumi = Lumi::program(THREE);
    lumi.file("out/a", "mine");
    insta::assert_snapshot!(seen(&lumi, &["preview"]));
    assert_eq!(lumi.run(&["up", "-y"]).code, 1);
    assert_eq!(lumi.read("out/a"), "mine");
    // A file with the desired content is adopted.
    lumi.file("out/a", "1");
    lumi.run(&["preview"]).ok();
    lumi.run(&["up", "-y"]).ok();
    // A file that the resource itself manages does not block its update.
    change(&lumi, "\"1\"", "\"2\"");
    lumi.run(&["preview", "--replace", "a", "--replace", "b"])
        .ok();
    lumi.run(&["up", "-y", "--replace", "a", "--replace", "b"])
        .ok();
}

/// In a plan the content of a file may be unknown, but a conflict with another resource's file is
/// known.
#[test]
pub fn a_preview_sees_a_file_of_another_resource_below_unknown_content() {
    let lumi = Lumi::program(
        "import { ComponentResource } from \"lumi\";\n\
         import { fs, random } from \"lumi/std\";\n\
         class Site extends ComponentResource {\n\
           constructor(name: string) {\n\
             super(\"web:index:Site\", name);\n\
             const id = new random.Id(`${name}-id`, { byteLength: 4 }, { parent: this });\n\
             new fs.File(`${name}-page`, { path: \"out/page\", content: id.hex }, { parent: this });\n\
           }\n\
         }\n\
         new Site(\"docs\");\n",
    );
    lumi.run(&["up", "-y"]).ok();
    let page = lumi.read("out/page");
    change(&lumi, "Site(\"docs\")", "Site(\"handbook\")");
    insta::assert_snapshot!(lumi.seen(&["preview"]));
    assert_eq!(lumi.run(&["up", "-y"]).code, 1);
    assert_eq!(lumi.read("out/page"), page);
    change(
        &lumi,
        "name);",
        "name, {}, { aliases: [{ name: \"docs\" }] });",
    );
    lumi.run(&["up", "-y"]).ok();
    assert_eq!(lumi.read("out/page"), page);
}

/// Protection is not an input of an object, but its change is displayed.
#[test]
pub fn protection_alone_is_a_change() {
    let lumi = Lumi::program(
        "import { fs } from \"lumi/std\";\nnew fs.File(\"a\", { path: \"out/a\", content: \"1\" }, {});\n",
    );
    lumi.run(&["up", "-y"]).ok();
    change(&lumi, "{})", "{ protect: true })");
    insta::assert_snapshot!(lumi.seen(&["preview", "--diff"]));
    assert_eq!(lumi.run(&["preview", "--detailed-exitcode"]).code, 2);
    lumi.run(&["up", "-y"]).ok();
    lumi.run(&["preview", "--expect-no-changes"]).ok();
    assert_eq!(lumi.run(&["destroy", "-y"]).code, 1);
    change(&lumi, "{ protect: true })", "{ protect: false })");
    lumi.run(&["up", "-y"]).ok();
    lumi.run(&["destroy", "-y"]).ok();
    assert!(!lumi.folder().join("out/a").exists());
}

#[test]
fn an_empty_stack_is_destroyed_without_a_question() {
    let lumi = Lumi::program("export const a = 1;");
    let said = lumi.run(&["destroy"]).ok();
    assert!(said.contains("nothing to do"), "{said}");
    lumi.run(&["up", "-y"]).ok();
    lumi.run(&["destroy"]).ok();
}
