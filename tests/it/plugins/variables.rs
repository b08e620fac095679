//! Environment variables of plugins.

use std::fs;

use super::{Project, thing};
use crate::support::lumi::Answer;

#[test]
fn variables_have_other_names_for_the_plugin_of_a_provider() {
    let program = |eu: &str| {
        format!(
            "for (const [name, from] of [[\"eu\", \"{eu}\"], [\"us\", \"US_ACCOUNT\"], [\"none\", \"NO_ACCOUNT\"]] as const) {{\n\
               const provider = new lumi.ProviderResource(\"scripted\", name, {{}}, {{ envVarMappings: {{ [from]: \"ACCOUNT\" }} }});\n\
               new lumi.CustomResource(\"scripted:index:Thing\", `in-${{name}}`, {{ value: name }}, {{ provider }});\n\
             }}\n{}",
            thing("plain", "")
        )
    };
    let project = Project::new(&program("EU_ACCOUNT"));
    project.plugin("echo \"${ACCOUNT:-nobody}\" >> accounts");
    let run = |args: &[&str]| {
        let mut command = project.command(args);
        command
            .env("EU_ACCOUNT", "europe")
            .env("US_ACCOUNT", "america");
        let answer = Answer::of(command.output().unwrap(), args, project.0.folder());
        assert_eq!(answer.code, 0, "{}", answer.transcript());
        let accounts = project.0.read("accounts");
        fs::remove_file(project.0.folder().join("accounts")).unwrap();
        let accounts: std::collections::BTreeSet<&str> = accounts.lines().collect();
        accounts.into_iter().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(run(&["up", "-y"]), "america europe nobody");
    assert!(!project.state().contains("europe"));
    // The state knows the names for what deletes without the program.
    assert_eq!(run(&["refresh", "-y"]), "america europe nobody");
    assert_eq!(run(&["destroy", "-y"]), "america europe nobody");
    for (name, message) in [
        (
            "LUMI_PASSPHRASE",
            "LUMI_PASSPHRASE is a variable that lumi keeps from other processes",
        ),
        ("A=B", "is not a name of an environment variable"),
    ] {
        project.0.file(
            "index.ts",
            format!("import * as lumi from \"lumi\";\n{}", program(name)),
        );
        let said = project.run(&["preview"]);
        assert!(said.contains(message), "{said}");
    }
    let own = "new lumi.ProviderResource(\"std\", \"own\", {}, { envVarMappings: { A: \"B\" } });";
    project.0.file(
        "index.ts",
        format!("import * as lumi from \"lumi\";\n{own}"),
    );
    let said = project.run(&["preview"]);
    assert!(said.contains("`std` has no process of its own"), "{said}");
}
