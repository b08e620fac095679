//! The answers of OpenTofu about a folder.

use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;

use crate::opentofu::comparable::{Marks, comparable};
use crate::support::lumi::tool;
use crate::support::peers::opentofu;

use super::{Outcome, copy};

pub struct TofuFolder {
    folder: PathBuf,
    program: PathBuf,
    /// The settings by which it finds providers.
    settings: TempDir,
}

impl TofuFolder {
    /// `None` without the judges.
    pub fn new(folder: &Path, settings: &str) -> Option<Self> {
        let own = tempfile::tempdir().unwrap();
        let inner = own.path().join("folder");
        copy(folder, &inner);
        Some(Self::started(inner, own, settings, opentofu()?))
    }

    /// In a folder that is there; `None` without the judges.
    pub fn within(folder: &Path, settings: &str) -> Option<Self> {
        let own = tempfile::tempdir().unwrap();
        Some(Self::started(folder.to_owned(), own, settings, opentofu()?))
    }

    fn started(folder: PathBuf, own: TempDir, settings: &str, program: PathBuf) -> Self {
        std::fs::write(own.path().join("tofurc"), settings).unwrap();
        let project = Self {
            folder,
            program,
            settings: own,
        };
        project.output(&["get"]);
        project
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn output(&self, args: &[&str]) -> Output {
        tool(&self.program)
            .current_dir(&self.folder)
            .args(args)
            .env("TF_CLI_CONFIG_FILE", self.settings.path().join("tofurc"))
            .env("TF_IN_AUTOMATION", "1")
            .env("CHECKPOINT_DISABLE", "1")
            .output()
            .unwrap()
    }

    pub fn run(&self, args: &[&str]) -> String {
        let output = self.output(args);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "tofu {}: {error}", args.join(" "));
        String::from_utf8(output.stdout).unwrap()
    }

    fn json(&self, args: &[&str]) -> Value {
        serde_json::from_str(&self.run(args)).unwrap()
    }

    pub fn plan(&self) -> Outcome {
        self.run(&["plan", "-input=false", "-out=plan"]);
        let plan = self.json(&["show", "-json", "plan"]);
        let changes = plan["resource_changes"].as_array().into_iter().flatten();
        let managed = changes.filter(|it| it["mode"] == "managed");
        let managed = managed.filter(|it| it["change"]["actions"] != serde_json::json!(["delete"]));
        let address = |it: &Value| it["address"].as_str().unwrap().to_owned();
        let outputs = plan["output_changes"].as_object().into_iter().flatten();
        Outcome {
            resources: managed
                .map(|it| (address(it), after(&it["change"])))
                .collect(),
            outputs: outputs
                .map(|(name, it)| (name.clone(), after(it)))
                .filter(|(_, it)| !it.is_null())
                .collect(),
        }
    }

    pub fn apply(&self) -> Outcome {
        self.run(&["apply", "-input=false", "-auto-approve"]);
        let state = self.json(&["show", "-json"]);
        let mut outcome = Outcome::default();
        add_module(&state["values"]["root_module"], &mut outcome);
        let outputs = state["values"]["outputs"].as_object().into_iter().flatten();
        for (name, output) in outputs {
            let marks = Marks {
                unknown: &Value::Null,
                secret: &output["sensitive"],
            };
            outcome
                .outputs
                .insert(name.clone(), comparable(&output["value"], marks));
        }
        outcome
    }

    /// The file and the line of each error of a plan that fails.
    pub fn errors(&self) -> Vec<(String, u64)> {
        let output = self.output(&["plan", "-input=false", "-json"]);
        assert!(!output.status.success());
        let text = String::from_utf8(output.stdout).unwrap();
        let lines = text.lines().map(|it| serde_json::from_str(it).unwrap());
        let errors = lines.filter(|it: &Value| it["@level"] == "error");
        let place = |it: Value| {
            let range = &it["diagnostic"]["range"];
            Some((
                range["filename"].as_str()?.to_owned(),
                range["start"]["line"].as_u64()?,
            ))
        };
        errors.filter_map(place).collect()
    }
}

/// The value after a change.
fn after(change: &Value) -> Value {
    let marks = Marks {
        unknown: &change["after_unknown"],
        secret: &change["after_sensitive"],
    };
    comparable(&change["after"], marks)
}

fn add_module(module: &Value, outcome: &mut Outcome) {
    let resources = module["resources"].as_array().into_iter().flatten();
    for resource in resources.filter(|it| it["mode"] == "managed") {
        let marks = Marks {
            unknown: &Value::Null,
            secret: &resource["sensitive_values"],
        };
        let address = resource["address"].as_str().unwrap().to_owned();
        outcome
            .resources
            .insert(address, comparable(&resource["values"], marks));
    }
    for child in module["child_modules"].as_array().into_iter().flatten() {
        add_module(child, outcome);
    }
}
