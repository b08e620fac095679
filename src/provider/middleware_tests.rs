//! The order in which requests pass middlewares.

use std::sync::Arc;

use async_trait::async_trait;
use parking_lot::Mutex;

use lumi_graph::{Object, ResourceType, Urn, Value};

use crate::{
    CallRequest, CheckRequest, Checked, ConstructRequest, Constructed, CreateRequest, Created,
    DeleteRequest, DerivedOutputs, Diff, DiffConfigRequest, DiffRequest, InvokeRequest, Middleware,
    Provider, ProviderError, ProviderRequest, ReadRequest, ReadState, RecoverRequest, Recovered,
    RequestEffect, SecretGate, SecretPolicy, Target, UpdateRequest, Updated,
};

type Log = Arc<Mutex<Vec<String>>>;

/// Logs the called methods.
struct LoggedProvider(Log);

impl LoggedProvider {
    fn note(&self, method: &str) {
        self.0.lock().push(format!("provider {method}"));
    }
}

fn object(name: &str, value: Value) -> Object {
    [(name.to_owned(), value)].into_iter().collect()
}

fn outputs() -> Object {
    object("length", Value::from(1.0))
}

#[async_trait]
impl Provider for LoggedProvider {
    fn is_configurable(&self) -> bool {
        false
    }

    fn derived_outputs(&self, _: &ResourceType) -> Option<DerivedOutputs> {
        Some(DerivedOutputs {
            outputs: &["length"],
            inputs: &["a"],
            passed_on: &["length"],
        })
    }

    async fn check_config(&self, config: Object) -> Result<Checked, ProviderError> {
        self.note("check_config");
        Ok(Checked::accepted(config))
    }

    async fn diff_config(&self, _: DiffConfigRequest) -> Result<Diff, ProviderError> {
        self.note("diff_config");
        Ok(Diff::default())
    }

    async fn configure(&self, _: Object) -> Result<(), ProviderError> {
        self.note("configure");
        Ok(())
    }

    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        self.note("check");
        Ok(Checked::accepted(request.inputs))
    }

    async fn diff(&self, _: DiffRequest) -> Result<Diff, ProviderError> {
        self.note("diff");
        Ok(Diff::default())
    }

    async fn create(&self, _: CreateRequest) -> Result<Created, ProviderError> {
        self.note("create");
        Ok(Created {
            data: None,
            id: Some("i".to_owned()),
            outputs: outputs(),
        })
    }

    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        self.note("read");
        Ok(Some(ReadState {
            data: None,
            id: request.id,
            inputs: Object::default(),
            outputs: outputs(),
        }))
    }

    async fn update(&self, _: UpdateRequest) -> Result<Updated, ProviderError> {
        self.note("update");
        Ok(outputs().into())
    }

    async fn delete(&self, _: DeleteRequest) -> Result<(), ProviderError> {
        self.note("delete");
        Ok(())
    }

    async fn settle(&self, _: &Target) -> Result<(), ProviderError> {
        self.note("settle");
        Ok(())
    }

    async fn recover(&self, request: RecoverRequest) -> Result<Recovered, ProviderError> {
        self.note("recover");
        Ok(Recovered::Found(ReadState {
            data: None,
            id: "i".to_owned(),
            inputs: Object::clone(&request.inputs),
            outputs: outputs(),
        }))
    }

    async fn invoke(&self, request: InvokeRequest) -> Result<Value, ProviderError> {
        self.note("invoke");
        Ok(Value::Object(request.arguments))
    }

    async fn call(&self, request: CallRequest) -> Result<Value, ProviderError> {
        self.note("call");
        Ok(Value::Object(request.arguments))
    }

    async fn construct(&self, request: ConstructRequest) -> Result<Constructed, ProviderError> {
        self.note("construct");
        Ok(Constructed {
            urn: urn(),
            outputs: request.inputs,
            dependencies: Vec::new(),
        })
    }

    async fn cancel(&self) {
        self.note("cancel");
    }
}

/// Logs the requests that pass.
struct LoggedMiddleware {
    name: &'static str,
    log: Log,
    provider: Arc<dyn Provider>,
}

impl Middleware for LoggedMiddleware {
    async fn handle<R: ProviderRequest>(&self, request: R) -> Result<R::Response, ProviderError> {
        let effect = match request.effect() {
            RequestEffect::None => String::new(),
            effect => format!(" ({effect:?})"),
        };
        let passed = format!("{} {}{effect}", self.name, R::METHOD);
        self.log.lock().push(passed);
        request.send(&*self.provider).await
    }

    fn next(&self) -> Option<&dyn Provider> {
        Some(&*self.provider)
    }
}

fn logged(name: &'static str, log: &Log, provider: Arc<dyn Provider>) -> Arc<dyn Provider> {
    Arc::new(LoggedMiddleware {
        name,
        log: Arc::clone(log),
        provider,
    })
}

fn urn() -> Urn {
    Urn::parse("urn:lumi:dev::web::index::test:index:Thing::a").unwrap()
}

fn target() -> Target {
    Target {
        data: None,
        ignored: Vec::new(),
        urn: urn(),
        resource_type: ResourceType::parse("test:index:Thing").unwrap(),
        timeout: None,
        code: None,
    }
}

fn secret() -> Object {
    object("a", Value::secret("x".into()))
}

fn create(preview: bool) -> CreateRequest {
    CreateRequest {
        target: target(),
        inputs: Arc::new(secret()),
        preview,
        follows_delete: false,
        recorded: None,
    }
}

fn update(preview: bool) -> UpdateRequest {
    UpdateRequest {
        target: target(),
        id: "i".to_owned(),
        old_inputs: Arc::default(),
        old_outputs: Arc::default(),
        inputs: Arc::new(secret()),
        preview,
    }
}

fn read() -> ReadRequest {
    ReadRequest {
        target: target(),
        id: "i".to_owned(),
        inputs: Some(Arc::new(secret())),
        outputs: None,
        is_import: false,
        begun_update: Some(Arc::new(secret())),
    }
}

fn recover() -> RecoverRequest {
    RecoverRequest {
        target: target(),
        inputs: Arc::new(secret()),
    }
}

async fn ask_about_configuration(provider: &dyn Provider) -> Result<(), ProviderError> {
    provider.check_config(secret()).await?;
    let request = DiffConfigRequest {
        old_inputs: secret(),
        inputs: secret(),
    };
    provider.diff_config(request).await?;
    provider.configure(secret()).await
}

async fn ask_about_objects(provider: &dyn Provider) -> Result<(), ProviderError> {
    let check = CheckRequest {
        target: target(),
        old_inputs: None,
        inputs: secret(),
    };
    provider.check(check).await?;
    let diff = DiffRequest {
        target: target(),
        id: "i".to_owned(),
        old_inputs: Arc::default(),
        old_outputs: Arc::default(),
        inputs: Arc::new(secret()),
    };
    provider.diff(diff).await?;
    for preview in [true, false] {
        provider.create(create(preview)).await?;
        provider.update(update(preview)).await?;
    }
    provider.read(read()).await?;
    let delete = DeleteRequest {
        target: target(),
        id: "i".to_owned(),
        inputs: Arc::default(),
        outputs: Arc::default(),
    };
    provider.delete(delete).await?;
    provider.settle(&target()).await?;
    provider.recover(recover()).await.map(drop)
}

async fn ask_for_values(provider: &dyn Provider) -> Result<(), ProviderError> {
    let invoke = InvokeRequest {
        token: "test:index:find".to_owned(),
        arguments: Object::default(),
        preview: false,
    };
    provider.invoke(invoke).await?;
    let call = CallRequest {
        token: "test:index:Thing/find".to_owned(),
        target: urn(),
        id: None,
        arguments: Object::default(),
        dependencies: Vec::new(),
        preview: false,
    };
    provider.call(call).await?;
    provider.construct(construct()).await?;
    provider.cancel().await;
    Ok(())
}

fn construct() -> ConstructRequest {
    ConstructRequest {
        token: "test:index:Group".to_owned(),
        name: "g".to_owned(),
        parent: None,
        inputs: secret(),
        dependencies: Vec::new(),
        depends_on: Vec::new(),
        providers: Vec::new(),
        options: Default::default(),
    }
}

#[tokio::test]
async fn every_method_passes_a_middleware_and_reaches_its_namesake() {
    let log = Log::default();
    let provider = Arc::new(LoggedProvider(Arc::clone(&log)));
    let provider = logged("middleware", &log, provider);
    ask_about_configuration(&*provider).await.unwrap();
    ask_about_objects(&*provider).await.unwrap();
    ask_for_values(&*provider).await.unwrap();
    insta::assert_snapshot!(log.lock().join("\n"), @r"
    middleware CheckConfig
    provider check_config
    middleware DiffConfig
    provider diff_config
    middleware Configure
    provider configure
    middleware Check
    provider check
    middleware Diff
    provider diff
    middleware Create
    provider create
    middleware Update
    provider update
    middleware Create (Object)
    provider create
    middleware Update (Object)
    provider update
    middleware Read
    provider read
    middleware Delete (Object)
    provider delete
    middleware Settle (Others)
    provider settle
    middleware Recover
    provider recover
    middleware Invoke
    provider invoke
    middleware Call
    provider call
    middleware Construct (Registrations)
    provider construct
    middleware Cancel (Others)
    provider cancel
    ");
}

#[tokio::test]
async fn the_outermost_middleware_comes_first() {
    let log = Log::default();
    let provider = logged("inner", &log, Arc::new(LoggedProvider(Arc::clone(&log))));
    let provider = logged("outer", &log, provider);
    provider.create(create(true)).await.unwrap();
    provider.cancel().await;
    let log = log.lock().join(", ");
    assert_eq!(
        log,
        "outer Create, inner Create, provider create, \
         outer Cancel (Others), inner Cancel (Others), provider cancel"
    );
}

#[test]
fn declarations_of_a_provider_pass_through_middleware() {
    let log = Log::default();
    let provider = logged(
        "middleware",
        &log,
        Arc::new(LoggedProvider(Arc::clone(&log))),
    );
    assert!(!provider.is_configurable());
    let thing = ResourceType::parse("test:index:Thing").unwrap();
    assert_eq!(provider.derived_outputs(&thing).unwrap().inputs, ["a"]);
}

/// A request that the gate refuses is not forwarded, whichever the method.
#[tokio::test]
async fn refused_secrets_reach_no_provider() {
    let log = Log::default();
    let policy = SecretPolicy::Refused {
        by: "the plugin `test`".to_owned(),
        advice: "update it".to_owned(),
    };
    let gate = SecretGate::new(Arc::new(LoggedProvider(Arc::clone(&log))), policy);
    let provider = logged("outer", &log, Arc::new(gate));
    assert!(ask_about_configuration(&*provider).await.is_err());
    assert!(provider.create(create(false)).await.is_err());
    assert!(provider.construct(construct()).await.is_err());
    let log = log.lock().join(", ");
    assert_eq!(
        log,
        "outer CheckConfig, outer Create (Object), outer Construct (Registrations)"
    );
}

/// The provider returns the length of a text that it received in plain text.
#[tokio::test]
async fn outputs_that_are_made_of_secrets_are_marked_in_every_answer() {
    let log = Log::default();
    let provider = Arc::new(LoggedProvider(log));
    let gate = SecretGate::new(provider, SecretPolicy::Plain);
    let marked = object("length", Value::secret(1.0.into()));
    assert_eq!(gate.create(create(false)).await.unwrap().outputs, marked);
    assert_eq!(gate.update(update(false)).await.unwrap().outputs, marked);
    assert_eq!(gate.read(read()).await.unwrap().unwrap().outputs, marked);
    let begun = ReadRequest {
        inputs: Some(Arc::default()),
        ..read()
    };
    assert_eq!(gate.read(begun).await.unwrap().unwrap().outputs, marked);
    match gate.recover(recover()).await.unwrap() {
        Recovered::Found(found) => {
            assert_eq!(found.outputs, marked);
            // The inputs were plain on their way to the provider.
            assert_eq!(found.inputs, object("a", "x".into()));
        }
        other => panic!("{other:?}"),
    }
    // The inputs of a component become inputs of other resources.
    let constructed = gate.construct(construct()).await.unwrap();
    assert_eq!(constructed.outputs, secret());
}
