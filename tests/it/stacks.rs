//! `lumi stack` and `lumi config` in a project of their own.

use super::lumi::{Answer, Lumi};

/// An export: a network, a server in it that has a secret, and an operation that was cut off.
const DOCUMENT: &str = concat!(
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

/// A project whose stack has what the document says.
fn deployed() -> Lumi {
    let lumi = Lumi::new();
    lumi.file("stack.json", DOCUMENT);
    lumi.run(&["stack", "import", "stack.json"]).ok();
    lumi
}

fn transcript(lumi: &Lumi, lines: &[&[&str]]) -> String {
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

#[test]
fn the_selected_stack_is_meant() {
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
    // Without the key the value cannot be read, and the error says why.
    std::fs::remove_file(lumi.folder().join(".lumi/key")).unwrap();
    let answer = lumi.run(&["run"]);
    assert_eq!(answer.code, 2, "{}", answer.transcript());
    assert!(answer.stderr.contains("token"), "{}", answer.stderr);
    // A value from elsewhere needs no key.
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
fn an_export_goes_around() {
    let lumi = deployed();
    let export = |flags: &[&str]| lumi.run(&[&["stack", "export"], flags].concat()).ok();
    assert_eq!(export(&["--show-secrets"]), DOCUMENT);
    let sealed = export(&[]);
    assert!(!sealed.contains("hunter2"), "{sealed}");
    assert!(sealed.contains("\"ciphertext\""), "{sealed}");
    export(&["--show-secrets", "--out", "open.json"]);
    assert_eq!(lumi.read("open.json"), DOCUMENT);
    lumi.file("sealed.json", &sealed);
    lumi.run(&["stack", "import", "sealed.json"]).ok();
    assert_eq!(export(&["--show-secrets"]), DOCUMENT);
    // An edit of what was exported is what imports are for.
    lumi.file(
        "edited.json",
        DOCUMENT.replace("10.0.0.0/16", "10.9.0.0/16"),
    );
    lumi.run(&["stack", "import", "edited.json"]).ok();
    assert!(export(&[]).contains("10.9.0.0/16"));
    assert!(
        !lumi
            .read(".lumi/stacks/demo/dev/snapshot.json")
            .contains("hunter2")
    );
    let history = lumi.run(&["stack", "history", "--json"]).json();
    assert_eq!(history.as_array().map(Vec::len), Some(3));
    assert_eq!(history[0]["kind"], "edit");
    assert_eq!(history[0]["counts"]["imported"], 2);
}

#[test]
#[cfg(unix)]
fn an_export_with_secrets_is_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let lumi = deployed();
    lumi.run(&["stack", "export", "--show-secrets", "--out", "open.json"])
        .ok();
    let mode = std::fs::metadata(lumi.folder().join("open.json")).unwrap();
    assert_eq!(mode.permissions().mode() & 0o777, 0o600);
}

#[test]
fn what_cannot_be_imported_changes_nothing() {
    let lumi = deployed();
    let files = || {
        let file = |name| lumi.read(&format!(".lumi/stacks/demo/dev/{name}"));
        [file("snapshot.json"), file("keys.json")]
    };
    let before = files();
    let half = &DOCUMENT[..DOCUMENT.len() / 2];
    let mut log = String::new();
    for (name, text) in [
        ("empty", String::new()),
        ("no-json", "hello\n".to_owned()),
        ("truncated", half.to_owned()),
        ("newer", DOCUMENT.replace("\"export\":1", "\"export\":7")),
        (
            "other-stack",
            DOCUMENT.replace("\"stack\":\"dev\"", "\"stack\":\"prod\""),
        ),
        (
            "unknown-key",
            DOCUMENT.replace("\"finished\"", "\"finishd\""),
        ),
        (
            "dangling",
            DOCUMENT.replace(
                "\"order\":0,\"urn\":\"urn:lumi:dev::demo::index::acme:net:Network::net",
                "\"order\":0,\"urn\":\"urn:lumi:dev::demo::index::acme:net:Network::other",
            ),
        ),
        (
            "same-urn",
            DOCUMENT.replace("acme:vm:Server::web", "acme:net:Network::net"),
        ),
        ("masked", DOCUMENT.replace(",\"value\":\"hunter2\"", "")),
        (
            "foreign-secret",
            DOCUMENT.replace(
                "\"value\":\"hunter2\"",
                "\"ciphertext\":\"v1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA:AAAA\"",
            ),
        ),
        ("older", DOCUMENT.replace("10:00:00Z", "09:00:00Z")),
    ] {
        assert_ne!(text, DOCUMENT, "{name}");
        let file = format!("{name}.json");
        lumi.file(&file, text);
        log.push_str(&lumi.run(&["stack", "import", &file]).transcript());
        assert!(files() == before, "{name}");
    }
    log.push_str(&lumi.run(&["stack", "import", "absent.json"]).transcript());
    assert!(!log.contains("hunter2"), "{log}");
    insta::assert_snapshot!(log);
}

#[test]
fn a_stack_can_become_another_one() {
    let lumi = deployed();
    let import = |file, force: &[&str]| {
        let args = [&["stack", "import", file, "-s", "prod"], force].concat();
        lumi.run(&args)
    };
    let sealed = lumi.run(&["stack", "export"]).ok();
    lumi.file("sealed.json", sealed);
    insta::assert_snapshot!(
        [
            import("stack.json", &[]).transcript(),
            import("sealed.json", &["--force"]).transcript(),
            import("stack.json", &["--force"]).transcript(),
            lumi.run(&["graph", "-s", "prod"]).transcript(),
        ]
        .join("\n")
    );
    let moved = lumi
        .run(&["stack", "export", "-s", "prod", "--show-secrets"])
        .ok();
    let expected = DOCUMENT
        .replace("urn:lumi:dev:", "urn:lumi:prod:")
        .replace("\"stack\":\"dev\"", "\"stack\":\"prod\"");
    assert_eq!(moved, expected);
}

#[test]
fn a_locked_stack_is_not_imported_into() {
    let lumi = deployed();
    let lock = lumi.folder().join(".lumi/stacks/demo/dev/lock");
    std::fs::create_dir_all(lock.parent().unwrap()).unwrap();
    std::fs::write(&lock, "what is this\n").unwrap();
    let answer = lumi.run(&["stack", "import", "stack.json"]);
    assert_eq!(answer.code, 3, "{}", answer.transcript());
    std::fs::remove_file(&lock).unwrap();
    lumi.run(&["stack", "import", "stack.json"]).ok();
}

/// What `lumi ARGS…` answers with a passphrase.
fn with_passphrase(lumi: &Lumi, passphrase: &str, args: &[&str]) -> Answer {
    let mut command = lumi.command(args);
    command.env("LUMI_PASSPHRASE", passphrase);
    Answer::of(command.output().unwrap(), args, lumi.folder())
}

#[test]
fn a_rotation_encrypts_everything_anew() {
    let lumi = deployed();
    lumi.run(&["config", "set", "token", "sesame", "--secret"])
        .ok();
    lumi.file(
        "Lumi.dev.yaml",
        format!("# Ours.\n{}", lumi.read("Lumi.dev.yaml")),
    );
    let files = || {
        let state = lumi.read(".lumi/stacks/demo/dev/snapshot.json");
        let secrets = state.lines().filter(|it| it.contains("ciphertext"));
        [lumi.read("Lumi.dev.yaml"), secrets.collect()]
    };
    let is_readable = |passphrase: &str| {
        let open = |args: &[&str]| with_passphrase(&lumi, passphrase, args).ok();
        assert_eq!(open(&["config", "get", "token"]), "sesame\n");
        assert_eq!(open(&["stack", "export", "--show-secrets"]), DOCUMENT);
    };
    lumi.file("old", "correct horse\n");
    let mut before = files();
    for (passphrase, args, next) in [
        ("", &["stack", "rotate", "-y"][..], ""),
        (
            "",
            &["stack", "rotate", "-y", "--to-passphrase", "old"],
            "correct horse",
        ),
        ("correct horse", &["stack", "rotate", "-y"], "correct horse"),
        (
            "correct horse",
            &["stack", "rotate", "-y", "--to-key-file"],
            "",
        ),
    ] {
        with_passphrase(&lumi, passphrase, args).ok();
        let after = files();
        assert!(after[0] != before[0] && after[1] != before[1], "{args:?}");
        assert!(after[0].starts_with("# Ours.\n"), "{}", after[0]);
        is_readable(next);
        // An older copy of the file opens with what opened it then, and with nothing else.
        lumi.file("Lumi.dev.yaml", &before[0]);
        let old = with_passphrase(&lumi, next, &["config", "get", "token"]);
        let is_same = passphrase == next;
        assert_eq!(old.code == 0, is_same, "{}", old.transcript());
        lumi.file("Lumi.dev.yaml", &after[0]);
        before = after;
    }
}

#[test]
fn a_rotation_says_what_it_did_and_what_is_wrong() {
    let lumi = deployed();
    lumi.run(&["config", "set", "token", "sesame", "--secret"])
        .ok();
    lumi.file("words", "correct horse\n");
    lumi.file("empty", "\n");
    let mut log = String::new();
    for (passphrase, args) in [
        ("", &["stack", "rotate", "-s", "typo"][..]),
        ("", &["stack", "rotate", "--to-passphrase", "empty"]),
        ("", &["stack", "rotate", "--to-passphrase", "absent"]),
        (
            "",
            &[
                "stack",
                "rotate",
                "--to-passphrase",
                "words",
                "--to-key-file",
            ],
        ),
        ("other", &["stack", "rotate", "-y"]),
        ("", &["stack", "rotate", "-y", "--to-passphrase", "words"]),
        ("", &["stack", "rotate", "-y"]),
        ("wrong horse", &["stack", "rotate", "-y"]),
        ("correct horse", &["stack", "rotate", "-y", "--to-key-file"]),
    ] {
        log.push_str(&with_passphrase(&lumi, passphrase, args).transcript());
    }
    insta::assert_snapshot!(log);
    assert!(
        !lumi
            .folder()
            .join(".lumi/stacks/demo/typo/keys.json")
            .exists()
    );
}

#[test]
#[cfg(unix)]
fn a_rotation_that_was_interrupted_is_made_good_by_another_one() {
    let lumi = Lumi::new();
    lumi.run(&["config", "set", "token", "sesame", "--secret"])
        .ok();
    lumi.file("words", "correct horse");
    // The name is so long that a file can have it, but not the one that it is written under first.
    let file = lumi.folder().join("Lumi.dev.yaml");
    let behind = lumi.folder().join("x".repeat(255));
    std::fs::rename(&file, &behind).unwrap();
    std::os::unix::fs::symlink(&behind, &file).unwrap();
    let failed = lumi.run(&["stack", "rotate", "-y", "--to-passphrase", "words"]);
    assert_eq!(failed.code, 1, "{}", failed.transcript());
    // The new passphrase holds, and opens what was encrypted before, too.
    let get = ["config", "get", "token"];
    assert_eq!(lumi.run(&get).code, 2);
    let shown = || with_passphrase(&lumi, "correct horse", &get).ok();
    assert_eq!(shown(), "sesame\n");
    std::fs::rename(&behind, &file).unwrap();
    let before = lumi.read("Lumi.dev.yaml");
    with_passphrase(&lumi, "correct horse", &["stack", "rotate", "-y"]).ok();
    assert_ne!(lumi.read("Lumi.dev.yaml"), before);
    assert_eq!(shown(), "sesame\n");
    lumi.file("Lumi.dev.yaml", before);
    assert_eq!(with_passphrase(&lumi, "correct horse", &get).code, 2);
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
            &["stack", "forget", "wob", "-y"],
            &["stack", "forget", &SERVER.replace("web", "wob"), "-y"],
            &["stack", "forget", SERVER, "-s", "typo", "-y"],
            &["stack", "forget", NETWORK, "-y"],
            &["stack", "forget", SERVER],
            &["stack", "forget", RECORD, "-y"],
            // By name, as --target takes it.
            &["stack", "forget", "web", "-y"],
            &["stack", "forget", NETWORK, "-y"],
            &["graph"],
        ],
    ));
    // What was forgotten is not brought back by accident, and on purpose in one step.
    assert_eq!(lumi.run(&["stack", "import", "stack.json"]).code, 3);
    lumi.run(&["stack", "import", "stack.json", "--force"]).ok();
    let all = lumi.run(&["stack", "forget", NETWORK, "--dependents", "-y"]);
    assert!(
        all.stderr.contains("forgot 2 resources\n"),
        "{}",
        all.stderr
    );
    let history = lumi.run(&["stack", "history", "--json"]).json();
    assert_eq!(history[0]["counts"]["forgotten"], 2);
    // What is left is a state like any other.
    let left = lumi.run(&["stack", "export"]).ok();
    lumi.file("left.json", &left);
    lumi.run(&["stack", "import", "left.json"]).ok();
    // Serials are not given out again.
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
fn a_stack_that_has_something_goes_by_force_only() {
    const NETWORK: &str = "urn:lumi:dev::demo::index::acme:net:Network::net";
    let lumi = deployed();
    lumi.run(&["config", "set", "token", "sesame", "--secret"])
        .ok();
    insta::assert_snapshot!(transcript(
        &lumi,
        &[
            &["stack", "rm", "dev", "-y"],
            &["stack", "forget", NETWORK, "--dependents", "-y"],
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
    // Natural names work.
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
        &["preview", "-s", "prod"][..],
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
