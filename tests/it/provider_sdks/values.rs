//! Values cross between a program and its provider unchanged.

use serde_json::json;

use super::project::{SdkProject, invoked, thing};

pub fn secrets_stay_secret(project: &SdkProject) {
    let inputs = "{ value: { password: lumi.secret(\"hunter22\"), open: 1 } }";
    let program = format!(
        "{}export const seen = {{ value: a.value, kind: a.kind, password: a.password }};",
        thing("a", inputs)
    );
    let said = project.deploy(&program);
    assert!(
        !said.contains("hunter22") && !said.contains("p-c-a"),
        "{said}"
    );
    let object = project.object("c-a.Thing").unwrap();
    let expected = json!({ "password": { "$lumi": "secret", "value": "hunter22" }, "open": 1 });
    assert_eq!(object["inputs"]["value"], expected);
    assert_eq!(project.mode("c-a.Thing"), 0o600);
    let state = project.ok(&["stack", "export"]);
    assert!(!state.contains("hunter22") && !state.contains("\"p-c-a\""));
    for command in ["up", "refresh"] {
        let said = project.ok(&[command, "-y"]);
        assert!(said.contains("nothing to do, 1 unchanged"), "{said}");
    }
    let seen = &project.outputs()["seen"];
    assert!(seen.to_string().contains("hunter22"), "{seen}");
}

pub fn unknown_values_are_unknown(project: &SdkProject) {
    project.program(&format!(
        "{}{}{}export const seen = [b.kind, c.kind];",
        thing("a", "{ value: 1 }"),
        thing("b", "{ value: a.password.then((it) => it.length) }"),
        thing("c", "{ value: { password: a.password } }"),
    ));
    let said = project.ok(&["preview"]);
    assert!(said.contains("[0]: [unknown]"), "{said}");
    assert!(said.contains("[1]: \"object\""), "{said}");
    project.ok(&["up", "-y"]);
    let object = project.object("c-b.Thing").unwrap();
    assert_eq!(object["inputs"]["value"]["value"], 5);
}

pub fn assets_have_content(project: &SdkProject) {
    project.file("page.txt", "a file with ünïcode\n");
    let text = thing(
        "a",
        "{ value: 1, content: new lumi.StringAsset(\"a text\") }",
    );
    let file = thing(
        "b",
        "{ value: 1, content: new lumi.FileAsset(\"page.txt\") }",
    );
    let program = format!("{text}{file}export const seen = [a.text, b.text];");
    let expected = json!(["a text", "a file with ünïcode\n"]);
    project.program(&program);
    let said = project.ok(&["preview"]);
    assert!(said.contains("a file with ünïcode"), "{said}");
    assert_eq!(project.deployed(&program)["seen"], expected);
    let said = project.ok(&["preview"]);
    assert!(said.contains("Plan: no changes, 2 unchanged"), "{said}");
}

pub fn archives_have_files(project: &SdkProject) {
    project.file("site/x", "1");
    project.file("site/sub/y", "2");
    let text = "new lumi.StringAsset(\"\")";
    let members =
        format!("{{ \"b/c\": {text}, a: {text}, n: new lumi.AssetArchive({{ m: {text} }}) }}");
    let made = thing(
        "a",
        &format!("{{ value: 1, files: new lumi.AssetArchive({members}) }}"),
    );
    let folder = thing("b", "{ value: 1, files: new lumi.FileArchive(\"site\") }");
    let outputs = project.deployed(&format!(
        "{made}{folder}export const seen = [a.entries, b.entries];"
    ));
    assert_eq!(
        outputs["seen"],
        json!([["a", "b/c", "n/m"], ["sub/y", "x"]])
    );
}

pub fn changed_files_are_updates(project: &SdkProject) {
    project.file("page.txt", "one");
    project.file("site/x", "one");
    let inputs = "{ value: 1, content: new lumi.FileAsset(\"page.txt\"), files: new lumi.FileArchive(\"site\") }";
    project.deploy(&thing("a", inputs));
    project.file("page.txt", "two");
    let said = project.ok(&["preview"]);
    assert!(said.contains("changes: content"), "{said}");
    project.file("page.txt", "one");
    project.file("site/x", "two");
    let said = project.ok(&["preview"]);
    assert!(said.contains("changes: files"), "{said}");
}

pub fn numbers_are_unchanged(project: &SdkProject) {
    let numbers = "[2 ** 53, 5e-324, -0, Infinity, -Infinity, NaN, 1 / 3, -7, 0.1]";
    let program = [
        invoked("theirs", "numbers", "{}"),
        invoked("ours", "echo", &format!("{{ value: {numbers} }}")),
        "const same = (a: any[], b: any[]) => a.length === b.length && a.every((it, at) => Object.is(it, b[at]));\n"
            .to_owned(),
        format!("export const isOurs = ours.then((it) => same(it.value, {numbers}));\n"),
        "export const isTheirs = theirs.then((it) => same(Object.values(it), [2 ** 53, 5e-324, -0, Infinity, -Infinity, \
         NaN, 1 / 3]));\n"
            .to_owned(),
    ];
    let outputs = project.deployed(&program.concat());
    assert_eq!(
        (&outputs["isOurs"], &outputs["isTheirs"]),
        (&json!(true), &json!(true))
    );
    let said = project.deploy(&thing("a", &format!("{{ value: {numbers} }}")));
    assert!(said.contains("+1 created"), "{said}");
    let said = project.ok(&["refresh", "-y"]);
    assert!(said.contains("nothing to do, 1 unchanged"), "{said}");
}

pub fn texts_and_keys_are_unchanged(project: &SdkProject) {
    let value = "{ \"\": null, \"$lumi\": \"secret\", \"ünï🎉\": \"\\u0000é\\u2028\", nested: { \"$lumi\": { \"$lumi\": 1 } }, \
                 list: [[], {}, \"\", false], constructor: \"x\" }";
    let program = format!(
        "{}{}export const isSame = lumi.all([a.value, ours]).then(([a, b]) => JSON.stringify([a, b.value]) === \
         JSON.stringify([{value}, {value}]));",
        thing("a", &format!("{{ value: {value} }}")),
        invoked("ours", "echo", &format!("{{ value: {value} }}")),
    );
    assert_eq!(project.deployed(&program)["isSame"], true);
    let said = project.ok(&["refresh", "-y"]);
    assert!(said.contains("nothing to do, 1 unchanged"), "{said}");
}

pub fn deep_values_are_unchanged(project: &SdkProject) {
    let mut program = "const lists = (levels: number) => { let value: any = \"end\"; for (let i = 0; i < levels; i++) value \
                       = [value]; return value; };\nconst levels = (value: any) => { let count = 0; while \
                       (Array.isArray(value)) { value = value[0]; count++; } return `${value} ${count}`; };\n"
        .to_owned();
    for depth in [20, 30, 40, 200, 490] {
        program += &invoked(
            &format!("ours{depth}"),
            "depth",
            &format!("{{ value: lists({depth}) }}"),
        );
        program += &format!(
            "export const theirs{depth} = lumi.invoke(\"conformance:index:nested\", {{ levels: {depth} }}).then(levels);\n"
        );
    }
    let outputs = project.deployed(&program);
    for depth in [20, 30, 40, 200, 490] {
        assert_eq!(outputs[format!("ours{depth}")], depth);
        assert_eq!(outputs[format!("theirs{depth}")], format!("end {depth}"));
    }
}

pub fn long_texts_are_unchanged(project: &SdkProject) {
    let program = "\
        export const theirs = lumi.invoke(\"conformance:index:large\", { size: 2 ** 23 }).then((it) => it.length);\n\
        export const ours = lumi.invoke(\"conformance:index:echo\", { value: \"y\".repeat(2 ** 23) }).then((it) => \
        it.value.length);\n";
    let outputs = project.deployed(program);
    assert_eq!(
        (&outputs["theirs"], &outputs["ours"]),
        (&json!(1 << 23), &json!(1 << 23))
    );
}

pub fn resources_are_values(project: &SdkProject) {
    let program = [
        thing("a", "{ value: 1 }"),
        thing("b", "{ value: a }"),
        "export const kind = b.kind;\n".to_owned(),
    ]
    .concat();
    project.program(&program);
    let said = project.ok(&["preview"]);
    assert!(said.contains("kind: \"resource\""), "{said}");
    assert_eq!(project.deployed(&program)["kind"], "resource");
    let value = &project.object("c-b.Thing").unwrap()["inputs"]["value"];
    assert_eq!(
        (&value["$lumi"], &value["id"]),
        (&json!("resource"), &json!("c-a"))
    );
}

pub fn kinds_are_told_apart(project: &SdkProject) {
    let values = "{ values: [null, true, 1.5, \"a\", [1], { a: 1 }, new lumi.StringAsset(\"x\"), new lumi.AssetArchive({}), \
                  lumi.secret(1)] }";
    let outputs = project.deployed(&invoked("kinds", "kinds", values));
    let expected = json!([
        "null", "boolean", "number", "string", "array", "object", "asset", "archive", "secret"
    ]);
    assert_eq!(outputs["kinds"]["value"], expected);
}
