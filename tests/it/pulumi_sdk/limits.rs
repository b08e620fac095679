//! Limits of programs of Pulumi in the process of lumi, which they do not have on Node.

use std::fs;

use super::Project;
use crate::support::lumi::Lumi;

const HEAD: &str = "const pulumi = require('@pulumi/pulumi');\n";

#[test]
fn native_addons_are_refused_by_name() {
    let Some(project) = Project::text(&format!("{HEAD}require('./lib/fast.node');\n")) else {
        return;
    };
    project.0.file("lib/fast.node", "\x7fELF");
    let answer = project.run(&["preview"]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    let said = &answer.stderr;
    assert!(said.contains("lib/fast.node is a native addon"), "{said}");
}

/// Yarn's Plug'n'Play has its packages in archives, which its own resolver reads.
#[test]
fn plug_n_play_is_refused_by_name() {
    let lumi = Lumi::new();
    fs::remove_file(lumi.folder().join("Lumi.yaml")).unwrap();
    lumi.file("Pulumi.yaml", super::PLAIN);
    lumi.file(
        "package.json",
        r#"{ "dependencies": { "@pulumi/pulumi": "^3" } }"#,
    );
    lumi.file(".pnp.cjs", "");
    lumi.file("index.js", HEAD);
    let answer = lumi.run(&["preview"]);
    assert_ne!(answer.code, 0);
    let said = &answer.stderr;
    assert!(said.contains("Plug'n'Play"), "{said}");
    assert!(said.contains("nodeLinker: node-modules"), "{said}");
}

/// A context of `vm` has the built-in objects of the program, which docs/node.md says.
#[test]
fn contexts_of_vm_are_scopes_of_names() {
    let program = "const vm = require('vm');\n\
         const context = vm.createContext({ x: 1 });\n\
         exports.sum = vm.runInContext('x + 1', context);\n\
         exports.own = vm.runInNewContext('[] instanceof outer', { outer: Array });\n\
         exports.left = vm.runInNewContext('(() => { try { return require } catch (error) { return error.name } })()');\n";
    let Some(project) = Project::text(&format!("{HEAD}{program}")) else {
        return;
    };
    let answer = project.succeeds(&["preview"]);
    let said = &answer.stdout;
    for part in ["sum: 2", "own: true", "left: \"ReferenceError\""] {
        assert!(said.contains(part), "{said}");
    }
}
