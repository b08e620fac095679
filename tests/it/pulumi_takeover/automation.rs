//! Programs that deploy others by the Automation API, which runs Pulumi's command line and listens to its events.

use std::os::unix::fs::symlink;

use serde_json::json;

use super::judged::Judged;
use crate::support::lumi::Answer;
use crate::support::peers::pulumi_engine;

#[test]
fn a_program_deploys_another_one_by_pulumi() {
    let Some(tool) = pulumi_engine() else {
        return;
    };
    // The packages are behind a link, as with pnpm.
    let judged = Judged::with_packages(|packages, project| {
        let modules = project.0.folder().join("node_modules");
        std::fs::create_dir(&modules).unwrap();
        symlink(packages.join("@pulumi"), modules.join("@pulumi")).unwrap();
    });
    let Some(judged) = judged else {
        return;
    };
    judged.program("automation");
    symlink(tool.join("pulumi"), judged.bin.join("pulumi")).unwrap();
    let args = ["run", "--format", "json"];
    let mut command = judged.project.command(&args);
    judged.surround(&mut command);
    let output = command.output().unwrap();
    let answer = Answer::of(output, &args, judged.project.0.folder());
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    let outputs = &answer.json()["outputs"];
    let expected = json!({
        "planned": { "create": 2 },
        "made": "succeeded",
        "secret": { "value": "hunter2", "secret": true },
        "destroyed": "succeeded",
        "seen": ["resourcePreEvent", "resOutputsEvent", "summaryEvent"],
    });
    assert_eq!(*outputs, expected);
}
