//! The thread that debuggers talk to: its HTTP, and the list of targets.

use std::convert::Infallible;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use deno_core::serde_json::{self, Value as Json, json};
use deno_core::url::Url;
use http_body_util::Full;
use hyper::body::{Bytes, Incoming as Body};
use hyper::header::{CONTENT_TYPE, HOST};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use parking_lot::Mutex;
use tokio::sync::watch;
use uuid::Uuid;

use super::origin;
use super::web_socket;
use lumi_sandbox::closed_ports;

/// Takes JSON for one debugger, which may have gone.
pub struct SessionSender(Box<dyn Fn(String) + Send>);

impl SessionSender {
    pub fn new(send: impl Fn(String) + Send + 'static) -> Self {
        Self(Box::new(send))
    }

    pub fn send(&self, text: String) {
        (self.0)(text);
    }
}

pub type Answer = Response<Full<Bytes>>;

/// The pause after a connection that could not be accepted.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// Time that debuggers have to take the last messages of a program.
const GRACE: Duration = Duration::from_secs(2);

const HIDDEN: &str = "targets are not listed, because what is debugged may start programs, which could \
     attach to them as well: use an address that Lumi has printed";

/// A target that debuggers can attach to. The server calls it on its thread.
pub trait InspectorTarget: Send + Sync {
    /// A debugger has attached. `sender` takes what is sent to it.
    fn open(&self, session: u64, sender: SessionSender);
    fn message(&self, session: u64, text: String);
    fn close(&self, session: u64);
}

/// Tells the user the address of a new target, and which function it is.
type AnnounceTarget = Box<dyn Fn(&str, Option<&str>) + Send + Sync>;

/// A server for the debuggers of this process.
pub struct InspectorServer {
    address: SocketAddr,
    announce: AnnounceTarget,
    shared: Arc<Shared>,
}

pub struct Shared {
    port: u16,
    targets: Mutex<Vec<Arc<Entry>>>,
    /// Whether targets are kept out of lists. Their addresses are random, and only the user sees them.
    hides_targets: AtomicBool,
}

impl Shared {
    fn new(port: u16) -> Self {
        Self {
            port,
            targets: Mutex::default(),
            hides_targets: AtomicBool::new(false),
        }
    }
}

/// A target in the list.
pub struct Entry {
    id: Uuid,
    url: String,
    title: String,
    pub target: Arc<dyn InspectorTarget>,
    /// Set when the target is gone.
    gone: watch::Sender<bool>,
    /// Dropped by the last connection.
    pub connections: Mutex<Option<mpsc::Sender<()>>>,
}

impl Entry {
    pub fn gone(&self) -> watch::Receiver<bool> {
        self.gone.subscribe()
    }
}

/// A target, until it is dropped, which ends its connections.
pub struct Registration {
    shared: Arc<Shared>,
    entry: Arc<Entry>,
    /// Disconnected once the last connection has ended.
    ended: mpsc::Receiver<()>,
}

impl InspectorServer {
    /// Listens on `address`. `announce` gets the address of each target.
    pub fn start(
        address: SocketAddr,
        announce: impl Fn(&str, Option<&str>) + Send + Sync + 'static,
    ) -> io::Result<Arc<Self>> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        closed_ports::close(address.port());
        let shared = Arc::new(Shared::new(address.port()));
        let served = Arc::clone(&shared);
        let tokio = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        thread::Builder::new()
            .name("inspector".into())
            .spawn(move || tokio.block_on(serve(listener, served)))?;
        Ok(Arc::new(Self {
            address,
            announce: Box::new(announce),
            shared,
        }))
    }

    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Keeps targets out of lists from now on: the sandbox closes the port to the code of targets, but
    /// not to programs that the code starts.
    pub fn hide_targets(&self) {
        self.shared.hides_targets.store(true, Ordering::Relaxed);
    }

    /// Adds a target and announces it. `entry` is its entry module: lists of targets show it for
    /// programs, and the name for functions.
    pub fn register(
        server: &Arc<Self>,
        entry: &Path,
        function: Option<&str>,
        target: Arc<dyn InspectorTarget>,
    ) -> Registration {
        let file_name = entry.file_name().unwrap_or_default().to_string_lossy();
        let (connections, ended) = mpsc::channel();
        let target = Arc::new(Entry {
            id: Uuid::new_v4(),
            url: file_url(entry),
            title: function.map_or_else(|| file_name.into_owned(), str::to_owned),
            target,
            gone: watch::channel(false).0,
            connections: Mutex::new(Some(connections)),
        });
        server.shared.targets.lock().push(Arc::clone(&target));
        let address = format!("ws://{}/{}", server.address, target.id);
        (server.announce)(&address, function);
        Registration {
            shared: Arc::clone(&server.shared),
            entry: target,
            ended,
        }
    }
}

/// The URL of a file, which debuggers know it by.
pub fn file_url(path: &Path) -> String {
    Url::from_file_path(path).map_or_else(|()| String::new(), String::from)
}

impl Drop for Registration {
    fn drop(&mut self) {
        let mut targets = self.shared.targets.lock();
        targets.retain(|it| !Arc::ptr_eq(it, &self.entry));
        drop(targets);
        self.entry.gone.send_replace(true);
        self.entry.connections.lock().take();
        // Nothing is ever sent: this waits for the last connection.
        let _ = self.ended.recv_timeout(GRACE);
    }
}

async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    let Ok(listener) = tokio::net::TcpListener::from_std(listener) else {
        return;
    };
    loop {
        // The server goes on after a connection that ended before it was accepted. The pause keeps the
        // loop from spinning while the process has no free file descriptor.
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(ACCEPT_PAUSE).await;
            continue;
        };
        let shared = Arc::clone(&shared);
        tokio::spawn(async move {
            let service = service_fn(move |request| {
                let answer = answer(request, &shared);
                async move { Ok::<_, Infallible>(answer) }
            });
            let connection = hyper::server::conn::http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service)
                .with_upgrades();
            // Bytes that are no HTTP end the connection.
            let _ = connection.await;
        });
    }
}

fn answer(request: Request<Body>, shared: &Shared) -> Answer {
    if let Some(reason) = origin::refusal(request.headers(), shared.port) {
        return text(StatusCode::FORBIDDEN, reason);
    }
    if request.method() != Method::GET {
        return text(StatusCode::METHOD_NOT_ALLOWED, "only GET is answered");
    }
    match request.uri().path() {
        "/json" | "/json/list" if shared.hides_targets.load(Ordering::Relaxed) => {
            text(StatusCode::FORBIDDEN, HIDDEN)
        }
        "/json" | "/json/list" => {
            let host = request.headers().get(HOST);
            let host = host.and_then(|it| it.to_str().ok()).unwrap_or_default();
            let targets = shared.targets.lock();
            json_answer(&targets.iter().map(|it| target_json(it, host)).collect())
        }
        "/json/version" => json_answer(&json!({
            "Browser": format!("lumi/{}", env!("CARGO_PKG_VERSION")),
            "Protocol-Version": "1.3",
            "V8-Version": deno_core::v8::VERSION_STRING,
        })),
        path => {
            let id = path.trim_start_matches('/').parse::<Uuid>();
            let targets = shared.targets.lock();
            match targets.iter().find(|it| Ok(it.id) == id) {
                Some(entry) => web_socket::upgrade(request, entry),
                None => text(StatusCode::NOT_FOUND, "there is no such target"),
            }
        }
    }
}

fn target_json(entry: &Entry, host: &str) -> Json {
    let (id, url, title) = (entry.id, &entry.url, &entry.title);
    json!({
        "description": "a program of lumi",
        "devtoolsFrontendUrl": format!("devtools://devtools/bundled/js_app.html?experiments=true&v8only=true&ws={host}/{id}"),
        "id": id.to_string(),
        "title": format!("lumi: {title}"),
        // DevTools open the frontend without pages and styles.
        "type": "node",
        "url": url,
        "webSocketDebuggerUrl": format!("ws://{host}/{id}"),
    })
}

fn json_answer(value: &Json) -> Answer {
    let mut answer = Response::new(Full::new(
        serde_json::to_vec_pretty(value).unwrap_or_default().into(),
    ));
    let kind = hyper::header::HeaderValue::from_static("application/json; charset=UTF-8");
    answer.headers_mut().insert(CONTENT_TYPE, kind);
    answer
}

pub fn text(status: StatusCode, text: &'static str) -> Answer {
    let mut answer = Response::new(Full::new(Bytes::from_static(text.as_bytes())));
    *answer.status_mut() = status;
    answer
}
