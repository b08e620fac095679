//! Bodies of requests that are sent as they come, instead of whole.

use std::io;

use futures_util::stream;
use reqwest::Body;
use tokio::sync::mpsc::{self, Receiver, Sender};

/// The body of a request.
pub enum Outgoing {
    None,
    Whole(Vec<u8>),
    /// Sent once: a request with such a body cannot be repeated.
    Parts(Option<Receiver<Part>>),
}

/// Bytes, or an error, which ends the connection.
pub type Part = Result<Vec<u8>, io::Error>;

/// A body in parts, of which one waits at a time.
pub fn parts() -> (Sender<Part>, Outgoing) {
    let (sender, receiver) = mpsc::channel(1);
    (sender, Outgoing::Parts(Some(receiver)))
}

impl Outgoing {
    /// The body for one request; `None` where there is none.
    pub fn body(&mut self) -> Option<Body> {
        match self {
            Self::None => None,
            Self::Whole(bytes) => Some(bytes.clone().into()),
            Self::Parts(receiver) => {
                let parts = stream::unfold(receiver.take()?, async |mut parts| {
                    Some((parts.recv().await?, parts))
                });
                Some(Body::wrap_stream(parts))
            }
        }
    }

    /// Whether a second request could send it.
    pub fn can_repeat(&self) -> bool {
        !matches!(self, Self::Parts(_))
    }
}
