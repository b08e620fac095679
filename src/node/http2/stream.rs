//! One request with its response.

use std::collections::VecDeque;
use std::future::Future as _;
use std::pin::Pin;
use std::task::{Context, Poll};

use h2::client::ResponseFuture;
use h2::{Reason, RecvStream, SendStream};
use hyper::body::Bytes;
use hyper::header::HeaderMap;

use super::event::Event;
use super::headers;

pub struct Stream {
    id: u32,
    sending: SendStream<Bytes>,
    /// Data that waits for room in the windows.
    waiting: VecDeque<Piece>,
    response: Response,
    /// Whether the program wants data now.
    is_wanted: bool,
    /// Whether the request is complete.
    is_sent: bool,
}

enum Piece {
    Data { bytes: Bytes, is_end: bool },
    Trailers(HeaderMap),
}

enum Response {
    Awaited(ResponseFuture),
    Body(RecvStream),
    /// The data have ended, trailers may follow.
    Tail(RecvStream),
    Complete,
    Reset,
}

impl Stream {
    pub fn new(
        id: u32,
        response: ResponseFuture,
        sending: SendStream<Bytes>,
        is_sent: bool,
    ) -> Self {
        Self {
            id,
            sending,
            waiting: VecDeque::new(),
            response: Response::Awaited(response),
            is_wanted: false,
            is_sent,
        }
    }

    pub fn write(&mut self, data: &[u8], is_end: bool) {
        let bytes = Bytes::copy_from_slice(data);
        self.waiting.push_back(Piece::Data { bytes, is_end });
    }

    pub fn trailers(&mut self, headers: HeaderMap) {
        self.waiting.push_back(Piece::Trailers(headers));
    }

    pub fn read(&mut self, is_wanted: bool) {
        self.is_wanted = is_wanted;
    }

    pub fn reset(&mut self, code: u32) {
        self.sending.send_reset(Reason::from(code));
        self.waiting.clear();
        self.is_sent = true;
        self.response = Response::Reset;
    }

    /// Whether nothing more happens.
    pub fn is_closed(&self) -> bool {
        match self.response {
            Response::Complete => self.is_sent,
            Response::Reset => true,
            Response::Awaited(_) | Response::Body(_) | Response::Tail(_) => false,
        }
    }

    /// Does what is possible; whether that was anything.
    pub fn poll(&mut self, context: &mut Context<'_>, events: &mut Vec<Event>) -> bool {
        let result = self.send(context, events).and_then(|has_sent| {
            let mut has_received = false;
            while self.receive(context, events)? {
                has_received = true;
            }
            Ok(has_sent || has_received)
        });
        result.unwrap_or_else(|error| {
            self.fail(&error, events);
            true
        })
    }

    /// The connection has failed, or the stream.
    pub fn fail(&mut self, error: &h2::Error, events: &mut Vec<Event>) {
        if self.is_closed() {
            return;
        }
        let code = error.reason().unwrap_or(Reason::INTERNAL_ERROR);
        self.response = Response::Reset;
        self.waiting.clear();
        events.push(Event::Reset {
            stream: self.id,
            code: code.into(),
        });
    }

    fn send(
        &mut self,
        context: &mut Context<'_>,
        events: &mut Vec<Event>,
    ) -> Result<bool, h2::Error> {
        let mut has_sent = false;
        while let Some(piece) = self.waiting.pop_front() {
            match piece {
                Piece::Trailers(headers) => {
                    self.sending.send_trailers(headers)?;
                    self.is_sent = true;
                }
                Piece::Data { bytes, is_end } if bytes.is_empty() => {
                    if is_end {
                        self.sending.send_data(bytes, true)?;
                        self.is_sent = true;
                    }
                }
                Piece::Data { mut bytes, is_end } => {
                    let room = self.capacity(bytes.len(), context)?;
                    if room < bytes.len() {
                        let rest = bytes.split_off(room);
                        self.waiting.push_front(Piece::Data {
                            bytes: rest,
                            is_end,
                        });
                        if room == 0 {
                            return Ok(has_sent);
                        }
                        self.sending.send_data(bytes, false)?;
                        has_sent = true;
                        continue;
                    }
                    self.sending.send_data(bytes, is_end)?;
                    self.is_sent |= is_end;
                }
            }
            has_sent = true;
            events.push(Event::Written { stream: self.id });
        }
        Ok(has_sent)
    }

    /// Bytes up to `wanted` that the windows take.
    fn capacity(&mut self, wanted: usize, context: &mut Context<'_>) -> Result<usize, h2::Error> {
        self.sending.reserve_capacity(wanted);
        while self.sending.capacity() == 0 {
            match self.sending.poll_capacity(context) {
                Poll::Ready(Some(Ok(0))) => {}
                Poll::Ready(Some(Ok(_))) => break,
                Poll::Ready(Some(Err(error))) => return Err(error),
                Poll::Ready(None) | Poll::Pending => return Ok(0),
            }
        }
        Ok(self.sending.capacity().min(wanted))
    }

    /// Takes one part of the response, if it has arrived.
    fn receive(
        &mut self,
        context: &mut Context<'_>,
        events: &mut Vec<Event>,
    ) -> Result<bool, h2::Error> {
        let stream = self.id;
        match &mut self.response {
            Response::Awaited(_) => self.receive_head(context, events),
            Response::Body(body) => {
                if !self.is_wanted && !body.is_end_stream() {
                    return Ok(false);
                }
                match body.poll_data(context) {
                    Poll::Ready(Some(data)) => {
                        let data = data?;
                        body.flow_control().release_capacity(data.len())?;
                        let data = data.to_vec().into();
                        events.push(Event::Data { stream, data });
                    }
                    Poll::Ready(None) => {
                        let body = std::mem::replace(&mut self.response, Response::Complete);
                        if let Response::Body(body) = body {
                            self.response = Response::Tail(body);
                        }
                    }
                    Poll::Pending => return Ok(false),
                }
                Ok(true)
            }
            Response::Tail(body) => {
                let Poll::Ready(trailers) = body.poll_trailers(context) else {
                    return Ok(false);
                };
                if let Some(trailers) = trailers? {
                    let headers = headers::flattened(&trailers);
                    events.push(Event::Trailers { stream, headers });
                }
                events.push(Event::End { stream });
                self.response = Response::Complete;
                Ok(true)
            }
            Response::Complete => self.poll_reset(context),
            Response::Reset => Ok(false),
        }
    }

    fn receive_head(
        &mut self,
        context: &mut Context<'_>,
        events: &mut Vec<Event>,
    ) -> Result<bool, h2::Error> {
        let stream = self.id;
        let Response::Awaited(response) = &mut self.response else {
            return Ok(false);
        };
        if let Poll::Ready(Some(early)) = response.poll_informational(context) {
            let early = early?;
            let headers = headers::response(early.status(), early.headers());
            events.push(Event::Informational { stream, headers });
            return Ok(true);
        }
        let Poll::Ready(response) = Pin::new(response).poll(context) else {
            return Ok(false);
        };
        let (head, body) = response?.into_parts();
        let is_end = body.is_end_stream();
        let headers = headers::response(head.status, &head.headers);
        events.push(Event::Response {
            stream,
            headers,
            is_end,
        });
        self.response = Response::Body(body);
        Ok(true)
    }

    /// A server may answer before the request is complete, and reset it then.
    fn poll_reset(&mut self, context: &mut Context<'_>) -> Result<bool, h2::Error> {
        if self.is_sent {
            return Ok(false);
        }
        match self.sending.poll_reset(context) {
            Poll::Ready(Ok(reason)) => Err(reason.into()),
            Poll::Ready(Err(error)) => Err(error),
            Poll::Pending => Ok(false),
        }
    }
}
