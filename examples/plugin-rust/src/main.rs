//! The package `notes`: `notes:index:Note` is a text file with a title, in the folder `notes` of the
//! project.

use std::convert::Infallible;
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs, io, process, thread};

use hyper::body::Incoming;
use hyper::server::conn::http2;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::net::{TcpListener, TcpStream};
use tonic::codegen::Service as _;
use tonic::{Request, Response, Status};

#[allow(
    clippy::all,
    clippy::too_many_lines,
    dead_code,
    unused_qualifications,
    reason = "generated code"
)]
mod lumirpc {
    tonic::include_proto!("lumirpc");
}

use lumirpc::resource_provider_server::{ResourceProvider, ResourceProviderServer};
use lumirpc::value::Kind;
use lumirpc::*;

/// The version of the protocol that this plugin speaks.
const PROTOCOL: u32 = 1;

type Answer<T> = Result<Response<T>, Status>;

struct Notes;

/// The text of a member, secret or not; `None` if it is absent, not known yet, or something else.
fn text<'a>(object: &'a Option<Object>, name: &str) -> Option<&'a str> {
    let object = object.as_ref()?;
    let at = object.keys.iter().position(|key| key == name)?;
    let kind = match &object.values.get(at)?.kind {
        Some(Kind::Secret(inner)) => &inner.kind,
        kind => kind,
    };
    match kind {
        Some(Kind::Text(text)) => Some(text),
        _ => None,
    }
}

fn has(object: &Option<Object>, name: &str) -> bool {
    let mut keys = object.iter().flat_map(|object| &object.keys);
    keys.any(|key| key == name)
}

fn object<const N: usize>(members: [(&str, Kind); N]) -> Option<Object> {
    let mut object = Object::default();
    for (name, kind) in members {
        object.keys.push(name.to_owned());
        object.values.push(Value { kind: Some(kind) });
    }
    Some(object)
}

fn file(id: &str) -> PathBuf {
    Path::new("notes").join(id)
}

/// Nothing happened: the code tells lumi so.
fn refused(what: &str, error: io::Error) -> Status {
    Status::failed_precondition(format!("cannot {what}: {error}"))
}

fn outputs(title: &str, body: &str) -> Option<Object> {
    object([
        ("title", Kind::Text(title.to_owned())),
        ("body", Kind::Text(body.to_owned())),
        ("length", Kind::Number(body.chars().count() as f64)),
    ])
}

/// Writes a note; answers its outputs.
fn write(inputs: &Option<Object>) -> Result<Option<Object>, Status> {
    let title = text(inputs, "title").unwrap_or_default();
    let body = text(inputs, "body").unwrap_or_default();
    fs::create_dir_all("notes").map_err(|error| refused("make the folder notes", error))?;
    // It may be half written now: what is not said to be harmless is taken as unknown.
    let mut options = fs::OpenOptions::new();
    // For the user alone: what is secret in the program is here in the open.
    options.write(true).create(true).truncate(true).mode(0o600);
    let written = options
        .open(file(title))
        .and_then(|mut it| it.write_all(body.as_bytes()));
    written.map_err(|error| Status::unknown(error.to_string()))?;
    Ok(outputs(title, body))
}

fn unimplemented<T>(method: &str) -> Answer<T> {
    Err(Status::unimplemented(format!("there is no {method}")))
}

#[tonic::async_trait]
impl ResourceProvider for Notes {
    async fn handshake(&self, _: Request<HandshakeRequest>) -> Answer<HandshakeResponse> {
        Ok(Response::new(HandshakeResponse {
            protocol: PROTOCOL,
            package: "notes".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            keeps_secrets: true,
        }))
    }

    async fn get_schema(&self, _: Request<GetSchemaRequest>) -> Answer<GetSchemaResponse> {
        let property = |name: &str, description: &str| PropertySchema {
            name: name.to_owned(),
            r#type: property_schema::Type::Text.into(),
            description: description.to_owned(),
            required: true,
            ..Default::default()
        };
        let title = PropertySchema {
            replaces: true,
            ..property("title", "a word that a file can be called")
        };
        let body = PropertySchema {
            required: false,
            ..property("body", "what is in the file")
        };
        let length = PropertySchema {
            r#type: property_schema::Type::Number.into(),
            ..property("length", "of the body, in characters")
        };
        Ok(Response::new(GetSchemaResponse {
            description: "Notes in files.".to_owned(),
            resources: vec![ResourceSchema {
                r#type: "notes:index:Note".to_owned(),
                description: "A text file with a title, in the folder `notes`.".to_owned(),
                inputs: vec![title.clone(), body.clone()],
                outputs: vec![title, body, length],
            }],
            ..Default::default()
        }))
    }

    async fn check(&self, request: Request<CheckRequest>) -> Answer<CheckResponse> {
        let CheckRequest { inputs, .. } = request.into_inner();
        let mut failures = Vec::new();
        let mut fail = |path: &str, reason: &str| {
            failures.push(InputFailure {
                path: path.to_owned(),
                reason: reason.to_owned(),
            });
        };
        match text(&inputs, "title") {
            Some(title) if title.is_empty() || title.contains(['/', '.']) => {
                fail("title", "it must be a word that a file can be called");
            }
            None if !has(&inputs, "title") => fail("title", "a note needs a title"),
            _ => {}
        }
        Ok(Response::new(CheckResponse { inputs, failures }))
    }

    async fn diff(&self, request: Request<DiffRequest>) -> Answer<DiffResponse> {
        let DiffRequest {
            old_inputs, inputs, ..
        } = request.into_inner();
        let changed = |name| {
            let (old, new) = (text(&old_inputs, name), text(&inputs, name));
            // A text that is not known yet may be another.
            (new.is_none() || old != new) && (has(&old_inputs, name) || has(&inputs, name))
        };
        let change = |path: &str, replaces| PropertyChange {
            path: path.to_owned(),
            kind: property_change::Kind::Changed.into(),
            replaces,
        };
        let mut properties = Vec::new();
        if changed("title") {
            properties.push(change("title", true));
        }
        if changed("body") {
            properties.push(change("body", false));
        }
        let changes = match properties.is_empty() {
            true => diff_response::Changes::None,
            false => diff_response::Changes::Some,
        };
        Ok(Response::new(DiffResponse {
            changes: changes.into(),
            properties,
            delete_before_replace: false,
        }))
    }

    async fn create(&self, request: Request<CreateRequest>) -> Answer<CreateResponse> {
        let CreateRequest {
            inputs, preview, ..
        } = request.into_inner();
        if preview {
            return Ok(Response::new(CreateResponse {
                id: String::new(),
                outputs: inputs,
            }));
        }
        let outputs = write(&inputs)?;
        let id = text(&inputs, "title").unwrap_or_default().to_owned();
        Ok(Response::new(CreateResponse { id, outputs }))
    }

    async fn read(&self, request: Request<ReadRequest>) -> Answer<ReadResponse> {
        let id = request.into_inner().id;
        let state = match fs::read_to_string(file(&id)) {
            Ok(body) => Some(ReadState {
                inputs: object([
                    ("title", Kind::Text(id.clone())),
                    ("body", Kind::Text(body.clone())),
                ]),
                outputs: outputs(&id, &body),
                id,
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(refused("read the note", error)),
        };
        Ok(Response::new(ReadResponse { state }))
    }

    async fn update(&self, request: Request<UpdateRequest>) -> Answer<UpdateResponse> {
        let request = request.into_inner();
        let outputs = match request.preview {
            true => request.inputs,
            false => write(&request.inputs)?,
        };
        Ok(Response::new(UpdateResponse { outputs }))
    }

    async fn delete(&self, request: Request<DeleteRequest>) -> Answer<DeleteResponse> {
        match fs::remove_file(file(&request.into_inner().id)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(refused("remove the note", error))
            }
            // One that is gone already is a success.
            _ => Ok(Response::new(DeleteResponse {})),
        }
    }

    /// The notes of the folder, for `lumi snapshot notes:index:Note`. They are few, so they are one page.
    async fn list(&self, _: Request<ListRequest>) -> Answer<ListResponse> {
        let listed = |error| refused("list the notes", error);
        let mut objects = Vec::new();
        let entries = match fs::read_dir("notes") {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Response::new(ListResponse::default()));
            }
            Err(error) => return Err(listed(error)),
        };
        for entry in entries {
            let name = entry.map_err(listed)?.file_name();
            if let Some(title) = name.to_str() {
                objects.push(ListedObject {
                    id: title.to_owned(),
                    name: title.to_owned(),
                    state: None,
                });
            }
        }
        objects.sort_by(|one, other| one.id.cmp(&other.id));
        Ok(Response::new(ListResponse {
            objects,
            next_page: None,
        }))
    }

    // Methods that a plugin need not have.

    async fn check_config(&self, _: Request<CheckConfigRequest>) -> Answer<CheckResponse> {
        unimplemented("CheckConfig")
    }

    async fn diff_config(&self, _: Request<DiffConfigRequest>) -> Answer<DiffResponse> {
        unimplemented("DiffConfig")
    }

    async fn configure(&self, _: Request<ConfigureRequest>) -> Answer<ConfigureResponse> {
        unimplemented("Configure")
    }

    async fn settle(&self, _: Request<SettleRequest>) -> Answer<SettleResponse> {
        unimplemented("Settle")
    }

    async fn recover(&self, _: Request<RecoverRequest>) -> Answer<RecoverResponse> {
        unimplemented("Recover")
    }

    async fn invoke(&self, _: Request<InvokeRequest>) -> Answer<InvokeResponse> {
        unimplemented("Invoke")
    }

    async fn call(&self, _: Request<CallRequest>) -> Answer<CallResponse> {
        unimplemented("Call")
    }

    async fn cancel(&self, _: Request<CancelRequest>) -> Answer<CancelResponse> {
        unimplemented("Cancel")
    }
}

/// Answers who shows the token of the run, until lumi hangs up.
async fn serve(stream: TcpStream, token: Arc<str>) {
    let provider = ResourceProviderServer::new(Notes);
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let shown = request.headers().get("lumi-token");
        let is_known = shown.is_some_and(|it| it.as_bytes() == token.as_bytes());
        let mut provider = provider.clone();
        async move {
            match is_known {
                true => provider.call(request).await,
                false => {
                    let refusal = Status::unauthenticated("this is not a call of the run");
                    Ok::<_, Infallible>(refusal.into_http())
                }
            }
        }
    });
    let connection = http2::Builder::new(TokioExecutor::new());
    let _ = connection
        .serve_connection(TokioIo::new(stream), service)
        .await;
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let token = env::var("LUMI_TOKEN").map_err(|_| "this is a plugin; lumi starts it")?;
    let token: Arc<str> = token.into();
    // Lumi closes standard input when the plugin is to end, or is gone itself.
    thread::Builder::new().spawn(|| {
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        process::exit(0);
    })?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    // Lumi calls as soon as it has read this: everything else is done before.
    println!("{}", listener.local_addr()?.port());
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        tokio::spawn(serve(stream, Arc::clone(&token)));
    }
}
