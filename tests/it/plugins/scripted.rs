//! A provider plugin whose behaviour is controlled by the inputs of its resources.
//!
//! The process is that of this test binary, started by a script with the name of a plugin. Objects
//! are files in the project folder, so that the next process finds them.

use std::fs;
use std::io::Read as _;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use async_trait::async_trait;
use lumi::graph::{Object, Secrets, Value};
use lumi::provider::{
    CheckRequest, Checked, CreateRequest, Created, DeleteRequest, Diff, DiffConfigRequest,
    DiffRequest, InvokeRequest, ListRequest, ListedObject, Provider, ProviderError, ProviderFacts,
    ProviderService, ReadRequest, ReadState, RecoverRequest, Recovered, UpdateRequest, Updated,
};
use lumi::rpc::lumirpc::{self as wire, property_schema::Type};
use lumi::rpc::{Router, Server, Token};
use tokio::sync::Notify;

/// Writes a script to a folder that runs `setup` and starts the plugin as `package`.
pub fn install(folder: &Path, package: &str, setup: &str) -> PathBuf {
    fs::create_dir_all(folder).unwrap();
    let path = folder.join(format!("lumi-resource-{package}"));
    let binary = std::env::current_exe().unwrap();
    // The test harness prints, too, so lumi reads another pipe.
    let script = format!(
        "#!/bin/sh\n{setup}\nexec 3>&1\nSCRIPTED={package} exec '{}' --exact \
         plugins::scripted::serves_until_it_must_end --ignored --nocapture > /dev/null\n",
        binary.display()
    );
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// Hangs in a method that the file `silent` names.
async fn keep_silent(method: &str) {
    let silent = fs::read_to_string("silent").unwrap_or_default();
    if silent.split_whitespace().any(|it| it == method) {
        eprintln!("waiting");
        std::future::pending::<()>().await;
    }
}

#[derive(Default)]
struct Scripted {
    config: parking_lot::Mutex<Object>,
    cancelled: Notify,
}

fn text<'a>(inputs: &'a Object, name: &str) -> &'a str {
    inputs.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// Whether a fault is due; each happens once.
fn is_due(inputs: &Object, fault: &str) -> bool {
    let done = format!("objects/{fault}-happened");
    let is_due = text(inputs, "fault") == fault && !Path::new(&done).exists();
    if is_due {
        fs::write(done, "").unwrap();
    }
    is_due
}

fn file(id: &str) -> PathBuf {
    Path::new("objects").join(format!("{id}.json"))
}

impl Scripted {
    fn write(&self, id: &str, inputs: &Object) -> Object {
        let text =
            serde_json::to_string(&Value::Object(inputs.clone()).serializable(Secrets::Shown));
        fs::write(file(id), text.unwrap()).unwrap();
        self.outputs(id, inputs)
    }

    fn outputs(&self, id: &str, inputs: &Object) -> Object {
        let mut outputs = inputs.clone();
        outputs.insert(
            "size".to_owned(),
            (text(inputs, "value").len() as f64).into(),
        );
        outputs.insert("token".to_owned(), Value::secret(format!("t-{id}").into()));
        if text(inputs, "value") == "unknown" {
            outputs.insert("size".to_owned(), Value::Unknown);
        }
        let region = self.config.lock().get("region").cloned();
        outputs.extend(region.map(|it| ("region".to_owned(), it)));
        outputs
    }

    fn read(&self, id: &str) -> Option<ReadState> {
        let json = fs::read_to_string(file(id)).ok()?;
        let Value::Object(inputs) = Value::from_json(&json).unwrap() else {
            panic!("{json}");
        };
        Some(ReadState {
            data: None,
            id: id.to_owned(),
            outputs: self.outputs(id, &inputs),
            inputs,
        })
    }

    async fn fail(&self, id: &str, inputs: &Object) -> Result<(), ProviderError> {
        if is_due(inputs, "crash") {
            std::process::exit(9);
        }
        if is_due(inputs, "partial") {
            return Err(ProviderError::PartialInit {
                data: None,
                is_tainted: false,
                id: id.to_owned(),
                outputs: self.outputs(id, inputs),
                reasons: vec!["it does not answer".to_owned(), "it is red".to_owned()],
            });
        }
        if is_due(inputs, "slow") {
            eprintln!("waiting");
            self.cancelled.notified().await;
            return Err(ProviderError::failed("it was cancelled"));
        }
        Ok(())
    }
}

#[async_trait]
impl Provider for Scripted {
    async fn check_config(&self, config: Object) -> Result<Checked, ProviderError> {
        keep_silent("CheckConfig").await;
        Ok(Checked::accepted(config))
    }

    async fn diff_config(&self, _: DiffConfigRequest) -> Result<Diff, ProviderError> {
        keep_silent("DiffConfig").await;
        Ok(Diff::default())
    }

    async fn configure(&self, config: Object) -> Result<(), ProviderError> {
        keep_silent("Configure").await;
        *self.config.lock() = config;
        Ok(())
    }

    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        keep_silent("Check").await;
        let mut checked = Checked::accepted(request.inputs);
        if text(&checked.inputs, "value") == "bad" {
            checked.failures.push(lumi::provider::InputFailure {
                path: "value".to_owned(),
                reason: "it must be good".to_owned(),
            });
        }
        Ok(checked)
    }

    async fn diff(&self, _: DiffRequest) -> Result<Diff, ProviderError> {
        Ok(Diff::default())
    }

    async fn create(&self, request: CreateRequest) -> Result<Created, ProviderError> {
        let id = format!("id-{}", request.target.urn.name());
        if request.preview {
            return Ok(Created {
                data: None,
                id: None,
                outputs: Object::default(),
            });
        }
        eprintln!("creating {}", request.target.urn.name());
        let outputs = self.write(&id, &request.inputs);
        self.fail(&id, &request.inputs).await?;
        Ok(Created {
            data: None,
            id: Some(id),
            outputs,
        })
    }

    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        Ok(Scripted::read(self, &request.id))
    }

    async fn update(&self, request: UpdateRequest) -> Result<Updated, ProviderError> {
        if request.preview {
            return Ok(Updated::default());
        }
        let outputs = self.write(&request.id, &request.inputs);
        self.fail(&request.id, &request.inputs).await?;
        Ok(outputs.into())
    }

    async fn delete(&self, request: DeleteRequest) -> Result<(), ProviderError> {
        let _ = fs::remove_file(file(&request.id));
        Ok(())
    }

    async fn recover(&self, request: RecoverRequest) -> Result<Recovered, ProviderError> {
        let id = format!("id-{}", request.target.urn.name());
        Ok(Scripted::read(self, &id).map_or(Recovered::Absent, Recovered::Found))
    }

    /// The objects whose ids begin with the place, of any type; one whose id ends with `a` is read.
    async fn list(&self, request: ListRequest) -> Result<Vec<ListedObject>, ProviderError> {
        if request.place.as_deref() == Some("nowhere") {
            return Err(ProviderError::failed("there is no such place"));
        }
        let place = request.place.unwrap_or_default();
        let entries = fs::read_dir("objects").unwrap();
        let names = entries.map(|it| it.unwrap().file_name().into_string().unwrap());
        let mut ids: Vec<String> = names
            .filter_map(|it| Some(it.strip_suffix(".json")?.to_owned()))
            .filter(|it| it.starts_with(&place))
            .collect();
        ids.sort();
        let object = |id: String| {
            let state = Scripted::read(self, &id).unwrap();
            match id.ends_with('a') {
                true => ListedObject::to_read(id, "by read"),
                false => ListedObject::with_state("by list", state),
            }
        };
        Ok(ids.into_iter().map(object).collect())
    }

    async fn invoke(&self, request: InvokeRequest) -> Result<Value, ProviderError> {
        keep_silent("Invoke").await;
        Ok(Value::Object(request.arguments))
    }

    async fn cancel(&self) {
        eprintln!("cancelling");
        self.cancelled.notify_waiters();
    }
}

/// A package with one type that has tags.
fn schema() -> wire::GetSchemaResponse {
    let property = |name: &str, of| wire::PropertySchema {
        name: name.to_owned(),
        r#type: of,
        ..wire::PropertySchema::default()
    };
    let thing = |name: &str, inputs| wire::ResourceSchema {
        r#type: format!("scripted:index:{name}"),
        inputs,
        ..wire::ResourceSchema::default()
    };
    let (text, object) = (Type::Text.into(), Type::Object.into());
    wire::GetSchemaResponse {
        resources: vec![
            thing(
                "Tagged",
                vec![property("value", text), property("tags", object)],
            ),
            thing("Text", vec![property("tags", text)]),
        ],
        ..wire::GetSchemaResponse::default()
    }
}

/// Not a test, but the plugin itself.
#[test]
#[ignore = "it is started as a plugin by other tests"]
fn serves_until_it_must_end() {
    let Ok(package) = std::env::var("SCRIPTED") else {
        return;
    };
    fs::create_dir_all("objects").unwrap();
    let mut starts = fs::OpenOptions::new();
    let mut starts = starts.create(true).append(true).open("starts").unwrap();
    writeln!(starts, "{}", std::process::id()).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let _server = runtime.block_on(async {
        let token = Token::parse(&std::env::var(Token::VARIABLE).unwrap()).unwrap();
        let facts = ProviderFacts {
            schema: std::env::var_os("DESCRIBED").map(|_| schema()),
            package,
            version: "1.2.3".to_owned(),
            keeps_secrets: std::env::var_os("KEEPS_SECRETS").is_some(),
        };
        let service = ProviderService::server(Arc::new(Scripted::default()), facts);
        let server = Server::start(Router::new(token).with(service))
            .await
            .unwrap();
        fs::write("/dev/fd/3", format!("{}\n", server.endpoint().first_line())).unwrap();
        server
    });
    let _ = std::io::stdin().read_to_end(&mut Vec::new());
    let mut ends = fs::OpenOptions::new();
    let mut ends = ends.create(true).append(true).open("ends").unwrap();
    writeln!(ends, "{}", std::process::id()).unwrap();
}
