//! A REST API on loopback, for one test: `POST /COLLECTION` creates an object, whose URL is
//! `/COLLECTION/ID`.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use parking_lot::Mutex;
use serde_json::{Value, json};

/// Stops on drop.
pub struct RestServer {
    port: u16,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    token: Mutex<&'static str>,
    objects: Mutex<Objects>,
    is_over: AtomicBool,
}

#[derive(Default)]
struct Objects {
    last: usize,
    /// By path, such as `/teams/1`.
    all: BTreeMap<String, Value>,
    /// The requests, such as `POST /teams`, without reads.
    log: Vec<String>,
}

impl RestServer {
    /// Refuses requests without `Bearer TOKEN`.
    pub fn start(token: &'static str) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let shared = Arc::new(Shared {
            token: Mutex::new(token),
            objects: Mutex::default(),
            is_over: AtomicBool::new(false),
        });
        let serving = Arc::clone(&shared);
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if serving.is_over.load(Ordering::SeqCst) {
                    return;
                }
                // A client may disconnect.
                let _ = serving.answer(stream.unwrap());
            }
        });
        Self {
            port,
            shared,
            thread: Some(thread),
        }
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Changes the accepted token.
    pub fn set_token(&self, token: &'static str) {
        *self.shared.token.lock() = token;
    }

    /// All objects by path.
    pub fn objects(&self) -> BTreeMap<String, Value> {
        self.shared.objects.lock().all.clone()
    }

    /// Changes a member externally, or removes the object.
    pub fn meddle(&self, path: &str, change: Option<(&str, Value)>) {
        let mut objects = self.shared.objects.lock();
        match change {
            Some((key, value)) => objects.all.get_mut(path).unwrap()[key] = value,
            None => drop(objects.all.remove(path).unwrap()),
        }
    }

    /// Creates an object externally; returns its id.
    pub fn make(&self, collection: &str, object: Value) -> String {
        let mut objects = self.shared.objects.lock();
        let made = objects.make(collection, object);
        made["id"].as_str().unwrap().to_owned()
    }

    /// The changes since the last call, such as `PUT /teams/1`.
    pub fn take_log(&self) -> Vec<String> {
        std::mem::take(&mut self.shared.objects.lock().log)
    }
}

impl Drop for RestServer {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::SeqCst);
        // Unblocks `accept`.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn answer(&self, stream: TcpStream) -> std::io::Result<()> {
        // A client that is killed during a request must not block the server.
        stream.set_read_timeout(Some(Duration::from_secs(10)))?;
        let mut stream = BufReader::new(stream);
        let mut request = String::new();
        stream.read_line(&mut request)?;
        let mut length = 0;
        let mut is_allowed = false;
        let mut line = String::new();
        while stream.read_line(&mut line)? > 2 {
            let (name, value) = line.trim_end().split_once(": ").unwrap_or_default();
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.parse().unwrap(),
                "authorization" => is_allowed = value == format!("Bearer {}", self.token.lock()),
                _ => {}
            }
            line.clear();
        }
        let mut body = vec![0; length];
        stream.read_exact(&mut body)?;
        let mut words = request.split(' ');
        let (Some(method), Some(path)) = (words.next(), words.next()) else {
            return Ok(());
        };
        let (status, answer) = if is_allowed {
            let mut objects = self.objects.lock();
            objects.serve(method, path, serde_json::from_slice(&body).ok())
        } else {
            (401, json!({ "error": "who are you?" }))
        };
        let answer = if status == 204 {
            String::new()
        } else {
            answer.to_string()
        };
        let length = answer.len();
        let head = format!(
            "HTTP/1.1 {status} .\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\
             Connection: close\r\n\r\n"
        );
        stream
            .get_mut()
            .write_all([head, answer].concat().as_bytes())
    }
}

impl Objects {
    fn serve(&mut self, method: &str, path: &str, body: Option<Value>) -> (u16, Value) {
        if method != "GET" {
            self.log.push(format!("{method} {path}"));
        }
        let is_collection = path.matches('/').count() == 1;
        match (method, body) {
            ("POST", Some(body)) if is_collection => (201, self.make(&path[1..], body)),
            ("GET", _) if is_collection => {
                let prefix = format!("{path}/");
                let all = self.all.iter();
                let found = all.filter(|(path, _)| path.starts_with(&prefix));
                (200, found.map(|(_, it)| it.clone()).collect())
            }
            ("GET", _) => match self.all.get(path) {
                Some(object) => (200, object.clone()),
                None => (404, Value::Null),
            },
            ("PUT", Some(body)) if self.all.contains_key(path) => {
                let id = path.rsplit('/').next().unwrap();
                let object = complete(body, path, id);
                self.all.insert(path.to_owned(), object.clone());
                (200, object)
            }
            ("DELETE", _) => match self.all.remove(path) {
                Some(_) => (204, Value::Null),
                None => (404, Value::Null),
            },
            _ => (400, json!({ "error": "what do you mean?" })),
        }
    }

    fn make(&mut self, collection: &str, object: Value) -> Value {
        self.last += 1;
        let id = self.last.to_string();
        let path = format!("/{collection}/{id}");
        let object = complete(object, &path, &id);
        self.all.insert(path, object.clone());
        object
    }
}

/// Adds the members that the API computes.
fn complete(mut object: Value, path: &str, id: &str) -> Value {
    object["id"] = id.into();
    object["self"] = path.into();
    object
}
