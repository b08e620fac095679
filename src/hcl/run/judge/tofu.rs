//! Plans of OpenTofu.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value as Json, json};

use super::{PROVIDERS, copy, judge, plain_name, provider_program};

/// A copy of a folder.
pub struct Tofu {
    folder: tempfile::TempDir,
    program: PathBuf,
}

impl Tofu {
    pub fn new(folder: &Path) -> Option<Self> {
        let program = judge("opentofu/tofu")?;
        let own = tempfile::tempdir().unwrap();
        copy(folder, own.path());
        let mut overrides = String::new();
        for name in PROVIDERS {
            let program = provider_program(name)?;
            let folder = program.parent().unwrap().to_owned();
            overrides.push_str(&format!("\"hashicorp/{name}\" = {folder:?}\n"));
        }
        let settings =
            format!("provider_installation {{\ndev_overrides {{\n{overrides}}}\ndirect {{}}\n}}\n");
        fs::write(own.path().join("tofurc"), settings).unwrap();
        let tofu = Self {
            folder: own,
            program,
        };
        tofu.run(&["get"]);
        Some(tofu)
    }

    fn run(&self, args: &[&str]) -> (bool, String) {
        let mut command = Command::new(&self.program);
        command.args(args).current_dir(self.folder.path());
        command.env("TF_CLI_CONFIG_FILE", self.folder.path().join("tofurc"));
        command
            .env("TF_IN_AUTOMATION", "1")
            .env("CHECKPOINT_DISABLE", "1");
        let output = command.output().unwrap();
        (
            output.status.success(),
            String::from_utf8(output.stdout).unwrap(),
        )
    }

    pub fn plan(&self) -> (BTreeMap<String, Json>, BTreeMap<String, Json>) {
        let (is_planned, text) = self.run(&["plan", "-input=false", "-no-color", "-out=plan"]);
        assert!(is_planned, "{text}");
        let plan: Json = serde_json::from_str(&self.run(&["show", "-json", "plan"]).1).unwrap();
        let after = |it: &Json| of_tofu(&it["after"], &it["after_unknown"], &it["after_sensitive"]);
        let resources = plan["resource_changes"].as_array().into_iter().flatten();
        let resources = resources.filter(|it| it["mode"] == "managed");
        let resources = resources.map(|it| {
            (
                it["address"].as_str().unwrap().to_owned(),
                after(&it["change"]),
            )
        });
        let outputs = plan["output_changes"].as_object().into_iter().flatten();
        let outputs = outputs.map(|(name, it)| (name.clone(), after(it)));
        (
            resources.collect(),
            outputs.filter(|(_, it)| !it.is_null()).collect(),
        )
    }

    /// The places of the errors of a plan that fails.
    pub fn errors(&self) -> Vec<String> {
        let (is_planned, text) = self.run(&["plan", "-input=false", "-json"]);
        assert!(!is_planned);
        let lines = text.lines().map(|it| serde_json::from_str(it).unwrap());
        let errors = lines.filter(|it: &Json| it["@level"] == "error");
        let place = |it: Json| {
            let range = &it["diagnostic"]["range"];
            let line = range["start"]["line"].as_u64()?;
            Some(format!("{}:{line}:", range["filename"].as_str()?))
        };
        errors.filter_map(place).collect()
    }
}

/// A value of OpenTofu in that form.
fn of_tofu(value: &Json, unknown: &Json, secret: &Json) -> Json {
    let is_unknown = *unknown == json!(true);
    match value {
        _ if *secret == json!(true) && (is_unknown || !value.is_null()) => json!("(secret)"),
        _ if is_unknown => json!("(unknown)"),
        Json::Array(all) => {
            let each = all.iter().enumerate();
            each.map(|(at, it)| of_tofu(it, &unknown[at], &secret[at]))
                .collect()
        }
        Json::Object(all) => {
            let none = serde_json::Map::new();
            let others = unknown.as_object().unwrap_or(&none).keys();
            let keys: std::collections::BTreeSet<&String> = all.keys().chain(others).collect();
            let each = keys.into_iter().map(|key| {
                let member = all.get(key).unwrap_or(&Json::Null);
                (
                    plain_name(key),
                    of_tofu(member, &unknown[key], &secret[key]),
                )
            });
            Json::Object(each.filter(|(_, it)| !it.is_null()).collect())
        }
        Json::Number(it) => json!(it.as_f64()),
        plain => plain.clone(),
    }
}
