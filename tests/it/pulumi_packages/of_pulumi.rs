//! Plugins of the SDKs of a project of Pulumi.

use std::fs;
use std::os::unix::fs::symlink;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::Project;
use crate::project_packages::plugin_release::{archive_name, stored_plugin};
use crate::pulumi::node;

const PROGRAM: &str = "\
    const random = require('@pulumi/random');\n\
    exports.number = new random.RandomInteger('n', { min: 7, max: 7 }).result;\n";

/// The version of `@pulumi/random` in `tools/pulumi`.
const VERSION: &str = "4.21.2";

fn project() -> Option<Project> {
    let packages = node::packages()?;
    let project = Project::new(&[("random", VERSION)])?;
    let folder = project.lumi.folder();
    fs::remove_file(folder.join("Lumi.yaml")).unwrap();
    symlink(packages, folder.join("node_modules")).unwrap();
    project
        .lumi
        .file("Pulumi.yaml", "name: web\nruntime: nodejs\n");
    let manifest =
        r#"{ "name": "web", "dependencies": { "@pulumi/pulumi": "*", "@pulumi/random": "*" } }"#;
    project.lumi.file("package.json", manifest);
    project.lumi.file("index.js", PROGRAM);
    Some(project)
}

#[test]
fn the_plugins_of_sdks_are_installed() {
    let Some(project) = project() else {
        return;
    };
    let missing = project.run(&["preview"]);
    assert!(
        missing.transcript().contains("lumi add pulumi:random"),
        "{}",
        missing.transcript()
    );
    let refused = project.run(&["install"]);
    assert_ne!(refused.code, 0, "{}", refused.transcript());
    let told = project.run(&["install", "-y"]).ok();
    let place = project
        .lumi
        .folder()
        .with_file_name("home")
        .join(".pulumi/plugins");
    let plugin = place.join(format!("resource-random-v{VERSION}/pulumi-resource-random"));
    assert!(plugin.is_file(), "{told}");
    let again = project.run(&["install"]).transcript();
    assert!(
        again.contains("the plugins of all SDKs in package.json are installed"),
        "{again}"
    );
    project.run(&["up", "-y"]).ok();
    assert_eq!(project.outputs()["number"], 7);
    project.run(&["destroy", "-y"]).ok();
    // Nothing of it is in the project.
    assert!(!project.lumi.folder().join("Lumi.lock").exists());
    assert!(!project.lumi.folder().join("Lumi.yaml").exists());
}

#[test]
fn a_plugin_is_added_in_the_version_of_its_sdk() {
    let Some(project) = project() else {
        return;
    };
    project.run(&["add", "pulumi:random", "-y"]).ok();
    project.run(&["up", "-y"]).ok();
    for (args, expected) in [
        (
            &["add", "hashicorp/random", "-y"][..],
            "is not a plugin of Pulumi",
        ),
        (
            &["add", "pulumi:random", "--name", "x", "-y"],
            "add it without --name",
        ),
        (&["add", "pulumi:random@9.9.9", "-y"], "9.9.9"),
    ] {
        let told = project.run(args);
        assert_ne!(told.code, 0, "{}", told.transcript());
        assert!(
            told.transcript().contains(expected),
            "{}",
            told.transcript()
        );
    }
    project.run(&["destroy", "-y"]).ok();
}

const WITH_SDK: &str = "\
    import * as pulumi from '@pulumi/pulumi';\n\
    import * as things from '@pulumi/things';\n\
    const a = new things.Thing('a', { of: new pulumi.Config().get('of') ?? 'you' });\n\
    const mine = new things.Provider('mine', { color: 'red' });\n\
    const b = new things.Thing('b', { of: a.says.apply(it => it.length.toString()) }, { provider: mine });\n\
    const pair = new things.Pair('p', { of: 'we' });\n\
    export const says: pulumi.Output<string[]> = pulumi.all([a.says, b.says]);\n\
    export const text = pair.text, said = pair.said({ suffix: '!' }).text;\n\
    export const read = things.get({ of: 'x' }).then(it => it.text);\n\
    export const lifted = things.getOutput({ of: a.of }).text;\n\
    export const found = things.Thing.get('found', 'there').says;\n\
    export const is = things.Thing.isInstance(a) && !things.Thing.isInstance(pair);\n";

/// A project of Pulumi with the SDK alone, and the plugin `adapter` in its folder `bin`.
fn project_of_adapter() -> Option<(Project, PathBuf)> {
    let (packages, project) = (node::packages()?, Project::new(&[])?);
    let folder = project.lumi.folder();
    fs::remove_file(folder.join("Lumi.yaml")).unwrap();
    fs::create_dir_all(folder.join("node_modules/@pulumi")).unwrap();
    for entry in fs::read_dir(&packages).unwrap() {
        let name = entry.unwrap().file_name();
        let name = name.to_str().unwrap();
        if name == "@pulumi" {
            symlink(
                packages.join("@pulumi/pulumi"),
                folder.join("node_modules/@pulumi/pulumi"),
            )
            .unwrap();
        } else {
            symlink(packages.join(name), folder.join("node_modules").join(name)).unwrap();
        }
    }
    let adapter = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/pulumi/adapter.js");
    let program = node::install(&folder.join("bin"), "adapter", &packages, &adapter);
    project.lumi.file(
        "package.json",
        r#"{ "name": "web", "dependencies": { "@pulumi/pulumi": "*" } }"#,
    );
    Some((project, program))
}

#[test]
fn an_sdk_is_made_of_parameters() {
    let Some((project, _)) = project_of_adapter() else {
        return;
    };
    let folder = project.lumi.folder();
    project.lumi.file(
        "Pulumi.yaml",
        "name: web\nruntime: nodejs\nplugins:\n  providers:\n    - name: adapter\n      path: bin\n",
    );
    project.lumi.file("index.ts", WITH_SDK);
    project.run(&["add", "pulumi:adapter", "hello", "-y"]).ok();
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    insta::assert_snapshot!(
        [
            "Pulumi.yaml",
            "package.json",
            "sdks/things/package.json",
            "sdks/things/index.js",
            "sdks/things/index.d.ts"
        ]
        .map(|it| format!("--- {it}\n{}", read(it)))
        .join("\n")
    );
    // In node, the SDK checks types.
    for runtime in ["embedded", "node"] {
        project.run(&["up", "-y", "-P", "--runtime", runtime]).ok();
        let expected = json!({
            "says": ["hello you", "hello 9"],
            "text": "hello and we",
            "said": "hello!",
            "read": "hello 2.0.0 x",
            "lifted": "hello 2.0.0 you",
            "found": "hello there",
            "is": true,
        });
        assert_eq!(project.outputs(), expected, "{runtime}");
    }
    project
        .run(&[
            "stack",
            "export",
            "--pulumi",
            "--show-secrets",
            "--out",
            "state.json",
        ])
        .ok();
    let state: Value = serde_json::from_str(&read("state.json")).unwrap();
    let resources = state["deployment"]["resources"].as_array().unwrap();
    let provider = resources
        .iter()
        .find(|it| it["urn"].as_str().unwrap().ends_with("::mine"));
    let parameters = &provider.unwrap()["inputs"]["__internal"];
    assert_eq!(
        *parameters,
        json!({ "name": "adapter", "version": "1.0.0", "parameterization": "aGVsbG8=" })
    );
    project.lumi.file(
        "index.ts",
        "new things.Thing();".replace("new things.Thing();", "throw new Error();"),
    );
    project.run(&["destroy", "-y", "-P"]).ok();
}

#[test]
fn an_sdk_is_made_by_the_plugin_of_the_range() {
    let Some((project, program)) = project_of_adapter() else {
        return;
    };
    project
        .lumi
        .file("Pulumi.yaml", "name: web\nruntime: nodejs\n");
    let script = fs::read_to_string(&program).unwrap();
    for version in ["1.0.0", "1.2.0"] {
        let variable = format!("exec env ADAPTER_VERSION={version} ");
        fs::write(&program, script.replace("exec env ", &variable)).unwrap();
        let archive = stored_plugin("adapter", &program);
        let name = archive_name("adapter", version);
        fs::write(project.mirror.path().join(name), archive).unwrap();
    }
    project.run(&["add", "pulumi:adapter@1.2.0", "-y"]).ok();
    for (args, expected) in [
        (&["add", "pulumi:adapter@1.0.0", "hello", "-y"][..], "1.0.0"),
        (&["add", "pulumi:adapter@1.2.0", "hello", "-y"], "1.2.0"),
    ] {
        project.run(args).ok();
        let manifest = project.lumi.read("sdks/things/package.json");
        let manifest: Value = serde_json::from_str(&manifest).unwrap();
        assert_eq!(manifest["pulumi"]["version"], expected);
    }
}

#[test]
fn an_sdk_that_has_no_place_is_not_written() {
    let Some((project, _)) = project_of_adapter() else {
        return;
    };
    let settings = "name: web\nruntime: nodejs\nplugins:\n  providers:\n    - name: adapter\n      path: bin\n";
    project.lumi.file("Pulumi.yaml", settings);
    let add = ["add", "pulumi:adapter", "hello", "-y"];
    let refused = |expected: &str| {
        let answer = project.run(&add);
        assert_ne!(answer.code, 0, "{}", answer.transcript());
        let told = answer.transcript();
        assert!(told.contains(expected), "{told}");
        assert!(!project.lumi.folder().join("sdks").exists());
        assert_eq!(project.lumi.read("Pulumi.yaml"), settings);
    };
    let manifest = project.lumi.read("package.json");
    project
        .lumi
        .file("package.json", r#"{ "dependencies": [] }"#);
    refused("package.json has no object");
    project.lumi.file("package.json", manifest);
    // A package of the registry has the name.
    let package = "node_modules/@pulumi/things/package.json";
    project
        .lumi
        .file(package, r#"{ "name": "@pulumi/things" }"#);
    refused("npm has installed another package as node_modules/@pulumi/things");
    // Some managers of packages copy an SDK.
    let copy =
        r#"{ "name": "@pulumi/things", "pulumi": { "parameterization": { "name": "things" } } }"#;
    project.lumi.file(package, copy);
    project.run(&add).ok();
    assert!(
        project
            .lumi
            .read(package)
            .contains("\"version\": \"2.0.0\"")
    );
}
