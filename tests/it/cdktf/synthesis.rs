//! Programs write the bytes that they write in Node.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::lumi::tool;
use crate::support::test_share::TestShare;

use super::{manifest, programs, project};

/// The files below a folder by their paths in it, without what says where the program was called.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    collect(folder, folder, &mut all);
    let mut manifest = manifest(folder);
    for stack in manifest["stacks"].as_object_mut().unwrap().values_mut() {
        for annotation in stack["annotations"].as_array_mut().unwrap() {
            annotation.as_object_mut().unwrap().remove("stacktrace");
        }
    }
    all.insert("manifest.json".to_owned(), manifest.to_string().into());
    all
}

fn collect(root: &Path, folder: &Path, all: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, all);
            continue;
        }
        let name = path.strip_prefix(root).unwrap().display().to_string();
        all.insert(name, fs::read(&path).unwrap());
    }
}

/// Runs the line of `app` as CDKTF's own command does, with the same folder for its output.
fn synthesize_in_node(folder: &Path) {
    let settings = fs::read_to_string(folder.join("cdktf.json")).unwrap();
    let settings: Value = serde_json::from_str(&settings).unwrap();
    let mut context = match &settings["context"] {
        Value::Object(context) => Value::Object(context.clone()),
        _ => json!({}),
    };
    context["cdktfRelativeModules"] = match &settings["terraformModules"] {
        Value::Null => json!([]),
        modules => modules.clone(),
    };
    let path = std::env::var("PATH").unwrap_or_default();
    let packages = folder.join("node_modules/.bin");
    let output = tool("sh")
        .args(["-c", settings["app"].as_str().unwrap()])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", packages.display()))
        .env("CDKTF_OUTDIR", "cdktf.out")
        .env("CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS", "true")
        .env("CDKTF_CONTEXT_JSON", context.to_string())
        .env("SYNTH_HCL_OUTPUT", "false")
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {error}", folder.display());
}

/// A third of the programs with each commit.
#[test]
fn programs_write_what_they_write_in_node() {
    let share = TestShare::of_this_run();
    for (position, program) in programs().into_iter().enumerate() {
        if !share.has(position) {
            continue;
        }
        let Some(project) = project(&program) else {
            return;
        };
        let output = project.folder().join("cdktf.out");
        // A program with several stacks is refused afterwards.
        drop(project.run(&["run"]));
        let by_lumi = files(&output);
        fs::remove_dir_all(&output).unwrap();
        synthesize_in_node(project.folder());
        let by_node = files(&output);
        let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&by_lumi), names(&by_node), "{}", program.display());
        for (name, bytes) in &by_lumi {
            let (lumi, node) = (
                String::from_utf8_lossy(bytes),
                String::from_utf8_lossy(&by_node[name]),
            );
            assert_eq!(lumi, node, "{} {name}", program.display());
        }
    }
}

#[test]
fn a_program_without_a_compiler_of_typescript_is_an_es_module() {
    let Some(project) = project(Path::new("tests/programs/cdktf/cdk_terrain")) else {
        return;
    };
    let packages = fs::read_link(project.folder().join("node_modules")).unwrap();
    fs::remove_file(project.folder().join("node_modules")).unwrap();
    for name in ["cdktn", "constructs"] {
        let link = project.folder().join("node_modules").join(name);
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(packages.join(name), link).unwrap();
    }
    project.file("cdktf.json", r#"{"app": "bun run main.ts"}"#);
    let program = fs::read_to_string(project.folder().join("main.ts")).unwrap();
    project.file(
        "main.ts",
        &format!("{program}if (import.meta.dirname === undefined) throw new Error();\n"),
    );
    project.run(&["preview"]).ok();
}
