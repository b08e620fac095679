//! Stacks: selecting, listing, protecting and inspecting them.

use crate::support::lumi::Lumi;

/// An export: a network, a server in it that has a secret, and an interrupted operation.
pub const DOCUMENT: &str = concat!(
    r#"{"export":1,"by":""#,
    env!("CARGO_PKG_VERSION"),
    r#"","project":"demo","stack":"dev",
"lastRun":{"kind":"up","at":"2026-11-20T10:00:00Z","version":"0.1.0"},"finished":true,"lastSerial":3,"lastOperation":2,
"outputs":{"url":"http://10.0.0.5","password":{"$lumi":"secret","value":"hunter2"}},
"pending":[
{"operation":2,"action":{"create":{"resource":{"serial":3,"order":2,"urn":"urn:lumi:dev::demo::index::acme:dns:Record::www","inputs":{"name":"www"}}}},"message":"the connection was lost"}
],
"resources":[
{"serial":1,"order":0,"urn":"urn:lumi:dev::demo::index::acme:net:Network::net","id":"net-1","inputs":{"range":"10.0.0.0/16"},"outputs":{"range":"10.0.0.0/16"}},
{"serial":2,"order":1,"urn":"urn:lumi:dev::demo::index::acme:vm:Server::web","id":"vm-7","inputs":{"network":"net-1","password":{"$lumi":"secret","value":"hunter2"}},"dependencies":[{"path":"network","urn":"urn:lumi:dev::demo::index::acme:net:Network::net"}],"options":{"protect":true}}
]}
"#
);

/// A project whose stack has the state of the document.
pub fn deployed() -> Lumi {
    let lumi = Lumi::new();
    lumi.file("stack.json", DOCUMENT);
    lumi.run(&["stack", "import", "stack.json"]).ok();
    lumi
}

pub fn transcript(lumi: &Lumi, lines: &[&[&str]]) -> String {
    let answers = lines.iter().map(|line| lumi.run(line).transcript());
    answers.collect::<Vec<_>>().join("\n")
}

#[test]
fn stacks_come_and_go() {
    let lumi = Lumi::new();
    insta::assert_snapshot!(transcript(
        &lumi,
        &[
            &["stack", "ls"],
            &["stack", "select", "prod"],
            &["stack", "init", "prod"],
            &["stack", "init", "prod"],
            &["stack", "init", "a/b"],
            &["stack", "ls"],
            &["stack", "ls", "--json"],
            &["stack", "output"],
            &["stack", "output", "url"],
            &["stack", "output", "--json"],
            &["stack", "history"],
            &["graph"],
            &["stack", "unlock"],
            &["stack", "rm", "prod"],
            &["stack", "rm", "prod", "-y"],
            &["stack", "output"],
        ],
    ));
}

/// All commands have one rule for names, and name it.
#[test]
fn names_of_stacks_have_one_rule() {
    let lumi = Lumi::program("export const a = 1;");
    let long = "x".repeat(101);
    for name in [".", "..", ".hidden", "a/b", "", "a\n", "\u{1b}[1m", &long] {
        for command in [
            &["stack", "init", name][..],
            &["stack", "select", name],
            &["stack", "rm", name, "-y"],
            &["stack", "rename", "dev", name, "-y"],
            &["stack", "rename", name, "other", "-y"],
            &["stack", "export", "-s", name],
            &["state", "ls", "-s", name],
            &["config", "set", "a", "1", "-s", name],
            &["config", "ls", "-s", name],
            &["run", "-s", name],
            &["preview", "-s", name],
            &["up", "-y", "--create", "-s", name],
            &["deploy", name, "-y", "--create"],
            &["graph", "-s", name],
        ] {
            let answer = lumi.run(command);
            assert_eq!(answer.code, 2, "{}", answer.transcript());
            let rule = match name.len() {
                101 => "use at most 100",
                _ => "a name begins with a letter, a digit or `_`",
            };
            let said = &answer.stderr;
            assert!(said.contains(rule), "{}", answer.transcript());
            assert!(!said.contains('\u{1b}'), "{said:?}");
        }
    }
    let files = std::fs::read_dir(lumi.folder()).unwrap().count();
    assert_eq!(files, 2, "the program and Lumi.yaml");
}

#[test]
fn the_selected_stack_is_the_default() {
    let lumi = Lumi::with_sdk("export const stack = lumi.getStack();");
    let stack = |flags: &[&str]| {
        let args = [&["run", "--format", "json"], flags].concat();
        lumi.run(&args).json()["outputs"]["stack"].clone()
    };
    assert_eq!(stack(&[]), "dev");
    lumi.run(&["stack", "init", "prod"]).ok();
    assert_eq!(stack(&[]), "prod");
    assert_eq!(stack(&["-s", "other"]), "other");
    lumi.file(".lumi/selected", "../x\n");
    assert_eq!(lumi.run(&["run"]).code, 2);
}

#[test]
fn secrets_are_encrypted_in_the_file_and_open_in_the_program() {
    let lumi = Lumi::with_sdk(
        "const config = new lumi.Config();\n\
         export const token = config.requireSecret(\"token\");",
    );
    lumi.run(&["config", "set", "token", "hunter2", "--secret"])
        .ok();
    let file = lumi.read("Lumi.dev.yaml");
    assert!(file.contains("secure: \"v1:"), "{file}");
    assert!(!file.contains("hunter2"), "{file}");
    let shown = lumi.run(&["run", "--show-secrets"]).ok();
    assert!(shown.contains("token: \"hunter2\""), "{shown}");
    assert!(!lumi.run(&["run"]).ok().contains("hunter2"));
    assert_eq!(lumi.run(&["config", "get", "token"]).ok(), "hunter2\n");
    assert_eq!(lumi.run(&["config", "ls"]).ok(), "token  [secret]\n");
    // Without the key the value cannot be read, and the error gives the reason.
    std::fs::remove_file(lumi.folder().join(".lumi/key")).unwrap();
    let answer = lumi.run(&["run"]);
    assert_eq!(answer.code, 2, "{}", answer.transcript());
    assert!(answer.stderr.contains("token"), "{}", answer.stderr);
    // A value from the command line needs no key.
    lumi.run(&["run", "-c", "token=x"]).ok();
}

#[test]
fn a_passphrase_protects_as_well_as_a_key_file() {
    let lumi = Lumi::new();
    let run = |passphrase: &str, args: &[&str]| {
        let mut command = lumi.command(args);
        command.env("LUMI_PASSPHRASE", passphrase);
        command.output().unwrap()
    };
    assert!(
        run("open sesame", &["config", "set", "a", "b", "--secret"])
            .status
            .success()
    );
    assert!(!lumi.folder().join(".lumi/key").exists());
    assert_eq!(run("open sesame", &["config", "get", "a"]).stdout, b"b\n");
    let wrong = run("sesame", &["config", "get", "a"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(
        String::from_utf8(wrong.stderr)
            .unwrap()
            .contains("passphrase")
    );
    let none = lumi.run(&["config", "get", "a"]);
    assert!(none.stderr.contains("LUMI_PASSPHRASE"), "{}", none.stderr);
}

#[test]
fn the_backend_is_where_one_says() {
    let lumi = Lumi::new();
    lumi.file("Lumi.yaml", "name: demo\nbackend: file:./there\n");
    lumi.run(&["stack", "init", "prod"]).ok();
    assert!(lumi.folder().join("there/stacks").is_dir());
    assert!(!lumi.folder().join(".lumi/stacks").exists());
    let mut command = lumi.command(&["stack", "ls"]);
    let elsewhere = command.env("LUMI_BACKEND", "file:./elsewhere").output();
    assert_eq!(elsewhere.unwrap().stdout, b"");
    let mut command = lumi.command(&["stack", "ls"]);
    let wrong = command.env("LUMI_BACKEND", "ftp:x").output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn pending_operations_are_listed() {
    let lumi = deployed();
    lumi.run(&["stack", "init", "empty"]).ok();
    insta::assert_snapshot!(transcript(
        &lumi,
        &[
            &["stack", "pending", "-s", "dev"],
            &["stack", "pending", "-s", "dev", "--json"],
            &["stack", "pending"],
            &["stack", "pending", "-s", "typo"],
        ],
    ));
}

#[test]
fn resources_are_forgotten_one_by_one_or_with_what_needs_them() {
    const NETWORK: &str = "urn:lumi:dev::demo::index::acme:net:Network::net";
    const SERVER: &str = "urn:lumi:dev::demo::index::acme:vm:Server::web";
    const RECORD: &str = "urn:lumi:dev::demo::index::acme:dns:Record::www";
    let lumi = deployed();
    insta::assert_snapshot!(transcript(
        &lumi,
        &[
            &["state", "rm", "wob", "-y"],
            &["state", "rm", &SERVER.replace("web", "wob"), "-y"],
            &["state", "rm", SERVER, "-s", "typo", "-y"],
            &["state", "rm", NETWORK, "-y"],
            &["state", "rm", SERVER],
            &["state", "rm", RECORD, "-y"],
            // By name, as in `--target`.
            &["state", "rm", "web", "-y"],
            &["state", "rm", "web", "-y", "--force"],
            &["state", "rm", NETWORK, "-y"],
            &["graph"],
        ],
    ));
    // A forgotten resource is restored only on request.
    assert_eq!(lumi.run(&["stack", "import", "stack.json"]).code, 3);
    lumi.run(&["stack", "import", "stack.json", "--force"]).ok();
    let all = lumi.run(&["state", "rm", NETWORK, "--dependents", "--force", "-y"]);
    assert!(
        all.stderr.contains("forgot 2 resources\n"),
        "{}",
        all.stderr
    );
    let history = lumi.run(&["stack", "history", "--json"]).json();
    assert_eq!(history[0]["counts"]["forgotten"], 2);
    // The result is a valid state.
    let left = lumi.run(&["stack", "export"]).ok();
    lumi.file("left.json", &left);
    lumi.run(&["stack", "import", "left.json"]).ok();
    // Serials are not reused.
    assert!(left.contains("\"lastSerial\":3"), "{left}");
}

#[test]
fn outputs_are_for_people_and_scripts() {
    let lumi = Lumi::new();
    let numbers = r#""url":"http://10.0.0.5","ports":[80,443],"#;
    lumi.file(
        "stack.json",
        DOCUMENT.replace(r#""url":"http://10.0.0.5","#, numbers),
    );
    lumi.run(&["stack", "import", "stack.json"]).ok();
    insta::assert_snapshot!(transcript(
        &lumi,
        &[
            &["stack", "output"],
            &["stack", "output", "--show-secrets"],
            &["stack", "output", "--json"],
            &["stack", "output", "url"],
            &["stack", "output", "url", "--json"],
            &["stack", "output", "ports"],
            &["stack", "output", "password"],
            &["stack", "output", "password", "--json"],
            &["stack", "output", "password", "--show-secrets"],
            &["stack", "output", "password", "--show-secrets", "--json"],
            &["stack", "output", "pasword"],
        ],
    ));
}

#[test]
fn a_stack_with_resources_is_removed_only_by_force() {
    const NETWORK: &str = "urn:lumi:dev::demo::index::acme:net:Network::net";
    let lumi = deployed();
    lumi.run(&["config", "set", "token", "sesame", "--secret"])
        .ok();
    insta::assert_snapshot!(transcript(
        &lumi,
        &[
            &["stack", "rm", "dev", "-y"],
            &["state", "rm", NETWORK, "--dependents", "--force", "-y"],
            &["stack", "rm", "dev", "-y"],
            &["stack", "rm", "dev", "-y", "--force"],
        ],
    ));
    assert!(
        !lumi
            .folder()
            .join(".lumi/stacks/demo/dev/keys.json")
            .exists()
    );
}

#[test]
fn commands_of_other_tools_are_answered() {
    let lumi = deployed();
    for (args, expected) in [
        (
            &["apply"][..],
            "tip: `lumi up` creates, updates and deletes resources",
        ),
        (&["output", "url"], "tip: `lumi stack output`"),
        (&["stack", "create", "prod"], "tip: `lumi stack init NAME`"),
        (&["up", "--auto-approve"], "tip: `-y` agrees beforehand"),
    ] {
        let answer = lumi.run(args);
        assert_eq!(answer.code, 2, "{}", answer.transcript());
        assert!(answer.stderr.contains(expected), "{}", answer.stderr);
        assert!(!answer.stderr.contains("similar"), "{}", answer.stderr);
    }
    // The alias `list` works.
    let list = lumi.run(&["stack", "list"]).ok();
    assert_eq!(list, lumi.run(&["stack", "ls"]).ok());
    assert_eq!(list, lumi.run(&["stack"]).ok());
    lumi.run(&["stack", "outputs"]).ok();
    lumi.run(&["stack", "delete", "dev", "--force", "-y"]).ok();
}

#[test]
fn a_graph_is_written_to_a_file_in_the_format_of_its_name() {
    let lumi = deployed();
    assert_eq!(lumi.run(&["graph", "--out", "a.svg"]).ok(), "");
    assert!(lumi.read("a.svg").starts_with("<svg"));
    lumi.run(&["graph", "--out", "a.txt", "--format", "json"])
        .ok();
    assert_eq!(
        lumi.read("a.txt"),
        lumi.run(&["graph", "--format", "json"]).ok()
    );
}

#[test]
fn two_stacks_do_not_manage_one_file() {
    let lumi = Lumi::program(
        "import { fs } from \"lumi/std\";\nnew fs.File(\"f\", { path: \"out/f\", content: \"x\" });\n",
    );
    lumi.run(&["up", "-y"]).ok();
    for command in [
        &["preview", "--create", "-s", "prod"][..],
        &["up", "-y", "--create", "-s", "prod"],
    ] {
        let answer = lumi.run(command);
        assert_eq!(answer.code, 1, "{}", answer.transcript());
        let says = "\"out/f\" is managed by \"f\" of the stack `dev` of `demo`";
        assert!(
            answer.transcript().contains(says),
            "{}",
            answer.transcript()
        );
    }
    lumi.run(&["destroy", "-y"]).ok();
    assert!(!lumi.folder().join("out").exists());
    lumi.run(&["up", "-y", "--create", "-s", "prod"]).ok();
}

#[test]
fn configuration_of_a_stack_that_does_not_exist_is_refused() {
    let lumi = Lumi::program("export const a = 1;");
    lumi.run(&["stack", "init", "prod"]).ok();
    insta::assert_snapshot!(lumi.seen(&["config", "set", "-s", "pord", "a", "1"]), @r"
    $ lumi config set -s pord a 1
    error: stack `pord` does not exist
    help: did you mean `prod`? `--create` sets it for a new stack
    [exit 2]
    ");
    assert!(!lumi.folder().join("Lumi.pord.yaml").exists());
    lumi.run(&["config", "set", "-s", "prod", "a", "1"]).ok();
    lumi.run(&["config", "set", "-s", "next", "a", "1", "--create"])
        .ok();
    lumi.run(&["up", "-s", "next", "-y"]).ok();
}

/// A stack that is only configured is not one that was deployed.
#[test]
fn a_stack_with_only_settings_is_listed_as_such() {
    let lumi = Lumi::with_sdk("export const a = 1;\n");
    lumi.run(&["up", "-y"]).ok();
    lumi.run(&["stack", "init", "empty"]).ok();
    lumi.run(&["config", "set", "size", "3", "-s", "plain", "--create"])
        .ok();
    lumi.run(&[
        "config", "set", "token", "t", "--secret", "-s", "sealed", "--create",
    ])
    .ok();
    insta::assert_snapshot!(lumi.seen(&["stack", "ls"]));
    let list = lumi.run(&["stack", "ls", "--json"]).json();
    let exists = |index: usize| (list[index]["name"].clone(), list[index]["exists"].clone());
    assert_eq!(exists(0), ("dev".into(), true.into()));
    assert_eq!(exists(1), ("empty".into(), true.into()));
    assert_eq!(exists(2), ("plain".into(), false.into()));
    assert_eq!(exists(3), ("sealed".into(), false.into()));
}

/// Commands that show no secret need no key.
#[test]
fn plain_values_are_shown_without_a_passphrase() {
    let lumi = Lumi::with_sdk(
        "import { random } from \"lumi/std\";\n\
         const password = new random.Password(\"password\", { length: 12 });\n\
         export const url = \"http://a.b\";\nexport const shown = password.result;\n",
    );
    let mut up = lumi.command(&["up", "-y"]);
    assert!(up.env("LUMI_PASSPHRASE", "p").status().unwrap().success());
    assert_eq!(lumi.run(&["stack", "output", "url"]).ok(), "http://a.b\n");
    assert_eq!(lumi.run(&["stack", "output", "shown"]).ok(), "[secret]\n");
    insta::assert_snapshot!(transcript(
        &lumi,
        &[
            &["stack", "output"],
            &["stack", "output", "--json"],
            &["stack", "pending"],
            &["stack", "select", "dev"],
        ],
    ));
    let list = lumi.run(&["state", "ls"]).ok();
    assert!(list.starts_with("std:random:Password  password"), "{list}");
    assert_eq!(lumi.run(&["graph"]).code, 0);
    let shown = lumi.run(&["state", "show", "password"]).json();
    assert_eq!(shown["inputs"]["length"], 12);
    for args in [
        &["stack", "output", "--show-secrets"][..],
        &["state", "show", "password", "--show-secrets"],
        &["stack", "export"],
    ] {
        let refused = lumi.run(args);
        assert_eq!(refused.code, 2, "{}", refused.transcript());
        assert!(
            refused.stderr.contains("LUMI_PASSPHRASE"),
            "{}",
            refused.transcript()
        );
    }
}

/// A project that gets another name is treated as a new project, which is rarely meant.
#[test]
fn stacks_of_another_project_in_the_folder_are_pointed_out() {
    let lumi = Lumi::with_sdk("export const a = 1;\n");
    lumi.run(&["up", "-y"]).ok();
    lumi.file("Lumi.yaml", "name: other\n");
    insta::assert_snapshot!(lumi.seen(&["preview"]));
    let up = lumi.run(&["up", "-y"]);
    assert!(
        up.stderr.contains("is treated as a new project"),
        "{}",
        up.transcript()
    );
    // A project with a stack is known.
    let again = lumi.run(&["up", "-y"]);
    assert!(
        !again.stderr.contains("is treated as a new project"),
        "{}",
        again.transcript()
    );
    let second = lumi.run(&["up", "-y", "-s", "prod", "--create"]);
    assert!(
        !second.stderr.contains("is treated as a new project"),
        "{}",
        second.transcript()
    );
    lumi.file("Lumi.yaml", "name: demo\n");
    let back = lumi.run(&["preview"]);
    assert!(
        !back.stderr.contains("is treated as a new project"),
        "{}",
        back.transcript()
    );
}
