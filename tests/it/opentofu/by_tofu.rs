//! Plans and deployments of OpenTofu.

use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::lumi::tool;
use crate::support::peers::opentofu;

use super::comparable::{Marks, comparable};
use super::{Change, Plan, State};

pub struct TofuProject {
    folder: PathBuf,
    program: PathBuf,
    /// Removed with the project, unless its folder is another's.
    _own: Option<TempDir>,
}

impl TofuProject {
    /// With the providers of a mirror; `None` without the judges.
    pub fn new(mirror: &Path, text: &str) -> Option<Self> {
        let own = tempfile::tempdir().unwrap();
        let mut project = Self::within(mirror, own.path(), text)?;
        project._own = Some(own);
        Some(project)
    }

    /// In a folder that exists; `None` without the judges.
    pub fn within(mirror: &Path, folder: &Path, text: &str) -> Option<Self> {
        let project = Self {
            folder: folder.to_owned(),
            program: opentofu()?,
            _own: None,
        };
        let config = format!(
            "provider_installation {{\n  filesystem_mirror {{\n    path = {:?}\n  }}\n}}\n",
            mirror
        );
        project.file("tofurc", &config);
        project.file("main.tf", text);
        project.run(&["init"]);
        Some(project)
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn file(&self, name: &str, text: &str) {
        std::fs::write(self.folder().join(name), text).unwrap();
    }

    pub fn run(&self, args: &[&str]) -> String {
        let output = self.output(args);
        assert!(
            output.status.success(),
            "tofu {}: {}",
            args.join(" "),
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a command that may fail.
    pub fn output(&self, args: &[&str]) -> Output {
        tool(&self.program)
            .current_dir(self.folder())
            .args(args)
            .env("TF_CLI_CONFIG_FILE", self.folder().join("tofurc"))
            .env("TF_IN_AUTOMATION", "1")
            .env("CHECKPOINT_DISABLE", "1")
            .output()
            .unwrap()
    }

    fn json(&self, args: &[&str]) -> Value {
        serde_json::from_str(&self.run(args)).unwrap()
    }

    pub fn plan(&self, step: u8) -> Plan {
        let variable = format!("-var=step={step}");
        self.run(&["plan", "-input=false", "-out=plan", &variable]);
        let plan = self.json(&["show", "-json", "plan"]);
        let changes = plan["resource_changes"].as_array();
        let changes = changes.into_iter().flatten().filter_map(change);
        changes.collect()
    }

    pub fn apply(&self, step: u8) {
        let variable = format!("-var=step={step}");
        self.run(&["apply", "-input=false", "-auto-approve", &variable]);
    }

    /// The actions of a deployment of some resources, in the order in which they begin.
    pub fn actions(&self, step: u8, selection: &[&str]) -> Vec<String> {
        let variable = format!("-var=step={step}");
        let mut args = vec!["apply", "-json", "-input=false", "-auto-approve", &variable];
        args.extend(selection);
        let output = self.output(&args);
        let lines = String::from_utf8(output.stdout).unwrap();
        let events = lines.lines().map(|it| serde_json::from_str(it).unwrap());
        let events: Vec<Value> = events.collect();
        let begun = events.iter().filter(|it| it["type"] == "apply_start");
        begun
            .map(|it| {
                let (action, resource) = (&it["hook"]["action"], &it["hook"]["resource"]);
                let name = resource["resource_name"].as_str().unwrap();
                format!("{} {name}", action.as_str().unwrap())
            })
            .collect()
    }

    /// A deployment that fails.
    pub fn fail(&self, step: u8) {
        let variable = format!("-var=step={step}");
        let output = self.output(&["apply", "-input=false", "-auto-approve", &variable]);
        assert!(!output.status.success());
    }

    pub fn destroy(&self) {
        self.run(&["destroy", "-input=false", "-auto-approve", "-var=step=2"]);
    }

    pub fn state(&self) -> State {
        let state = self.json(&["show", "-json"]);
        let resources = state["values"]["root_module"]["resources"].as_array();
        let managed = resources
            .into_iter()
            .flatten()
            .filter(|it| it["mode"] == "managed");
        let resource = |it: &Value| {
            let marks = Marks {
                unknown: &Value::Null,
                secret: &it["sensitive_values"],
            };
            (key(it), comparable(&it["values"], marks))
        };
        managed.map(resource).collect()
    }
}

/// A resource that changes.
fn change(resource: &Value) -> Option<(String, Change)> {
    let change = &resource["change"];
    let actions: Vec<&str> = change["actions"]
        .as_array()?
        .iter()
        .filter_map(Value::as_str)
        .collect();
    let action = match actions[..] {
        ["no-op"] if change["importing"].is_object() => "import".to_owned(),
        ["no-op" | "read"] => return None,
        [action] => action.to_owned(),
        _ => "replace".to_owned(),
    };
    let marks = Marks {
        unknown: &change["after_unknown"],
        secret: &change["after_sensitive"],
    };
    let values = comparable(&change["after"], marks);
    Some((key(resource), Change { action, values }))
}

/// An instance of several has the name of its key.
fn key(resource: &Value) -> String {
    let name = resource["index"].as_str();
    let name = name.or(resource["name"].as_str()).unwrap();
    format!("{} {name}", resource["type"].as_str().unwrap())
}
