//! Failures in the program and in a provider, and killed runs.

use super::{Project, thing};
use crate::support::lumi::Answer;

#[test]
fn mistakes_in_a_program_are_named_where_they_are() {
    let Some(project) = Project::new("kit", "") else {
        return;
    };
    let mut seen = Vec::new();
    for inputs in [
        "{ nmae: \"a\", owner: { nam: \"x\" } }",
        "{ name: \"a\", secret: \"mine\", size: \"big\" }",
        "{ name: \"a\", rule: [{ from: 1 }, { to: 2 }] }",
        "{ name: \"a\", mode: \"fail in plan\" }",
    ] {
        project.program(&thing("a", inputs));
        seen.push(project.preview());
    }
    project
        .program("new lumi.CustomResource(\"kit:resources:kit_thin\", \"a\", { name: \"a\" });\n");
    seen.push(project.preview());
    project.program("new lumi.CustomResource(\"kit:index:kit_thing\", \"a\", { name: \"a\" });\n");
    seen.push(project.preview());
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn half_an_object_is_kept_and_replaced() {
    let program = |mode: &str| thing("a", &format!("{{ name: \"a\", mode: \"{mode}\" }}"));
    let Some(project) = Project::new("kit", &program("fail in create")) else {
        return;
    };
    // Nothing exists.
    let mut seen = vec![project.up()];
    project.program(&program("half create"));
    seen.push(project.up());
    project.program(&program("fine"));
    seen.push(project.preview());
    seen.push(project.up());
    project.program(&thing(
        "a",
        "{ name: \"a\", size: 3, mode: \"half update\" }",
    ));
    seen.push(project.up());
    project.program(&thing("a", "{ name: \"a\", size: 3, mode: \"fine\" }"));
    seen.push(project.up());
    project.program(&program("fail in delete"));
    project.answer(&["up", "-yP"]).ok();
    seen.push(project.run(&["destroy", "-yP"]));
    project.program(&program("fine"));
    project.answer(&["up", "-yP"]).ok();
    seen.push(project.run(&["destroy", "-yP"]));
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn answers_that_contradict_a_plan_are_errors() {
    let program = |mode: &str| thing("a", &format!("{{ name: \"a\", mode: \"{mode}\" }}"));
    let Some(project) = Project::new("kit", "") else {
        return;
    };
    let mut seen = Vec::new();
    for mode in ["other plan", "unknown after apply", "other result"] {
        project.program(&program(mode));
        seen.push(project.up());
        project.answer(&["destroy", "-yP"]);
    }
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn a_provider_that_does_not_start_is_explained() {
    let Some(project) = Project::new("kit", &thing("a", "{ name: \"a\" }")) else {
        return;
    };
    let starts = ["garbage", "crash", "crash in schema"];
    let seen = starts.map(|it| {
        let text = project.preview_with("KIT_START", it);
        // The stack trace has addresses.
        let lines = text.lines().filter(|it| {
            let it = it.trim_start();
            !it.contains("goroutine")
                && !it.contains(".go:")
                && !it.contains("(0x")
                && !it.contains("(...)")
        });
        lines.collect::<Vec<_>>().join("\n")
    });
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn a_provider_that_never_answers_keeps_no_run_from_ending() {
    let program = thing("a", "{ name: \"a\", mode: \"never answer in plan\" }");
    let Some(project) = Project::new("kit", &program) else {
        return;
    };
    let args = ["preview", "-P", "--provider-timeout", "5s"];
    let seen = ["", "never answer in schema"].map(|start| {
        let output = project
            .command(&args)
            .env("KIT_START", start)
            .output()
            .unwrap();
        Answer::of(output, &args, project.0.folder()).stderr
    });
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn a_stopped_creation_is_kept() {
    let program = thing("a", "{ name: \"a\", mode: \"wait in apply\" }");
    let Some(project) = Project::new("kit", &program) else {
        return;
    };
    let (mut running, lines) = project.begun("a");
    // The first one waits for what runs; the second one tells the provider to stop.
    let rest = project.stopped(&mut running, lines);
    assert_eq!(running.wait().unwrap().code(), Some(4), "{rest:#?}");
    let exported = project.answer(&["stack", "export"]).ok();
    assert!(exported.contains("\"thing-a\""), "{exported}");
    project.program(&thing("a", "{ name: \"a\" }"));
    let next = project.preview();
    assert!(next.contains("it is tainted"), "{next}");
}

#[test]
fn a_crash_loses_nothing() {
    let program = |mode: &str| {
        format!(
            "{}{}",
            thing("a", "{ name: \"a\" }"),
            thing(
                "b",
                &format!("{{ name: \"b\", mode: \"{mode}\" }}, {{ dependsOn: [a] }}")
            )
        )
    };
    let Some(project) = Project::new("kit", &program("crash in apply")) else {
        return;
    };
    let crashed = project.up();
    assert!(crashed.contains("panic: kit: crash in apply"), "{crashed}");
    assert!(crashed.contains("+1 created"), "{crashed}");
    // The effect of the call is not known.
    let next = project.run(&["preview", "-P"]);
    insta::assert_snapshot!(next);
    project.program(&program("crash in plan"));
    let planned = project.preview();
    assert!(planned.contains("panic: kit: crash in plan"), "{planned}");
}

#[test]
fn a_kill_loses_nothing_that_was_answered() {
    let program = format!(
        "{}{}",
        thing("a", "{ name: \"a\" }"),
        thing(
            "b",
            "{ name: \"b\", mode: \"wait in apply\" }, { dependsOn: [a] }"
        )
    );
    let Some(project) = Project::new("kit", &program) else {
        return;
    };
    // The second one begins after the first one is recorded.
    let (mut running, _lines) = project.begun("b");
    running.kill().unwrap();
    running.wait().unwrap();
    project.program(&thing("a", "{ name: \"a\" }"));
    let exported = project.answer(&["stack", "export"]).ok();
    assert!(exported.contains("\"thing-a\""), "{exported}");
    // Whether the second one was recorded before the kill is left to chance.
    let next = project.run(&["preview", "-P"]);
    assert!(next.contains("the last run was interrupted"), "{next}");
    assert!(
        next.contains("Plan: no changes of resources, 1 of outputs, 1 unchanged"),
        "{next}"
    );
}
