//! Services on a port of loopback.

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use hyper::server::conn::http2::Builder;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

use super::connection::{CONNECTION_WINDOW, FRAME, STREAM_WINDOW};
use super::router::Router;

/// How many connections there may be; every peer needs one.
const MAX_CONNECTIONS: usize = 256;

/// Serves until it is dropped.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    task: JoinHandle<()>,
}

impl Server {
    /// Listens on a free port of 127.0.0.1, and nowhere else. To be called on a tokio runtime.
    pub async fn start(router: Router) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let task = tokio::spawn(accept(listener, router));
        Ok(Self { address, task })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn accept(listener: TcpListener, router: Router) {
    // Dropped with this task, and all connections with it.
    let mut connections = JoinSet::new();
    loop {
        // Out of file handles, say: what is there goes on, and a peer tries no second time.
        let Ok((stream, _)) = listener.accept().await else {
            tokio::task::yield_now().await;
            continue;
        };
        while connections.try_join_next().is_some() {}
        if connections.len() < MAX_CONNECTIONS {
            connections.spawn(serve(stream, router.clone()));
        }
    }
}

async fn serve(stream: TcpStream, router: Router) {
    let _ = stream.set_nodelay(true);
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
    // A peer that hangs up, or speaks something else, is no longer there: nothing to tell anybody.
    let _ = builder
        .serve_connection(TokioIo::new(stream), service)
        .await;
}

#[cfg(test)]
mod tests;
