//! Closures of a program with resources: environment, dependencies and deployment.

use std::fs;

use serde_json::Value;

use crate::functions::closures::{bundle, code, folders, programs};
use crate::support::lumi::Lumi;

/// The bundle of a program with resources describes each closure.
#[test]
fn resources_become_environment_and_dependencies() {
    let out = tempfile::tempdir().unwrap();
    bundle(&programs("resources/program.ts"), out.path(), &[]);
    let text = fs::read_to_string(out.path().join("closures.json")).unwrap();
    let list: Vec<Value> = serde_json::from_str(&text).unwrap();
    let mut shown = String::new();
    for it in &list {
        shown.push_str(&format!(
            "{}: {}\n",
            it["name"].as_str().unwrap(),
            it["env"]
        ));
        for dependency in it["dependencies"].as_array().unwrap() {
            shown.push_str(&format!("  {dependency}\n"));
        }
    }
    insta::assert_snapshot!("resources", shown);
    let code = code(&folders(out.path()));
    assert!(!code.contains("hunter2") && !text.contains("hunter2"));
    insta::assert_snapshot!("resources_code", code);
}

#[test]
fn compute_answers_are_outputs() {
    let lumi = Lumi::new();
    for name in ["program.ts", "lib.ts"] {
        lumi.file(name, fs::read(programs("resources").join(name)).unwrap());
    }
    let answer = lumi.run(&["run", "program.ts", "--format", "json"]);
    insta::assert_snapshot!("compute_outputs", answer.ok());
}

#[test]
fn closures_are_known_by_the_resources_that_deploy_them() {
    let lumi = Lumi::with_sdk(
        "const made = lumi.compute(() => 1), other = lumi.compute(() => 2), unused = lumi.compute(() => 3);
        const layers = new lumi.Property(other.archive).then((app) => new lumi.AssetArchive({ app }));
        new lumi.CustomResource('cloud:index:Function', 'zipped', { source: { code: made.archive } });
        new lumi.CustomResource('cloud:index:Function', 'layered', { layers: [layers], code: made.code });",
    );
    let list = lumi
        .run(&["closure", "bundle", "index.ts", "--out", "out", "--list"])
        .json();
    let list = list.as_array().unwrap().iter();
    let list = list.map(|it| format!("{} {} {}", it["name"], it["property"], it["folder"]));
    insta::assert_snapshot!(list.collect::<Vec<_>>().join("\n"), @r#"
    "layered.code" "code" "layered.code"
    "layered.layers[0].app" "layers[0].app" "layered.layers-0-.app"
    "zipped" "source.code" "zipped"
    "#);
    let why = lumi.run(&["closure", "why", "zipped"]);
    assert_eq!(why.code, 0, "{}", why.transcript());
}

/// An enum is longer in JavaScript.
#[test]
fn captured_code_has_the_lines_of_the_users_file() {
    let lumi = Lumi::program(
        "import { CustomResource } from \"lumi\";\n\
         enum Kind {\n  One = 1,\n  Two,\n}\n\
         \n\
         const table = { kind: Kind.Two };\n\
         function helper() {\n  return table.kind;\n}\n\
         new CustomResource(\"a:b:C\", \"handler\", { f: () => helper() });\n",
    );
    let why = lumi.run(&["closure", "why", "handler"]).ok();
    assert!(why.contains("helper: code of index.ts:8:1"), "{why}");
}

#[test]
fn a_secret_in_the_environment_of_a_closure_stays_secret() {
    let lumi = Lumi::with_sdk(
        "const password = lumi.secret('hunter2'), region = new lumi.Property(Promise.resolve('eu'));
        const made = lumi.compute(() => [password, bucket.name]);
        const bucket = new lumi.CustomResource<{ name: string }>('cloud:index:Bucket', 'media', { name: 'media' });
        export const { env, secretEnv, secrets } = made;
        new lumi.CustomResource('cloud:index:Function', 'f', { env, secretEnv, region });",
    );
    let graph = lumi.run(&["run", "--format", "json"]).json();
    let function = &graph["vertices"][1];
    insta::assert_snapshot!(function["inputs"], @r#"{"env":{"LUMI_MEDIA_NAME":"media"},"secretEnv":{"$lumi":"secret"},"region":"eu"}"#);
    insta::assert_snapshot!(graph["outputs"], @r#"{"env":{"LUMI_MEDIA_NAME":"media"},"secretEnv":{"$lumi":"secret"},"secrets":["LUMI_PASSWORD"]}"#);
    insta::assert_snapshot!(graph["edges"], @r#"[{"from":"urn:lumi:dev::demo::index::cloud:index:Function::f","to":"urn:lumi:dev::demo::index::cloud:index:Bucket::media","kind":"property","property":"env"}]"#);
}
