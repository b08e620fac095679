//! What Lumi plans and deploys.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::lumi::Lumi;

use super::comparable::{Marks, SECRET, UNKNOWN, comparable};
use super::mirror;
use super::{Change, Plan, State};

pub struct LumiProject(Lumi);

impl LumiProject {
    /// With the providers of a mirror.
    pub fn new(mirror: &Path, text: &str) -> Self {
        let lumi = Lumi::program(text);
        let used = mirror::names().filter(|it| text.contains(&format!("lumi:{it}")));
        let plugins = used.map(|it| format!("  {it}: {}\n", mirror::program(mirror, it).display()));
        let manifest = format!("name: demo\nplugins:\n{}", plugins.collect::<String>());
        lumi.file("Lumi.yaml", manifest);
        Self(lumi)
    }

    pub fn folder(&self) -> &Path {
        self.0.folder()
    }

    /// Standard output of a command that is to succeed.
    fn run(&self, args: &[&str]) -> String {
        let mut command = self.0.command(args);
        let output = command.env("LUMI_PASSPHRASE", "test").output().unwrap();
        assert!(
            output.status.success(),
            "lumi {}: {}{}",
            args.join(" "),
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).unwrap()
    }

    pub fn plan(&self, step: u8) -> Plan {
        let config = format!("step={step}");
        let text = self.run(&["preview", "-P", "--refresh", "--json", "-c", &config]);
        let events: Vec<Value> = text
            .lines()
            .map(|it| serde_json::from_str(it).unwrap())
            .collect();
        let graph = &events.last().unwrap()["graph"];
        let planned = resources(graph);
        let steps = events.iter().filter(|it| it["type"] == "stepEnded");
        let mut plan = Plan::new();
        for step in steps {
            let key = key(&step["resourceType"], &step["name"]);
            let Some(key) = key else { continue };
            let action = match step["step"].as_str().unwrap() {
                "same" | "refresh" | "delete-replaced" => continue,
                "create-replacement" => "replace".to_owned(),
                action => action.to_owned(),
            };
            let values = planned.get(&key).cloned().unwrap_or_default();
            plan.insert(key, Change { action, values });
        }
        plan
    }

    pub fn up(&self, step: u8) {
        let config = format!("step={step}");
        self.run(&["up", "-yP", "--refresh", "-c", &config]);
    }

    pub fn destroy(&self) {
        self.run(&["destroy", "-yP", "-c", "step=2"]);
    }

    pub fn state(&self) -> State {
        let graph = self.run(&["graph", "--format", "json"]);
        resources(&serde_json::from_str(&graph).unwrap())
    }
}

/// The outputs of the resources of a graph.
fn resources(graph: &Value) -> BTreeMap<String, Value> {
    let vertices = graph["vertices"].as_array();
    let resource = |it: &Value| {
        let values = comparable(&unwrapped(&it["outputs"]), Marks::NONE);
        Some((key(&it["type"], &it["name"])?, values))
    };
    vertices
        .into_iter()
        .flatten()
        .filter_map(resource)
        .collect()
}

/// By the type of the schema; `None` for what is none of a provider's.
fn key(resource_type: &Value, name: &Value) -> Option<String> {
    let (_, resource_type) = resource_type.as_str()?.split_once(":resources:")?;
    Some(format!("{resource_type} {}", name.as_str()?))
}

/// Values with marks as texts in place of Lumi's tags.
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
