//! A server of HTTP/2 without TLS on loopback, for one test. The path says what it does.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};

use h2::server::{Connection, SendResponse};
use h2::{Reason, RecvStream};
use hyper::body::Bytes;
use hyper::header::{HeaderMap, HeaderValue};
use hyper::{Request, Response};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;

/// Stops on drop.
pub struct Http2Server {
    pub port: u16,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Http2Server {
    pub fn start() -> Self {
        let (stop, stopped) = oneshot::channel();
        let (port, listening) = mpsc::channel();
        let thread = thread::spawn(move || {
            let tokio = tokio::runtime::Builder::new_current_thread();
            let tokio = { tokio }.enable_all().build().unwrap();
            tokio.block_on(async {
                let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
                let listener = TcpListener::bind(any).await.unwrap();
                port.send(listener.local_addr().unwrap().port()).unwrap();
                tokio::select! {
                    () = accept(listener) => {}
                    _ = stopped => {}
                }
            });
        });
        Self {
            port: listening.recv().unwrap(),
            stop: Some(stop),
            thread: Some(thread),
        }
    }
}

impl Drop for Http2Server {
    fn drop(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

async fn accept(listener: TcpListener) {
    loop {
        let (stream, _) = listener.accept().await.unwrap();
        // A client may end a connection at any time.
        tokio::spawn(async move { serve(stream).await.ok() });
    }
}

async fn serve(stream: TcpStream) -> Result<(), h2::Error> {
    let mut connection = h2::server::Builder::new()
        .max_concurrent_streams(7)
        .handshake::<_, Bytes>(stream)
        .await?;
    while let Some(request) = connection.accept().await {
        let (request, respond) = request?;
        if end(&mut connection, request.uri().path()) {
            continue;
        }
        tokio::spawn(async move { answer(request, respond).await.ok() });
    }
    Ok(())
}

/// Ends the connection if the path says so.
fn end(connection: &mut Connection<TcpStream, Bytes>, path: &str) -> bool {
    match path {
        "/calm" => connection.abrupt_shutdown(Reason::ENHANCE_YOUR_CALM),
        "/bye" => {
            connection.graceful_shutdown();
            return false;
        }
        _ => return false,
    }
    true
}

type Respond = SendResponse<Bytes>;

async fn answer(request: Request<RecvStream>, mut respond: Respond) -> Result<(), h2::Error> {
    let path = request.uri().path().to_owned();
    match path.as_str() {
        "/reset" => {
            let mut body = respond.send_response(Response::new(()), false)?;
            body.send_data(Bytes::from_static(b"begun"), false)?;
            body.send_reset(Reason::PROTOCOL_ERROR);
            Ok(())
        }
        "/refused" => {
            respond.send_reset(Reason::REFUSED_STREAM);
            Ok(())
        }
        "/never" => {
            // Holds the stream until the client resets it.
            let mut body = request.into_body();
            while body.data().await.transpose()?.is_some() {}
            std::future::poll_fn(|context| respond.poll_reset(context)).await?;
            Ok(())
        }
        "/large" => {
            let mut body = respond.send_response(Response::new(()), false)?;
            send(&mut body, Bytes::from(vec![b'x'; 1_000_000])).await?;
            body.send_data(Bytes::new(), true)
        }
        _ => echo(request, respond).await,
    }
}

/// Answers with the body and what the request was, and trailers.
async fn echo(request: Request<RecvStream>, mut respond: Respond) -> Result<(), h2::Error> {
    let shown = format!("{} {}", request.method(), request.uri());
    let asked = request.headers().get("x-asked").cloned();
    let mut head = Response::new(());
    let headers = head.headers_mut();
    headers.append("x-seen", HeaderValue::from_str(&shown).unwrap());
    headers.append(
        "x-asked",
        asked.unwrap_or(HeaderValue::from_static("nothing")),
    );
    for cookie in ["a=1", "b=2"] {
        headers.append("set-cookie", HeaderValue::from_static(cookie));
    }
    for several in ["one", "two"] {
        headers.append("x-several", HeaderValue::from_static(several));
    }
    let mut sending = respond.send_response(head, false)?;
    let mut body = request.into_body();
    let mut size = 0;
    while let Some(data) = body.data().await.transpose()? {
        size += data.len();
        body.flow_control().release_capacity(data.len())?;
        send(&mut sending, data).await?;
    }
    let sent = body.trailers().await?.unwrap_or_default();
    let mut trailers = HeaderMap::new();
    trailers.insert("x-size", HeaderValue::from(size));
    if let Some(value) = sent.get("x-sent") {
        trailers.insert("x-sent", value.clone());
    }
    sending.send_trailers(trailers)
}

/// Sends all bytes, as the windows allow.
async fn send(body: &mut h2::SendStream<Bytes>, mut bytes: Bytes) -> Result<(), h2::Error> {
    while !bytes.is_empty() {
        body.reserve_capacity(bytes.len());
        let room = std::future::poll_fn(|context| body.poll_capacity(context)).await;
        let room = room.transpose()?.unwrap_or_default();
        let part = bytes.split_to(room.min(bytes.len()));
        body.send_data(part, false)?;
    }
    Ok(())
}
