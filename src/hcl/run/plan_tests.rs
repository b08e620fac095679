//! Plans with real providers, compared with those of OpenTofu.

use std::collections::BTreeMap;
use std::fs;
use std::future::ready;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use lumi_graph::{Goal, Object, ResourceKind, Urn, Value as EngineValue};
use lumi_monitor::{
    Answer, Call, Invoke, MonitorError, Registered, RegisteredOutputs, ResourceMonitor,
};
use lumi_provider::{
    CheckRequest, CreateRequest, InvokeRequest, PackageName, PluginLaunch, PluginProtocol,
    Provider, Target,
};
use lumi_rpc::{PeerCommand, ShutdownMethod};
use lumi_terraform::adapter::TerraformPluginProtocol;
use lumi_terraform::interface::ask;
use lumi_terraform::process::{LogFilter, LogLevel, SecretTexts};
use lumi_terraform::schema::Schemas;
use parking_lot::Mutex;
use serde_json::{Value as Json, json};
use tokio::sync::OnceCell;

use super::*;
use crate::config::VariableSources;

const PROVIDERS: [&str; 6] = ["kit", "legacy", "local", "random", "time", "tls"];

/// A file of the judges; `None` without them, and never in CI.
fn judge(path: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = root.join("target").join(path);
    match file.exists() {
        true => Some(file.canonicalize().unwrap()),
        false if std::env::var_os("CI").is_some() => panic!("{} is missing", file.display()),
        false => {
            eprintln!(
                "skipped: {} is missing; `make judges` builds it",
                file.display()
            );
            None
        }
    }
}

fn provider_program(name: &str) -> Option<PathBuf> {
    judge(&format!(
        "terraform-providers/{name}/terraform-provider-{name}"
    ))
}

/// Schemas of real providers, each asked once for all tests.
struct RealSchemas;

static SCHEMAS: Mutex<BTreeMap<String, Arc<Schemas>>> = Mutex::new(BTreeMap::new());

impl ProviderSchemas for RealSchemas {
    fn schemas(&self, package: &str) -> Result<Arc<Schemas>, String> {
        if let Some(known) = SCHEMAS.lock().get(package) {
            return Ok(Arc::clone(known));
        }
        let program = provider_program(package).ok_or("it is missing")?;
        let name = package.to_owned();
        let asked = std::thread::spawn(move || {
            let filter = LogFilter::new(LogLevel::Error, SecretTexts::default(), Arc::new(|_| {}));
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(ask(&program, &name, filter))
        });
        let (version, answer) = asked.join().unwrap().map_err(|it| it.to_string())?;
        let schemas = Arc::new(Schemas::new(version, answer));
        SCHEMAS
            .lock()
            .insert(package.to_owned(), Arc::clone(&schemas));
        Ok(schemas)
    }
}

type Started = Arc<OnceCell<Result<Arc<dyn Provider>, String>>>;

/// Plans creations with real providers.
#[derive(Default)]
struct PlanningMonitor {
    /// By package, and the provider resource.
    providers: Mutex<BTreeMap<(String, Option<Urn>), Started>>,
    configurations: Mutex<BTreeMap<Urn, Object>>,
    peers: Mutex<Vec<Box<dyn lumi_provider::PluginPeer>>>,
    resources: Mutex<BTreeMap<String, Object>>,
    outputs: Mutex<Object>,
    folder: PathBuf,
}

struct Shared(Arc<PlanningMonitor>);

fn failed(message: impl ToString) -> MonitorError {
    MonitorError::Failed {
        urn: None,
        message: message.to_string(),
    }
}

impl PlanningMonitor {
    async fn provider(
        &self,
        package: &str,
        resource: Option<Urn>,
    ) -> Result<Arc<dyn Provider>, MonitorError> {
        let key = (package.to_owned(), resource.clone());
        let started = Arc::clone(self.providers.lock().entry(key).or_default());
        let provider = started.get_or_init(|| self.started(package, resource));
        provider.await.clone().map_err(failed)
    }

    async fn started(
        &self,
        package: &str,
        resource: Option<Urn>,
    ) -> Result<Arc<dyn Provider>, String> {
        if package == crate::config::BUILT_IN_PACKAGE {
            return Ok(Arc::new(BuiltInProvider));
        }
        let protocol = TerraformPluginProtocol::new(Arc::new(|_| {}), LogLevel::Error);
        let launch = PluginLaunch {
            package: &PackageName::parse(package).unwrap(),
            command: PeerCommand {
                what: package.to_owned(),
                program: provider_program(package).unwrap(),
                arguments: Vec::new(),
                directory: self.folder.clone(),
                environment: Vec::new(),
                startup_timeout: PeerCommand::STARTUP_TIMEOUT,
                shutdown_method: ShutdownMethod::default(),
            },
            parameters: None,
            log: Arc::new(|_| {}),
        };
        let started = protocol.start(launch).await.map_err(|it| it.to_string())?;
        let config = resource.and_then(|it| self.configurations.lock().get(&it).cloned());
        let config = config.unwrap_or_default();
        let configured = started.provider.configure(config).await;
        configured.map_err(|it| it.to_string())?;
        self.peers.lock().push(started.peer);
        Ok(started.provider)
    }

    async fn plan(&self, goal: Goal) -> Result<Registered, MonitorError> {
        let provider = self.provider(goal.resource_type.package(), goal.provider.clone());
        let provider = provider.await?;
        let target = Target {
            urn: goal.urn.clone(),
            resource_type: goal.resource_type.clone(),
            timeout: None,
            code: None,
            data: None,
            ignored: Vec::new(),
        };
        let request = CheckRequest {
            target: target.clone(),
            old_inputs: None,
            inputs: goal.inputs,
        };
        let checked = provider.check(request).await.map_err(failed)?;
        if let Some(failure) = checked.failures.first() {
            return Err(failed(format!("{}: {}", failure.path, failure.reason)));
        }
        let request = CreateRequest {
            target,
            inputs: Arc::new(checked.inputs),
            preview: true,
            follows_delete: false,
            recorded: None,
        };
        let created = provider.create(request).await.map_err(failed)?;
        let name = goal.name.as_str().to_owned();
        self.resources.lock().insert(name, created.outputs.clone());
        Ok(Registered {
            id: Some(EngineValue::Unknown),
            outputs: RegisteredOutputs::Planned(created.outputs),
        })
    }
}

impl ResourceMonitor for Shared {
    fn register(&self, goal: Goal) -> Answer<Registered> {
        if goal.kind == ResourceKind::Custom {
            let monitor = Arc::clone(&self.0);
            return Box::pin(async move { monitor.plan(goal).await });
        }
        if goal.kind == ResourceKind::Provider {
            self.0.configurations.lock().insert(goal.urn, goal.inputs);
        }
        Box::pin(ready(Ok(Registered {
            id: None,
            outputs: RegisteredOutputs::EchoInputs,
        })))
    }

    fn register_outputs(&self, _urn: Urn, _outputs: Object) -> Answer<()> {
        Box::pin(ready(Ok(())))
    }

    fn invoke(&self, invoke: Invoke) -> Answer<EngineValue> {
        let monitor = Arc::clone(&self.0);
        Box::pin(async move {
            let package = invoke.token.split(':').next().unwrap().to_owned();
            let provider = monitor.provider(&package, invoke.provider).await?;
            let request = InvokeRequest {
                token: invoke.token,
                arguments: invoke.arguments,
                preview: true,
            };
            provider.invoke(request).await.map_err(failed)
        })
    }

    fn call(&self, _call: Call) -> Answer<EngineValue> {
        Box::pin(ready(Err(failed("there are no methods"))))
    }

    fn set_outputs(&self, outputs: Object) {
        *self.0.outputs.lock() = outputs;
    }
}

/// The planned values of resources and outputs, or what is wrong.
async fn plan(folder: &Path) -> Result<(BTreeMap<String, Json>, BTreeMap<String, Json>), String> {
    let monitor = Arc::new(PlanningMonitor {
        folder: folder.to_owned(),
        ..PlanningMonitor::default()
    });
    let program = HclProgram {
        facts: RunFacts {
            project: "demo".to_owned(),
            stack: "default".to_owned(),
            folder: folder.to_owned(),
            current: folder.to_owned(),
            is_plan: true,
        },
        sources: VariableSources::default(),
        monitor: Arc::new(Shared(Arc::clone(&monitor))),
        schemas: Arc::new(RealSchemas),
    };
    match program.run().await {
        ProgramEnd::Finished { .. } => {}
        ProgramEnd::Failed(found) => {
            let texts: Vec<String> = found.iter().map(ToString::to_string).collect();
            return Err(texts.join("\n\n"));
        }
        other => return Err(format!("{other:?}")),
    }
    let all = |object: &Object| -> BTreeMap<String, Json> {
        let each = object
            .iter()
            .map(|(name, it)| (name.clone(), comparable(it)));
        each.filter(|(_, it)| !it.is_null()).collect()
    };
    let resources = monitor.resources.lock();
    let resources = resources.iter().map(|(name, it)| {
        let members = all(it)
            .into_iter()
            .map(|(name, it)| (plain_name(&name), it));
        (name.clone(), Json::Object(members.collect()))
    });
    Ok((resources.collect(), all(&monitor.outputs.lock())))
}

/// `fileName` and `file_name` are one name.
fn plain_name(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}

/// A value with texts in place of what is unknown or secret.
fn comparable(value: &EngineValue) -> Json {
    match value {
        EngineValue::Unknown => json!("(unknown)"),
        EngineValue::Secret(_) => json!("(secret)"),
        EngineValue::Bool(it) => json!(it),
        EngineValue::Number(it) => json!(it),
        EngineValue::String(it) => json!(it),
        EngineValue::Array(all) => all.iter().map(comparable).collect(),
        EngineValue::Object(all) => {
            let each = all
                .iter()
                .map(|(name, it)| (plain_name(name), comparable(it)));
            Json::Object(each.filter(|(_, it)| !it.is_null()).collect())
        }
        _ => Json::Null,
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

/// Lumi keeps more secret than OpenTofu, and has sets in another order.
fn reconcile(lumi: &mut Json, tofu: &mut Json) {
    match (&mut *lumi, &mut *tofu) {
        (Json::Array(a), Json::Array(b)) if a.len() == b.len() => {
            let sort = |all: &mut Vec<Json>| all.sort_by_key(Json::to_string);
            if a != b {
                sort(a);
                sort(b);
            }
            for (a, b) in a.iter_mut().zip(b) {
                reconcile(a, b);
            }
        }
        (Json::Object(a), Json::Object(b)) => {
            for (key, a) in a {
                if let Some(b) = b.get_mut(key) {
                    reconcile(a, b);
                }
            }
        }
        (Json::String(a), _) if a == "(secret)" => *tofu = json!("(secret)"),
        _ => {}
    }
}

struct Tofu {
    folder: tempfile::TempDir,
    program: PathBuf,
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => copy(&path, &target),
            false => drop(fs::copy(&path, &target).unwrap()),
        }
    }
}

impl Tofu {
    fn new(folder: &Path) -> Option<Self> {
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

    fn plan(&self) -> (BTreeMap<String, Json>, BTreeMap<String, Json>) {
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
    fn errors(&self) -> Vec<String> {
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

fn folders(kind: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/hcl");
    let entries = fs::read_dir(root.join(kind)).unwrap();
    let mut folders: Vec<PathBuf> = entries.map(|it| it.unwrap().path()).collect();
    folders.sort();
    folders
}

fn name(folder: &Path) -> String {
    folder.file_name().unwrap().to_string_lossy().into_owned()
}

#[tokio::test]
async fn plans_have_the_values_of_opentofu() {
    let mut wrong = Vec::new();
    for folder in folders("valid") {
        let Some(tofu) = Tofu::new(&folder) else {
            return;
        };
        let own = tempfile::tempdir().unwrap();
        copy(&folder, own.path());
        let planned = match plan(own.path()).await {
            Ok(planned) => planned,
            Err(error) => {
                wrong.push(format!("{}: {error}", name(&folder)));
                continue;
            }
        };
        let expected = tofu.plan();
        for (mut lumi, mut tofu) in [(planned.0, expected.0), (planned.1, expected.1)] {
            let names: std::collections::BTreeSet<String> =
                lumi.keys().chain(tofu.keys()).cloned().collect();
            for key in names {
                let (lumi, tofu) = (lumi.remove(&key), tofu.remove(&key));
                let (mut lumi, mut tofu) = (lumi.unwrap_or_default(), tofu.unwrap_or_default());
                reconcile(&mut lumi, &mut tofu);
                if lumi != tofu {
                    wrong.push(format!("{} {key}:\n  {lumi}\n  {tofu}", name(&folder)));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Errors that name no line in OpenTofu, or another one.
const ELSEWHERE: [(&str, &str); 8] = [
    ("alias_missing", "main.tf:2"),
    ("cycle", "main.tf:"),
    ("module_cycle", "main.tf:"),
    ("module_missing", "main.tf:2"),
    ("module_type", "main.tf:3"),
    ("required_version", "main.tofu:2"),
    ("variable_missing", "main.tf:1"),
    ("variable_type", "main.tf:1"),
];

#[tokio::test]
async fn errors_are_at_the_lines_of_opentofu() {
    let mut wrong = Vec::new();
    for folder in folders("invalid") {
        let Some(tofu) = Tofu::new(&folder) else {
            return;
        };
        let name = name(&folder);
        let Err(text) = plan(&folder).await else {
            wrong.push(format!("{name} is accepted"));
            continue;
        };
        let other = ELSEWHERE.iter().find(|it| it.0 == name);
        let places = other.map_or_else(|| tofu.errors(), |(_, place)| vec![(*place).to_owned()]);
        for place in places {
            if !text.contains(&place) {
                wrong.push(format!("{name} is not refused at {place}\n{text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
