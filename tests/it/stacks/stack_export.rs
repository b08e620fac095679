//! The state of a stack as a file: `lumi stack export`, `import` and `rename`.

use crate::stacks::stacks::{DOCUMENT, deployed};
use crate::support::lumi::Lumi;

#[test]
fn an_export_can_be_imported_again() {
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
    // Importing an edited export is the purpose of imports.
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

/// A newcomer has no backup, but the states after the last runs.
#[test]
fn a_damaged_state_comes_back_from_the_history() {
    let lumi = Lumi::new();
    lumi.file(
        "index.ts",
        "import { random } from \"lumi/std\";\nexport const id = new random.Id(\"a\", { byteLength: 4 }).hex;\n",
    );
    lumi.run(&["up", "-y"]).ok();
    let id = lumi.run(&["stack", "output", "id"]).ok();
    let project = lumi.folder().join(".lumi/stacks");
    let project = std::fs::read_dir(project).unwrap().next().unwrap().unwrap();
    let snapshot = project.path().join("dev/snapshot.json");
    let whole = std::fs::read(&snapshot).unwrap();
    std::fs::write(&snapshot, &whole[..100]).unwrap();
    let refused = lumi.run(&["preview"]);
    assert_eq!(refused.code, 1, "{}", refused.transcript());
    assert!(
        refused.stderr.contains("stack export --run NUMBER"),
        "{}",
        refused.stderr
    );
    assert_eq!(lumi.run(&["stack", "export", "--run", "9"]).code, 2);
    lumi.run(&["stack", "export", "--run", "1", "--out", "kept.json"])
        .ok();
    lumi.run(&["stack", "import", "--force", "kept.json"]).ok();
    assert_eq!(lumi.run(&["stack", "output", "id"]).ok(), id);
    lumi.run(&["preview", "--expect-no-changes"]).ok();
}

#[test]
fn an_export_with_secrets_is_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let lumi = deployed();
    lumi.run(&["stack", "export", "--show-secrets", "--out", "open.json"])
        .ok();
    let mode = std::fs::metadata(lumi.folder().join("open.json")).unwrap();
    assert_eq!(mode.permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_failed_import_changes_nothing() {
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

/// A script that imports less than the stack has would orphan objects.
#[test]
fn an_import_drops_no_resource_without_consent() {
    let lumi = deployed();
    let mut fewer: serde_json::Value = serde_json::from_str(DOCUMENT).unwrap();
    fewer["resources"].as_array_mut().unwrap().pop();
    lumi.file("fewer.json", fewer.to_string());
    let refused = lumi.run(&["stack", "import", "fewer.json"]);
    assert_eq!(refused.code, 2, "{}", refused.transcript());
    let says =
        "the document lacks 1 resource of the stack: web; their objects would stay, unmanaged";
    assert!(refused.stderr.contains(says), "{}", refused.transcript());
    let count = || {
        let document = lumi.run(&["stack", "export"]).ok();
        document.matches("\"serial\":").count()
    };
    assert_eq!(count(), 3);
    lumi.run(&["stack", "import", "fewer.json", "-y"]).ok();
    assert_eq!(count(), 2);
}

/// No command could delete the object of a type that does not exist.
#[test]
fn a_type_that_std_does_not_have_is_not_imported() {
    let lumi = Lumi::program(
        "import { random } from 'lumi/std';\n\
         new random.Id('one', { byteLength: 4 });\n",
    );
    lumi.file("Lumi.yaml", "name: p\n");
    lumi.run(&["up", "-y"]).ok();
    let document = lumi.run(&["stack", "export"]).ok();
    let files = || lumi.read(".lumi/stacks/p/dev/snapshot.json");
    let before = files();
    for (token, advice) in [
        ("std:random:Idd", "did you mean `std:random:Id`?"),
        (
            "std:cloud:Bucket",
            "package `std` has no resource type `std:cloud:Bucket`",
        ),
    ] {
        lumi.file("edited.json", document.replace("std:random:Id", token));
        let refused = lumi.run(&["stack", "import", "edited.json", "-y"]);
        assert_eq!(refused.code, 2, "{}", refused.transcript());
        assert!(refused.stderr.contains(advice), "{}", refused.transcript());
        assert!(refused.stderr.contains("::one"), "{}", refused.transcript());
        assert_eq!(files(), before);
    }
    // Classes of the program for objects behind HTTP APIs have types of their own.
    lumi.file(
        "edited.json",
        document.replace("std:random:Id", "std:http:Zone"),
    );
    lumi.run(&["stack", "import", "edited.json", "-y"]).ok();
}
