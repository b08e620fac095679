//! The arguments and variables of the SDK's script that runs a program.

use std::path::PathBuf;

use lumi_project::PulumiProject;
use lumi_pulumi::{ORGANIZATION, PARALLEL, PulumiFacts};

/// One run of a program by the SDK, in any runtime.
pub struct SdkRun {
    /// The script of the SDK that the program imports.
    pub script: PathBuf,
    pub settings: PulumiProject,
    /// A file, or a folder whose `package.json` may name one.
    pub entry: PathBuf,
    /// The arguments of the program.
    pub arguments: Vec<String>,
    pub facts: PulumiFacts,
}

impl SdkRun {
    /// The arguments of the script. `address` is that of monitor and engine.
    pub fn arguments(&self, address: &str) -> Vec<String> {
        let facts = &self.facts;
        let folder = facts.folder.display();
        // The SDK resolves a folder itself.
        let (working, entry) = match self.entry.is_dir() {
            true => (self.entry.display(), ".".to_owned()),
            false => (facts.folder.display(), self.entry.display().to_string()),
        };
        let mut arguments = vec![
            format!("--monitor={address}"),
            format!("--engine={address}"),
            format!("--organization={ORGANIZATION}"),
            format!("--project={}", facts.project),
            format!("--stack={}", facts.stack),
            format!("--root-directory={folder}"),
            format!("--pwd={working}"),
            format!("--parallel={PARALLEL}"),
        ];
        if facts.dry_run {
            arguments.push("--dry-run".to_owned());
        }
        arguments.push(entry);
        arguments.extend(self.arguments.iter().cloned());
        arguments
    }

    /// The variables of the script. `typescript` says whether the SDK compiles TypeScript.
    pub fn environment(&self, typescript: bool) -> Vec<(String, String)> {
        let config: serde_json::Map<_, _> = self
            .facts
            .config
            .iter()
            .map(|(key, value)| (key.clone(), value.clone().into()))
            .collect();
        let tsconfig = self.settings.tsconfig.as_ref();
        let tsconfig = tsconfig.map(|it| ("PULUMI_NODEJS_TSCONFIG_PATH", it.clone()));
        [
            (
                "PULUMI_CONFIG",
                serde_json::Value::Object(config).to_string(),
            ),
            (
                "PULUMI_CONFIG_SECRET_KEYS",
                serde_json::Value::from(self.facts.secret_keys.clone()).to_string(),
            ),
            ("PULUMI_NODEJS_TYPESCRIPT", typescript.to_string()),
        ]
        .into_iter()
        .chain(tsconfig)
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
    }
}
