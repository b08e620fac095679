//! A server of gRPC with an answer of any bytes for each method.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::fs;
use std::future::pending;
use std::io::{BufRead as _, BufReader, Read as _};
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::header::{HeaderMap, HeaderValue};
use hyper::service::service_fn;
use hyper::{Response, StatusCode};
use hyper_util::rt::{TokioExecutor, TokioIo};
use parking_lot::Mutex;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::programs::signals::{SAME_REQUEST, send, send_to};

/// The answer to each call of a method.
#[derive(Clone, Debug)]
pub enum Reply {
    /// A message.
    Message(Vec<u8>),
    /// A body that need not be one message, and the status behind it.
    Body(Vec<u8>, Option<&'static str>),
    /// A status of HTTP alone.
    Http(u16),
    /// The end of the connection.
    Lost,
    /// The end of the process that [`ScriptedServer::write_mortal_plugin`] wrote, by a signal, and then of the connection.
    Dead(PathBuf, i32),
    /// An empty message, and the end of the process that [`ScriptedServer::write_plugin`] wrote.
    Ended(PathBuf),
    /// No answer ever.
    Silence,
}

/// The answers by the names of methods; others are not implemented.
pub type Replies = BTreeMap<&'static str, Reply>;

/// Serves until it is dropped.
pub struct ScriptedServer {
    pub address: SocketAddr,
    replies: Arc<Mutex<Replies>>,
    /// The methods that were called since [`ScriptedServer::set`] changed an answer.
    called: Arc<Mutex<BTreeSet<String>>>,
    _runtime: Runtime,
}

impl ScriptedServer {
    pub fn start(replies: Replies) -> Self {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let runtime = builder.worker_threads(1).enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        let replies = Arc::new(Mutex::new(replies));
        let served = Arc::clone(&replies);
        let called = Arc::new(Mutex::new(BTreeSet::new()));
        let noted = Arc::clone(&called);
        runtime.spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let replies = Arc::clone(&served);
                let called = Arc::clone(&noted);
                let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
                    let method = request.uri().path().rsplit('/').next().unwrap_or_default();
                    let reply = replies.lock().get(method).cloned();
                    called.lock().insert(method.to_owned());
                    async move {
                        // The request is read to its end, as servers do.
                        let _ = request.into_body().collect().await;
                        if let Some(Reply::Silence) = reply {
                            return pending().await;
                        }
                        response(reply)
                    }
                });
                let builder = hyper::server::conn::http2::Builder::new(TokioExecutor::new());
                let connection = builder.serve_connection(TokioIo::new(stream), service);
                tokio::spawn(async move {
                    // A connection that ends early is one of the answers.
                    let _ = connection.await;
                });
            }
        });
        Self {
            address,
            replies,
            called,
            _runtime: runtime,
        }
    }

    /// Changes the answer to a method; returns the one before.
    pub fn set(&self, method: &'static str, reply: Reply) -> Option<Reply> {
        self.called.lock().clear();
        self.replies.lock().insert(method, reply)
    }

    /// Waits for a call by a process that must not end before.
    pub fn wait_for(&self, method: &str, process: &mut Child) {
        while !self.called.lock().contains(method) {
            if let Some(status) = process.try_wait().unwrap() {
                let mut text = String::new();
                let mut stream = process.stderr.take().unwrap();
                stream.read_to_string(&mut text).unwrap();
                panic!("it ended before {method}: {status}\n{text}");
            }
            sleep(Duration::from_millis(20));
        }
    }

    /// Writes a program that prints a line, and ends with its input, as plugins do.
    pub fn write_plugin(path: &Path, line: &str) {
        let pid = pid_file(path);
        let script = format!(
            "#!/bin/sh\necho $$ > {}\necho '{line}'\nexec cat > /dev/null\n",
            pid.display()
        );
        write_executable(path, &script);
    }

    /// Writes a plugin that [`Reply::Dead`] can end: by SIGTERM, it writes a line to its standard error, and exits with 3.
    pub fn write_mortal_plugin(path: &Path, line: &str) {
        let pid = pid_file(path);
        let script = format!(
            "#!/bin/sh\ntrap 'echo \"no luck\" >&2; exit 3' TERM\necho $$ > {}\necho '{line}'\n\
             exec 3<&0\ncat <&3 > /dev/null &\nwait $!\n",
            pid.display()
        );
        write_executable(path, &script);
    }
}

fn write_executable(path: &Path, script: &str) {
    fs::write(path, script).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn end(plugin: &Path, signal: i32) {
    let pid = fs::read_to_string(pid_file(plugin)).unwrap();
    send_to(pid.trim().parse().unwrap(), signal);
}

/// Has the number of the process of a plugin.
fn pid_file(plugin: &Path) -> PathBuf {
    plugin.with_extension("pid")
}

/// A way to end a command that waits for an answer.
#[derive(Clone, Copy, Debug)]
pub enum Stop {
    /// SIGINT twice: the first one waits for the answer.
    Interrupts,
    /// SIGTERM twice.
    Terminations,
    Kill,
}

impl Stop {
    pub const ALL: [Self; 3] = [Self::Interrupts, Self::Terminations, Self::Kill];

    /// Starts a command, and ends it once it waits for the answer of a method; its status, and what it wrote.
    pub fn during(
        self,
        server: &ScriptedServer,
        method: &str,
        command: &mut Command,
    ) -> (ExitStatus, String) {
        let command = command.stdin(Stdio::null()).stdout(Stdio::null());
        let mut process = command.stderr(Stdio::piped()).spawn().unwrap();
        server.wait_for(method, &mut process);
        let signal = match self {
            Self::Interrupts => libc::SIGINT,
            Self::Terminations => libc::SIGTERM,
            Self::Kill => libc::SIGKILL,
        };
        send(&process, signal);
        let mut text = String::new();
        if let Self::Interrupts | Self::Terminations = self {
            let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
            // A command that is done with its stop needs no second signal.
            for line in lines.by_ref() {
                text.push_str(&(line.unwrap() + "\n"));
                if text.contains("interrupt again to abort")
                    && process.try_wait().unwrap().is_none()
                {
                    sleep(SAME_REQUEST);
                    send(&process, signal);
                    break;
                }
            }
            lines.for_each(|it| text.push_str(&(it.unwrap() + "\n")));
        }
        (process.wait().unwrap(), text)
    }
}

/// An error ends the connection.
fn response(reply: Option<Reply>) -> Result<Response<BoxBody<Bytes, Infallible>>, &'static str> {
    let (body, status) = match reply {
        Some(Reply::Message(message)) => (frame(&message), Some("0")),
        Some(Reply::Body(body, status)) => (body, status),
        Some(Reply::Http(code)) => {
            let mut response = Response::new(Full::default().boxed());
            *response.status_mut() = StatusCode::from_u16(code).unwrap();
            return Ok(response);
        }
        Some(Reply::Lost | Reply::Silence) => return Err("lost"),
        Some(Reply::Dead(plugin, signal)) => {
            end(&plugin, signal);
            return Err("dead");
        }
        Some(Reply::Ended(plugin)) => {
            end(&plugin, libc::SIGKILL);
            (frame(&[]), Some("0"))
        }
        None => (Vec::new(), Some("12")),
    };
    let mut trailers = HeaderMap::new();
    if let Some(status) = status {
        trailers.insert("grpc-status", HeaderValue::from_static(status));
    }
    let body = Full::new(Bytes::from(body)).with_trailers(async { Some(Ok(trailers)) });
    let mut response = Response::new(body.boxed());
    let content = HeaderValue::from_static("application/grpc");
    response.headers_mut().insert("content-type", content);
    Ok(response)
}

/// A frame around a message.
pub fn frame(message: &[u8]) -> Vec<u8> {
    let length = u32::try_from(message.len()).unwrap();
    [&[0][..], &length.to_be_bytes(), message].concat()
}

/// A member of a message that is a text, bytes or a message.
pub fn member(number: u8, content: impl AsRef<[u8]>) -> Vec<u8> {
    let content = content.as_ref();
    let mut bytes = vec![number << 3 | 2];
    let mut length = content.len();
    while length >= 0x80 {
        bytes.push((length & 0x7f) as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
    bytes.extend_from_slice(content);
    bytes
}

/// A member of a message that is a small number.
pub fn number(number: u8, value: u8) -> Vec<u8> {
    vec![number << 3, value]
}
