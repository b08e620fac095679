//! The tests of the SDKs, and what is generated in them.

use std::fs;

use super::SdkProgram;
use crate::python::repository;
use crate::support::lumi::tool;
use crate::support::peers::sdk_package;

#[test]
fn the_module_of_go_keeps_its_laws() {
    let Some(program) = SdkProgram::go("") else {
        return;
    };
    let output = program
        .tool("go", &["test", "-p", "1", "./..."])
        .env_remove("GOFLAGS")
        .current_dir(repository().join("sdk/go"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(said.contains("ok  \tlumi.example/sdk/go/value"), "{said}");
}

#[test]
fn the_package_of_node_keeps_its_laws() {
    let Some(sdk) = sdk_package("nodejs/node_modules/lumi-sdk") else {
        return;
    };
    let output = tool("node")
        .args(["--test", "dist/tests/value.test.js"])
        .current_dir(sdk)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && !said.contains("# pass 0"),
        "{said}"
    );
}

#[test]
fn the_messages_of_node_are_those_of_the_protocol() {
    let Some(sdk) = sdk_package("nodejs/node_modules/lumi-sdk") else {
        return;
    };
    // The script looks for the files of the protocol two folders above its own.
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("sdk/nodejs/generate.mjs");
    fs::create_dir_all(script.parent().unwrap()).unwrap();
    fs::copy(repository().join("sdk/nodejs/generate.mjs"), &script).unwrap();
    let links = [
        ("proto", repository().join("proto")),
        ("sdk/nodejs/node_modules", sdk.join("node_modules")),
    ];
    for (link, target) in links {
        std::os::unix::fs::symlink(target, folder.path().join(link)).unwrap();
    }
    let made = folder.path().join("protocol.json");
    let output = tool("node").arg(script).arg(&made).output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let kept = fs::read_to_string(repository().join("sdk/nodejs/src/wire/protocol.json")).unwrap();
    assert_eq!(
        fs::read_to_string(made).unwrap(),
        kept,
        "run `node sdk/nodejs/generate.mjs`"
    );
}

/// Generated files name what they were made from; `sdk/go/generate` makes them.
#[test]
fn the_messages_of_go_are_those_of_the_protocol() {
    for entry in fs::read_dir(repository().join("proto/lumirpc")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let generated = repository().join(format!("sdk/go/lumirpc/{name}.pb.go"));
        let generated = fs::read_to_string(generated).unwrap();
        // Names of fields and values are in the descriptor of a generated file, as they are in the protocol.
        for word in text.lines().filter_map(declared) {
            assert!(
                generated.contains(word),
                "{word} of {name}: run `sdk/go/generate`"
            );
        }
    }
}

/// The name that a line of a protocol declares.
fn declared(line: &str) -> Option<&str> {
    let line = line.trim();
    let (declaration, rest) = line.split_once(" = ")?;
    let is_field = rest.ends_with(';')
        && !line.starts_with("//")
        && !line.starts_with("option")
        && !line.starts_with("syntax");
    is_field.then(|| declaration.rsplit(' ').next().unwrap_or(declaration))
}
