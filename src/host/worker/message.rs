//! Messages between a platform and its workers.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::errors::error::{ProgramError, Thrown};
use crate::event::{Event, LogLevel};
use lumi_sandbox::Active;

use super::body_message::BodyMessage;
use super::call_context::CallContext;
use super::frame::{Frame, FrameError, write};
use super::http_message::{HttpAnswer, HttpRequest};
use super::settings::WorkerSettings;

/// Maximum size in bytes of a result as JSON, and of the body of an answer of HTTP.
pub const MAX_RESULT: usize = 96 << 20;
/// Maximum size in bytes of a report.
pub const MAX_REPORT: usize = 2 * MAX_RESULT;

#[derive(Debug)]
pub enum WorkerRequest {
    /// The first message, sent once.
    Start(Box<WorkerSettings>),
    /// `arguments` is a JSON array.
    Call {
        number: u64,
        context: CallContext,
        arguments: String,
    },
    /// A call with a request of HTTP.
    Http {
        number: u64,
        context: CallContext,
        request: HttpRequest,
    },
    /// About a body in parts: that of the request, or that of the answer.
    Body { number: u64, message: BodyMessage },
    /// The worker is idle and should release memory.
    Rest,
    /// A debugger has attached.
    DebuggerOpened { session: u64 },
    /// JSON of the protocol of debuggers.
    DebuggerMessage { session: u64, text: String },
    /// The debugger has gone.
    DebuggerClosed { session: u64 },
}

fn no_context(kind: u8) -> FrameError {
    FrameError::Body {
        kind,
        problem: "it has no context".to_owned(),
    }
}

/// A message from a worker.
#[derive(Debug)]
pub enum Report {
    /// The active kernel limits.
    Started(Active),
    /// `None` for undefined, otherwise JSON.
    Answer {
        number: u64,
        result: Option<String>,
    },
    /// Answers a request of HTTP. A function may answer it with a result, too.
    Http {
        number: u64,
        answer: HttpAnswer,
    },
    /// About a body in parts: that of the request, or that of the answer, for which a `Failure` means that it is not whole.
    Body {
        number: u64,
        message: BodyMessage,
    },
    Failure {
        number: u64,
        error: ProgramError,
    },
    /// `traceparent` is that of the span that was current; empty for none.
    Event {
        event: Event,
        traceparent: String,
    },
    /// Spans, log records and measurements of the function, as JSON that the platform reads.
    Telemetry(String),
    /// JSON for a debugger.
    DebuggerMessage {
        session: u64,
        text: String,
    },
    /// The reason why the isolate has ended; no further calls are answered.
    End(ProgramError),
}

/// The kinds of events that a function emits.
#[derive(Serialize, Deserialize)]
enum FunctionOutput {
    Console { level: LogLevel, text: String },
    Log { level: LogLevel, message: String },
}

/// Maximum depth of causes; deeper ones are left out.
const DEPTH: usize = 16;

const START: u8 = 1;
const CALL: u8 = 2;
const REST: u8 = 3;
const DEBUGGER_OPENED: u8 = 4;
const DEBUGGER_MESSAGE: u8 = 5;
const DEBUGGER_CLOSED: u8 = 6;
const HTTP_REQUEST: u8 = 7;
/// A request whose body follows in parts. The kinds 8, 9, 10, 25 and 26 are those of [`BodyMessage`].
const HTTP_STREAM: u8 = 11;
const STARTED: u8 = 17;
const ANSWER: u8 = 18;
const UNDEFINED: u8 = 19;
const FAILURE: u8 = 20;
const EVENT: u8 = 21;
const END: u8 = 22;
const TO_DEBUGGER: u8 = 23;
const HTTP_ANSWER: u8 = 24;
const TELEMETRY: u8 = 27;

impl WorkerRequest {
    pub fn write(&self, out: &mut Vec<u8>) -> Result<(), FrameError> {
        match self {
            Self::Start(settings) => write(out, START, 0, &[&to_json(settings)]),
            Self::Call {
                number,
                context,
                arguments,
            } => {
                let context = context.text() + "\n";
                write(
                    out,
                    CALL,
                    *number,
                    &[context.as_bytes(), arguments.as_bytes()],
                )
            }
            Self::Http {
                number,
                context,
                request,
            } => {
                let kind = match request.is_stream {
                    true => HTTP_STREAM,
                    false => HTTP_REQUEST,
                };
                request.write(out, kind, *number, &context.text())
            }
            Self::Body { number, message } => message.write(out, *number),
            Self::Rest => write(out, REST, 0, &[]),
            Self::DebuggerOpened { session } => write(out, DEBUGGER_OPENED, *session, &[]),
            Self::DebuggerMessage { session, text } => {
                write(out, DEBUGGER_MESSAGE, *session, &[text.as_bytes()])
            }
            Self::DebuggerClosed { session } => write(out, DEBUGGER_CLOSED, *session, &[]),
        }
    }

    pub fn read(frame: Frame) -> Result<Self, FrameError> {
        let number = frame.number;
        let frame = match BodyMessage::read(frame) {
            Ok(message) => {
                return Ok(Self::Body {
                    number,
                    message: message?,
                });
            }
            Err(frame) => frame,
        };
        Ok(match frame.kind {
            START => Self::Start(from_json(&frame)?),
            CALL => {
                let body = text(frame)?;
                let (context, arguments) =
                    CallContext::split(&body).ok_or_else(|| no_context(CALL))?;
                Self::Call {
                    number,
                    context,
                    arguments: arguments.to_owned(),
                }
            }
            kind @ (HTTP_REQUEST | HTTP_STREAM) => {
                let (context, request) = HttpRequest::read(frame, kind == HTTP_STREAM)?;
                let context = CallContext::of(&context).ok_or_else(|| no_context(kind))?;
                Self::Http {
                    number,
                    context,
                    request,
                }
            }
            REST => Self::Rest,
            DEBUGGER_OPENED => Self::DebuggerOpened {
                session: frame.number,
            },
            DEBUGGER_MESSAGE => Self::DebuggerMessage {
                session: frame.number,
                text: text(frame)?,
            },
            DEBUGGER_CLOSED => Self::DebuggerClosed {
                session: frame.number,
            },
            kind => return Err(FrameError::Kind(kind)),
        })
    }
}

impl Report {
    pub fn write(self, out: &mut Vec<u8>) -> Result<(), FrameError> {
        match self {
            Self::Started(active) => write(out, STARTED, 0, &[&to_json(&active)]),
            Self::Answer { number, result } => match result {
                Some(json) => write(out, ANSWER, number, &[json.as_bytes()]),
                None => write(out, UNDEFINED, number, &[]),
            },
            Self::Http { number, answer } => answer.write(out, HTTP_ANSWER, number),
            Self::Body { number, message } => message.write(out, number),
            Self::Failure { number, error } => {
                write(out, FAILURE, number, &[&to_json(&truncated(error))])
            }
            Self::Event { event, traceparent } => match output_of(event) {
                Some(output) => write(out, EVENT, 0, &[&to_json(&(traceparent, output))]),
                None => Ok(()),
            },
            Self::Telemetry(json) => write(out, TELEMETRY, 0, &[json.as_bytes()]),
            Self::DebuggerMessage { session, text } => {
                write(out, TO_DEBUGGER, session, &[text.as_bytes()])
            }
            Self::End(error) => write(out, END, 0, &[&to_json(&truncated(error))]),
        }
    }

    pub fn read(frame: Frame) -> Result<Self, FrameError> {
        let number = frame.number;
        let frame = match BodyMessage::read(frame) {
            Ok(message) => {
                return Ok(Self::Body {
                    number,
                    message: message?,
                });
            }
            Err(frame) => frame,
        };
        Ok(match frame.kind {
            STARTED => Self::Started(from_json(&frame)?),
            ANSWER => Self::Answer {
                number,
                result: Some(text(frame)?),
            },
            UNDEFINED => Self::Answer {
                number,
                result: None,
            },
            HTTP_ANSWER => Self::Http {
                number,
                answer: HttpAnswer::read(frame)?,
            },
            FAILURE => Self::Failure {
                number,
                error: from_json(&frame)?,
            },
            EVENT => {
                let (traceparent, output) = from_json(&frame)?;
                let event = match output {
                    FunctionOutput::Console { level, text } => Event::Console { level, text },
                    FunctionOutput::Log { level, message } => Event::Log {
                        level,
                        message,
                        urn: None,
                    },
                };
                Self::Event { event, traceparent }
            }
            TELEMETRY => Self::Telemetry(text(frame)?),
            TO_DEBUGGER => Self::DebuggerMessage {
                session: number,
                text: text(frame)?,
            },
            END => Self::End(from_json(&frame)?),
            kind => return Err(FrameError::Kind(kind)),
        })
    }
}

fn output_of(event: Event) -> Option<FunctionOutput> {
    match event {
        Event::Console { level, text } => Some(FunctionOutput::Console { level, text }),
        Event::Log { level, message, .. } => Some(FunctionOutput::Log { level, message }),
        // A function does not register resources, report results or run tests.
        Event::Closure(_)
        | Event::Function { .. }
        | Event::Result(_)
        | Event::Secrets(_)
        | Event::Test(_) => None,
    }
}

fn truncated(mut error: ProgramError) -> ProgramError {
    for thrown in error.thrown_mut() {
        truncate_causes(thrown, DEPTH);
    }
    error
}

fn truncate_causes(thrown: &mut Thrown, depth: usize) {
    if depth == 0 {
        thrown.cause = None;
        thrown.aggregated.clear();
    }
    let below = thrown.cause.as_deref_mut().into_iter();
    for inner in below.chain(&mut thrown.aggregated) {
        truncate_causes(inner, depth - 1);
    }
}

fn to_json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("BUG: messages are plain data")
}

fn from_json<T: DeserializeOwned>(frame: &Frame) -> Result<T, FrameError> {
    serde_json::from_slice(&frame.body).map_err(|error| FrameError::Body {
        kind: frame.kind,
        problem: error.to_string(),
    })
}

fn text(frame: Frame) -> Result<String, FrameError> {
    String::from_utf8(frame.body).map_err(|error| FrameError::Body {
        kind: frame.kind,
        problem: error.utf8_error().to_string(),
    })
}

#[cfg(test)]
mod tests {
    use hyper::body::Bytes;

    use super::super::frame::Decoder;
    use super::*;

    fn round_trip(report: Report) -> Result<Report, FrameError> {
        let mut bytes = Vec::new();
        report.write(&mut bytes).unwrap();
        let mut decoder = Decoder::default();
        decoder.feed(&bytes);
        Report::read(decoder.take().unwrap().unwrap())
    }

    #[test]
    fn reports_arrive_as_they_were_sent() {
        let thrown = Thrown {
            class: Some("TypeError".to_owned()),
            message: "m".to_owned(),
            ..Thrown::default()
        };
        let reports = [
            Report::Answer {
                number: 7,
                result: Some("[1]".to_owned()),
            },
            Report::Answer {
                number: u64::MAX,
                result: None,
            },
            Report::Failure {
                number: 1,
                error: ProgramError::Thrown(Box::new(thrown)),
            },
            Report::Body {
                number: 3,
                message: BodyMessage::Part(Bytes::from_static(b"part")),
            },
            Report::Body {
                number: 3,
                message: BodyMessage::End,
            },
            Report::DebuggerMessage {
                session: 3,
                text: "{}".to_owned(),
            },
            Report::Event {
                event: Event::Console {
                    level: LogLevel::Info,
                    text: "t".to_owned(),
                },
                traceparent: "00-1".to_owned(),
            },
            Report::Telemetry("{}".to_owned()),
            Report::End(ProgramError::Internal("i".to_owned())),
        ];
        for report in reports {
            let shown = format!("{report:?}");
            assert_eq!(format!("{:?}", round_trip(report).unwrap()), shown);
        }
    }

    #[test]
    fn requests_arrive_as_they_were_sent() {
        let text = "{}".to_owned();
        let body = |message| WorkerRequest::Body { number: 9, message };
        let requests = [
            WorkerRequest::Call {
                number: 5,
                context: CallContext {
                    traceparent: "00-1".to_owned(),
                    deadline: 7,
                    is_retried: true,
                },
                arguments: "[\"a\nb\"]".to_owned(),
            },
            WorkerRequest::Rest,
            WorkerRequest::Http {
                number: 9,
                context: CallContext::default(),
                request: HttpRequest {
                    is_stream: true,
                    ..HttpRequest::default()
                },
            },
            body(BodyMessage::Room(1 << 18)),
            body(BodyMessage::Dropped),
            body(BodyMessage::Broken),
            WorkerRequest::DebuggerOpened { session: 9 },
            WorkerRequest::DebuggerMessage { session: 9, text },
            WorkerRequest::DebuggerClosed { session: 9 },
        ];
        for request in requests {
            let mut bytes = Vec::new();
            request.write(&mut bytes).unwrap();
            let mut decoder = Decoder::default();
            decoder.feed(&bytes);
            let read = WorkerRequest::read(decoder.take().unwrap().unwrap()).unwrap();
            assert_eq!(format!("{read:?}"), format!("{request:?}"));
        }
    }

    #[test]
    fn a_long_chain_of_causes_is_cut_off() {
        let mut thrown = Thrown::default();
        for _ in 0..1000 {
            thrown = Thrown {
                cause: Some(Box::new(thrown)),
                ..Thrown::default()
            };
        }
        let end = round_trip(Report::End(ProgramError::Thrown(Box::new(thrown)))).unwrap();
        assert!(format!("{end:?}").matches("cause: Some").count() == DEPTH);
    }

    #[test]
    fn invalid_reports_are_refused() {
        let read = |kind, body: &[u8]| {
            Report::read(Frame {
                kind,
                number: 0,
                body: body.to_vec(),
            })
        };
        assert_eq!(read(0, b"").unwrap_err(), FrameError::Kind(0));
        assert!(matches!(read(ANSWER, &[255]), Err(FrameError::Body { .. })));
        assert!(matches!(read(FAILURE, b"{}"), Err(FrameError::Body { .. })));
    }
}
