//! Plans and deployments of Lumi.

use serde_json::Value;

use super::comparable::comparable;
use super::{Plan, State, Trial};

impl Trial {
    /// The plugins are started once to be described, also for programs that `pulumi` runs.
    pub fn accept(&self) {
        self.lumi.output(&["types", "-P"]);
    }

    pub fn lumi_plan(&self) -> Plan {
        let text = self.lumi.output(&["preview", "-P", "--json"]);
        let mut plan = Plan::new();
        for line in text.lines() {
            let event: Value = serde_json::from_str(line).unwrap();
            if event["type"] != "stepEnded" {
                continue;
            }
            let action = match event["step"].as_str().unwrap() {
                "same" | "delete-replaced" => continue,
                "create-replacement" => "replace",
                action => action,
            };
            let (of, name) = (&event["resourceType"], &event["name"]);
            let key = format!("{} {}", of.as_str().unwrap(), name.as_str().unwrap());
            plan.insert(key, action.to_owned());
        }
        plan
    }

    pub fn lumi_up(&self) {
        self.lumi.output(&["up", "-yP"]);
    }

    pub fn lumi_destroy(&self) {
        self.lumi.output(&["destroy", "-yP"]);
    }

    pub fn lumi_state(&self) -> State {
        let text = self
            .lumi
            .output(&["graph", "--format", "json", "--show-secrets"]);
        let graph: Value = serde_json::from_str(&text).unwrap();
        let vertices = graph["vertices"].as_array().into_iter().flatten();
        let resources = vertices.filter_map(|it| {
            let (of, name) = (it["type"].as_str()?, it["name"].as_str()?);
            let key = format!("{of} {name}");
            (of != "lumi:stack").then(|| (key, comparable(&it["outputs"])))
        });
        resources.collect()
    }

    pub fn lumi_outputs(&self) -> Value {
        let text = self
            .lumi
            .output(&["stack", "output", "--json", "--show-secrets"]);
        let mut outputs: Value = serde_json::from_str(&text).unwrap();
        for output in outputs
            .as_object_mut()
            .into_iter()
            .flat_map(|it| it.values_mut())
        {
            if output["$lumi"] == "secret" {
                *output = output["value"].clone();
            }
        }
        outputs
    }
}
