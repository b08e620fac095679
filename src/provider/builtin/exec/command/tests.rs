use super::*;
use crate::Provider as _;
use crate::builtin::testbed::{Testbed, object};
use crate::{Changes, SecretGate, SecretPolicy, Target};
use lumi_graph::Value;

const TYPE: &str = "std:exec:Command";

fn create(command: &str) -> Object {
    object([("create", command.into())])
}

#[tokio::test]
async fn a_command_makes_changes_and_removes() {
    let bed = Testbed::new(TYPE);
    let mut inputs = object([
        ("create", "echo made > thing; echo out; echo err >&2".into()),
        (
            "update",
            "echo \"$LUMI_COMMAND_STDOUT $LUMI_COMMAND_STDERR\" > thing; cat".into(),
        ),
        (
            "delete",
            "rm thing; echo \"$LUMI_COMMAND_STDOUT\" > gone".into(),
        ),
        ("read", "test -f thing".into()),
    ]);
    let known = bed.create(inputs.clone()).await;
    assert_eq!((known.text("stdout"), known.text("stderr")), ("out", "err"));
    assert_eq!(bed.content("thing").as_deref(), Some("made\n"));
    assert!(!bed.has_changes(&known, inputs.clone()).await);

    inputs.insert("stdin".to_owned(), "given".into());
    assert!(bed.has_changes(&known, inputs.clone()).await);
    let preview = bed.try_update(&known, inputs.clone(), true).await.unwrap();
    assert!(preview.outputs.is_empty());
    let known = bed.update(&known, inputs).await;
    assert_eq!(known.text("stdout"), "given");
    assert_eq!(bed.content("thing").as_deref(), Some("out err\n"));

    let same = bed.refresh(&known).await.unwrap();
    assert_eq!(
        (same.inputs, same.outputs),
        (known.inputs.clone(), known.outputs.clone())
    );
    bed.try_delete(&known).await.unwrap();
    assert_eq!(bed.content("gone").as_deref(), Some("given\n"));
    assert!(bed.refresh(&known).await.is_none());
}

#[tokio::test]
async fn create_runs_again_without_update() {
    let bed = Testbed::new(TYPE);
    let known = bed.create(create("echo one >> log; echo one")).await;
    let known = bed
        .update(&known, create("echo two >> log; echo two"))
        .await;
    assert_eq!(known.text("stdout"), "two");
    assert_eq!(bed.content("log").as_deref(), Some("one\ntwo\n"));
    // An update without a change repairs the object.
    let known = bed
        .update(&known, create("echo two >> log; echo two"))
        .await;
    assert_eq!(bed.content("log").as_deref(), Some("one\ntwo\ntwo\n"));
    // There is no `delete` command.
    bed.try_delete(&known).await.unwrap();
}

#[tokio::test]
async fn other_commands_change_without_running() {
    let bed = Testbed::new(TYPE);
    let known = bed.create(create("echo one >> log; echo one")).await;
    let mut inputs = create("echo one >> log; echo one");
    inputs.insert("delete".to_owned(), "rm log".into());
    let diff = bed.diff(&known, inputs.clone()).await;
    assert_eq!(diff.changes, Changes::Some);
    let preview = bed.try_update(&known, inputs.clone(), true).await.unwrap();
    assert_eq!(preview.outputs, known.outputs);
    let known = bed.update(&known, inputs).await;
    assert_eq!(bed.content("log").as_deref(), Some("one\n"));
    bed.try_delete(&known).await.unwrap();
    assert_eq!(bed.content("log"), None);
}

#[tokio::test]
async fn triggers_replace() {
    let bed = Testbed::new(TYPE);
    let with = |trigger: f64| {
        let triggers = vec![trigger.into()];
        object([("create", "true".into()), ("triggers", triggers.into())])
    };
    let known = bed.create(with(1.0)).await;
    assert!(!bed.has_changes(&known, with(1.0)).await);
    let diff = bed.diff(&known, with(2.0)).await;
    assert!(diff.properties[0].replaces && diff.delete_before_replace);
}

#[tokio::test]
async fn commands_have_their_surroundings() {
    let bed = Testbed::new(TYPE);
    bed.write("sub/file", "");
    let known = bed
        .create(object([
            (
                "create",
                vec![
                    "sh".into(),
                    "-c".into(),
                    "ls; echo $A $0".into(),
                    "x y".into(),
                ]
                .into(),
            ),
            ("directory", "sub".into()),
            ("environment", object([("A", "b".into())]).into()),
        ]))
        .await;
    assert_eq!(known.text("stdout"), "file\nb x y");
    let known = bed
        .create(object([
            ("create", "print".into()),
            ("interpreter", vec!["echo".into(), "-n".into()].into()),
        ]))
        .await;
    assert_eq!(known.text("stdout"), "print");
}

#[tokio::test]
async fn failures_are_explained() {
    let bed = Testbed::new(TYPE);
    let mut messages = Vec::new();
    for inputs in [
        create("for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo line $i >&2; done; exit 3"),
        create("echo only output; exit 1"),
        create("false"),
        create("exit 127"),
        object([("create", vec!["/no/such/program".into()].into())]),
        object([("create", "true".into()), ("directory", "missing".into())]),
    ] {
        let error = bed.try_create(inputs, false).await.unwrap_err();
        assert!(matches!(error, ProviderError::Failed { .. }), "{error:?}");
        let message = error.to_string();
        messages.push(message.replace(&*bed.path("").to_string_lossy(), "PROJECT/"));
    }
    insta::assert_snapshot!(messages.join("\n--\n"), @r#"
    the command `create` failed with exit code 3:
      line 3
      line 4
      line 5
      line 6
      line 7
      line 8
      line 9
      line 10
      line 11
      line 12
    --
    the command `create` failed with exit code 1:
      only output
    --
    the command `create` failed with exit code 1; it printed nothing
    --
    the command `create` failed with exit code 127 (there is no such program); it printed nothing
    --
    the command `create` cannot run: "/no/such/program" cannot be started: No such file or directory (os error 2)
    --
    the command `create` cannot run: there is no folder "PROJECT/missing"
    "#);
    let error = bed
        .try_create(create("kill -9 $$"), false)
        .await
        .unwrap_err();
    assert!(matches!(error, ProviderError::Unknown { .. }), "{error:?}");
}

#[tokio::test]
async fn output_of_read_is_recorded() {
    let bed = Testbed::new(TYPE);
    let inputs = object([
        ("create", "echo 1 > version; cat version".into()),
        ("read", "cat version".into()),
    ]);
    let known = bed.create(inputs.clone()).await;
    bed.write("version", "2\n");
    let refreshed = bed.refresh(&known).await.unwrap();
    assert_eq!(refreshed.text("stdout"), "2");
    let Recovered::Found(found) = bed.recover(inputs.clone()).await else {
        panic!("it is there")
    };
    assert_eq!(found.outputs["stdout"].as_str(), Some("2"));
    std::fs::remove_file(bed.path("version")).unwrap();
    assert!(bed.refresh(&known).await.is_none());
    assert!(matches!(bed.recover(inputs).await, Recovered::Absent));
}

#[tokio::test]
async fn without_read_a_refresh_changes_nothing() {
    let bed = Testbed::new(TYPE);
    let known = bed.create(create("echo x")).await;
    let same = bed.refresh(&known).await.unwrap();
    assert_eq!((same.inputs, same.outputs), (known.inputs, known.outputs));
    let error = bed.try_recover(create("echo x")).await.unwrap_err();
    insta::assert_snapshot!(error, @"it has no command `read`, which could look it up");
    let error = bed.try_import("x").await.unwrap_err();
    insta::assert_snapshot!(error, @"a command cannot be imported: Lumi cannot look up what it has made");
}

#[tokio::test]
async fn a_read_that_cannot_run_or_is_killed_does_not_prove_absence() {
    let bed = Testbed::new(TYPE);
    for (read, problem) in [
        ("no-such-program-at-all", "exit code 127"),
        ("kill -9 $$", "was ended from outside (signal: 9 (SIGKILL))"),
        (
            "sh -c 'kill -9 $$'; exit $?",
            "exit code 137 (signal 9 ended a program in it)",
        ),
        (
            "sh -c 'kill $$'; exit $?",
            "exit code 143 (signal 15 ended a program in it)",
        ),
    ] {
        let inputs = object([("create", "true".into()), ("read", read.into())]);
        let known = bed.create(inputs.clone()).await;
        let request = ReadRequest {
            target: Testbed::target(TYPE, "a"),
            id: known.id.clone(),
            inputs: Some(known.inputs.clone()),
            outputs: Some(known.outputs.clone()),
            is_import: false,
            begun_update: None,
        };
        let error = bed.provider.read(request).await.unwrap_err();
        assert!(error.to_string().contains(problem), "{error}");
        let error = bed.try_recover(inputs).await.unwrap_err();
        assert!(error.to_string().contains(problem), "{error}");
    }
}

#[tokio::test]
async fn stopping_leaves_an_unknown_outcome() {
    let bed = Arc::new(Testbed::new(TYPE));
    let running = tokio::spawn({
        let bed = Arc::clone(&bed);
        async move {
            let inputs = create(
                "trap 'echo ended > log; exit' TERM; echo > started; while :; do sleep 0.01; done",
            );
            bed.try_create(inputs, false).await
        }
    });
    while bed.content("started").is_none() {
        tokio::task::yield_now().await;
    }
    bed.provider.cancel().await;
    let error = running.await.unwrap().unwrap_err();
    assert!(matches!(error, ProviderError::Unknown { .. }), "{error:?}");
    assert_eq!(bed.content("log").as_deref(), Some("ended\n"));
    let error = bed.try_create(create("echo > begun"), false).await;
    assert!(matches!(error, Err(ProviderError::Failed { .. })));
    assert_eq!(bed.content("begun"), None);
}

#[tokio::test]
async fn bad_inputs_are_explained() {
    let bed = Testbed::new(TYPE);
    let mut messages = Vec::new();
    for inputs in [
        object([("creat", "x".into())]),
        object([
            ("create", "".into()),
            ("update", vec![].into()),
            ("delete", 1.0.into()),
            ("read", vec!["a".into(), 1.0.into()].into()),
            ("interpreter", vec![].into()),
        ]),
        object([
            ("create", "a\0".into()),
            ("stdin", true.into()),
            ("directory", "".into()),
            (
                "environment",
                object([("A=B", "x".into()), ("PORT", 80.0.into())]).into(),
            ),
        ]),
        object([
            ("create", "x".into()),
            ("environment", object([("A=B", "x".into())]).into()),
        ]),
    ] {
        messages.push(bed.check(inputs).await.unwrap_err());
    }
    insta::assert_snapshot!(messages.join("\n--\n"), @r#"
    creat: unknown property `creat`; did you mean `create`?
    create: `create` is missing: the command that creates the object
    --
    delete: `delete` must be a string or an array of strings, but is a number
    read[1]: `read[1]` must be a string, but is a number
    interpreter: `interpreter` must name a program
    create: `create` must not be empty
    update: `update` must name a program
    --
    stdin: `stdin` must be a string, but is a boolean
    environment.PORT: `environment.PORT` must be a string, but is a number
    create: `create` must not contain a NUL character
    directory: `directory` must be the path of a folder
    --
    environment: `environment` has "A=B", which cannot be a variable
    "#);
    let holes = [
        "create",
        "update",
        "delete",
        "read",
        "stdin",
        "environment",
        "directory",
    ];
    let holes = holes.into_iter().chain(["triggers", "interpreter"]);
    let holes: Object = holes
        .map(|name| (name.to_owned(), Value::Unknown))
        .collect();
    bed.check(holes).await.unwrap();
}

#[tokio::test]
async fn unknown_types_and_functions_are_explained() {
    let bed = Testbed::new("std:fs:Fiel");
    let target: Target = Testbed::target("std:fs:Fiel", "a");
    let request = CheckRequest {
        target,
        old_inputs: None,
        inputs: Object::default(),
    };
    let error = bed.provider.check(request).await.unwrap_err();
    insta::assert_snapshot!(error, @"package `std` has no resource type `std:fs:Fiel`; did you mean `std:fs:File`?");
}

/// A command gets what the one before it has printed, so it may print that, too.
#[tokio::test]
async fn outputs_after_a_secret_one_are_secret() {
    let inputs = |end: &str| {
        let shout = format!("echo \"$LUMI_COMMAND_STDOUT\" | tr a-z A-Z; exit {end}");
        object([
            ("create", "echo hunter2".into()),
            ("update", shout.as_str().into()),
            ("read", shout.as_str().into()),
            ("delete", shout.as_str().into()),
        ])
    };
    let bed = Testbed::new(TYPE);
    let known = bed.create(inputs("0")).await;
    let (target, id) = (Testbed::target(TYPE, "a"), known.id.clone());
    let gate = SecretGate::new(Arc::new(bed.provider), SecretPolicy::Plain);
    for is_secret in [true, false] {
        let stdout = Value::from("hunter2");
        let stdout = if is_secret {
            Value::secret(stdout)
        } else {
            stdout
        };
        let old_outputs = Arc::new(object([("stdout", stdout)]));
        let update = |end: &str| UpdateRequest {
            target: target.clone(),
            id: id.clone(),
            old_inputs: Arc::clone(&known.inputs),
            old_outputs: Arc::clone(&old_outputs),
            inputs: Arc::new({
                let mut inputs = inputs(end);
                inputs.insert("stdin".to_owned(), "changed".into());
                inputs
            }),
            preview: false,
        };
        let read = |end: &str| ReadRequest {
            target: target.clone(),
            id: id.clone(),
            inputs: Some(Arc::new(inputs(end))),
            outputs: Some(Arc::clone(&old_outputs)),
            is_import: false,
            begun_update: None,
        };
        let delete = DeleteRequest {
            target: target.clone(),
            id: id.clone(),
            inputs: Arc::new(inputs("3")),
            outputs: Arc::clone(&old_outputs),
        };
        let updated = gate.update(update("0")).await.unwrap();
        let seen = gate.read(read("0")).await.unwrap().unwrap();
        for outputs in [&updated.outputs, &seen.outputs] {
            assert_eq!(outputs["stdout"].open().as_str(), Some("HUNTER2"));
            assert_eq!(outputs["stdout"].contains_secret(), is_secret);
        }
        let errors = [
            gate.update(update("3")).await.unwrap_err(),
            gate.read(read("126")).await.unwrap_err(),
            gate.delete(delete).await.unwrap_err(),
        ];
        for error in errors {
            assert_eq!(!error.to_string().contains("HUNTER2"), is_secret, "{error}");
            assert_eq!(error.opened().is_some(), is_secret);
        }
    }
}
