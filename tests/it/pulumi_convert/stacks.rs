//! Stacks of a project that is converted: their configuration, their secrets, and their states.

use std::fs;

use super::{Conversion, programs};

#[test]
fn a_stack_has_no_changes_after_the_conversion() {
    let Some(conversion) = Conversion::new() else {
        return;
    };
    conversion.file("index.ts", fs::read(programs().join("site.ts")).unwrap());
    conversion.file(
        "Pulumi.yaml",
        "name: web\nruntime: nodejs\nconfig:\n  size: { type: integer, default: 10, description: 'How long' }\n  \
         plain: yes it is\n",
    );
    conversion.file(
        "Pulumi.dev.yaml",
        "config:\n  web:size: 11\n  other:x: '007'\n",
    );
    conversion
        .run(&["-C", "old", "config", "set", "token", "--secret", "hunter2"])
        .ok();
    conversion.run(&["-C", "old", "up", "-y"]).ok();
    let report = conversion.convert(&[]);
    assert_eq!(report["comparison"]["equal"], true, "{report:#}");
    insta::assert_snapshot!(conversion.lumi.read("new/Lumi.yaml"));
    let settings = conversion.lumi.read("new/Lumi.dev.yaml");
    assert!(!settings.contains("hunter2"), "{settings}");
    for (key, value) in [
        ("token", "hunter2\n"),
        ("size", "11\n"),
        ("other:x", "007\n"),
    ] {
        let answer = conversion.run(&["-C", "new", "config", "get", key, "--show-secrets"]);
        assert_eq!(answer.stdout, value, "{}", answer.transcript());
    }
    let password = conversion
        .run(&["-C", "old", "stack", "output", "result", "--show-secrets"])
        .ok();
    conversion
        .run(&[
            "-C",
            "old",
            "stack",
            "export",
            "--show-secrets",
            "--out",
            "stack.json",
        ])
        .ok();
    let file = conversion.path("old/stack.json");
    conversion
        .run(&["-C", "new", "stack", "import", file.to_str().unwrap()])
        .ok();
    let preview = conversion.run(&["-C", "new", "preview", "--diff"]).ok();
    assert!(
        preview.contains("Plan: no changes, 5 unchanged"),
        "{preview}"
    );
    assert_eq!(
        conversion
            .run(&["-C", "new", "stack", "output", "result", "--show-secrets"])
            .ok(),
        password
    );
    conversion.run(&["-C", "new", "up", "-y"]).ok();
    conversion.run(&["-C", "new", "destroy", "-y"]).ok();
}

#[test]
fn dynamic_resources_keep_their_objects() {
    let Some(conversion) = Conversion::new() else {
        return;
    };
    let program = fs::read_to_string(programs().join("dynamic.ts")).unwrap();
    conversion.file("index.ts", &program);
    conversion.run(&["-C", "old", "up", "-y"]).ok();
    let report = conversion.convert(&[]);
    assert_eq!(report["comparison"]["equal"], true, "{report:#}");
    conversion
        .run(&[
            "-C",
            "old",
            "stack",
            "export",
            "--show-secrets",
            "--out",
            "stack.json",
        ])
        .ok();
    let file = conversion.path("old/stack.json");
    conversion
        .run(&["-C", "new", "stack", "import", file.to_str().unwrap()])
        .ok();
    let run = |args: &[&str]| {
        let answer = conversion.run(&[&["-C", "new"], args].concat());
        answer.transcript()
    };
    let mut said = run(&["preview", "--diff"]);
    said += &run(&["up", "-y"]);
    said += &run(&["preview", "--refresh"]);
    assert!(!said.contains("replace"), "{said}");
    // An object of Pulumi's is replaced and deleted by Lumi's provider.
    let text = conversion.lumi.read("new/index.ts");
    conversion
        .lumi
        .file("new/index.ts", text.replace("\"you\"", "\"all\""));
    conversion
        .run(&["-C", "new", "up", "-y", "--allow-write"])
        .ok();
    conversion
        .run(&["-C", "new", "destroy", "-y", "--allow-write"])
        .ok();
    assert_eq!(
        conversion.lumi.read("new/deleted"),
        "hello-you\nhello-all\n"
    );
    insta::assert_snapshot!(crate::support::lumi::without_times(&said));
}

#[test]
fn secrets_without_a_key_are_listed() {
    let conversion = Conversion::without_packages();
    conversion.file("index.ts", "export const a = 1;\n");
    conversion.file(
        "Pulumi.prod.yaml",
        "secretsprovider: awskms://alias/x\nencryptedkey: AAAA\nconfig:\n  web:token: { secure: AAAA }\n  web:size: 3\n",
    );
    conversion.file("Pulumi.esc.yaml", "environment: [a]\nconfig: {}\n");
    let answer = conversion.run(&["convert", "old", "-o", "new", "--no-compare"]);
    assert_eq!(answer.code, 1);
    insta::assert_snapshot!(answer.transcript());
    assert_eq!(
        conversion.lumi.read("new/Lumi.prod.yaml"),
        "config:\n  size: 3\n"
    );
}
