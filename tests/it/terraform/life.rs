//! The lives of resources without failures.

use std::fs;

use super::{Project, thing};

#[test]
fn resources_of_a_provider_live_and_die() {
    let first = thing(
        "a",
        r#"{ name: "a", size: 3, tags: ["y", "x"], owner: { name: "o" }, rule: [{ from: 1 }], labels: { l: { name: "n" } } }"#,
    );
    let outputs =
        "export const made = a.id;\nexport const kind = a.kind;\nexport const rules = a.rule;\n";
    let Some(project) = Project::new("kit", &format!("{first}{outputs}")) else {
        return;
    };
    let mut seen = vec![project.preview(), project.up(), project.up()];
    let changed = first
        .replace("size: 3", "size: 4")
        .replace("from: 1", "from: 2");
    project.program(&format!("{changed}{outputs}"));
    seen.push(project.preview());
    seen.push(project.up());
    let other = changed.replace("name: \"a\",", "name: \"b\",");
    project.program(&format!("{other}{outputs}"));
    seen.push(project.preview());
    seen.push(project.up());
    seen.push(project.run(&["destroy", "-yP"]));
    insta::assert_snapshot!(seen.join("\n"));
}

/// An element at the front of a set moves the others, which are as they were.
#[test]
fn added_and_removed_elements_of_sets_are_shown() {
    let program = |tags: &str, ports: &str| {
        thing(
            "a",
            &format!("{{ name: \"a\", tags: {tags}, port: {ports} }}"),
        )
    };
    let before = program(r#"["b", "c", "d"]"#, "[{ from: 1 }, { from: 2 }]");
    let Some(project) = Project::new("kit", &before) else {
        return;
    };
    project.answer(&["up", "-yP"]).ok();
    project.program(&program(r#"["a", "b", "d"]"#, "[{ from: 2 }, { from: 3 }]"));
    let mut seen = vec![project.run(&["preview", "-P", "--diff"])];
    project.program(&program(r#"["d", "c", "b"]"#, "[{ from: 2 }, { from: 1 }]"));
    seen.push(project.run(&["preview", "-P", "--diff"]));
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn drift_is_seen_and_taken_back() {
    let program = |inputs: &str| {
        format!(
            "{}{}",
            thing("a", inputs),
            thing("b", "{ name: \"b\" }, { dependsOn: [a] }")
        )
    };
    let Some(project) = Project::new("kit", &program("{ name: \"a\", kind: \"mine\" }")) else {
        return;
    };
    project.answer(&["up", "-yP"]).ok();
    project.drift(r#"{"a": "theirs"}"#);
    let mut seen = vec![project.run(&["refresh", "-yP"]), project.up()];
    project.drift(r#"{"b": null}"#);
    seen.push(project.run(&["refresh", "-yP"]));
    seen.push(project.up());
    // An ignored property stays as it was changed outside.
    project.drift(r#"{"a": "theirs"}"#);
    project.answer(&["refresh", "-yP"]).ok();
    project.program(&program(
        "{ name: \"a\", kind: \"mine\" }, { ignoreChanges: [\"kind\"] }",
    ));
    seen.push(project.up());
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn options_name_nested_properties() {
    let program = |members: &str, options: &str| {
        thing(
            "a",
            &format!("{{ name: \"a\", members: {members} }}, {options}"),
        )
    };
    let Some(project) = Project::new("kit", &program("[{ name: \"m\", code: \"1\" }]", "{}"))
    else {
        return;
    };
    project.answer(&["up", "-yP"]).ok();
    let changed = "[{ name: \"m\", code: \"2\" }]";
    project.program(&program(
        changed,
        "{ ignoreChanges: [\"members[*].code\"] }",
    ));
    let mut seen = vec![project.preview()];
    project.program(&program(
        changed,
        "{ replaceOnChanges: [\"members[*].code\"] }",
    ));
    seen.push(project.preview());
    seen.push(project.up());
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn objects_are_imported_by_id_and_by_identity() {
    let Some(project) = Project::new("kit", "") else {
        return;
    };
    let mut seen = vec![
        project.run(&["import", "-yP", "kit:resources:kit_thing", "a", "old"]),
        project.run(&[
            "import",
            "-yP",
            "kit:resources:kit_thing",
            "b",
            r#"{"name":"other"}"#,
        ]),
        project.run(&[
            "import",
            "-yP",
            "kit:resources:kit_thing",
            "c",
            r#"{"nome":"other"}"#,
        ]),
        project.run(&["import", "-yP", "kit:resources:kit_thing", "d", "gone"]),
    ];
    let program = format!(
        "{}{}{}",
        thing("a", "{ name: \"old\" }"),
        thing("b", "{ name: \"other\" }, { dependsOn: [a] }"),
        thing(
            "e",
            "{ name: \"fresh\", kind: \"plain\" }, { import: \"fresh\", dependsOn: [b] }"
        )
    );
    project.program(&program);
    seen.push(project.up());
    // The object that the provider calls `thing-fresh` was imported as `fresh`, and is not imported again.
    seen.push(project.up());
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn an_object_becomes_one_of_another_type() {
    let Some(project) = Project::new("kit", &thing("a", "{ name: \"a\", size: 4 }")) else {
        return;
    };
    project.answer(&["up", "-yP"]).ok();
    let gadget = |inputs: &str, alias: &str| {
        format!(
            "const a = new lumi.CustomResource<any>(\"kit:resources:kit_gadget\", \"b\", {inputs}, {{\n  \
             aliases: [{{ name: \"a\", type: \"{alias}\" }}],\n}});\nexport const from = a.from;\n"
        )
    };
    let thing_before = "kit:resources:kit_thing";
    let unchanged = "{ label: \"a\", size: 4 }";
    project.program(&gadget(unchanged, thing_before));
    // Another type alone changes nothing of the object.
    let mut seen = vec![project.preview(), project.up(), project.preview()];
    project.program(&gadget("{ label: \"c\" }", thing_before));
    seen.push(project.up());
    // A thing cannot be made of a gadget.
    let back = thing(
        "c",
        "{ name: \"c\" }, { aliases: [{ name: \"b\", type: \"kit:resources:kit_gadget\" }] }",
    );
    project.program(&back);
    seen.push(project.preview());
    // The provider refuses this one.
    project.program(&thing("a", "{ name: \"stuck\" }"));
    project.answer(&["up", "-yP"]).ok();
    project.program(&gadget("{ label: \"stuck\" }", thing_before));
    seen.push(project.up());
    seen.push(project.run(&["destroy", "-yP"]));
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn data_sources_and_functions_are_called() {
    let program = r#"
export const found = lumi.invoke<any>("kit:data:kit_echo", { name: "you" }).answer;
export const joined = lumi.invoke("kit:functions:join", { arguments: ["-", "a", "b"] });
"#;
    let Some(project) = Project::new("kit", program) else {
        return;
    };
    project
        .answer(&["config", "set", "kit:greeting", "Hello"])
        .ok();
    let mut seen = vec![project.preview(), project.up()];
    for wrong in [
        r#"lumi.invoke("kit:data:kit_echo", { nam: "you" })"#,
        r#"lumi.invoke("kit:data:kit_ehco", { name: "you" })"#,
        r#"lumi.invoke("kit:data:kit_echo", { name: "" })"#,
        r#"lumi.invoke("kit:functions:join", { arguments: ["-", ""] })"#,
        r#"lumi.invoke("kit:functions:join", { parts: ["-", ""] })"#,
        r#"lumi.invoke("kit:function:join", {})"#,
    ] {
        project.program(&format!("export const it = {wrong};\n"));
        seen.push(project.answer(&["preview", "-P"]).stderr);
    }
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn a_provider_resource_has_a_configuration_of_its_own() {
    let program = r#"
const kit = new lumi.ProviderResource("kit", "mine", { greeting: "Hey", token: lumi.secret("t0ken-of-mine") });
export const found = lumi.invoke<any>("kit:data:kit_echo", { name: "you" }, { provider: kit }).answer;
export const plain = lumi.invoke<any>("kit:data:kit_echo", { name: "you" }).answer;
"#;
    let Some(project) = Project::new("kit", program) else {
        return;
    };
    project
        .answer(&["config", "set", "kit:greeting", "Hello"])
        .ok();
    let mut seen = vec![project.up()];
    assert!(!project.stored().contains("t0ken-of-mine"));
    project
        .answer(&["config", "set", "kit:greeting", "rude"])
        .ok();
    project.program(&thing("a", "{ name: \"a\" }"));
    seen.push(project.preview());
    project.answer(&["config", "set", "kit:greting", "x"]).ok();
    project
        .answer(&["config", "set", "kit:greeting", "fine"])
        .ok();
    seen.push(project.preview());
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn a_configuration_may_be_unknown_in_a_preview() {
    let program = r#"
const first = new lumi.CustomResource<any>("kit:resources:kit_thing", "first", { name: "first" });
const kit = new lumi.ProviderResource("kit", "mine", { greeting: first.secret });
export const a = new lumi.CustomResource<any>("kit:resources:kit_thing", "a", { name: "a" }, { provider: kit });
export const found = lumi.invoke<any>("kit:data:kit_echo", { name: "you" }, { provider: kit }).answer;
"#;
    let Some(project) = Project::new("kit", program) else {
        return;
    };
    let seen = [project.preview(), project.up(), project.preview()];
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn a_provider_of_the_library_before_works_too() {
    let program = |inputs: &str| {
        format!(
            "export const a = new lumi.CustomResource<any>(\"legacy:resources:legacy_thing\", \"a\", {inputs});\n\
             export const text = a.text;\nexport const rules = a.rule;\nexport const limit = a.timeout;\n"
        )
    };
    let first =
        r#"{ name: "a", text: "x", ratio: 0.1, rule: { port: 1 }, timeouts: { create: "5m" } }"#;
    let Some(project) = Project::new("legacy", &program(first)) else {
        return;
    };
    let mut seen = vec![project.preview(), project.up(), project.up()];
    seen.push(project.run(&["refresh", "-yP"]));
    project.program(&program(&first.replace("port: 1", "port: 2")));
    seen.push(project.preview());
    seen.push(project.up());
    project.program(&program(&first.replace("name: \"a\"", "name: \"b\"")));
    seen.push(project.up());
    project.program(&program(r#"{ name: "c", mode: "half" }"#));
    seen.push(project.up());
    project.program(&program(r#"{ name: "c" }"#));
    seen.push(project.up());
    seen.push(project.run(&["destroy", "-yP"]));
    insta::assert_snapshot!(seen.join("\n"));
}

/// A provider warns in the plan, which `-y` does not show.
#[test]
fn a_deprecated_property_is_told_once_with_and_without_a_question() {
    let program = "new lumi.CustomResource<any>(\"legacy:resources:legacy_thing\", \"a\", \
                   { name: \"a\", old: \"x\" });\n";
    let Some(project) = Project::new("legacy", program) else {
        return;
    };
    for line in [
        "preview -P",
        "up -yP",
        "up -yP --skip-preview",
        "up -yP",
        "up -yP --json",
    ] {
        let answer = project.answer(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(answer.code, 0, "{}", answer.transcript());
        let said = format!("{}{}", answer.stdout, answer.stderr);
        assert_eq!(
            said.matches("use mode").count(),
            1,
            "{}",
            answer.transcript()
        );
        assert!(said.contains("warning"), "{}", answer.transcript());
    }
}

#[test]
fn many_resources_are_managed_by_one_process_at_once() {
    let program = r#"
const all = Array.from({ length: 300 }, (_, at) =>
  new lumi.CustomResource<any>("kit:resources:kit_thing", `t${at}`, { name: `t${at}`, size: at }));
export const last = all[299].size;
"#;
    let Some(project) = Project::new("kit", program) else {
        return;
    };
    let created = project.up();
    assert!(created.contains("Done: +300 created"), "{created}");
    let same = project.up();
    assert!(same.contains("nothing to do, 300 unchanged"), "{same}");
    let destroyed = project.run(&["destroy", "-yP"]);
    assert!(destroyed.contains("-300 deleted"), "{destroyed}");
    // Eight creations wait for each other in the process.
    let meeting = "{ name: `m${at}`, mode: \"meet\" }";
    let program = program.replace("length: 300", "length: 8");
    let program = program.replace("{ name: `t${at}`, size: at }", meeting);
    project.program(&program.replace("all[299]", "all[7]"));
    let created = project.up();
    assert!(created.contains("Done: +8 created"), "{created}");
}

#[test]
fn providers_of_others_work_too() {
    let program = r#"
const wait = new lumi.CustomResource<any>("time:resources:time_static", "when", { rfc3339: "2020-02-12T06:36:13Z" });
export const year = wait.year;
export const parsed = lumi.invoke<any>("time:functions:rfc3339_parse", { arguments: ["2020-02-12T06:36:13Z"] });
"#;
    let Some(project) = Project::new("time", program) else {
        return;
    };
    let mut seen = vec![project.preview(), project.up(), project.up()];
    project.program(&program.replace("2020-02-12T06:36:13Z\" }", "2021-02-12T06:36:13Z\" }"));
    seen.push(project.up());
    seen.push(project.run(&["refresh", "-yP"]));
    seen.push(project.run(&["destroy", "-yP"]));
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn stored_schemas_spare_the_request_for_all_of_them() {
    let Some(project) = Project::new("kit", "") else {
        return;
    };
    let program = "import * as kit from \"lumi:kit\";\nnew kit.Thing(\"a\", { name: \"a\" });\n";
    project.0.file("index.ts", program);
    // The import has asked for all schemas, which are stored from then on.
    assert!(project.run(&["run", "-P"]).contains("[exit 0]"));
    let crash = ("KIT_START", "crash in all schemas");
    let spared = project.preview_with(crash.0, crash.1);
    assert!(spared.contains("+1 to create"), "{spared}");
    fs::remove_dir_all(project.0.folder().join(".lumi/schemas")).unwrap();
    let asked = project.preview_with(crash.0, crash.1);
    assert!(asked.contains("crash in all schemas"), "{asked}");
}

#[test]
fn a_data_source_that_runs_a_program_needs_a_permission() {
    let program = "export const said = lumi.invoke<any>(\"local:data:local_command\", { command: \"echo\", arguments: [\"hi\"] }).stdout;\n";
    let Some(project) = Project::new("local", program) else {
        return;
    };
    let mut seen = vec![project.preview()];
    for flag in ["--allow-run=cat", "--allow-run=echo", "--allow-run"] {
        seen.push(project.run(&["preview", "-P", flag]));
    }
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn a_run_after_many_calls_has_a_new_process() {
    let program = |count: usize| {
        format!(
            "for (let at = 0; at < {count}; at++) {{\n  new lumi.CustomResource(\"kit:resources:kit_thing\", `thing-${{at}}`, {{ name: `thing-${{at}}` }});\n}}\n"
        )
    };
    let Some(project) = Project::new("kit", &program(3)) else {
        return;
    };
    // The run alone shows starts, so that one of the plan before it does not count.
    let starts = || {
        let answer = project.answer(&["up", "-yP", "--verbose"]);
        assert_eq!(answer.code, 0, "{}", answer.stderr);
        answer.stderr.matches("it listened after").count()
    };
    assert_eq!(starts(), 0);
    // The plan has exactly 500 calls, so it has none for which another process would take over within it.
    project.program(&program(249));
    assert_eq!(starts(), 1);
    let seen = project.run(&["preview", "-P"]);
    assert!(seen.contains("no changes, 249 unchanged"), "{seen}");
}
