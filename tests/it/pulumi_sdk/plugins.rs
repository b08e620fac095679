//! Programs whose packages have plugins.

use std::path::Path;

use super::{Project, packages};
use crate::lumi::without_times;
use crate::pulumi::node;

impl Project {
    /// A program of `tests/programs/pulumi_sdk`, and the plugins it needs.
    pub fn with_plugins(program: &str) -> Option<Self> {
        let project = Self::of(program)?;
        let packages = packages()?;
        let greet = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/pulumi/greet.js");
        node::install_random(&project.bin(), &packages);
        node::install(&project.bin(), "greet", &packages, &greet);
        Some(project)
    }
}

#[test]
fn components_of_plugins_are_made_in_the_run() {
    let Some(project) = Project::with_plugins("greeters") else {
        return;
    };
    let preview = without_times(&project.succeeds(&["preview"]).transcript());
    insta::assert_snapshot!(preview);
    let up = project.succeeds(&["up", "-y"]).transcript();
    assert!(up.contains("+7 created") && !up.contains("hunter2"), "{up}");
    let outputs = project.outputs();
    let word = outputs["word"].as_str().unwrap();
    let text = outputs["text"].as_str().unwrap();
    assert!(text.starts_with(&format!("hello {word}-")) && text.ends_with(", number 4"));
    assert_eq!(outputs["code"]["value"], "hunter2-4");
    assert_eq!(outputs["pet"], word);
    assert_eq!(outputs["shouted"]["text"], "HELLO!");
    let again = without_times(&project.succeeds(&["up", "-y"]).stdout);
    assert!(again.contains("nothing to do, 7 unchanged"), "{again}");
    // All that the component is made of inherits from it.
    project.succeeds(&["up", "-y", "-c", "protect=true"]);
    let refused = without_times(&project.run(&["destroy", "-y"]).transcript());
    assert!(refused.contains("\"greeter-number\""), "{refused}");
    assert!(refused.contains("it is protected"), "{refused}");
    project.succeeds(&["up", "-y", "-c", "length=6"]);
    assert_ne!(project.outputs()["text"], outputs["text"]);
    project.destroy();
}
