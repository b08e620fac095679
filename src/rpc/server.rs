//! Serves services on a loopback port or a unix socket.

use std::convert::Infallible;
use std::io;
use std::net::Ipv4Addr;
use std::path::Path;

use hyper::server::conn::http2::Builder;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::task::{JoinHandle, JoinSet};

use super::connection::{CONNECTION_WINDOW, FRAME, STREAM_WINDOW};
use super::endpoint::Endpoint;
use super::private_socket::PrivateSocket;
use super::router::Router;

/// The maximum number of connections; every peer needs one.
const MAX_CONNECTIONS: usize = 256;

/// Serves until dropped.
#[derive(Debug)]
pub struct Server {
    endpoint: Endpoint,
    task: JoinHandle<()>,
    /// Removed with the server.
    socket: Option<PrivateSocket>,
}

impl Server {
    /// Listens on a free port of 127.0.0.1. Must be called on a tokio runtime.
    pub async fn start(router: Router) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let endpoint = listener.local_addr()?.into();
        let task = tokio::spawn(accept(listener, router));
        Ok(Self {
            endpoint,
            task,
            socket: None,
        })
    }

    /// Listens on a socket and accepts a single peer.
    pub async fn start_at(path: &Path, router: Router) -> io::Result<Self> {
        let listener = tokio::net::UnixListener::bind(path)?;
        let path = path.to_owned();
        let endpoint = Endpoint::Unix(path.clone());
        let task = tokio::spawn(async move {
            let accepted = listener.accept().await;
            drop(listener);
            PrivateSocket::unlink(&path);
            if let Ok((stream, _)) = accepted {
                serve(stream, router).await;
            }
        });
        Ok(Self {
            endpoint,
            task,
            socket: None,
        })
    }

    /// Starts the server on a private socket, or on a loopback port where no socket can be made.
    pub async fn start_private(router: Router) -> io::Result<Self> {
        if let Ok(socket) = PrivateSocket::new()
            && let Ok(mut server) = Self::start_at(&socket.path(), router.clone()).await
        {
            server.socket = Some(socket);
            return Ok(server);
        }
        Self::start(router).await
    }

    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn accept(listener: TcpListener, router: Router) {
    // Dropped with this task, which closes all connections.
    let mut connections = JoinSet::new();
    loop {
        // For example out of file handles: open connections continue, and a peer does not
        // reconnect.
        let Ok((stream, _)) = listener.accept().await else {
            tokio::task::yield_now().await;
            continue;
        };
        while connections.try_join_next().is_some() {}
        if connections.len() < MAX_CONNECTIONS {
            let _ = stream.set_nodelay(true);
            connections.spawn(serve(stream, router.clone()));
        }
    }
}

async fn serve(stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static, router: Router) {
    let service = service_fn(move |request| {
        let answer = router.answer(request);
        async move { Ok::<_, Infallible>(answer.await) }
    });
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_frame_size(FRAME)
        // A program may wait for all of its resources at once.
        .max_concurrent_streams(None);
    // Errors of a connection need no report: the peer is gone.
    let _ = builder
        .serve_connection(TokioIo::new(stream), service)
        .await;
}

#[cfg(test)]
mod tests;
