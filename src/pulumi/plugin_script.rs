//! Plugins that are scripts of the Node SDK: that of dynamic resources, and programs with a `PulumiPlugin.yaml`.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use lumi_provider::{PLUGIN_PROJECT, PluginLaunch};
use lumi_rpc::PeerCommand;

/// The SDK, and its scripts that serve plugins.
const SDK: &str = "node_modules/@pulumi/pulumi";
const OF_DYNAMIC_RESOURCES: &str = "cmd/dynamic-provider/index.js";
const OF_PROGRAMS: &str = "cmd/run-plugin/index.js";

/// The package of dynamic resources.
const DYNAMIC: &str = "pulumi-nodejs";

const NODE: &str = "nodejs";

/// The settings of TypeScript that the SDK reads (`js/pulumi/typescript.ts`).
const TSCONFIG: &str = "tsconfig.json";
const TSCONFIG_VARIABLE: &str = "PULUMI_NODEJS_TSCONFIG_PATH";

/// The time until a script listens: it may have to compile TypeScript first.
const STARTUP_TIMEOUT: Duration = Duration::from_secs(120);

/// The command that runs a script: lumi itself, or node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptCommand {
    pub program: PathBuf,
    pub environment: Vec<(String, String)>,
}

impl ScriptCommand {
    /// Makes the command of a plugin one that runs its script, if the plugin is a script.
    ///
    /// # Errors
    ///
    /// The plugin is a program of another language, or its folder lacks the SDK.
    pub(crate) fn apply(&self, launch: &mut PluginLaunch<'_>) -> Result<(), String> {
        let what = &launch.command.what;
        let script = Script::of(launch).map_err(|reason| format!("{what} {reason}"))?;
        if let Some(script) = script {
            script.apply(&mut launch.command, self);
        }
        Ok(())
    }
}

/// A script with its arguments.
#[derive(Debug, PartialEq, Eq)]
struct Script {
    path: PathBuf,
    arguments: Vec<String>,
    environment: Vec<(String, String)>,
}

impl Script {
    fn of(launch: &PluginLaunch<'_>) -> Result<Option<Self>, String> {
        let program = &launch.command.program;
        if program.file_name().is_some_and(|it| it == PLUGIN_PROJECT) {
            return Self::of_program(program).map(Some);
        }
        let is_dynamic = launch.package.as_str() == DYNAMIC;
        let sdk = sdk(&launch.command.directory).filter(|_| is_dynamic);
        let script = sdk.map(|it| it.join(OF_DYNAMIC_RESOURCES));
        Ok(script.filter(|it| it.is_file()).map(|path| Self {
            path,
            arguments: Vec::new(),
            environment: Vec::new(),
        }))
    }

    /// The script that serves the program beside a `PulumiPlugin.yaml`.
    fn of_program(project: &Path) -> Result<Self, String> {
        let folder = project.parent().unwrap_or(project);
        let shown = folder.display();
        let text = fs::read_to_string(project).map_err(|error| {
            format!(
                "cannot be started: {} cannot be read: {error}",
                project.display()
            )
        })?;
        let settings: PluginProject = serde_yaml_ng::from_str(&text).map_err(|error| {
            format!(
                "cannot be started: {} cannot be read: {error}",
                project.display()
            )
        })?;
        let runtime = settings.runtime.name();
        if runtime != NODE {
            return Err(format!(
                "in {shown} is a program for `runtime: {runtime}`; lumi runs those for `{NODE}`. Build an executable \
                 of it, and put that into the folder or on PATH"
            ));
        }
        let sdk = sdk(folder).ok_or_else(|| {
            format!(
                "in {shown} lacks its packages: there is no @pulumi/pulumi in the `node_modules` of the folder or above \
                 it; run `npm install` in {shown}"
            )
        })?;
        let path = sdk.join(OF_PROGRAMS);
        if !path.is_file() {
            return Err(format!(
                "in {shown} has a version of @pulumi/pulumi that serves no plugins; run `npm install @pulumi/pulumi@latest` \
                 in {shown}"
            ));
        }
        let tsconfig = Some(folder.join(TSCONFIG)).filter(|it| it.is_file());
        let tsconfig = tsconfig.map(|it| (TSCONFIG_VARIABLE.to_owned(), it.display().to_string()));
        Ok(Self {
            path,
            arguments: vec![folder.display().to_string()],
            environment: tsconfig.into_iter().collect(),
        })
    }

    fn apply(self, command: &mut PeerCommand, by: &ScriptCommand) {
        command.startup_timeout = command.startup_timeout.max(STARTUP_TIMEOUT);
        command.program.clone_from(&by.program);
        command.arguments.insert(0, self.path.display().to_string());
        command.arguments.extend(self.arguments);
        command.environment.extend(by.environment.iter().cloned());
        command.environment.extend(self.environment);
    }
}

/// The SDK for modules in a folder, as node finds it.
fn sdk(folder: &Path) -> Option<PathBuf> {
    let mut found = folder.ancestors().map(|it| it.join(SDK));
    found.find(|it| it.is_dir())
}

/// `PulumiPlugin.yaml`, as far as it decides how a plugin is started.
#[derive(Deserialize)]
struct PluginProject {
    runtime: Runtime,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Runtime {
    Name(String),
    Options { name: String },
}

impl Runtime {
    fn name(&self) -> &str {
        match self {
            Self::Name(name) | Self::Options { name } => name,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lumi_provider::PackageName;
    use lumi_rpc::ShutdownMethod;

    use super::*;

    fn file(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// The command of a plugin, or why there is none; paths are those below `folder`.
    fn command(folder: &Path, package: &str, program: &str) -> String {
        let package = PackageName::parse(package).unwrap();
        let mut launch = PluginLaunch {
            package: &package,
            command: PeerCommand {
                what: format!("the plugin `{package}`"),
                program: folder.join(program),
                arguments: Vec::new(),
                directory: folder.join("project"),
                environment: Vec::new(),
                startup_timeout: Duration::ZERO,
                shutdown_method: ShutdownMethod::Interrupt,
            },
            parameters: None,
            log: Arc::new(|_| {}),
        };
        let by = ScriptCommand {
            program: "/bin/lumi".into(),
            environment: vec![("A".to_owned(), "b".to_owned())],
        };
        let text = match by.apply(&mut launch) {
            Err(error) => error,
            Ok(()) => {
                let PeerCommand {
                    program,
                    arguments,
                    environment,
                    ..
                } = launch.command;
                format!("{} {arguments:?} {environment:?}", program.display())
            }
        };
        text.replace(&folder.display().to_string(), "")
    }

    #[test]
    fn scripts_of_the_sdk_are_run() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let sdk = folder.join("node_modules/@pulumi/pulumi");
        file(&sdk.join(OF_DYNAMIC_RESOURCES), "");
        file(&folder.join("pets/PulumiPlugin.yaml"), "runtime: nodejs\n");
        let old = command(folder, "pets", "pets/PulumiPlugin.yaml");
        file(&sdk.join(OF_PROGRAMS), "");
        file(
            &folder.join("typed/PulumiPlugin.yaml"),
            "runtime:\n  name: nodejs\n  options: {}\n",
        );
        file(&folder.join("typed/tsconfig.json"), "{}");
        file(&folder.join("other/PulumiPlugin.yaml"), "runtime: python\n");
        file(&folder.join("wrong/PulumiPlugin.yaml"), "runtime: [\n");
        let shown = [
            old,
            command(folder, "pets", "pets/PulumiPlugin.yaml"),
            command(folder, "typed", "typed/PulumiPlugin.yaml"),
            command(folder, "other", "other/PulumiPlugin.yaml"),
            command(folder, "wrong", "wrong/PulumiPlugin.yaml"),
            command(folder, "pulumi-nodejs", "bin/pulumi-resource-pulumi-nodejs"),
            command(folder, "random", "bin/pulumi-resource-random"),
        ];
        insta::assert_snapshot!(shown.join("\n"));
    }

    #[test]
    fn a_program_without_its_packages_says_so() {
        let folder = tempfile::tempdir().unwrap();
        file(
            &folder.path().join("pets/PulumiPlugin.yaml"),
            "runtime: nodejs\n",
        );
        let told = command(folder.path(), "pets", "pets/PulumiPlugin.yaml");
        assert!(told.contains("run `npm install` in /pets"), "{told}");
        // Dynamic resources of a project without the SDK are those of the plugin on PATH.
        let other = command(
            folder.path(),
            "pulumi-nodejs",
            "bin/pulumi-resource-pulumi-nodejs",
        );
        assert_eq!(other, "/bin/pulumi-resource-pulumi-nodejs [] []");
    }
}
