//! A monitor that plans with real providers.

use std::collections::BTreeMap;
use std::future::ready;
use std::path::PathBuf;
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
use tokio::sync::OnceCell;

use super::provider_program;
use crate::run::{BuiltInProvider, ProviderSchemas};

/// Schemas of real providers, each asked once for all tests.
pub struct RealSchemas;

static SCHEMAS: Mutex<BTreeMap<String, Arc<Schemas>>> = Mutex::new(BTreeMap::new());

impl ProviderSchemas for RealSchemas {
    fn schemas(&self, package: &str) -> Result<Arc<Schemas>, String> {
        if let Some(known) = SCHEMAS.lock().get(package) {
            return Ok(Arc::clone(known));
        }
        let program = provider_program(package).ok_or("it is missing")?;
        let name = package.to_owned();
        let asked = std::thread::Builder::new().spawn(move || {
            let filter = LogFilter::new(LogLevel::Error, SecretTexts::default(), Arc::new(|_| {}));
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(ask(&program, &name, filter))
        });
        let (version, answer) = asked
            .unwrap()
            .join()
            .unwrap()
            .map_err(|it| it.to_string())?;
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
pub struct PlanningMonitor {
    /// By package, and the provider resource.
    pub(super) providers: Mutex<BTreeMap<(String, Option<Urn>), Started>>,
    pub(super) configurations: Mutex<BTreeMap<Urn, Object>>,
    pub(super) peers: Mutex<Vec<Box<dyn lumi_provider::PluginPeer>>>,
    pub resources: Mutex<BTreeMap<String, Object>>,
    pub outputs: Mutex<Object>,
    pub folder: PathBuf,
}

/// The monitor, for a program.
pub struct Shared(pub Arc<PlanningMonitor>);

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
