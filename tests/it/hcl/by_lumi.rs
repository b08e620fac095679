//! The answers of Lumi about a folder.

use std::path::Path;

use serde_json::Value;

use crate::opentofu::comparable::{Marks, SECRET, UNKNOWN, comparable};
use crate::support::lumi::{Answer, Lumi};

use super::{Outcome, copy};

pub struct LumiFolder(Lumi);

impl LumiFolder {
    pub fn new(folder: &Path, settings: &str) -> Self {
        let lumi = Lumi::new();
        lumi.file("Lumi.yaml", "name: demo\nruntime: hcl\n");
        copy(folder, lumi.folder());
        lumi.file("../home/.tofurc", settings);
        Self(lumi)
    }

    pub fn file(&self, name: &str, text: &str) {
        self.0.file(name, text);
    }

    pub fn read(&self, name: &str) -> String {
        self.0.read(name)
    }

    pub fn folder(&self) -> &Path {
        self.0.folder()
    }

    pub fn run(&self, args: &[&str]) -> Answer {
        self.0.run_with_passphrase("test", args)
    }

    pub fn plan(&self) -> Outcome {
        self.plan_of(&[])
    }

    /// The plan with further flags.
    pub fn plan_of(&self, flags: &[&str]) -> Outcome {
        let text = self.run(&[&["preview", "--json"], flags].concat()).ok();
        let last = text.lines().last().unwrap();
        let summary: Value = serde_json::from_str(last).unwrap();
        outcome(&summary["graph"])
    }

    pub fn up(&self) -> Outcome {
        self.up_of(&[])
    }

    /// The deployment with further flags.
    pub fn up_of(&self, flags: &[&str]) -> Outcome {
        self.run(&[&["up", "-y"], flags].concat()).ok();
        let graph = self
            .run(&[&["graph", "--format", "json"], flags].concat())
            .ok();
        outcome(&serde_json::from_str(&graph).unwrap())
    }
}

/// The outputs of a graph, and those of its resources.
fn outcome(graph: &Value) -> Outcome {
    let vertices = graph["vertices"].as_array().into_iter().flatten();
    let managed = vertices.filter(|it| it["type"].as_str().unwrap().contains(":resources:"));
    let resources = managed.map(|it| {
        let values = comparable(&unwrapped(&it["outputs"]), Marks::NONE);
        (it["name"].as_str().unwrap().to_owned(), values)
    });
    let outputs = graph["outputs"].as_object().into_iter().flatten();
    let outputs = outputs.map(|(name, it)| (name.clone(), comparable(&unwrapped(it), Marks::NONE)));
    Outcome {
        resources: resources.collect(),
        outputs: outputs.filter(|(_, it)| !it.is_null()).collect(),
    }
}

/// Values with texts in place of Lumi's tags.
fn unwrapped(value: &Value) -> Value {
    match value {
        Value::Array(elements) => elements.iter().map(unwrapped).collect(),
        Value::Object(members) => match members.get("$lumi").and_then(Value::as_str) {
            Some("secret") => SECRET.into(),
            Some("unknown") => UNKNOWN.into(),
            _ => {
                let members = members.iter();
                members
                    .map(|(key, it)| (key.clone(), unwrapped(it)))
                    .collect()
            }
        },
        plain => plain.clone(),
    }
}
