//! Plans and deployments of Pulumi.

use std::process::Command;

use serde_json::Value;

use crate::support::lumi::tool;

use super::comparable::comparable;
use super::{Plan, State, Trial};

impl Trial {
    fn pulumi_command(&self, args: &[&str]) -> Command {
        let beside = |name: &str| self.lumi.folder().with_file_name(name);
        let mut command = tool(self.tool.join("pulumi"));
        let path = std::env::var("PATH").unwrap_or_default();
        command
            .args(args)
            .current_dir(self.lumi.folder())
            .env("PATH", format!("{}:{path}", beside("pulumi-bin").display()))
            .env("PULUMI_HOME", beside("pulumi-home"))
            .env(
                "PULUMI_BACKEND_URL",
                format!("file://{}", beside("pulumi-state").display()),
            )
            .env("PULUMI_CONFIG_PASSPHRASE", "test")
            .env("PULUMI_SKIP_UPDATE_CHECK", "true")
            .env("PULUMI_AUTOMATION_API_SKIP_VERSION_CHECK", "true")
            .env("PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION", "true")
            .env("HOME", beside("home"));
        command
    }

    /// Standard output of a command that is to succeed.
    fn pulumi(&self, args: &[&str]) -> String {
        let output = self.pulumi_command(args).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success(),
            "pulumi {}: {text}{}",
            args.join(" "),
            String::from_utf8_lossy(&output.stderr)
        );
        text
    }

    pub fn begin(&self) {
        self.pulumi(&["stack", "init", "dev", "--non-interactive"]);
    }

    pub fn pulumi_plan(&self) -> Plan {
        let text = self.pulumi(&["preview", "--json", "--non-interactive"]);
        let document: Value =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let steps = document["steps"].as_array().cloned().unwrap_or_default();
        let mut plan = Plan::new();
        for step in &steps {
            let action = match step["op"].as_str().unwrap() {
                "same" | "delete-replaced" => continue,
                "create-replacement" | "replace" => "replace",
                action => action,
            };
            if let Some(key) = key(&step["urn"]) {
                plan.insert(key, action.to_owned());
            }
        }
        plan
    }

    pub fn pulumi_up(&self) {
        self.pulumi(&["up", "--yes", "--skip-preview", "--non-interactive"]);
    }

    pub fn pulumi_destroy(&self) {
        self.pulumi(&["destroy", "--yes", "--skip-preview", "--non-interactive"]);
    }

    pub fn pulumi_state(&self) -> State {
        let text = self.pulumi(&["stack", "export", "--show-secrets"]);
        let document: Value = serde_json::from_str(&text).unwrap();
        let resources = document["deployment"]["resources"].as_array();
        let resources = resources.into_iter().flatten();
        resources
            .filter_map(|it| Some((key(&it["urn"])?, comparable(&it["outputs"]))))
            .collect()
    }

    pub fn pulumi_outputs(&self) -> Value {
        let text = self.pulumi(&["stack", "output", "--json", "--show-secrets"]);
        serde_json::from_str(&text).unwrap()
    }
}

/// Type and name of a URN; `None` for the stack and for default providers.
fn key(urn: &Value) -> Option<String> {
    let parts: Vec<&str> = urn.as_str()?.splitn(4, "::").collect();
    let [_, _, types, name] = parts[..] else {
        return None;
    };
    let own = types.rsplit('$').next().unwrap_or(types);
    (!own.starts_with("pulumi:")).then(|| format!("{own} {name}"))
}
