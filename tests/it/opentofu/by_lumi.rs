//! Plans and deployments of Lumi.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::process::{Output, Stdio};

use serde_json::Value;

use crate::support::lumi::Lumi;

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

    /// Without a program.
    pub fn empty(mirror: &Path, packages: &str) -> Self {
        let lumi = Self::new(mirror, packages);
        std::fs::remove_file(lumi.folder().join("index.ts")).unwrap();
        lumi
    }

    pub fn folder(&self) -> &Path {
        self.0.folder()
    }

    /// Standard output of a command that is to succeed.
    pub fn run(&self, args: &[&str]) -> String {
        self.0.output(args)
    }

    /// Runs a command that may fail.
    pub fn output(&self, args: &[&str]) -> Output {
        let mut command = self.0.command(args);
        command.env("LUMI_PASSPHRASE", "test").output().unwrap()
    }

    /// Standard output and error of a command that gets a text.
    pub fn with_input(&self, args: &[&str], text: &str) -> (String, String) {
        let mut command = self.0.command(args);
        let piped = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut process = piped.env("LUMI_PASSPHRASE", "test").spawn().unwrap();
        process
            .stdin
            .take()
            .unwrap()
            .write_all(text.as_bytes())
            .unwrap();
        let output = process.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr))
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

    /// The actions of a deployment of some resources, in the order in which they begin.
    pub fn actions(&self, step: u8, selection: &[&str]) -> Vec<String> {
        let config = format!("step={step}");
        let mut args = vec!["up", "-yP", "--json", "--continue-on-error", "-c", &config];
        args.extend(selection);
        let lines = String::from_utf8(self.output(&args).stdout).unwrap();
        let events = lines.lines().map(|it| serde_json::from_str(it).unwrap());
        let events: Vec<Value> = events.collect();
        let begun = events.iter().filter(|it| it["type"] == "stepStarted");
        begun
            .map(|it| {
                let action = match it["step"].as_str().unwrap() {
                    "create-replacement" => "create",
                    "delete-replaced" => "delete",
                    action => action,
                };
                format!("{action} {}", it["name"].as_str().unwrap())
            })
            .collect()
    }

    /// A deployment that fails, and goes on with what does not depend on that, as OpenTofu does.
    pub fn fail(&self, step: u8) {
        let config = format!("step={step}");
        let args = [
            "up",
            "-yP",
            "--refresh",
            "--continue-on-error",
            "-c",
            &config,
        ];
        assert_eq!(self.output(&args).status.code(), Some(1));
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
