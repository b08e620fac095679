//! An HTTP server for tests, which misbehaves on request.

use std::sync::Arc;

use parking_lot::Mutex;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

#[derive(Clone, Debug)]
pub struct ReceivedRequest {
    pub method: String,
    /// Path and query.
    pub target: String,
    /// Lower-case lines.
    pub headers: Vec<String>,
    pub body: String,
}

impl ReceivedRequest {
    /// `METHOD TARGET BODY`
    pub fn line(&self) -> String {
        let line = format!("{} {} {}", self.method, self.target, self.body);
        line.trim_end().to_owned()
    }
}

/// The server's reaction.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Status, further header lines, body.
    Answer(u16, &'static str, String),
    /// Closes the connection without a response.
    Hangup,
    /// Never responds.
    Silence,
}

impl Reply {
    pub fn json(status: u16, body: &str) -> Self {
        Self::Answer(
            status,
            "Content-Type: application/json\r\n",
            body.to_owned(),
        )
    }
}

/// Stops on drop.
pub struct TestServer {
    pub url: String,
    asked: Arc<Mutex<Vec<ReceivedRequest>>>,
    task: JoinHandle<()>,
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl TestServer {
    /// `reply` is called with the number of each request, from 0.
    pub async fn start(
        reply: impl Fn(usize, &ReceivedRequest) -> Reply + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::default();
        let task = tokio::spawn(accept(listener, Arc::clone(&asked), Arc::new(reply)));
        Self { url, asked, task }
    }

    /// All requests so far.
    pub fn received(&self) -> Vec<ReceivedRequest> {
        self.asked.lock().clone()
    }

    pub fn lines(&self) -> Vec<String> {
        self.received().iter().map(ReceivedRequest::line).collect()
    }
}

async fn accept<F>(listener: TcpListener, asked: Arc<Mutex<Vec<ReceivedRequest>>>, reply: Arc<F>)
where
    F: Fn(usize, &ReceivedRequest) -> Reply + Send + Sync + 'static,
{
    while let Ok((stream, _)) = listener.accept().await {
        let (asked, reply) = (Arc::clone(&asked), Arc::clone(&reply));
        tokio::spawn(async move {
            let mut stream = BufReader::new(stream);
            let Some(request) = read(&mut stream).await else {
                return;
            };
            let reply = {
                let mut asked = asked.lock();
                let reply = reply(asked.len(), &request);
                asked.push(request);
                reply
            };
            write(stream, reply).await;
        });
    }
}

async fn read(stream: &mut BufReader<TcpStream>) -> Option<ReceivedRequest> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.ok()?;
        match line.trim_end() {
            "" => break,
            line => lines.push(line.to_owned()),
        }
    }
    let first = lines.first()?.clone();
    let mut words = first.split(' ').map(str::to_owned);
    let headers: Vec<String> = lines[1..].iter().map(|it| it.to_lowercase()).collect();
    let length = headers
        .iter()
        .find_map(|it| it.strip_prefix("content-length: "));
    let mut body = vec![0; length.map_or(0, |it| it.parse().unwrap())];
    stream.read_exact(&mut body).await.ok()?;
    Some(ReceivedRequest {
        method: words.next()?,
        target: words.next()?,
        headers,
        body: String::from_utf8(body).unwrap(),
    })
}

async fn write(mut stream: BufReader<TcpStream>, reply: Reply) {
    match reply {
        Reply::Answer(status, headers, body) => {
            let length = body.len();
            let head = format!(
                "HTTP/1.1 {status} x\r\nContent-Length: {length}\r\nConnection: close\r\n{headers}\r\n"
            );
            // The client may have disconnected.
            let _ = stream.write_all([head, body].concat().as_bytes()).await;
        }
        Reply::Hangup => {}
        Reply::Silence => {
            // Until the client disconnects.
            let _ = stream.read_u8().await;
        }
    }
}
