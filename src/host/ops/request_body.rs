//! Bodies of requests that come in parts while the function runs.

use std::collections::VecDeque;
use std::task::{Context, Poll, Waker};

use hyper::body::Bytes;

use crate::worker::BodyMessage;

/// Why a body cannot be read.
#[derive(Debug, thiserror::Error, deno_error::JsError)]
#[class(generic)]
pub enum BodyError {
    #[error("the client has not sent the whole body")]
    Broken,
    #[error("the request is answered, so that its body cannot be read any more")]
    Answered,
}

/// A body that comes in parts.
#[derive(Default)]
pub struct Inflow {
    parts: VecDeque<Bytes>,
    /// Whether the body is whole, once nothing follows.
    end: Option<bool>,
    /// The operation that waits for a part.
    waiting: Option<Waker>,
}

impl Inflow {
    /// Takes a message of the end that sends the body.
    pub fn take(&mut self, message: BodyMessage) {
        match message {
            BodyMessage::Part(bytes) => self.parts.push_back(bytes),
            BodyMessage::End => self.end = Some(true),
            BodyMessage::Broken => self.end = Some(false),
            // About the body of the answer.
            BodyMessage::Room(_) | BodyMessage::Dropped => return,
        }
        self.wake();
    }

    /// The next part; `None` at the end.
    pub fn poll_part(&mut self, context: &Context<'_>) -> Poll<Result<Option<Bytes>, BodyError>> {
        if let Some(part) = self.parts.pop_front() {
            return Poll::Ready(Ok(Some(part)));
        }
        match self.end {
            Some(true) => Poll::Ready(Ok(None)),
            Some(false) => Poll::Ready(Err(BodyError::Broken)),
            None => {
                self.waiting = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }

    fn wake(&mut self) {
        if let Some(waiting) = self.waiting.take() {
            waiting.wake();
        }
    }
}

/// An operation that waits learns that the body has gone.
impl Drop for Inflow {
    fn drop(&mut self) {
        self.wake();
    }
}
