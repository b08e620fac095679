//! `lumi import` in a project of Pulumi: the printed program is one for its SDK, and has no changes in either tool.

use super::judged::Judged;

/// The program with modules as `require` loads them.
fn as_common_js(code: &str) -> String {
    let line = |line: &str| match line.strip_prefix("import * as ") {
        Some(rest) => {
            let (name, from) = rest.split_once(" from ").unwrap();
            format!("const {name} = require({});", from.trim_end_matches(';'))
        }
        None => line.to_owned(),
    };
    code.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The code in the output of a command.
fn code(stdout: &str) -> &str {
    let start = stdout
        .find("import * as ")
        .unwrap_or_else(|| panic!("{stdout}"));
    &stdout[start..]
}

#[test]
fn an_imported_object_is_a_class_of_its_package() {
    let Some(judged) = Judged::new("given") else {
        return;
    };
    judged.project.0.file("index.js", "");
    let args = [
        "import",
        "random:index/randomUuid:RandomUuid",
        "the-id",
        "aabbccdd-1122-3344-5566-77889900aabb",
        "-y",
    ];
    let shown = judged.lumi(&args).stdout;
    insta::assert_snapshot!(code(&shown));
    judged
        .project
        .0
        .file("index.js", as_common_js(code(&shown)));
    assert_eq!(judged.preview(), "Plan: no changes, 1 unchanged");
}

#[test]
fn the_objects_of_a_file_are_imported_with_their_relatives() {
    let Some(judged) = Judged::new("given") else {
        return;
    };
    let start = "const pulumi = require(\"@pulumi/pulumi\");\nconst random = require(\"@pulumi/random\");\n\
                 const mine = new random.Provider(\"mine\");\n";
    judged.project.0.file("index.js", start);
    judged.lumi(&["up", "-y"]);
    let file = r#"{
        "nameTable": { "mine": "urn:pulumi:dev::web::pulumi:providers:random::mine" },
        "resources": [
            { "type": "random:index/randomInteger:RandomInteger", "name": "number", "id": "5,1,9", "parent": "group", "provider": "mine" },
            { "type": "acme:web:Group", "name": "group", "component": true },
            { "type": "random:index/randomUuid:RandomUuid", "name": "id", "logicalName": "the-id",
              "id": "aabbccdd-1122-3344-5566-77889900aabb" }
        ]
    }"#;
    judged.project.0.file("objects.json", file);
    let shown = judged
        .lumi(&["import", "--file", "objects.json", "-y"])
        .stdout;
    insta::assert_snapshot!(code(&shown));
    let group = "class Group extends pulumi.ComponentResource {\n  constructor(name) { super(\"acme:web:Group\", name); this.registerOutputs({}); }\n}\n\
                 const group = new Group(\"group\");\n";
    let code = as_common_js(code(&shown));
    let declarations = code.split_once("\n\n").unwrap().1;
    judged
        .project
        .0
        .file("index.js", format!("{start}{group}{declarations}"));
    assert_eq!(judged.preview(), "Plan: no changes, 4 unchanged");
    judged.lumi(&["stack", "export", "--pulumi", "--out", "back.json"]);
    judged.pulumi(&["stack", "import", "--file", "back.json"]);
    judged.pulumi(&["preview", "--expect-no-changes"]);
}
