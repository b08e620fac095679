//! A connection with its streams.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::future::Future;
use std::io::Write as _;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use deno_error::PropertyValue;
use h2::Reason;
use h2::client::{Builder, Connection, SendRequest};
use hyper::body::Bytes;
use serde::Deserialize;

use crate::byte_pipe::BytePipe;

use super::event::Event;
use super::frames::{self, FrameObserver};
use super::headers::{self, RequestHead};
use super::stream::Stream;

/// Settings of this end; those that are missing have the values of the protocol.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Settings {
    header_table_size: Option<u32>,
    initial_window_size: Option<u32>,
    max_concurrent_streams: Option<u32>,
    max_frame_size: Option<u32>,
    max_header_list_size: Option<u32>,
}

#[derive(Debug, thiserror::Error, deno_error::JsError)]
#[class(generic)]
#[property("code" = self.code())]
pub enum Http2Error {
    #[error("The session has been destroyed")]
    Closed,
    #[error("Invalid value for setting \"maxFrameSize\": {0}")]
    #[class(range)]
    FrameSize(u32),
    #[error("Invalid value for setting \"initialWindowSize\": {0}")]
    #[class(range)]
    WindowSize(u32),
    #[error("Invalid value for header \"{0}\"")]
    #[class(type)]
    Header(String),
    #[error("{0}")]
    Protocol(String),
}

impl Http2Error {
    /// The codes of Node.
    fn code(&self) -> PropertyValue {
        PropertyValue::String(Cow::Borrowed(match self {
            Self::Closed => "ERR_HTTP2_INVALID_SESSION",
            Self::FrameSize(_) | Self::WindowSize(_) => "ERR_HTTP2_INVALID_SETTING_VALUE",
            Self::Header(_) => "ERR_HTTP2_INVALID_HEADER_VALUE",
            Self::Protocol(_) => "ERR_HTTP2_ERROR",
        }))
    }
}

impl From<h2::Error> for Http2Error {
    fn from(error: h2::Error) -> Self {
        Self::Protocol(error.to_string())
    }
}

const MAX_WINDOW: u32 = u32::MAX >> 1;

pub struct Session {
    pipe: BytePipe,
    /// `None` once it is closed.
    connection: Option<Connection<BytePipe, Bytes>>,
    /// How the connection ended, until the program has that event.
    end: Option<Result<(), h2::Error>>,
    /// `None` once no more requests are taken.
    requests: Option<SendRequest<Bytes>>,
    streams: BTreeMap<u32, Stream>,
    observer: FrameObserver,
}

/// The owner polls again after each change.
fn noop_context() -> Context<'static> {
    Context::from_waker(Waker::noop())
}

impl Session {
    pub fn open(settings: &Settings) -> Result<Self, Http2Error> {
        let pipe = BytePipe::default();
        let builder = builder(settings)?;
        // Only bytes for the server are written, which memory takes at once.
        let handshake = pin!(builder.handshake(pipe.clone()));
        let Poll::Ready(opened) = handshake.poll(&mut noop_context()) else {
            return Err(Http2Error::Protocol("the session cannot begin".to_owned()));
        };
        let (requests, connection) = opened?;
        Ok(Self {
            pipe,
            connection: Some(connection),
            end: None,
            requests: Some(requests),
            streams: BTreeMap::new(),
            observer: FrameObserver::default(),
        })
    }

    pub fn feed(&mut self, data: &[u8]) {
        self.observer.observe(data);
        self.pipe.feed(data);
    }

    pub fn end(&self) {
        self.pipe.end();
    }

    pub fn pull(&self, room: &mut [u8]) -> usize {
        self.pipe.pull(room)
    }

    pub fn request(&mut self, headers: &[String], is_end: bool) -> Result<u32, Http2Error> {
        let request = RequestHead::parse(headers)?.into_request()?;
        // A clone may send although earlier requests wait for the server.
        let mut requests = self.requests.clone().ok_or(Http2Error::Closed)?;
        let (response, sending) = requests.send_request(request, is_end)?;
        let id = sending.stream_id().as_u32();
        self.streams
            .insert(id, Stream::new(id, response, sending, is_end));
        Ok(id)
    }

    pub fn write(&mut self, stream: u32, data: &[u8], is_end: bool) {
        if let Some(stream) = self.streams.get_mut(&stream) {
            stream.write(data, is_end);
        }
    }

    pub fn trailers(&mut self, stream: u32, headers: &[String]) -> Result<(), Http2Error> {
        let headers = headers::trailers(headers)?;
        if let Some(stream) = self.streams.get_mut(&stream) {
            stream.trailers(headers);
        }
        Ok(())
    }

    pub fn read(&mut self, stream: u32, is_wanted: bool) {
        if let Some(stream) = self.streams.get_mut(&stream) {
            stream.read(is_wanted);
        }
    }

    pub fn reset(&mut self, stream: u32, code: u32) {
        if let Some(mut stream) = self.streams.remove(&stream) {
            stream.reset(code);
        }
    }

    pub fn ping(&mut self, payload: &[u8]) {
        self.inject(&frames::ping(payload));
    }

    pub fn goaway(&mut self, code: u32, last_stream: u32, data: &[u8]) {
        self.inject(&frames::goaway(code, last_stream, data));
    }

    pub fn window(&mut self, size: u32, is_of_connection: bool) -> Result<(), Http2Error> {
        if size > MAX_WINDOW {
            return Err(Http2Error::WindowSize(size));
        }
        let connection = self.connection.as_mut().ok_or(Http2Error::Closed)?;
        // That of the connection is as large as it can be.
        if !is_of_connection {
            connection.set_initial_window_size(size)?;
        }
        Ok(())
    }

    /// Does what is possible; answers what has happened.
    pub fn poll(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        let mut context = noop_context();
        loop {
            self.poll_connection();
            events.extend(self.observer.take());
            let mut has_progress = false;
            for stream in self.streams.values_mut() {
                has_progress |= stream.poll(&mut context, &mut events);
            }
            self.streams.retain(|_, stream| !stream.is_closed());
            if let Some(end) = self.end.take() {
                self.ended(end, &mut events);
                return events;
            }
            if !has_progress {
                return events;
            }
        }
    }

    fn ended(&mut self, end: Result<(), h2::Error>, events: &mut Vec<Event>) {
        self.requests = None;
        let failure = end.err();
        for stream in self.streams.values_mut() {
            let cancelled = Reason::CANCEL.into();
            stream.fail(failure.as_ref().unwrap_or(&cancelled), events);
        }
        self.streams.clear();
        let is_broken = |it: &&h2::Error| !it.is_io();
        let broken = failure.as_ref().filter(is_broken);
        events.push(Event::Closed {
            code: broken.and_then(h2::Error::reason).map(u32::from),
            message: failure.as_ref().map(ToString::to_string),
        });
    }

    /// Writes a frame between those of `h2`.
    fn inject(&mut self, frame: &[u8]) {
        // All frames before it are whole then.
        self.poll_connection();
        if self.connection.is_some() {
            // Memory takes all.
            let _ = self.pipe.write_all(frame);
        }
    }

    fn poll_connection(&mut self) {
        if let Some(connection) = &mut self.connection
            && let Poll::Ready(end) = Pin::new(connection).poll(&mut noop_context())
        {
            self.connection = None;
            self.end = Some(end);
        }
    }
}

fn builder(settings: &Settings) -> Result<Builder, Http2Error> {
    const FRAMES: std::ops::RangeInclusive<u32> = 16_384..=16_777_215;
    let mut builder = Builder::new();
    builder.enable_push(false);
    // What a program does not read counts against the window of its stream alone: a response that waits must not
    // keep those of other streams from coming.
    builder.initial_connection_window_size(MAX_WINDOW);
    // Frames of streams that were cancelled count for good, and servers of gRPC send each small message in a frame
    // of its own. The windows limit what is kept.
    builder.data_frame_budget(usize::MAX / 2);
    if let Some(size) = settings.max_frame_size {
        if !FRAMES.contains(&size) {
            return Err(Http2Error::FrameSize(size));
        }
        builder.max_frame_size(size);
    }
    if let Some(size) = settings.initial_window_size {
        if size > MAX_WINDOW {
            return Err(Http2Error::WindowSize(size));
        }
        builder.initial_window_size(size);
    }
    if let Some(size) = settings.header_table_size {
        builder.header_table_size(size);
    }
    if let Some(size) = settings.max_header_list_size {
        builder.max_header_list_size(size);
    }
    if let Some(count) = settings.max_concurrent_streams {
        builder.max_concurrent_streams(count);
    }
    Ok(builder)
}
